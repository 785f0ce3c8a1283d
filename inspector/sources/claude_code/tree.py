"""The tree of a transcript: answers put together from their lines, the path behind each, folds on it (SOURCES A).

The chain is `parentUuid` → `uuid`, never the order in the file. One answer of the model is written as several lines,
and the results of parallel calls hang on different ones of them, so a path alone misses some: `expanded` adds what
was sent with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from inspector.sources.base import Progress
from inspector.sources.claude_code.lines import KNOWN, Line, line_of
from inspector.sources.json_lines import LineFile
from inspector.wire.reading import as_list, text_member, whole
from inspector.wire.values import JsonValue


@dataclass(slots=True, eq=False)
class Response:
    """One answer of the model.

    Attributes:
        id: request id, or the message's where there is none.
        agent: whose; "" = the session itself.
        lines: in the order of its blocks.
    """

    id: str
    agent: str
    lines: list[Line]

    @property
    def usage(self) -> JsonValue:
        """Its account: every line repeats the prompt's figures, the output grows and is whole on the last."""
        return max((line.usage for line in self.lines), key=_output, default=None)

    @property
    def failed(self) -> bool:
        """Whether it never reached the model."""
        return all(line.failed for line in self.lines)

    @property
    def started_at(self) -> int | None:
        """When its first block was written, ms since epoch."""
        return min((line.at for line in self.lines if line.at is not None), default=None)

    @property
    def completed_at(self) -> int | None:
        """When its last block was written."""
        return max((line.at for line in self.lines if line.at is not None), default=None)


Unit: TypeAlias = Line | Response


