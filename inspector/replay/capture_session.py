"""A capture's conversation as a session: recorded prompts, markers restored, folded history put back (FORMATS B).

The history of a folded prompt is known from the prompts before it: what is kept behind the summary is found in
them again, and what comes before it there was folded. So a fold can be replayed under other settings, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import xxhash

from inspector.model.compaction import SUMMARY_OPENING, AnchorPhase
from inspector.model.envelope import BlobRef
from inspector.model.figures import group
from inspector.model.request import RequestPayload, RequestPurpose, RequestRecord
from inspector.pipeline.compaction.wording import unwrap_summary
from inspector.pipeline.history.ir import from_prompt
from inspector.replay.cache_marks import without_marks
from inspector.replay.captured_row_session import captured_row_session
from inspector.replay.captured_rows import Rewritten
from inspector.replay.captured_threshold import ThresholdEvidence
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
from inspector.sources.devtools.prompt_parts import answer_parts
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue, js_json
from inspector.wire.reading import whole

ASSUMED_FOLDER: Final = "/Data/Files"
"""Where nothing shows the application's blob folder: markers with a path are what it would send."""


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
    chain = _Chain()
    calls = list(_calls(source, records, chain, progress))
    restorer = Restorer(_blob_reader(source))
    evidence = ThresholdEvidence()
    for message in chain.interned.values():
        restorer.whole.see(message)
    requests: list[CapturedRequest] = []
    summaries: dict[int, str] = {}
    for call in calls:
        evidence.see(call.prompt)
        users = _users(chain.full)
        requests.append(_captured(call, chain, restorer, summaries))
        if chain.summary and requests[-1].fold is None and _users(chain.full) > users:
            _serve_again(requests)
    defaults = _defaults(calls, restorer, evidence)
    notes = [*_notes(restorer, evidence)]
    try:
        rows = captured_row_session(
            requests,
            [call.answer for call in calls],
            restorer,
            defaults,
            summaries,
            (str(source.path), conversation_id),
        )
    except Rewritten:
        rows = None
        notes.append(
            "a turn was edited or sent again; folds at the start of turns and message windows are not replayed"
        )
    return PromptSession(
        source_path=str(source.path),
        conversation_id=conversation_id,
        requests=tuple(requests),
        summaries=summaries,
        defaults=defaults,
        rows=rows,
        before_middleware=evidence.before_middleware,
        cut=restorer.cut,
        notes=tuple(notes),
    )


@dataclass(frozen=True, slots=True)
class _Call:
    """A main request: its record, its prompt's messages (shared objects) and what of its payload is needed.

    Attributes:
        side: the summarise call before it.
        answer: what it produced as an assistant message without calls; None = calls, or nothing.
    """

    record: RequestRecord
    prompt: list[JsonValue]
    tools: list[JsonValue] | None
    limit: int | None
    side: RequestRecord | None
    answer: JsonValue


def _calls(
    source: Source, records: Sequence[RequestRecord], chain: _Chain, progress: Progress | None
) -> Iterator[_Call]:
    """The main requests that have a prompt, in order."""
    side: RequestRecord | None = None
    for done, record in enumerate(records):
        if progress is not None:
            progress.step(done, len(records), "prompts")
        if record.purpose is not RequestPurpose.MAIN:
            side = record if record.purpose is RequestPurpose.SUMMARIZE else side
            continue
        payload = source.payload(record.index)
        if not payload.prompt:
            continue
        yield _Call(
            record=record,
            prompt=[_interned(message, chain) for message in payload.prompt],
            tools=payload.tools,
            limit=whole(payload.settings.get("maxOutputTokens")),
            side=side,
            answer=_answer(payload),
        )
        side = None


