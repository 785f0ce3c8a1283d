"""`RolloutSource`: a Codex session as a read-only, lazy `Source` (SOURCES B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from inspector.model.blob import Blob, BlobState
from inspector.model.envelope import BlobRef, Envelope, EnvelopeShape
from inspector.model.part import Part, ToolPart
from inspector.model.problems import Notice
from inspector.model.request import RequestPayload
from inspector.model.usage import UNKNOWN_ACCOUNT, Account
from inspector.sources.base import Progress, Trait
from inspector.sources.codex.threads import KNOWN, Answer, Item, Rollout, Thread, Unit
from inspector.sources.head import Head
from inspector.sources.json_lines import LineFile, Place
from inspector.sources.openai_items import FOLDS, messages_of, output_parts
from inspector.sources.recorded import RECORDED_TRAITS, Call, RecordedSource
from inspector.sources.usage import read_account
from inspector.wire import utf16
from inspector.wire.reading import as_list, text_member, whole
from inspector.wire.values import JsonValue

_TRUNCATED: Final = "tokens truncated"
_SETTINGS: Final = (
    "effort",
    "summary",
    "personality",
    "truncation_policy",
    "current_date",
    "approval_policy",
)
_EXEC: Final = "exec-"
_FLAT: Final = frozenset({"id", "timestamp", "instructions"})


def is_rollout(head: Head) -> bool:
    """Whether a file is a session: enveloped records, or the flat lines of old builds."""
    records = head.records
    if any(text_member(record, "type") in KNOWN and "payload" in record for record in records):
        return True
    return bool(records) and records[0].keys() >= _FLAT and "type" not in records[0]


class RolloutSource(RecordedSource):
    """An opened session.

    Attributes: see `RecordedSource`.
    """

    format = "codex"
    traits = RECORDED_TRAITS | {Trait.BLOBS}

    def __init__(self, path: Path, progress: Progress | None = None) -> None:
        super().__init__(path)
        self._start()
        self._rollout.read(self._file, progress)
        self.take(self._calls(), progress)

    def _start(self) -> None:
        self._file = LineFile(self.path)
        self._rollout = Rollout()
        self._known: dict[object, list[JsonValue]] = {}

    @property
    def size(self) -> int:
        """Bytes of the file as far as it was read."""
        return self._file.end

    @property
    def notices(self) -> Sequence[Notice]:
        """Bad lines, a half last line, record types we do not know."""
        found = self._file.notices()
        if self._rollout.unknown:
            types = ", ".join(f"{name} ({count})" for name, count in self._rollout.unknown.most_common(8))
            found.append(Notice("lines-unknown", {"path": str(self.path), "types": types}, "info"))
        return found

    def read_again(self) -> list[Call] | None:
        """What was appended; everything when the file was replaced by a shorter one."""
        size = self.path.stat().st_size if self.path.exists() else None
        if size is None or size == self._file.end:
            return None
        if size < self._file.end:
            self._start()
        return self._calls() if self._rollout.read(self._file) else None

    def shown(self, part: Part) -> Part:
        """A cut output with the whole behind it, where the file has it."""
        if not isinstance(part, ToolPart) or not isinstance(part.output, str):
            return part
        if _TRUNCATED not in part.output or part.tool_call_id not in self._rollout.whole_outputs:
            return part
        head, _, tail = part.output.partition("…")
        name = f"{_EXEC}{part.tool_call_id}"
        whole_text = self._whole_output(part.tool_call_id or "")
        chars, lines = utf16.length(whole_text), whole_text.count("\n") + 1
        ref = BlobRef("", name, name, head, tail.partition("…")[2], chars, lines)
        return replace(
            part, envelope=Envelope(version=1, shape=EnvelopeShape.TEXT, refs=(ref,), raw=part.output)
        )

    def blob(self, ref: BlobRef) -> Blob:
        """The whole output of a command."""
        call = ref.vfs_filename.removesuffix(".txt").removeprefix(_EXEC)
        if call not in self._rollout.whole_outputs:
            return Blob(state=BlobState.MISSING_ENTRY)
        text = self._whole_output(call)
        return Blob(state=BlobState.UNCHECKED, text=text, size=len(text.encode("utf-8", "replace")))

    # -- reading

    def _whole_output(self, call: str) -> str:
        record = self._file.read([self._rollout.whole_outputs[call]])[0]
        return text_member(record.get("payload"), "aggregated_output")

    def _payloads(self, places: Iterable[Place]) -> list[dict[str, JsonValue]]:
        found = []
        for record in self._file.read(list(places)):
            payload = record.get("payload")
            found.append(payload if isinstance(payload, dict) else record)
        return found

    def _name_of(self, call: str) -> str:
        return self._rollout.names.get(call, "")

    def _calls(self) -> list[Call]:
        heads = {thread.id: _head(self._rollout.answers, thread) for thread in self._rollout.threads.values()}
        return [self._call_of(number, answer, heads) for number, answer in enumerate(self._rollout.answers)]

    def _call_of(self, number: int, answer: Answer, heads: dict[str, int | None]) -> Call:
        thread = answer.thread
        model = text_member(answer.context, "model")
        provider = text_member(thread.meta, "model_provider") or "openai"
        before = thread.units[answer.end - 1].at if answer.end else None
        summary, folded = self._summary(answer)
        return Call(
            id=answer.id or f"answer-{number + 1}",
            messages=lambda: self._messages(answer),
            payload=lambda: self._payload(answer, heads.get(thread.id)),
            thread=thread.id,
            parent=thread.parent,
            model=model,
            provider=provider,
            type="stream",
            account=account_of(answer.usage),
            started_at=before,
            completed_at=answer.at,
            fold=answer.number,
            summary=summary,
            folded=folded,
            title=self._rollout.first_words.get(thread.id, "").strip().split("\n")[0][:120],
        )

    def _summary(self, answer: Answer) -> tuple[JsonValue, int]:
        """What stands for the folded history, and how many messages it is in the prompt."""
        if answer.fold is None:
            return None, 0
        record = self._payloads([answer.fold])[0]
        history = self._history(answer.fold)
        text = text_member(record, "message")
        if not text:
            opaque = next(
                (i for i in as_list(record.get("replacement_history")) if text_member(i, "type") in FOLDS),
                None,
            )
            text = f"[encrypted summary, {len(text_member(opaque, 'encrypted_content'))} characters]"
        return {"role": "user", "content": [{"type": "text", "text": text}]}, len(history)

    def _history(self, fold: Place) -> list[JsonValue]:
        if fold not in self._known:
            record = self._payloads([fold])[0]
            history = record.get("replacement_history")
            if isinstance(history, list):
                self._known[fold] = messages_of(history, self._name_of)
            else:
                text: JsonValue = {"type": "text", "text": text_member(record, "message")}
                self._known[fold] = [{"role": "user", "content": [text]}]
        return self._known[fold]

    def _unit(self, unit: Unit) -> list[JsonValue]:
        if unit not in self._known:
            places = [unit.place] if isinstance(unit, Item) else [item.place for item in unit.outputs]
            self._known[unit] = messages_of(self._payloads(places), self._name_of)
        return self._known[unit]

    def _messages(self, answer: Answer) -> list[JsonValue]:
        found: list[JsonValue] = []
        text = _instructions(answer.thread)
        if text:
            found.append({"role": "system", "content": text})
        if answer.fold is not None:
            found += self._history(answer.fold)
        for unit in answer.thread.units[answer.start : answer.end]:
            found += self._unit(unit)
        return found

    def _payload(self, answer: Answer, head: int | None) -> RequestPayload:
        items = self._payloads(item.place for item in answer.outputs)
        parts = [part for item in items for part in output_parts(item)]
        return RequestPayload(
            prompt=self._messages(answer),
            settings={name: answer.context[name] for name in _SETTINGS if name in answer.context},
            output={"content": parts, "finishReason": "stop"} if parts else None,
            raw_response=list(items) or None,
            usage=answer.usage,
            missing_tokens=head,
        )


def account_of(usage: dict[str, JsonValue] | None) -> Account:
    """An account in Codex's own names: the prompt's figure includes what was cached."""
    if usage is None:
        return UNKNOWN_ACCOUNT
    raw: dict[str, JsonValue] = {
        "input_tokens": usage.get("input_tokens"),
        "input_tokens_details": {
            "cached_tokens": usage.get("cached_input_tokens"),
            "cache_write_tokens": usage.get("cache_write_input_tokens"),
        },
        "output_tokens": usage.get("output_tokens"),
        "output_tokens_details": {"reasoning_tokens": usage.get("reasoning_output_tokens")},
    }
    return read_account(None, provider="openai", raw=raw)


def _instructions(thread: Thread) -> str:
    base = thread.meta.get("base_instructions")
    return text_member(base, "text") or text_member(thread.meta, "instructions")


def _head(answers: Sequence[Answer], thread: Thread) -> int | None:
    """Tokens of the tool schemas, which no rollout holds: at most what stays cached behind a fold, or one prompt."""
    own = [a.usage for a in answers if a.thread is thread and a.usage is not None]
    folded = [
        whole(a.usage.get("cached_input_tokens"))
        for a in answers
        if a.thread is thread and a.number and a.usage
    ]
    prompts = [whole(usage.get("input_tokens")) for usage in own]
    known = [n for n in folded if n] or [n for n in prompts if n]
    return max(0, min(known) - len(_instructions(thread)) // 4) if known else None
