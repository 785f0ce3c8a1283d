"""A topic's branch as a session: rows in full, turns with their steps, recorded summaries (FORMATS A, PIPELINE §11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from inspector.model.conversation import Branch, Conversation
from inspector.model.envelope import Envelope
from inspector.model.message import DataState, Message, Role
from inspector.model.part import AnchorPart, FilePart, Part, ToolPart, ToolState
from inspector.pipeline.compaction.rows import Row
from inspector.pipeline.envelope_render import inflate_envelope
from inspector.replay.attached_files import attached_files
from inspector.replay.recorded_settings import max_output_of, model_of, recorded_settings
from inspector.replay.session import (
    KnownBlob,
    ReadText,
    ReplayStep,
    ReplayTurn,
    RowSession,
    SessionDefaults,
)
from inspector.sources.base import Progress
from inspector.sources.conversation_db.records import ModelInfo
from inspector.sources.row_store import RowStore
from inspector.tokens.media import Dialect, dialect_for_endpoint
from inspector.wire import JsonValue, js_json, utf16

_FAILED: Final = "error"
_NOT_SAID: Final = ("data-", "step-start")
_TOOLS: Final = "function-call"
_TAKES: Final = "-recognition"


@dataclass(slots=True)
class _Inflation:
    """Puts outputs back and counts what could not be.

    Attributes:
        read: text of a file entry.
        missing: blob refs without a readable text.
    """

    read: ReadText
    missing: int = 0
    restored: int = 0
    _texts: dict[str, str | None] = field(default_factory=dict)

    def part(self, part: Part) -> JsonValue:
        """The part with its output in full, where every text behind it can be read."""
        envelope = part.envelope if isinstance(part, ToolPart) else None
        if envelope is None or not isinstance(part.raw, dict) or not self._is_result(part):
            return part.raw
        texts = self._behind(envelope)
        if texts is None:
            self.missing += 1
            return part.raw
        self.restored += 1
        return {**part.raw, "output": inflate_envelope(envelope, lambda ref: texts[ref.key])}

    @staticmethod
    def _is_result(part: Part) -> bool:
        return isinstance(part, ToolPart) and part.state is ToolState.OUTPUT_AVAILABLE

    def _behind(self, envelope: Envelope) -> dict[str, str] | None:
        texts: dict[str, str] = {}
        for ref in envelope.refs:
            if ref.file_entry_id not in self._texts:
                self._texts[ref.file_entry_id] = self.read(ref.file_entry_id)
            text = self._texts[ref.file_entry_id]
            if text is None or utf16.length(text) != ref.total_chars:
                return None
            texts[ref.key] = text
        return texts


def row_session(
    source: RowStore,
    conversation: Conversation,
    *,
    branch: Branch | None = None,
    progress: Progress | None = None,
) -> RowSession:
    """Build the session of a topic's active branch, or of another one."""
    reader = entry_reader(source)
    inflation = _Inflation(reader)
    messages = [m for m in conversation.path(branch) if m.role is not Role.ROOT]
    readable = [m for m in messages if m.data_state is DataState.OK]
    rows: list[Row] = []
    for done, message in enumerate(readable):
        if progress is not None:
            progress.step(done, len(readable), "messages")
        rows.append(_row(message, inflation))
    damaged = {m.id: m.data_state for m in messages if m.data_state is not DataState.OK}
    assistant = conversation.assistant
    return RowSession(
        source_path=str(source.path),
        conversation_id=conversation.summary.id,
        rows=tuple(rows),
        turns=tuple(_turns(readable)),
        system=assistant.prompt if assistant is not None else "",
        summaries={m.id: m.compaction_summary for m in readable if m.compaction_summary},
        defaults=replace(
            _defaults(source, conversation, readable),
            truncate_threshold=recorded_settings(source, conversation).truncate_threshold,
        ),
        known_blobs=_known_blobs(source),
        read_entry=reader,
        attached=attached_files(source),
        model_entry=_model_entry(source),
        notes=_notes(inflation, damaged),
    )


def entry_reader(source: RowStore) -> ReadText:
    """Reads a file entry's text, blob or attachment, once."""
    known: dict[str, str | None] = {}

    def read(entry_id: str) -> str | None:
        if entry_id not in known:
            known[entry_id] = source.attachment(entry_id).text
        return known[entry_id]

    return read


def _row(message: Message, inflation: _Inflation) -> Row:
    row: Row = {
        "id": message.id,
        "role": str(message.role),
        "parts": [inflation.part(part) for part in message.parts],
    }
    if message.status:
        row["status"] = message.status
    if message.context_tokens is not None:
        row["contextTokens"] = message.context_tokens
    return row