def _answer(payload: RequestPayload) -> JsonValue:
    """What a request answered without calling a tool, as the message that later prompts hold."""
    parts = [part for part in answer_parts(payload) if isinstance(part, dict)]
    if not parts or any(part.get("type") == "tool-call" for part in parts):
        return None
    told: list[JsonValue] = [
        {"type": part["type"], "text": part.get("text")}
        for part in parts
        if part.get("type") in ("text", "reasoning") and part.get("text")
    ]
    return {"role": "assistant", "content": told} if told else None


def _captured(call: _Call, chain: _Chain, restorer: Restorer, summaries: dict[int, str]) -> CapturedRequest:
    record, recorded, side = call.record, call.prompt, call.side
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
                phase=_phase(restored, summary_at, opens_turn=_users(full) > _users(chain.full)),
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
        tools=None if call.tools is None else len(call.tools),
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


def _serve_again(requests: list[CapturedRequest]) -> None:
    """A summary that the next turn is served too was stored: the last fold was made at a turn's start."""
    at = max(index for index, request in enumerate(requests) if request.fold is not None)
    fold = requests[at].fold
    if fold is not None:
        stored = replace(fold, phase=AnchorPhase.TURN_START)
        requests[at] = replace(requests[at], fold=stored)


def _phase(prompt: Sequence[JsonValue], summary_at: int, *, opens_turn: bool) -> AnchorPhase:
    """When a fold was made: at a turn's start the summary is merged with the person's message that is kept first.

    Within a loop it stands alone, before the turns that are kept. Where nothing is kept but a person's new message,
    or the summary is worded otherwise than the application does, its place decides.
    """
    texts = list(texts_of(prompt[summary_at]))
    if len(texts) > 1:
        return AnchorPhase.TURN_START
    is_own = unwrap_summary(texts[0] if texts else "") is not None
    alone = len(prompt) - summary_at <= 2
    return AnchorPhase.TURN_START if opens_turn and (alone or not is_own) else AnchorPhase.IN_LOOP


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


def _defaults(calls: Sequence[_Call], restorer: Restorer, evidence: ThresholdEvidence) -> SessionDefaults:
    last = calls[-1].record if calls else None
    provider = last.provider if last else ""
    model = last.model if last else ""
    limits = [call.limit for call in calls if call.limit is not None]
    return SessionDefaults(
        max_output_tokens=max(limits) if limits else None,
        dialect=Dialect.ANTHROPIC if _is_marked(calls) else dialect_of(provider, model),
        data_path=next(iter(restorer.folders), ASSUMED_FOLDER),
        folder_assumed=not restorer.folders,
        provider=provider,
        model=model,
        truncate_threshold=evidence.threshold(),
    )


def _is_marked(calls: Sequence[_Call]) -> bool:
    """Whether prompts carry cache marks, which only an Anthropic endpoint is sent."""
    seen = {id(message): message for call in calls for message in call.prompt}
    return any(without_marks(message) is not message for message in seen.values())


def dialect_of(provider: str, model: str) -> Dialect:
    """Token dialect by the names a capture records."""
    name = f"{provider} {model}".lower()
    if "claude" in name or "anthropic" in name or provider.endswith(".messages"):
        return Dialect.ANTHROPIC
    if "gemini" in name or "google" in name:
        return Dialect.GOOGLE
    return Dialect.OLLAMA if "ollama" in name else Dialect.OPENAI


def _notes(restorer: Restorer, evidence: ThresholdEvidence) -> Iterator[str]:
    if evidence.before_middleware:
        yield (
            "the prompts were recorded before the application trimmed them; what is shown is what left, "
            "trimmed under the settings"
        )
    if restorer.restored:
        yield f"{restorer.restored} trimmed outputs were restored to their full texts"
    if (threshold := evidence.threshold()) is not None:
        yield f"the truncate threshold of {group(threshold)} is inferred: {evidence.sentence()}"
    if restorer.missing:
        yield f"{restorer.missing} markers have no blob here; they stay as recorded"
    if restorer.gone:
        yield f"{restorer.gone} outputs were cut without a blob; their middle is gone"
