"""How a row becomes model messages, a prompt and a stored row, each worked out once per row and rendering.

Attachments whose text can be read are written into the message up to the in-flight threshold, with the note of a
read_file page behind it; the application's own wording of that inlining is not recorded, so its bytes are ours.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from inspector.pipeline.compaction.rows import SUMMARY_ID_PREFIX, Row, parts_of
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
from inspector.pipeline.read_back import unique_handles
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
from inspector.wire import JsonValue, utf16

_MCP_PREFIX = "mcp__"


class RowLanes:
    """The lanes of one replay run over one session.

    Attributes:
        system: the system prompt as a message, handed over apart from the messages; empty without one.
    """

    def __init__(
        self, session: RowSession, resolved: Resolved, memo: SessionMemo, ledger: BlobLedger
    ) -> None:
        self._session = session
        self._resolved = resolved
        self._memo = memo
        self._ledger = ledger
        self._known = {blob.entry_id for blob in session.known_blobs.values()}
        self._options = ConversionOptions(forms=_forms(session.rows), render_output=self._render)
        self._storage = StorageLane(resolved, ledger, memo.storage)
        self._handles = _handles(session.rows)
        self._prompt = _PromptBuilder(memo)
        self._full = _PromptBuilder(memo)
        self._full_size = RunningSize(memo.sizes)
        self._inline_limit = int(resolved.in_flight_threshold) if self._handles else 0
        self.system: tuple[JsonValue, ...] = (
            ({"role": "system", "content": session.system},) if session.system else ()
        )

    def shaper(self) -> Shaper:
        """The last stretch of every request of the run."""
        lane = InFlightLane(self._resolved, self._ledger, self._memo.trims)
        return Shaper(self._resolved, lane, self._memo.sizes, self._memo.request)

    def convert(self, rows: Sequence[Row]) -> list[JsonValue]:
        """Rows as model messages (the converter of durable compaction)."""
        return list(join_converted([self._converted(row) for row in rows]).messages)

    def responses(self, turn: ReplayTurn, step: ReplayStep) -> list[JsonValue]:
        """Model messages that a step of a turn produced, its outputs in full."""
        parts = parts_of(self._session.rows[turn.row])[step.first_part : step.end_part]
        key = ("step", turn.row, step.first_part, self._resolved.settings.web_cutoff)
        row: Row = {"id": turn.message_id, "role": "assistant", "parts": parts}
        return list(self._kept(key, row, row).messages)

    def prompt(self, messages: Sequence[JsonValue]) -> list[JsonValue]:
        """Model messages as the prompt of a request."""
        return self._prompt.build(messages)

    def untouched(self, turn: ReplayTurn, number: int, responses: Sequence[JsonValue]) -> Size:
        """Size of a step's prompt with nothing trimmed and nothing folded; the same under nearly all settings."""
        settings = self._resolved.settings
        key = (turn.row, number, settings.web_cutoff, self._ledger.folder, self._inline_limit)
        known = self._memo.untouched.get(key)
        if known is None:
            messages = [*self.system, *self.convert(self._session.rows[: turn.row]), *responses]
            prompt = self._full.build(messages)
            known = total(self._full_size.measure(prompt), len(prompt))
            self._memo.untouched[key] = known
        return known

    def store(self, turn: ReplayTurn) -> StoredRow:
        """The row as it would be stored after its turn."""
        return self._storage.store(self._session.rows[turn.row], turn)

    def blob_path(self, entry_id: str) -> str | None:
        """Path of an entry's blob as it stands in markers; None when it is not the store's own."""
        known = entry_id in self._known or entry_id in self._ledger.texts
        return self._ledger.path_of(entry_id) if known else None

    def _render(self, output: JsonValue) -> JsonValue:
        return render_output(output, self.blob_path)

    def _converted(self, row: Row) -> ConvertedMessage:
        identifier = str(row["id"])
        if identifier.startswith(SUMMARY_ID_PREFIX):
            text = next(iter(texts_of(row["parts"])), "")
            return self._kept(("summary", text), row, text)
        cutoff = self._resolved.settings.web_cutoff
        key = ("row", id(row["parts"]), self._ledger.folder, cutoff, self._inline_limit)
        return self._kept(key, row, row["parts"])

    def _kept(self, key: Hashable, row: Row, holder: object) -> ConvertedMessage:
        known = self._memo.converted.get(key)
        if known is None:
            known = (holder, self._convert(row))
            self._memo.converted[key] = known
        return known[1]

    def _convert(self, row: Row) -> ConvertedMessage:
        """The row's model messages; none for a row that fails the application's request, which is noted."""
        try:
            return convert_message(self._prepared(row), self._options)
        except ConversionError as error:
            self._memo.refused[str(row["id"])] = str(error)
            return ConvertedMessage(messages=())

    def _prepared(self, row: Row) -> Row:
        """The row with interrupted calls settled, web results cut at the source, readable attachments written out."""
        limit = self._resolved.settings.web_cutoff
        status = row.get("status")
        row = settle_calls(row, status if isinstance(status, str) else None)
        parts = [
            self._attachment(part) if row["role"] == "user" else cut_web_results(part, limit)
            for part in parts_of(row)
        ]
        return {**row, "parts": parts}

    def _attachment(self, part: JsonValue) -> JsonValue:
        entry = _entry_id(part)
        if entry is None or not isinstance(part, dict):
            return part
        text = self._session.read_entry(entry)
        if text is None:
            return part
        handle = self._handles.get(entry, str(part.get("filename") or "file"))
        return {"type": "text", "text": _inlined(handle, text, self._inline_limit)}


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


def _handles(rows: Sequence[Row]) -> dict[str, str]:
    """Handle of every attachment by its file entry."""
    files = [part for row in rows for part in parts_of(row) if _entry_id(part) is not None]
    names = [part.get("filename") if isinstance(part, dict) else None for part in files]
    handles = unique_handles(name if isinstance(name, str) else None for name in names)
    return {_entry_id(part) or "": handle for part, handle in zip(files, handles, strict=True)}


def _entry_id(part: JsonValue) -> str | None:
    if not isinstance(part, dict) or part.get("type") != "file":
        return None
    metadata = part.get("providerMetadata")
    own = metadata.get("cherry") if isinstance(metadata, dict) else None
    entry = own.get("fileEntryId") if isinstance(own, dict) else None
    return entry if isinstance(entry, str) and entry else None


def _inlined(handle: str, text: str, limit: int) -> str:
    chars = utf16.length(text)
    head = f"[Attached file: {handle}]\n"
    if chars <= limit:
        return head + text
    shown = utf16.slice_units(text, 0, limit)
    note = f"\n\n[Showing {limit} of {chars} chars. Call read_file again with offset={limit} for more.]"
    return head + shown + note
