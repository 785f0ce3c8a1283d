"""A capture's conversation as rows and turns, so that it is replayed as a database's is (PIPELINE §9–§12).

Prompts of one conversation grow: each repeats the history, or the part of it that a summary or a window left, and adds
what came since. Laid upon each other they give the whole history. What follows the last answer up to a person's
message opens a turn; every request until the next one is a step of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import xxhash

from inspector.model.compaction import SUMMARY_OPENING
from inspector.pipeline.compaction.rows import Row
from inspector.pipeline.compaction.wording import unwrap_summary
from inspector.replay.captured_attachments import AttachmentTexts
from inspector.replay.captured_outputs import stored_outcome
from inspector.replay.captured_texts import MARKER_OPEN, tool_results
from inspector.replay.session import CapturedRequest, ReplayStep, ReplayTurn
from inspector.wire import JsonValue, js_json

CONTINUED: Final = "[Conversation continues]"
"""What the application puts before a prompt that would not begin with a person's message (§9)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A message of a prompt, or one part of a person's message: those of neighbours are merged when they are sent.

    Attributes:
        role: its role.
        key: tells it from others, however its outputs were trimmed.
        content: the message, or the part.
    """

    role: str
    key: int
    content: JsonValue


@dataclass(slots=True)
class _Turn:
    """An assistant row being put together.

    Attributes:
        row: its index.
        requests: its model calls; answers: the units that each of them led to.
    """

    row: int
    requests: list[CapturedRequest] = field(default_factory=list)
    answers: list[list[Unit]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class CapturedRows:
    """The history of a capture's conversation.

    Attributes:
        rows: all rows, root → leaf.
        turns: those that requests were sent for.
        messages: prompt messages per (row, first part) of every step that has some, as the running turn sent them.
        later: the same as the next turns sent them, where they did.
        summaries: durable summaries by the row they stand on.
        attachments: texts of the attachments.
    """

    rows: tuple[Row, ...]
    turns: tuple[ReplayTurn, ...]
    messages: dict[tuple[int, int], list[JsonValue]]
    later: dict[tuple[int, int], list[JsonValue]]
    summaries: dict[str, str]
    attachments: AttachmentTexts


class Rewritten(Exception):  # noqa: N818 - it is a finding, not an error
    """A prompt goes back behind the end of the history, or changes it: an edited or repeated turn."""


@dataclass(slots=True)
class HistoryBuilder:
    """Lays prompts upon each other.

    Attributes:
        units: the history so far.
        rows: rows so far; parts of assistant rows are filled in at the end.
    """

    units: list[Unit] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    attachments: AttachmentTexts = field(default_factory=AttachmentTexts)
    summaries: dict[str, str] = field(default_factory=dict)
    _row_of: list[int] = field(default_factory=list)
    _turns: list[_Turn] = field(default_factory=list)
    _later: dict[int, JsonValue] = field(default_factory=dict)
    _summary: str = ""

    def add(self, request: CapturedRequest, answer: JsonValue | None) -> None:
        """Add a request; `answer` is what the one before it produced. Raises `Rewritten`."""
        summary, body = split_summary(units_of(request.served))
        place = self._place(body, folded=bool(summary))
        if place is None:
            self._clear()
            place = len(self.units)
        if (
            place == len(self.units)
            and answer is not None
            and self.units
            and body[:1]
            and body[0].role == "user"
        ):
            self._take(units_of([answer]))
            place = len(self.units)
        new = body[len(self.units) - place :]
        self._note_summary(summary, place)
        opens = not self._turns or any(unit.role == "user" for unit in new)
        if opens:
            self._note_later(body[: len(self.units) - place], place)
        self._take(new)
        if opens:
            self._open_turn()
        self._turns[-1].requests.append(request)
        self._turns[-1].answers.append([])

    def build(self) -> CapturedRows:
        """Everything as rows."""
        messages, later = {}, {}
        turns = []
        for turn in self._turns:
            row = self.rows[turn.row]
            starts = []
            for units in turn.answers:
                starts.append(len(_parts(row)))
                for unit in units:
                    _add_parts(_parts(row), Unit(unit.role, unit.key, self._stored(unit)))
                if units:
                    messages[turn.row, starts[-1]] = [unit.content for unit in units]
                    later[turn.row, starts[-1]] = [self._later.get(id(unit), unit.content) for unit in units]
            if (reported := _context_tokens(turn.requests)) is not None:
                row["contextTokens"] = reported
            turns.append(_replay_turn(turn, row, starts))
        return CapturedRows(
            rows=tuple(self.rows),
            turns=tuple(turns),
            messages=messages,
            later=later,
            summaries=self.summaries,
            attachments=self.attachments,
        )

    def _stored(self, unit: Unit) -> JsonValue:
        """The form of an answer that tells most of what was stored: later prompts show what is kept of it.

        Outputs are whole in the running turn, unless they were cut there already.
        """
        if unit.role == "tool" and not is_cut(unit.content):
            return unit.content
        return self._later.get(id(unit), unit.content)

    def _place(self, body: list[Unit], *, folded: bool) -> int | None:
        """Where in the history a prompt goes on from; None = it has nothing of it and no summary either."""
        while body and self.units:
            found = self._overlaps([unit.key for unit in body])
            reaching = [place for place in found if place + len(body) >= len(self.units)]
            if reaching:
                return reaching[0]
            if found:
                raise Rewritten
            if not _is_continuation(body[0]):
                break
            del body[0]
        if not self.units or folded or not body:
            return len(self.units)
        known_keys = {unit.key for unit in self.units}
        if any(unit.key in known_keys for unit in body):
            raise Rewritten
        return None

    def _overlaps(self, keys: list[int]) -> list[int]:
        """Places from which on the history is just what a prompt begins with; texts may be repeated."""
        found = []
        for place, unit in enumerate(self.units):
            if unit.key == keys[0]:
                known = [other.key for other in self.units[place : place + len(keys)]]
                if known == keys[: len(known)]:
                    found.append(place)
        return found

    def _clear(self) -> None:
        """What was before is no longer sent, and no summary stands for it."""
        self._new_row("user", [{"type": "data-clear"}])
        self.units.append(Unit("clear", 0, None))
        self._row_of.append(len(self.rows) - 1)

    def _take(self, units: Sequence[Unit]) -> None:
        for unit in units:
            last = self.rows[self._row_of[-1]] if self._row_of else None
            if unit.role == "user":
                parts = self.attachments.stored(unit.content)
                if last is not None and last["role"] == "user" and unit in units and self.units[-1] in units:
                    _parts(last).append(parts)
                else:
                    self._new_row("user", [parts])
            else:
                self._take_answer(unit)
            self.units.append(unit)
            self._row_of.append(len(self.rows) - 1)

    def _take_answer(self, unit: Unit) -> None:
        """An assistant or tool message: of the turn that is open, or of a history that no request was recorded for."""
        open_turn = self._turns[-1] if self._turns and self._turns[-1].row == len(self.rows) - 1 else None
        if open_turn is not None:
            open_turn.answers[-1].append(unit)
            return
        if not self.rows or self.rows[-1]["role"] != "assistant":
            self._new_row("assistant", [])
        _add_parts(_parts(self.rows[-1]), unit)

    def _open_turn(self) -> None:
        self._new_row("assistant", [])
        self._turns.append(_Turn(len(self.rows) - 1))

    def _new_row(self, role: str, parts: list[JsonValue]) -> None:
        self.rows.append({"id": f"row-{len(self.rows)}", "role": role, "parts": parts})

    def _note_later(self, body: Sequence[Unit], place: int) -> None:
        """What a turn's start shows of the history: what the application had stored."""
        for unit, shown in zip(self.units[place:], body, strict=True):
            self._later.setdefault(id(unit), shown.content)

    def _note_summary(self, summary: str, place: int) -> None:
        """A summary that a turn begins with, and the next one too, stands on the row before what is kept."""
        if summary and place and summary != self._summary:
            row = self._row_of[place - 1] if place <= len(self._row_of) else len(self.rows) - 1
            self.summaries.setdefault(str(self.rows[row]["id"]), summary)
        self._summary = summary