@dataclass(slots=True)
class Tree:
    """Everything the index of a session keeps.

    Attributes:
        lines: lines with a place in the tree, in file order.
        responses: answers by (agent, id).
        titles: titles by the record that gave them.
        unknown: record types we do not know, counted.
        others: lines that are metadata, by type.
        session: the session's id; "" = none seen.
    """

    lines: list[Line] = field(default_factory=list)
    responses: dict[tuple[str, str], Response] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    session: str = ""
    _by_uuid: dict[str, list[Line]] = field(default_factory=dict)
    _order: dict[Line, int] = field(default_factory=dict)
    _result_of: dict[str, list[Line]] = field(default_factory=dict)
    _tool_names: dict[str, str] = field(default_factory=dict)
    _maker_of: dict[str, str] = field(default_factory=dict)
    _folds: dict[Line, Line | None] = field(default_factory=dict)

    def read(self, file: LineFile, progress: Progress | None = None, agent: str = "") -> bool:
        """Take up the lines a file has beyond what was read; whether there were any. `agent`: whose file it is."""
        before = file.count
        for place, record in file.scan(progress):
            kind = text_member(record, "type")
            if kind not in KNOWN:
                self.unknown[kind or "(none)"] += 1
            if not self.session and not agent:
                self.session = text_member(record, "sessionId")
            line = line_of(file, place, record)
            if line is None:
                self._metadata(kind, record)
                continue
            if agent:
                line.agent = agent
            self._add(line, record)
        self._name_sidechains()
        return file.count > before

    def tool_name(self, call: str) -> str:
        """Name of the tool behind a call; "" when its call is not in the file."""
        return self._tool_names.get(call, "")

    def parent(self, line: Line) -> Line | None:
        """The line before it: of several with one uuid (kept behind a fold) the last one written before it."""
        return self._resolve(line.parent, line)

    def logical_parent(self, line: Line) -> Line | None:
        """The same, across a fold."""
        if line.is_boundary and isinstance(line.data, dict):
            return self._resolve(text_member(line.data, "logical"), line) or self.parent(line)
        return self.parent(line)

    def path(self, line: Line | None, *, logical: bool = False) -> list[Line]:
        """From the root (or the last fold) to a line; across folds when `logical`."""
        found: list[Line] = []
        seen: set[Line] = set()
        while line is not None and line not in seen:
            seen.add(line)
            found.append(line)
            line = self.logical_parent(line) if logical else self.parent(line)
        return found[::-1]

    def fold_before(self, line: Line) -> Line | None:
        """The boundary that the path of a line begins with; None when it begins with the session."""
        walked: list[Line] = []
        at: Line | None = line
        answer: Line | None = None
        seen: set[Line] = set()
        while at is not None and at not in seen:
            if at in self._folds:
                answer = self._folds[at]
                break
            seen.add(at)
            walked.append(at)
            if at.is_boundary:
                answer = at
                break
            at = self.parent(at)
        for one in walked:
            self._folds[one] = answer
        return answer

    def expanded(self, path: Sequence[Line]) -> list[Unit]:
        """What stands on a path: answers whole, results of parallel calls behind their answer, kept messages."""
        on_path = {line.uuid for line in path}
        taken: set[object] = set()
        found: list[Unit] = []
        for line in path:
            found.extend(self._unit(line, on_path, taken))
            if line.summary or line.is_boundary:
                for kept in self._kept(line, path):
                    if kept.uuid not in on_path:
                        found.extend(self._unit(kept, on_path, taken))
        return found

    def before(self, response: Response) -> Line | None:
        """The line an answer was given to."""
        own = {line.uuid for line in response.lines}
        first = next((line for line in response.lines if line.parent not in own), response.lines[0])
        return self.parent(first)

    def leaves(self, agent: str) -> list[Line]:
        """Ends of the branches of a session or subagent, newest first; the first one is live."""
        own = [line for line in self.lines if line.agent == agent]
        parents = {line.parent for line in own if line.parent}
        parents |= {text_member(line.data, "logical") for line in own if line.is_boundary}
        ends = [line for line in own if line.uuid not in parents]
        return sorted(ends, key=lambda line: (line.at or 0, self._order[line]), reverse=True)

    def agents(self) -> list[str]:
        """Subagents in order of their first line."""
        return list(dict.fromkeys(line.agent for line in self.lines if line.agent))

    def caller(self, agent: str) -> str:
        """The answer whose call started a subagent; "" when the file does not tell."""
        for line in self.lines:
            if line.results and isinstance(line.data, dict) and line.data.get("agent") == agent:
                return self._maker_of.get(line.results[0], "")
        return ""

    # -- building

    def _add(self, line: Line, record: dict[str, JsonValue]) -> None:
        same = self._by_uuid.setdefault(line.uuid, [])
        if any(one.parent == line.parent for one in same):
            return  # a line written twice
        same.append(line)
        self._order[line] = len(self.lines)
        self.lines.append(line)
        for call in line.results:
            self._result_of.setdefault(call, []).append(line)
        if line.response:
            self._add_answer(line, record)

    def _add_answer(self, line: Line, record: dict[str, JsonValue]) -> None:
        message = record.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        for block in as_list(content):
            if text_member(block, "type") == "tool_use":
                call = text_member(block, "id")
                self._tool_names[call], self._maker_of[call] = text_member(block, "name"), line.response
        key = (line.agent, line.response)
        response = self.responses.get(key)
        if response is None:
            self.responses[key] = Response(line.response, line.agent, [line])
        elif all(one.uuid != line.uuid for one in response.lines):
            response.lines.append(line)
            if line.parent != response.lines[-2].uuid:
                response.lines = _chained(response.lines)

    def _metadata(self, kind: str, record: dict[str, JsonValue]) -> None:
        self.others[kind] += 1
        names = {"custom-title": "customTitle", "ai-title": "aiTitle", "summary": "summary"}
        if kind in names:
            title = text_member(record, names[kind]) or text_member(record, "title")
            if title:
                self.titles[kind] = title

    def _name_sidechains(self) -> None:
        """Subagents of old builds have no id: they are named by their first line."""
        for line in self.lines:
            if line.agent != "?":
                continue
            path = self.path(line)
            named = next((one.agent for one in path if one.agent not in ("", "?")), "")
            root = next((one for one in path if one.agent), line)
            old = line.agent
            line.agent = named or f"sidechain-{root.uuid}"
            response = self.responses.pop((old, line.response), None) if line.response else None
            if response is not None:
                response.agent = line.agent
                self.responses[(line.agent, line.response)] = response

    def _resolve(self, uuid: str, line: Line) -> Line | None:
        found = self._by_uuid.get(uuid)
        if not found:
            return None
        if len(found) == 1:
            return found[0]
        at = self._order[line]
        earlier = [one for one in found if self._order[one] < at]
        return earlier[-1] if earlier else found[0]

    def _unit(self, line: Line, on_path: set[str], taken: set[object]) -> Iterator[Unit]:
        if not line.response:
            if line.uuid not in taken:
                taken.add(line.uuid)
                yield line
            return
        key = (line.agent, line.response)
        response = self.responses.get(key)
        if response is None or key in taken:
            return
        taken.add(key)
        yield response
        own = {one.uuid for one in response.lines}
        calls = [call for one in response.lines for call in one.calls]
        for result in self._results(calls):
            if result.uuid not in on_path and result.uuid not in taken and result.parent in own:
                taken.add(result.uuid)
                yield result

    def _results(self, calls: Iterable[str]) -> Iterator[Line]:
        for call in calls:
            yield from self._result_of.get(call, ())

    def _kept(self, line: Line, path: Sequence[Line]) -> list[Line]:
        """Messages a fold kept in full that were not written again behind it."""
        boundary = self.fold_before(line)
        data = boundary.data if boundary is not None else None
        kept = data.get("preservedMessages") if isinstance(data, dict) else None
        if not isinstance(kept, dict) or (line.is_boundary and any(one.summary for one in path)):
            return []
        found = [self._by_uuid.get(str(uuid), []) for uuid in as_list(kept.get("uuids"))]
        return [lines[0] for lines in found if lines]


def _chained(lines: list[Line]) -> list[Line]:
    """Lines of one answer in the order of their links, as far as these tell."""
    after = {line.parent: line for line in lines}
    own = {line.uuid for line in lines}
    at = next((line for line in lines if line.parent not in own), None)
    found: list[Line] = []
    while at is not None and at not in found:
        found.append(at)
        at = after.get(at.uuid)
    return [*found, *(line for line in lines if line not in found)]


def _output(usage: JsonValue) -> int:
    return (whole(usage.get("output_tokens")) or 0) if isinstance(usage, dict) else -1
