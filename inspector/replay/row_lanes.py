"""How a row becomes model messages, a prompt and a stored row, each worked out once per row and rendering."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from inspector.pipeline.compaction.retained import is_attachment
from inspector.pipeline.compaction.rows import SUMMARY_ID_PREFIX, Row, after_clear, parts_of
from inspector.pipeline.compaction.turn_start import TurnStart
from inspector.pipeline.conversion import (
    BUILTIN_FORMS,
    ConversionError,
    ConversionOptions,
    ConvertedMessage,
    ModelForm,
    convert_message,
    join_converted,
    mcp_form,
    model_to_prompt,
    prompt_message,
    settle_calls,
)
from inspector.pipeline.envelope_render import render_output
from inspector.replay.attachment_lane import AttachmentLane
from inspector.replay.blob_ledger import BlobLedger
from inspector.replay.cutoff import cut_web_results
from inspector.replay.in_flight import InFlightLane
from inspector.replay.memo import SessionMemo
from inspector.replay.probes import texts_of
from inspector.replay.resolve import Resolved
from inspector.replay.result import Size
from inspector.replay.session import ReplayStep, ReplayTurn, RowSession
from inspector.replay.shaping import Shaper
from inspector.replay.sizes import RunningSize, total
from inspector.replay.storage_lane import StorageLane, StoredRow
from inspector.replay.unknown import Unknown
from inspector.wire import JsonValue

_MCP_PREFIX = "mcp__"
_OWN_METADATA = "cherry"


class RowLanes:
    """The lanes of one replay run over one session."""

    def __init__(
        self, session: RowSession, resolved: Resolved, memo: SessionMemo, ledger: BlobLedger
    ) -> None:
        self._session = session
        self._resolved = resolved
        self._memo = memo
        self._ledger = ledger
        self._known = {blob.entry_id for blob in session.known_blobs.values()}
        self._options = ConversionOptions(forms=_forms(session.rows), render_output=self._render)
        self._plain_options = ConversionOptions(render_output=self._render)
        self._storage = StorageLane(resolved, ledger, memo.storage)
        self._attachments = AttachmentLane(session, resolved, memo.attachments)
        self._prompt = _PromptBuilder(memo)
        self._full = _PromptBuilder(memo)
        self._full_size = RunningSize(memo.sizes)
        self._system: tuple[JsonValue, ...] = (
            ({"role": "system", "content": session.system},) if session.system else ()
        )

    def shaper(self) -> Shaper:
        """The last stretch of every request of the run."""
        lane = InFlightLane(self._resolved, self._ledger, self._memo.trims)
        return Shaper(self._resolved, lane, self._memo.sizes, self._memo.request)

    def opening(self, start: TurnStart, path: Sequence[Row]) -> tuple[list[JsonValue], tuple[Unknown, ...]]:
        """Model messages a turn begins with, and what of them is not known.

        Attachments go by handles over the path, or over the rows served where a message window cuts it.
        """
        windowed = self._resolved.settings.max_messages is not None
        raw = start.rows if windowed else after_clear(path)
        routed = self._attachments.route(start.rows, raw, partial(self._joined, start.rows, {}))
        return self._joined(start.rows, routed.texts), routed.unknown

    def summarised(self, rows: Sequence[Row]) -> list[JsonValue]:
        """Rows as the summariser of a turn's start reads them: without model forms, attachments as files."""
        return list(join_converted([self._plainly(row) for row in rows]).messages)

    def _joined(self, rows: Sequence[Row], texts: Mapping[str, tuple[str | None, ...]]) -> list[JsonValue]:
        converted = [self._converted(row, texts.get(str(row["id"]), ())) for row in rows]
        return list(join_converted(converted).messages)

    def system_of(self, turn: ReplayTurn) -> tuple[JsonValue, ...]:
        """The system prompt of a turn as messages, handed over apart from the others; empty without one."""
        return self._session.systems.get(turn.message_id, self._system)

    def responses(self, turn: ReplayTurn, step: ReplayStep) -> list[JsonValue]:
        """Model messages that a step of a turn produced, its outputs in full."""
        recorded = self._session.recorded.get((turn.row, step.first_part))
        if recorded is not None:
            return list(recorded)
        given = parts_of(self._session.rows[turn.row])
        parts = [as_answered(part) for part in given[step.first_part : step.end_part] if not is_data(part)]
        key = ("step", id(given), step.first_part, self._resolved.settings.web_cutoff)
        row: Row = {"id": turn.message_id, "role": "assistant", "parts": parts}
        return list(self._kept(key, row, given).messages)

    def prompt(self, messages: Sequence[JsonValue]) -> list[JsonValue]:
        """Model messages as the prompt of a request."""
        return self._prompt.build(messages)

    def untouched(self, turn: ReplayTurn, number: int, responses: Sequence[JsonValue]) -> Size:
        """Size of a step's prompt with nothing trimmed and nothing folded; the same under nearly all settings."""
        settings = self._resolved.settings
        key = (id(self._session.rows), turn.row, number, settings.web_cutoff, self._ledger.folder)
        known = self._memo.untouched.get(key)
        if known is None:
            rows = self._session.rows[: turn.row]
            opening = self._joined(rows, self._attachments.whole(rows).texts)
            messages = [*self.system_of(turn), *opening, *responses]
            prompt = self._full.build(messages)
            known = total(self._full_size.measure(prompt), len(prompt))
            self._memo.untouched[key] = known
        return known

    def store(self, turn: ReplayTurn) -> StoredRow:
        """The row as it would be stored after its turn."""
        return self._storage.store(self._session.rows[turn.row])

    def blob_path(self, entry_id: str) -> str | None:
        """Path of an entry's blob as it stands in markers; None when it is not the store's own."""
        known = entry_id in self._known or entry_id in self._ledger.texts
        return self._ledger.path_of(entry_id) if known else None

    def _render(self, output: JsonValue) -> JsonValue:
        return render_output(output, self.blob_path)

    def _converted(self, row: Row, texts: tuple[str | None, ...]) -> ConvertedMessage:
        identifier = str(row["id"])
        if (recorded := self._session.recorded_rows.get(identifier)) is not None:
            return ConvertedMessage(messages=tuple(m for m in recorded if isinstance(m, dict)))
        if identifier.startswith(SUMMARY_ID_PREFIX):
            text = next(iter(texts_of(row["parts"])), "")
            return self._kept(("summary", text), row, text)
        key = ("row", id(row["parts"]), self._ledger.folder, self._resolved.settings.web_cutoff, texts)
        return self._kept(key, _with_texts(row, texts), row["parts"])

    def _plainly(self, row: Row) -> ConvertedMessage:
        key = ("plain", id(row["parts"]), self._ledger.folder, self._resolved.settings.web_cutoff)
        return self._kept(key, row, row["parts"], plain=True)

    def _kept(self, key: Hashable, row: Row, holder: object, *, plain: bool = False) -> ConvertedMessage:
        known = self._memo.converted.get(key)
        if known is None:
            known = (holder, self._convert(row, self._plain_options if plain else self._options))
            self._memo.converted[key] = known
        return known[1]

    def _convert(self, row: Row, options: ConversionOptions) -> ConvertedMessage:
        """The row's model messages; none for a row that fails the application's request, which is noted."""
        try:
            return convert_message(self._prepared(row), options)
        except ConversionError as error:
            self._memo.refused[str(row["id"])] = str(error)
            return ConvertedMessage(messages=())

    def _prepared(self, row: Row) -> Row:
        """The row with interrupted calls settled and web results cut at the source."""
        limit = self._resolved.settings.web_cutoff
        status = row.get("status")
        row = settle_calls(row, status if isinstance(status, str) else None)
        if row["role"] == "user":
            return row
        return {**row, "parts": [cut_web_results(part, limit) for part in parts_of(row)]}