def _replay_turn(turn: _Turn, row: Row, starts: Sequence[int]) -> ReplayTurn:
    ends = [*starts[1:], len(_parts(row))]
    return ReplayTurn(
        row=turn.row,
        message_id=str(row["id"]),
        steps=tuple(
            ReplayStep(
                first_part=start,
                end_part=end,
                request_index=request.request_index,
                request_number=request.request_number,
                usage=request.usage,
            )
            for start, end, request in zip(starts, ends, turn.requests, strict=True)
        ),
    )


def units_of(prompt: Iterable[JsonValue]) -> list[Unit]:
    """A prompt's units, system messages left out."""
    found: list[Unit] = []
    for message in prompt:
        role = str(message.get("role")) if isinstance(message, dict) else ""
        if role == "user":
            found.extend(Unit(role, _part_key(part), part) for part in _content(message))
        elif role != "system":
            found.append(Unit(role, _message_key(role, message), message))
    return found


def split_summary(units: list[Unit]) -> tuple[str, list[Unit]]:
    """The summary that units open with, "" = none, and the rest."""
    first = units[0] if units else None
    text = first.content.get("text") if first is not None and isinstance(first.content, dict) else None
    if not isinstance(text, str) or not text.startswith(SUMMARY_OPENING):
        return "", units
    inside = unwrap_summary(text)
    return text.removeprefix(SUMMARY_OPENING).strip() if inside is None else inside, units[1:]


