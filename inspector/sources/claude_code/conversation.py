"""A session or subagent as a conversation: turns, branches, folds, what microcompacts cleared (SOURCES A)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from inspector.model.compaction import BoundaryOrigin, CompactionBoundary
from inspector.model.conversation import Branch, Conversation, ConversationSummary
from inspector.model.message import Message, Role, Step
from inspector.model.part import DataPart, Part, TextPart, ToolPart, UnknownPart
from inspector.model.request import RequestRecord, RequestState
from inspector.model.timing import UNKNOWN_TIMING, Timing
from inspector.model.usage import UNKNOWN_USAGE, sum_usage
from inspector.sources.base import Progress
from inspector.sources.claude_code.lines import COMPACT, MICROCOMPACT, Line
from inspector.sources.claude_code.persisted import with_envelope
from inspector.sources.claude_code.prompts import Reader, reminders
from inspector.sources.claude_code.tree import Response, Unit
from inspector.sources.devtools.prompt_parts import PartsBuilder
from inspector.wire.reading import as_list, text_member, whole
from inspector.wire.values import JsonValue

_SHOWN_SYSTEM: Final = frozenset({"api_error", "api_refusal", "model_refusal_fallback"})
_MOST_BRANCHES: Final = 200


@dataclass(slots=True)
class _Turn:
    """A message in the making."""

    id: str
    role: Role
    builder: PartsBuilder = field(default_factory=PartsBuilder)
    steps: list[Step] = field(default_factory=list)
    records: list[RequestRecord] = field(default_factory=list)
    created_at: int | None = None
    key: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Fold:
    line: Line
    after: str | None
    before: str | None = None
    summary: str | None = None
    request: int | None = None


class Builder:
    """Builds one conversation.

    Attributes:
        reader: of the session's lines.
        records: of this conversation, by the answer's id.
        summary: its list entry.
    """

    def __init__(
        self, reader: Reader, records: Mapping[str, RequestRecord], summary: ConversationSummary, agent: str
    ) -> None:
        self.reader, self.records, self.summary, self._agent = reader, records, summary, agent
        self._messages: dict[str, Message] = {}
        self._by_key: dict[tuple[str, ...], str] = {}
        self._folds: list[_Fold] = []

    def build(self, progress: Progress) -> Conversation:
        """All branches, the live one first."""
        tree = self.reader.tree
        covered: set[str] = set()
        branches: list[Branch] = []
        boundaries: tuple[CompactionBoundary, ...] = ()
        for leaf in tree.leaves(self._agent):
            progress.step(len(branches), 0, "branches")
            units = tree.expanded(tree.path(leaf, logical=True))
            lines = {line.uuid for unit in units for line in _lines(unit)}
            if leaf.uuid in covered or not any(_speaks(unit) for unit in units if _is_new(unit, covered)):
                continue
            covered |= lines
            ids, folds = self._branch(units, progress)
            if not branches:
                boundaries = self._boundaries(folds)
            branches.append(
                Branch(leaf_id=ids[-1] if ids else None, message_ids=tuple(ids), active=not branches)
            )
            if len(branches) == _MOST_BRANCHES:
                break
        return Conversation(
            summary=replace(self.summary, message_count=len(self._messages)),
            messages=self._messages,
            branches=tuple(branches) or (Branch(leaf_id=None, message_ids=(), active=True),),
            requests=tuple(self.records.values()),
            boundaries=boundaries,
        )

    # -- one branch

    def _branch(self, units: Sequence[Unit], progress: Progress) -> tuple[list[str], list[_Fold]]:
        ids: list[str] = []
        folds: list[_Fold] = []
        turn: _Turn | None = None
        for number, unit in enumerate(units):
            progress.step(number, len(units), "messages")
            if isinstance(unit, Line) and unit.subtype == COMPACT:
                self._close(turn, ids, folds)
                turn = None
                folds.append(_Fold(unit, ids[-1] if ids else None))
                continue
            if isinstance(unit, Line) and unit.summary:
                self._close(turn, ids, folds)
                turn = None
                self._take_summary(unit, folds)
                continue
            if isinstance(unit, Line) and unit.is_prompt:
                self._close(turn, ids, folds)
                turn = _Turn(unit.uuid, Role.USER, created_at=unit.at, key=[unit.uuid])
                self._fill(turn, unit)
            elif isinstance(unit, Response):
                if turn is None or turn.role is not Role.ASSISTANT:
                    self._close(turn, ids, folds)
                    turn = _Turn(unit.lines[0].uuid, Role.ASSISTANT, created_at=unit.started_at)
                self._answer(turn, unit, folds)
            else:
                turn = self._beside(turn, unit, ids, folds)
        self._close(turn, ids, folds)
        return ids, folds

    def _take_summary(self, unit: Line, folds: list[_Fold]) -> None:
        text = "\n".join(_texts(self.reader.messages(unit)))
        if not folds or folds[-1].summary is not None:
            folds.append(_Fold(unit, None))
        folds[-1].summary = text

    def _fill(self, turn: _Turn, unit: Line) -> None:
        for message in self.reader.messages(unit):
            turn.builder.add_message(message)

    def _answer(self, turn: _Turn, response: Response, folds: list[_Fold]) -> None:
        first = len(turn.builder.parts)
        if response.failed:
            turn.builder.parts += [_plain("error", block) for block in self.reader.blocks(response)]
        else:
            for message in self.reader.messages(response):
                turn.builder.add_message(message)
        record = self.records.get(response.id)
        turn.key += [line.uuid for line in response.lines]
        turn.steps.append(
            Step(
                number=len(turn.steps) + 1,
                first_part=first,
                end_part=len(turn.builder.parts),
                request_index=None if record is None else record.index,
                usage=UNKNOWN_USAGE if record is None else record.usage,
                timing=UNKNOWN_TIMING if record is None else record.timing,
            )
        )
        if record is not None:
            turn.records.append(record)
            for fold in folds:
                fold.request = record.index if fold.request is None else fold.request

    def _beside(self, turn: _Turn | None, unit: Line, ids: list[str], folds: list[_Fold]) -> _Turn | None:
        """Tool results, attachments and notes go into the message they stand in."""
        parts = self._notes(unit)
        if unit.type != "user" and not parts:
            return turn
        if turn is None:
            role = Role.USER if unit.type in ("user", "attachment") else Role.SYSTEM
            turn = _Turn(unit.uuid, role, created_at=unit.at)
        turn.key.append(unit.uuid)
        if unit.type == "user":
            self._fill(turn, unit)
        turn.builder.parts += parts
        if turn.steps:
            turn.steps[-1] = replace(turn.steps[-1], end_part=len(turn.builder.parts))
        return turn

    def _notes(self, unit: Line) -> list[Part]:
        if unit.type == "attachment":
            record = self.reader.records([unit])[0]
            texts = reminders(record)
            if texts:
                raws: list[JsonValue] = [{"type": "system-reminder", "text": text} for text in texts]
                return [UnknownPart(type="system-reminder", raw=raw) for raw in raws]
            return [UnknownPart(type="attachment", raw=record.get("attachment"))]
        if unit.subtype == MICROCOMPACT and isinstance(unit.data, dict):
            names = [
                self.reader.tree.tool_name(str(one)) for one in as_list(unit.data.get("compactedToolIds"))
            ]
            data: dict[str, JsonValue] = {**unit.data, "tools": list(names)}
            return [
                DataPart(type="data-microcompact", raw={"type": "data-microcompact", "data": data}, data=data)
            ]
        if unit.type == "system" and unit.subtype in _SHOWN_SYSTEM:
            record = self.reader.records([unit])[0]
            return [UnknownPart(type=unit.subtype, raw=record)]
        return []

    def _close(self, turn: _Turn | None, ids: list[str], folds: list[_Fold]) -> None:
        """Finish a message; a fold that waits for what comes behind it gets it."""
        if turn is None:
            return
        key = tuple(turn.key)
        name = self._by_key.get(key)
        if name is None:
            name = turn.id if turn.id not in self._messages else f"{turn.id}/{turn.key[-1]}"
            self._by_key[key] = name
            self._messages[name] = self._message(turn, name)
        ids.append(name)
        for fold in folds:
            fold.before = name if fold.before is None else fold.before

    def _message(self, turn: _Turn, name: str) -> Message:
        records = turn.records
        last = records[-1] if records else None
        return Message(
            id=name,
            role=turn.role,
            parts=tuple(with_envelope(p) if isinstance(p, ToolPart) else p for p in turn.builder.parts),
            status="" if last is None else "error" if last.state is RequestState.ERROR else "success",
            model="" if last is None else last.model,
            provider="" if last is None else last.provider,
            steps=tuple(turn.steps),
            usage=sum_usage(record.usage for record in records),
            context_tokens=None if last is None else last.usage.input,
            timing=_span(records),
            created_at=turn.created_at,
            topic_id=self.summary.id,
        )

    def _boundaries(self, folds: Sequence[_Fold]) -> tuple[CompactionBoundary, ...]:
        found = []
        for fold in folds:
            data = fold.line.data if isinstance(fold.line.data, dict) else {}
            after = None if fold.request is None else self._input(fold.request)
            found.append(
                CompactionBoundary(
                    origin=BoundaryOrigin.CAPTURED_PROMPT,
                    after_message_id=fold.after,
                    before_message_id=fold.before,
                    request_index=fold.request,
                    pre_tokens=whole(data.get("preTokens")),
                    post_tokens=after if after is not None else whole(data.get("postTokens")),
                    summary=fold.summary,
                    served=fold is folds[-1],
                )
            )
        return tuple(found)

    def _input(self, request: int) -> int | None:
        return next((r.usage.input for r in self.records.values() if r.index == request), None)


def _lines(unit: Unit) -> list[Line]:
    return unit.lines if isinstance(unit, Response) else [unit]


def _is_new(unit: Unit, covered: set[str]) -> bool:
    return any(line.uuid not in covered for line in _lines(unit))


def _speaks(unit: Unit) -> bool:
    return isinstance(unit, Response) or unit.type in ("user", "attachment")


def _texts(messages: Sequence[JsonValue]) -> list[str]:
    return [
        text_member(part, "text")
        for message in messages
        if isinstance(message, dict)
        for part in as_list(message.get("content"))
    ]


def _plain(kind: str, block: JsonValue) -> Part:
    text = text_member(block, "text")
    return TextPart(type=kind, raw=block, text=text) if text else UnknownPart(type=kind, raw=block)


def _span(records: Sequence[RequestRecord]) -> Timing:
    starts = [at for record in records if (at := record.timing.started_at) is not None]
    ends = [at for record in records if (at := record.timing.completed_at) is not None]
    start, end = min(starts, default=None), max(ends, default=None)
    return Timing(
        started_at=start,
        completed_at=end,
        duration_ms=None if start is None or end is None else end - start,
    )