@dataclass(slots=True)
class _PromptBuilder:
    """Model messages to prompt messages; a list that only grew costs only its new messages."""

    memo: SessionMemo
    _input: list[JsonValue] = field(default_factory=list)
    _output: list[JsonValue] = field(default_factory=list)

    def build(self, messages: Sequence[JsonValue]) -> list[JsonValue]:
        given = list(messages)
        shared = len(self._input)
        grew = shared > 0 and self._input == given[:shared]
        tail = given[shared:] if grew else given
        if grew and not _opens_with_tool(tail):
            self._output = [*self._output, *self._converted(tail)]
        else:
            self._output = self._converted(given)
        self._input = given
        return self._output

    def _converted(self, messages: Sequence[JsonValue]) -> list[JsonValue]:
        """Each message by its memo; where tool messages neighbour, the whole way that merges them."""
        chosen = [message for message in messages if isinstance(message, dict)]
        neighbours = any(left["role"] == right["role"] == "tool" for left, right in pairwise(chosen))
        if neighbours:
            try:
                return model_to_prompt(chosen)
            except ConversionError:
                # A call without a result ends the application's request; what it would have sent is still shown.
                pass
        converted = [self._one(message) for message in chosen]
        return [message for message in converted if message["role"] != "tool" or message["content"]]

    def _one(self, message: dict[str, JsonValue]) -> dict[str, JsonValue]:
        known = self.memo.prompts.get(id(message))
        if known is None:
            known = (message, prompt_message(message))
            self.memo.prompts[id(message)] = known
        converted = known[1]
        assert isinstance(converted, dict)
        return converted


def _opens_with_tool(messages: Sequence[JsonValue]) -> bool:
    first = messages[0] if messages else None
    return isinstance(first, dict) and first.get("role") == "tool"


def _forms(rows: Sequence[Row]) -> dict[str, ModelForm]:
    """Model forms of the application's own tools and of every MCP tool the rows name."""
    forms = dict(BUILTIN_FORMS)
    for row in rows:
        for part in parts_of(row):
            kind = part.get("type") if isinstance(part, dict) else None
            if isinstance(kind, str) and kind.startswith(f"tool-{_MCP_PREFIX}"):
                forms[kind.removeprefix("tool-")] = mcp_form
    return forms


def is_data(part: JsonValue) -> bool:
    """Whether a part is the application's own record, which no model wrote."""
    kind = part.get("type") if isinstance(part, dict) else None
    return isinstance(kind, str) and kind.startswith("data-")


def as_answered(part: JsonValue) -> JsonValue:
    """A part as the running turn holds it: what the application notes of its own comes with the stored row."""
    metadata = part.get("providerMetadata") if isinstance(part, dict) else None
    if not isinstance(part, dict) or not isinstance(metadata, dict) or _OWN_METADATA not in metadata:
        return part
    others: JsonValue = {name: value for name, value in metadata.items() if name != _OWN_METADATA}
    plain = {name: value for name, value in part.items() if name != "providerMetadata"}
    return {**plain, "providerMetadata": others} if others else plain


def _with_texts(row: Row, texts: tuple[str | None, ...]) -> Row:
    """The row with texts in place of its attachments, in order; None = the file stays."""
    if not any(text is not None for text in texts):
        return row
    waiting = iter(texts)
    parts: list[JsonValue] = []
    for part in parts_of(row):
        text = next(waiting, None) if is_attachment(part) else None
        parts.append(part if text is None else {"type": "text", "text": text})
    return {**row, "parts": parts}