def _content(message: JsonValue) -> list[JsonValue]:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


def _part_key(part: JsonValue) -> int:
    text = part.get("text") if isinstance(part, dict) else None
    if isinstance(text, str):
        return _digest("user", AttachmentTexts.identity(text))
    return _digest("user", js_json.dumps(part))


def _message_key(role: str, message: JsonValue) -> int:
    """By its calls, else by its texts: outputs and options change from prompt to prompt."""
    parts = [part for part in _content(message) if isinstance(part, dict)]
    calls = [str(part["toolCallId"]) for part in parts if part.get("toolCallId")]
    texts = [str(part.get("text")) for part in parts if part.get("type") == "text"]
    return _digest(role, *(calls or texts))


def _digest(*pieces: str) -> int:
    return xxhash.xxh3_64_intdigest("\0".join(pieces).encode("utf-8", "surrogatepass"))


def _is_continuation(unit: Unit) -> bool:
    text = unit.content.get("text") if isinstance(unit.content, dict) else None
    return unit.role == "user" and text == CONTINUED


def _parts(row: Row) -> list[JsonValue]:
    parts = row["parts"]
    assert isinstance(parts, list)
    return parts


def _add_parts(parts: list[JsonValue], unit: Unit) -> None:
    """Stored parts of an assistant message, or the outcomes of a tool message put into theirs."""
    if unit.role == "assistant":
        parts.append({"type": "step-start"})
        for part in _content(unit.content):
            parts.extend(_stored_part(part))
        return
    for result in tool_results(unit.content):
        _settle(parts, result)


def is_cut(message: JsonValue) -> bool:
    """Whether a message still holds a marker: what is behind it is not known."""
    return any(MARKER_OPEN in js_json.dumps(result.get("output")) for result in tool_results(message))


def _stored_part(part: JsonValue) -> list[JsonValue]:
    if not isinstance(part, dict):
        return []
    kind, options = part.get("type"), part.get("providerOptions")
    if kind in ("text", "reasoning"):
        stored: dict[str, JsonValue] = {"type": kind, "text": part.get("text"), "state": "done"}
        return [{**stored, "providerMetadata": options} if options is not None else stored]
    if kind == "tool-call":
        stored = {
            "type": f"tool-{part.get('toolName')}",
            "toolCallId": part.get("toolCallId"),
            "state": "input-available",
            "input": part.get("input"),
        }
        if part.get("providerExecuted") is not None:
            stored["providerExecuted"] = part["providerExecuted"]
        return [{**stored, "callProviderMetadata": options} if options is not None else stored]
    return []


def _settle(parts: list[JsonValue], result: dict[str, JsonValue]) -> None:
    for index in range(len(parts) - 1, -1, -1):
        part = parts[index]
        if isinstance(part, dict) and part.get("toolCallId") == result.get("toolCallId"):
            outcome = stored_outcome(str(result.get("toolName")), result.get("output"))
            if outcome is not None:
                parts[index] = {**part, **outcome}
            return


def _context_tokens(requests: Sequence[CapturedRequest]) -> int | None:
    usage = requests[-1].usage if requests else None
    if usage is None or usage.input is None or usage.output is None:
        return None
    return usage.input + usage.output
