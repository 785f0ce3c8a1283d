"""A capture's conversation as a session: recorded prompts, markers restored, folded history put back (FORMATS B).

The history of a folded prompt is known from the prompts before it: what is kept behind the summary is found in
them again, and what comes before it there was folded. So a fold can be replayed under other settings, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import xxhash

from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.envelope import BlobRef
from inspector.model.figures import count, group
from inspector.model.request import RequestPayload, RequestPurpose, RequestRecord
from inspector.pipeline.compaction.wording import unwrap_summary
from inspector.pipeline.history.ir import from_prompt
from inspector.replay.cache_marks import without_marks
from inspector.replay.compressors.recorded import tail_digest
from inspector.replay.probes import texts_of
from inspector.replay.restore import Restorer
from inspector.replay.session import (
    CapturedRequest,
    PromptSession,
    ReadText,
    RecordedFold,
    SessionDefaults,
)
from inspector.sources.base import Progress, Source
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue, js_json
from inspector.wire.reading import whole


@dataclass(slots=True)
class _Chain:
    """What is known of the conversation so far.

    Attributes:
        full: prompt messages of the last request, unfolded.
        turn, step: of the last request.
        summary: the summary that the last prompt opened with.
        interned: message object by digest, so that equal messages are one object.
        restored: the restored message by the id of the interned one.
    """

    full: list[JsonValue] = field(default_factory=list)
    turn: int = 0
    step: int = 0
    summary: str = ""
    interned: dict[int, JsonValue] = field(default_factory=dict)
    restored: dict[int, JsonValue] = field(default_factory=dict)


def capture_session(source: Source, conversation_id: str, progress: Progress | None = None) -> PromptSession:
    """Build the session of one conversation; side calls only lend their measured input to the fold behind them."""
    records = [record for record in source.requests() if record.conversation_id == conversation_id]
    reader = _blob_reader(source)
    restorer = Restorer(reader)
    chain = _Chain()
    requests: list[CapturedRequest] = []
    summaries: dict[int, str] = {}
    side: RequestRecord | None = None
    limits: list[float] = []
    for done, record in enumerate(records):
        if progress is not None:
            progress.step(done, len(records), "prompts")
        if record.purpose is not RequestPurpose.MAIN:
            side = record if record.purpose is RequestPurpose.SUMMARIZE else side
            continue
        payload = source.payload(record.index)
        if not payload.prompt:
            continue
        limit = whole(payload.settings.get("maxOutputTokens"))
        limits.extend([] if limit is None else [limit])
        requests.append(_captured(record, payload, chain, restorer, summaries, side))
        side = None
    return PromptSession(
        source_path=str(source.path),
        conversation_id=conversation_id,
        requests=tuple(requests),
        summaries=summaries,
        defaults=_defaults(records, restorer, limits),
        notes=_notes(restorer),
    )


def _captured(
    record: RequestRecord,
    payload: RequestPayload,
    chain: _Chain,
    restorer: Restorer,
    summaries: dict[int, str],
    side: RequestRecord | None,
) -> CapturedRequest:
    recorded = [_interned(message, chain) for message in payload.prompt]
    restored = [_restored(message, chain, restorer) for message in recorded]
    summary_at = _summary_index(restored)
    fold = None
    if summary_at is None:
        full, chain.summary = restored, ""
    else:
        summary = _summary_of(restored[summary_at])
        full, folded = _unfolded(chain.full, restored, summary_at)
        if summary != chain.summary:
            fold = RecordedFold(
                folded_messages=len(full) - len(restored),
                summary=summary,
                summarizer_input_tokens=side.usage.input if side is not None else None,
            )
            _remember(summaries, folded, summary)
        chain.summary = summary
    _advance(chain, full)
    chain.full = full
    return CapturedRequest(
        request_index=record.index,
        request_number=record.number,
        run_id=record.run_id,
        turn=chain.turn,
        step=chain.step,
        recorded=tuple(recorded),
        full=tuple(full),
        served=tuple(restored),
        fold=fold,
        tools=None if payload.tools is None else len(payload.tools),
        usage=record.usage,
    )


def _interned(message: JsonValue, chain: _Chain) -> JsonValue:
    text = js_json.dumps(message)
    digest = xxhash.xxh3_128_intdigest(text.encode("utf-8", "surrogatepass"))
    return chain.interned.setdefault(digest, message)


def _restored(message: JsonValue, chain: _Chain, restorer: Restorer) -> JsonValue:
    known = chain.restored.get(id(message))
    if known is None:
        known = _interned(without_marks(restorer.message(message)), chain)
        chain.restored[id(message)] = known
    return known


def _summary_index(messages: Sequence[JsonValue]) -> int | None:
    """Position of the summary a prompt opens with, behind its system messages."""
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role != "system":
            opens = any(text.startswith(SUMMARY_OPENING) for text in texts_of(message))
            return index if role == "user" and opens else None
    return None


def _summary_of(message: JsonValue) -> str:
    """The summary inside its fixed wording; the text behind the opening when it is worded otherwise."""
    text = next((text for text in texts_of(message) if text.startswith(SUMMARY_OPENING)), "")
    inside = unwrap_summary(text)
    return text.removeprefix(SUMMARY_OPENING).strip() if inside is None else inside


def _unfolded(
    before: Sequence[JsonValue], prompt: Sequence[JsonValue], summary_at: int
) -> tuple[list[JsonValue], list[JsonValue]]:
    """The prompt with its folded history put back, and that history without system messages.

    The messages before the summary (system) are the prompt's own; the history is looked up by the first message
    kept behind the summary; when none was kept, everything before was folded.
    """
    system, kept = list(prompt[:summary_at]), list(prompt[summary_at + 1 :])
    history = [message for message in before if not _is_system(message)]
    at = len(history)
    if kept:
        places = [index for index, message in enumerate(history) if message is kept[0]]
        at = places[-1] if places else len(history)
    return [*system, *history[:at], *kept], history[:at]


def _is_system(message: JsonValue) -> bool:
    return isinstance(message, dict) and message.get("role") == "system"


def _remember(summaries: dict[int, str], folded: Sequence[JsonValue], summary: str) -> None:
    ir = from_prompt(folded[-1:]).messages if folded else ()
    if ir:
        summaries[tail_digest(ir[-1])] = summary


def _advance(chain: _Chain, full: Sequence[JsonValue]) -> None:
    """A new person's message opens a turn; everything else goes on with the last one."""
    if _users(full) > _users(chain.full) or not chain.turn:
        chain.turn += 1
        chain.step = 0
    chain.step += 1


