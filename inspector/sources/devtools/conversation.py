"""Rebuild a conversation from the prompts and outputs of its requests (FORMATS B).

Assistant and tool messages between two user messages are one turn; each model call in it is a step. Failed tries of
the same prompt are steps without parts before the one that succeeded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.model.compaction import BoundaryOrigin, CompactionBoundary
from inspector.model.conversation import Branch, Conversation, ConversationSummary
from inspector.model.message import Message, Role, Step
from inspector.model.part import ToolPart
from inspector.model.request import RequestPurpose, RequestRecord, RequestState
from inspector.model.timing import Timing
from inspector.model.usage import sum_usage
from inspector.sources.devtools.messages import PromptMessage, message_text, summary_text
from inspector.sources.devtools.prompt_parts import PartsBuilder
from inspector.sources.devtools.tree import NO_MESSAGE, ROOT, PromptTree
from inspector.sources.grouping import Prompt
from inspector.sources.provider_edits import FOLD, ProviderEdit
from inspector.wire import JsonValue

_STATUS = {
    RequestState.OK: "success",
    RequestState.ERROR: "error",
    RequestState.ABORTED: "paused",
    RequestState.DAMAGED: "success",
    RequestState.IN_FLIGHT: "pending",
}
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM, "tool": Role.TOOL}
_TURN_ROLES = ("assistant", "tool")


@dataclass(frozen=True, slots=True)
class Material:
    """What a conversation is built from.

    Attributes:
        summary: its list entry.
        records: its requests in file order.
        prompts: per request index.
        messages: the capture's distinct messages.
        read_message: a message as recorded, by number.
        read_output: what a request produced, as parts.
        read_edits: what the provider did to the history of a request by itself.
    """

    summary: ConversationSummary
    records: Sequence[RequestRecord]
    prompts: Mapping[int, Prompt]
    messages: Sequence[PromptMessage]
    read_message: Callable[[int], JsonValue]
    read_output: Callable[[int], list[JsonValue]]
    read_edits: Callable[[int], Sequence[ProviderEdit]]


def build_conversation(material: Material) -> Conversation:
    """Rebuild it; reads every distinct message once and each output that no later prompt repeats."""
    return _Builder(material).build()


class _Builder:
    def __init__(self, material: Material) -> None:
        self._material = material
        self._records = {record.index: record for record in material.records}
        main = [record for record in material.records if record.purpose is RequestPurpose.MAIN]
        self._main = main or list(material.records)
        self._tree = PromptTree(lambda message: material.messages[message].role)
        self._outputs: dict[int, list[JsonValue]] = {}
        self._built: dict[str, Message] = {}
        self._turns: dict[tuple[int, ...], str] = {}
        self._message_of: dict[int, str] = {}

    def build(self) -> Conversation:
        for record in self._main:
            self._tree.add(record.index, self._material.prompts[record.index])
        self._attach_answers()
        branches = self._branches()
        return Conversation(
            summary=replace(self._material.summary, message_count=len(self._built)),
            messages=self._built,
            branches=branches,
            requests=tuple(self._material.records),
            boundaries=self._boundaries(),
        )

    def _output(self, request: int) -> list[JsonValue]:
        if request not in self._outputs:
            self._outputs[request] = self._material.read_output(request)
        return self._outputs[request]

    def _attach_answers(self) -> None:
        """Tie every request to the assistant message it produced."""
        at: defaultdict[int, list[int]] = defaultdict(list)
        for record in self._main:
            at[self._tree.ends[record.index]].append(record.index)
        for end, requests in at.items():
            repeated = self._tree.answers_at(end)
            for request in requests:
                self._tree.nodes[self._answer_node(end, request, requests, repeated)].produced_by.append(
                    request
                )

    def _answer_node(self, end: int, request: int, requests: list[int], repeated: list[int]) -> int:
        if len(requests) == 1 and len(repeated) == 1:
            return repeated[0]
        mine = _marks(self._output(request))
        for node in repeated:
            if mine & self._marks_of(node):
                return node
        if not self._output(request) and (answers := self._tree.answers_at(end)):
            return answers[-1]
        empty = next((n for n in self._tree.answers_at(end) if self._is_bare(n)), None)
        if empty is not None:
            return empty
        return self._tree.new_node(end, NO_MESSAGE, request)

    def _is_bare(self, node: int) -> bool:
        """An answer node that so far only failed tries produced."""
        found = self._tree.nodes[node]
        return found.message == NO_MESSAGE and not any(self._output(r) for r in found.produced_by)

    def _marks_of(self, node: int) -> set[str]:
        message = self._tree.nodes[node].message
        if message == NO_MESSAGE:
            return _marks(self._output(self._tree.nodes[node].request))
        content = self._material.read_message(message)
        parts = content.get("content") if isinstance(content, dict) else None
        return _marks(parts if isinstance(parts, list) else [{"type": "text", "text": message_text(content)}])

    def _branches(self) -> tuple[Branch, ...]:
        active = self._active_leaf()
        others = sorted(
            (leaf for leaf in self._tree.leaves() if leaf != active), key=self._newest, reverse=True
        )
        leaves = ([active] if active != ROOT else []) + others
        branches = [self._branch(leaf, active=leaf == active) for leaf in leaves]
        return tuple(branches) or (Branch(leaf_id=None, message_ids=(), active=True),)

    def _active_leaf(self) -> int:
        node = self._tree.ends[self._main[-1].index] if self._main else ROOT
        last = self._main[-1].index if self._main else -1
        answer = next((n for n, found in enumerate(self._tree.nodes) if last in found.produced_by), node)
        while answer != ROOT and self._tree.nodes[answer].children:
            answer = self._tree.nodes[answer].children[-1]
        return answer

    def _newest(self, leaf: int) -> int:
        node = self._tree.nodes[leaf]
        return max([node.request, *node.produced_by])

    def _branch(self, leaf: int, *, active: bool) -> Branch:
        ids: list[str] = []
        turn: list[int] = []
        for node in self._tree.path(leaf):
            systems = self._systems_before(node)
            if systems:
                self._flush(turn, ids)
                ids += [name for number in systems if (name := self._system(number, node)) not in ids]
            if self._role(node) in _TURN_ROLES:
                turn.append(node)
            else:
                self._flush(turn, ids)
                ids.append(self._plain(node))
        self._flush(turn, ids)
        return Branch(leaf_id=ids[-1] if ids else None, message_ids=tuple(ids), active=active)

    def _systems_before(self, node: int) -> tuple[int, ...]:
        """The system prompt at the beginning of a path, and where it was replaced by another."""
        found = self._tree.nodes[node]
        if found.parent == ROOT:
            return self._material.prompts[found.request].system
        return self._tree.systems.get(node, ())

    def _role(self, node: int) -> str:
        message = self._tree.nodes[node].message
        return "assistant" if message == NO_MESSAGE else self._material.messages[message].role

    def _flush(self, turn: list[int], ids: list[str]) -> None:
        if turn:
            ids.append(self._turn(tuple(turn)))
            turn.clear()

    def _system(self, number: int, node: int) -> str:
        name = f"system-{number}"
        if name not in self._built:
            self._built[name] = self._simple(name, number, self._tree.nodes[node].request)
        return name

    def _plain(self, node: int) -> str:
        name = f"message-{node}"
        self._message_of[node] = name
        if name not in self._built:
            found = self._tree.nodes[node]
            self._built[name] = self._simple(name, found.message, found.request)
        return name

    def _simple(self, name: str, number: int, request: int) -> Message:
        """A system or user message, first seen in `request`."""
        builder = PartsBuilder()
        builder.add_message(self._material.read_message(number))
        started = self._records[request].timing.started_at
        return Message(
            id=name,
            role=_ROLES.get(self._material.messages[number].role, Role.UNKNOWN),
            parts=tuple(builder.parts),
            created_at=started,
            timing=Timing(started_at=started),
            topic_id=self._material.summary.id,
        )

    def _turn(self, nodes: tuple[int, ...]) -> str:
        """One assistant turn; the same beginning may end differently on other branches."""
        if nodes in self._turns:
            return self._turns[nodes]
        name = self._answer_name(nodes[0])
        if name in self._built:
            name = f"{name}-{self._answer_name(nodes[-1])}"
        self._turns[nodes] = name
        for node in nodes:
            self._message_of.setdefault(node, name)
        self._built[name] = self._turn_message(name, nodes)
        return name

    def _answer_name(self, node: int) -> str:
        """By the request that gave the answer: unlike node numbers it stays when the capture grows."""
        requests = self._tree.nodes[node].produced_by
        return f"answer-{requests[0]}" if requests else f"message-{node}"

    def _turn_message(self, name: str, nodes: tuple[int, ...]) -> Message:
        builder = PartsBuilder()
        steps: list[Step] = []
        for node in nodes:
            first = len(builder.parts)
            self._fill(builder, node)
            if self._role(node) == "assistant":
                steps += self._steps(node, first, len(steps))
            if steps:
                steps[-1] = replace(steps[-1], end_part=len(builder.parts))
        records = [self._records[s.request_index] for s in steps if s.request_index is not None]
        last = records[-1] if records else None
        return Message(
            id=name,
            role=Role.ASSISTANT,
            parts=tuple(builder.parts),
            status=_STATUS[last.state] if last else "",
            model=last.model if last else "",
            provider=last.provider if last else "",
            steps=tuple(steps),
            usage=sum_usage(record.usage for record in records),
            context_tokens=last.usage.input if last else None,
            timing=_span(records),
            created_at=records[0].timing.started_at if records else None,
            topic_id=self._material.summary.id,
        )

    def _fill(self, builder: PartsBuilder, node: int) -> None:
        found = self._tree.nodes[node]
        if found.message != NO_MESSAGE:
            builder.add_message(self._material.read_message(found.message))
            return
        for request in reversed(found.produced_by or [found.request]):
            parts = self._output(request)
            if parts:
                for part in parts:
                    builder.add(part)
                return

    def _steps(self, node: int, first: int, count: int) -> list[Step]:
        """The calls behind an assistant message: failed tries are empty, the last one made the parts."""
        requests: list[int | None] = [*self._tree.nodes[node].produced_by] or [None]
        steps: list[Step] = []
        for number, request in enumerate(requests, start=count + 1):
            step = Step(number=number, first_part=first, end_part=first, request_index=request)
            if request is not None:
                record = self._records[request]
                step = replace(step, request_number=record.number, usage=record.usage, timing=record.timing)
            steps.append(step)
        return steps

    def _boundaries(self) -> tuple[CompactionBoundary, ...]:
        order = [record.index for record in self._main]
        last = self._main[-1].index if self._main else -1
        boundaries: list[CompactionBoundary] = []
        for fold in self._tree.folds:
            place = order.index(fold.request)
            before = self._records[order[place - 1]].usage.input if place else None
            served = self._material.prompts[last].summary == self._material.prompts[fold.request].summary
            boundaries.append(
                CompactionBoundary(
                    origin=BoundaryOrigin.CAPTURED_PROMPT,
                    after_message_id=self._message_of.get(fold.after),
                    before_message_id=None if fold.before is None else self._message_of.get(fold.before),
                    request_index=fold.request,
                    folded_count=fold.folded_count or None,
                    pre_tokens=before,
                    post_tokens=self._records[fold.request].usage.input,
                    summary=summary_text(self._material.read_message(fold.summary_message)),
                    served=served,
                )
            )
        return tuple(boundaries) + tuple(self._provider_boundaries())

    def _provider_boundaries(self) -> Iterator[CompactionBoundary]:
        """Folds and edits by the provider, within the request that they were made for."""
        for record in self._main:
            edits = self._material.read_edits(record.index)
            folds = [one.usage for one in record.account.passes if one.kind == FOLD]
            if folds and not any(edit.is_fold for edit in edits):
                edits = (*edits, ProviderEdit(FOLD))
            for edit in edits:
                sent = record.usage.input
                before = sum_usage(folds).input if edit.is_fold else None
                if before is None and sent is not None and edit.cleared is not None:
                    before = sent + edit.cleared
                yield CompactionBoundary(
                    origin=BoundaryOrigin.PROVIDER,
                    after_message_id=self._message_of.get(self._tree.ends[record.index]),
                    request_index=record.index,
                    pre_tokens=before,
                    post_tokens=sent,
                    summary=edit.summary,
                    edit=edit.kind,
                )


def _marks(parts: Sequence[JsonValue]) -> set[str]:
    """What tells an answer: the ids of its tool calls, or its text."""
    builder = PartsBuilder()
    for part in parts:
        builder.add(part)
    calls = {p.tool_call_id for p in builder.parts if isinstance(p, ToolPart) and p.tool_call_id}
    text = message_text({"content": [part.raw for part in builder.parts if part.type == "text"]}).strip()
    return calls or ({text} if text else set())


def _span(records: Sequence[RequestRecord]) -> Timing:
    starts = [at for record in records if (at := record.timing.started_at) is not None]
    ends = [at for record in records if (at := record.timing.completed_at) is not None]
    start, end = min(starts, default=None), max(ends, default=None)
    duration = None if start is None or end is None else end - start
    return Timing(started_at=start, completed_at=end, duration_ms=duration)