def _turns(messages: Sequence[Message]) -> Iterable[ReplayTurn]:
    for index, message in enumerate(messages):
        if message.role is not Role.ASSISTANT:
            continue
        stored = sum(json_bytes(part.raw) for part in message.parts)
        yield ReplayTurn(
            row=index,
            message_id=message.id,
            steps=_steps(message),
            created_at=message.created_at,
            base_bytes=max(0, (message.data_bytes or stored) - stored),
            anchors=tuple(part for part in message.parts if isinstance(part, AnchorPart)),
        )


def _steps(message: Message) -> tuple[ReplayStep, ...]:
    """The model calls of a row; one that failed right after a tool's result left no part but was sent."""
    steps = [
        ReplayStep(
            first_part=step.first_part,
            end_part=step.end_part,
            request_index=step.request_index,
            request_number=step.request_number,
            usage=step.usage,
        )
        for step in message.steps
    ] or [ReplayStep(first_part=0, end_part=len(message.parts))]
    last = message.parts[steps[-1].first_part : steps[-1].end_part]
    said = [part for part in last if not part.type.startswith(_NOT_SAID)]
    if message.status == _FAILED and said and all(_is_answered(part) for part in said[-1:]):
        end = steps[-1].end_part
        steps.append(ReplayStep(first_part=end, end_part=end))
    return tuple(steps)


def _is_answered(part: Part) -> bool:
    return isinstance(part, ToolPart) and part.state in (ToolState.OUTPUT_AVAILABLE, ToolState.OUTPUT_ERROR)


def json_bytes(value: JsonValue) -> int:
    """UTF-8 bytes of a value's JSON."""
    return utf16.utf8_length(js_json.dumps(value))


def _defaults(source: RowStore, conversation: Conversation, messages: Sequence[Message]) -> SessionDefaults:
    model = model_of(source, conversation)
    window = model.context_window if model is not None else None
    folder = _recorded_folder(messages)
    return SessionDefaults(
        context_window=window if window is not None and window > 0 else None,
        max_output_tokens=max_output_of(model, conversation.assistant),
        dialect=dialect_for_endpoint(model.endpoint) if model is not None else Dialect.OPENAI,
        data_path=folder or str(source.path.parent / "Files"),
        folder_assumed=not folder,
        provider=model.provider_id if model is not None else "",
        model=model.model_id if model is not None else "",
        system_template="" if conversation.assistant is None else conversation.assistant.prompt,
        takes=None if model is None else _takes(model),
        has_tools=model is None or model.capabilities is None or _TOOLS in model.capabilities,
    )


def _takes(model: ModelInfo) -> frozenset[str] | None:
    """Kinds of media a model takes natively, as far as its row says."""
    if model.input_modalities is not None:
        return model.input_modalities
    if model.capabilities is None:
        return None
    return frozenset(name.removesuffix(_TAKES) for name in model.capabilities if name.endswith(_TAKES))


def _recorded_folder(messages: Sequence[Message]) -> str:
    """The application's blob folder as an attachment's URL or an fs_read call in the session shows it."""
    for message in messages:
        for part in message.parts:
            url = part.url if isinstance(part, FilePart) else None
            if url and url.startswith("file://"):
                return str(PurePosixPath(unquote(urlsplit(url).path)).parent)
            path = _read_path(part)
            if path:
                return str(PurePosixPath(path).parent)
    return ""


def _read_path(part: Part) -> str:
    arguments = part.input if isinstance(part, ToolPart) and part.tool_name == "fs_read" else None
    path = arguments.get("path") if isinstance(arguments, dict) else None
    return path if isinstance(path, str) and path.startswith("/") else ""


def _known_blobs(source: RowStore) -> dict[tuple[str, int], KnownBlob]:
    return {
        (entry.content_hash, entry.size): KnownBlob(entry_id=entry.id, created_at=entry.created_at)
        for entry in source.file_entries()
        if entry.is_store_blob and not entry.trashed and entry.content_hash and entry.size is not None
    }


def _model_entry(source: RowStore) -> str:
    """A store blob's id, else any file's."""
    entries = sorted(source.file_entries(), key=lambda entry: (not entry.is_store_blob, entry.id))
    return entries[0].id if entries else ""


def _notes(inflation: _Inflation, damaged: Mapping[str, DataState]) -> tuple[str, ...]:
    notes = []
    if inflation.restored:
        notes.append(f"{inflation.restored} stored outputs were inflated from their blobs")
    if inflation.missing:
        notes.append(f"{inflation.missing} stored outputs have no readable blob; they stay as stored")
    if damaged:
        notes.append(f"{len(damaged)} messages could not be read and are left out")
    notes.append("tool declarations are not recorded in a database; prompts are counted without them")
    return tuple(notes)