def _users(messages: Sequence[JsonValue]) -> int:
    return sum(isinstance(message, dict) and message.get("role") == "user" for message in messages)


def _blob_reader(source: Source) -> ReadText:
    def read(name: str) -> str | None:
        filename = name.rsplit("/", 1)[-1]
        ref = BlobRef("", filename.removesuffix(".txt"), filename, "", "", 0, 0)
        return source.blob(ref).text

    return read


def _defaults(
    records: Sequence[RequestRecord], restorer: Restorer, limits: Sequence[float]
) -> SessionDefaults:
    main = [record for record in records if record.purpose is RequestPurpose.MAIN]
    provider = main[-1].provider if main else ""
    model = main[-1].model if main else ""
    return SessionDefaults(
        max_output_tokens=max(limits) if limits else None,
        dialect=dialect_of(provider, model),
        data_path=next(iter(restorer.folders), ""),
        provider=provider,
        model=model,
        truncate_threshold=restorer.threshold(),
    )


def dialect_of(provider: str, model: str) -> Dialect:
    """Token dialect by the names a capture records."""
    name = f"{provider} {model}".lower()
    if "claude" in name or "anthropic" in name or provider.endswith(".messages"):
        return Dialect.ANTHROPIC
    if "gemini" in name or "google" in name:
        return Dialect.GOOGLE
    return Dialect.OLLAMA if "ollama" in name else Dialect.OPENAI


def _notes(restorer: Restorer) -> tuple[str, ...]:
    notes = []
    if restorer.restored:
        notes.append(f"{restorer.restored} trimmed outputs were restored from their blobs")
    if (threshold := restorer.threshold()) is not None:
        notes.append(
            f"the truncate threshold of {group(threshold)} is told from the markers: the shortest output trimmed has "
            f"{count(restorer.shortest_trimmed)} characters, the longest sent whole {count(restorer.longest_whole)}"
        )
    if restorer.missing:
        notes.append(f"{restorer.missing} markers have no blob here; they stay as recorded")
    if restorer.gone:
        notes.append(f"{restorer.gone} outputs were cut without a blob; their middle is gone")
    return tuple(notes)
