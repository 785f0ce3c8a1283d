"""Trimming of finished tool outputs for the database: envelopes in place of long texts (PIPELINE §6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from inspector.model.envelope import ENVELOPE_KEY, EnvelopeShape
from inspector.pipeline.codecs import Codec, Deflated, KeyedText, snippet
from inspector.pipeline.excerpt import Excerpt, excerpt
from inspector.pipeline.offload import STORAGE_FAILURES, TrimBudget
from inspector.pipeline.stored_output import (
    StorableText,
    is_deferred_output,
    is_persisted_output,
    storable_text,
)
from inspector.pipeline.text_facts import chars, facts
from inspector.pipeline.tool_registry import ToolRegistry, built_in_registry
from inspector.pipeline.trim_record import KeptReason, TrimLane, TrimOutcome, TrimRecord, TrimRule
from inspector.wire import UNDEFINED, JsonValue, JsValue, Undefined, dumps_length, length

JsonObject = dict[str, JsonValue]


class BlobShelf(Protocol):
    """A content-addressed store of texts. Both methods may raise one of `STORAGE_FAILURES`."""

    def lookup(self, content_hash: str, size: int) -> str | None:
        """Id of a live store blob with this hash and size in bytes."""

    def create(self, text: str) -> str:
        """Store a text as a new blob and give its id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageTrimOptions:
    """Settings of the storage trim.

    Attributes:
        budget: the configured one, never capped by a context window.
        registry: tools with codecs and exemptions.
        enabled: off = everything stays.
    """

    budget: TrimBudget
    registry: ToolRegistry = field(default_factory=built_in_registry)
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class TrimmedParts:
    """The parts of a message after the trim.

    Attributes:
        parts: untouched parts are the same objects as before.
        records: one for each tool part, or for each text that a codec found in its output.
        changed: any part is another one now.
    """

    parts: list[JsonValue]
    records: tuple[TrimRecord, ...]
    changed: bool


@dataclass(frozen=True, slots=True)
class _StoredText:
    text: str
    entry_id: str
    shown: Excerpt

    def ref(self) -> JsonObject:
        """The members that a blob reference has in both versions of envelopes, in their order."""
        return {
            "fileEntryId": self.entry_id,
            "vfsFilename": facts(self.text).survey.vfs_filename,
            "head": self.shown.head,
            "tail": self.shown.tail,
            "totalChars": self.shown.total_chars,
            "totalLines": self.shown.total_lines,
        }


def trim_for_storage(
    parts: Sequence[JsonValue], options: StorageTrimOptions, shelf: BlobShelf
) -> TrimmedParts:
    """Trim the outputs of a finished assistant message; what the store refuses stays in full."""
    trimmer = _PartsTrimmer(options, shelf)
    trimmed = [trimmer.part(index, part) for index, part in enumerate(parts)]
    changed = any(after is not before for after, before in zip(trimmed, parts, strict=True))
    return TrimmedParts(trimmed, tuple(trimmer.records), changed)


def tool_name_of(part: Mapping[str, JsonValue]) -> str | None:
    """The tool that a stored part is a call of; None when it is no tool part."""
    kind = part.get("type")
    if kind == "dynamic-tool":
        name = part.get("toolName")
        return name if isinstance(name, str) else ""
    return kind.removeprefix("tool-") if isinstance(kind, str) and kind.startswith("tool-") else None


@dataclass(frozen=True, slots=True)
class _Call:
    """A tool part on its way.

    Attributes:
        index: where it stands.
        raw: the part.
        tool_name: its tool.
    """

    index: int
    raw: JsonObject
    tool_name: str


class _PartsTrimmer:
    """One trim of one message.

    Attributes:
        records: what was done so far.
    """

    def __init__(self, options: StorageTrimOptions, shelf: BlobShelf) -> None:
        self.records: list[TrimRecord] = []
        self._options = options
        self._budget = options.budget
        self._shelf = shelf

    def part(self, index: int, part: JsonValue) -> JsonValue:
        """The part with an envelope as output, or the part itself."""
        name = tool_name_of(part) if isinstance(part, dict) else None
        if name is None or not isinstance(part, dict):
            return part
        call = _Call(index, part, name)
        output = part.get("output", UNDEFINED)
        reason = self._untouchable(part, output)
        if reason is not None:
            self._keep(call, output, reason)
            return part
        rule = self._options.registry.rule(name)
        if rule.codec is not None:
            return self._trim_with_codec(call, output, rule.codec)
        return self._trim_whole(call, output, rule.truncatable)

    def _untouchable(self, part: JsonObject, output: JsValue) -> KeptReason | None:
        if not self._options.enabled:
            return KeptReason.SWITCHED_OFF
        if part.get("state") != "output-available":
            return KeptReason.UNFINISHED
        if is_persisted_output(output):
            return KeptReason.ENVELOPE
        return KeptReason.DEFERRED if is_deferred_output(output) else None

    def _trim_whole(self, call: _Call, output: JsValue, truncatable: bool) -> JsonObject:
        whole = storable_text(output) if truncatable else None
        if whole is None:
            self._keep(call, output, KeptReason.NO_TEXT if truncatable else KeptReason.EXEMPT)
            return call.raw
        reason = self._budget.spares(whole.text)
        if reason is not None:
            self._keep(call, whole.text, reason)
            return call.raw
        try:
            stored = self._stored(whole.text)
        except STORAGE_FAILURES as error:
            self._keep(call, whole.text, KeptReason.STORAGE_FAILED, error=str(error))
            return call.raw
        self._stored_record(call, "", stored, "")
        return _with_envelope(call.raw, _v1_body(stored, whole))

    def _trim_with_codec(self, call: _Call, output: JsValue, codec: Codec) -> JsonObject:
        deflated = None if isinstance(output, Undefined) else codec.deflate(output)
        if deflated is None:
            self._keep(call, output, KeptReason.NOT_RECOGNISED)
            return call.raw
        stored: dict[str, _StoredText] = {}
        for item in deflated.texts:
            if self._budget.spares(item.text) is not None:
                continue
            try:
                stored[item.key] = self._stored(item.text)
            except STORAGE_FAILURES as error:
                self._all_kept(call, deflated, stored, item, str(error))
                return call.raw
        snippets = {key: snippet(text.text) for key, text in stored.items()}
        self._codec_records(call, deflated, stored, snippets)
        if not stored:
            return call.raw
        refs: list[JsonValue] = [{"key": key, **text.ref()} for key, text in stored.items()]
        skeleton = codec.assemble(deflated.skeleton, snippets)
        body: JsonObject = {"shape": EnvelopeShape.ENTITIES.value, "skeleton": skeleton, "blobRefs": refs}
        return _with_envelope(call.raw, body)

    def _stored(self, text: str) -> _StoredText:
        known = facts(text).survey
        entry_id = self._shelf.lookup(known.content_hash, known.size)
        if entry_id is None:
            entry_id = self._shelf.create(text)
        return _StoredText(text, entry_id, excerpt(text, self._budget.head_chars, self._budget.tail_chars))

    def _codec_records(
        self,
        call: _Call,
        deflated: Deflated,
        stored: Mapping[str, _StoredText],
        snippets: Mapping[str, str],
    ) -> None:
        for item in deflated.texts:
            if item.key in stored:
                self._stored_record(call, item.key, stored[item.key], snippets[item.key])
            else:
                self._keep(call, item.text, self._budget.spares(item.text), key=item.key)

    def _all_kept(
        self,
        call: _Call,
        deflated: Deflated,
        stored: Mapping[str, _StoredText],
        failed: KeyedText,
        error: str,
    ) -> None:
        """One text could not be stored: the output stays whole, the blobs already made are orphans."""
        for item in deflated.texts:
            self._keep(
                call,
                item.text,
                self._budget.spares(item.text) or KeptReason.STORAGE_FAILED,
                key=item.key,
                place=stored[item.key].entry_id if item.key in stored else None,
                error=error if item.key == failed.key else None,
            )

    def _stored_record(self, call: _Call, key: str, stored: _StoredText, kept: str) -> None:
        shown = stored.shown
        self._record(
            call,
            TrimOutcome.STORED,
            key=key,
            before=shown.total_chars,
            after=length(shown.head) + length(shown.tail) + length(kept),
            vfs_filename=facts(stored.text).survey.vfs_filename,
            place=stored.entry_id,
        )

    def _keep(
        self,
        call: _Call,
        value: JsValue,
        reason: KeptReason | None,
        *,
        key: str = "",
        place: str | None = None,
        error: str | None = None,
    ) -> None:
        size = chars(value) if isinstance(value, str) else dumps_length(value)
        self._record(
            call,
            TrimOutcome.KEPT,
            key=key,
            before=size,
            after=size,
            reason=reason,
            place=place,
            error=error,
        )

    def _record(
        self,
        call: _Call,
        outcome: TrimOutcome,
        *,
        key: str,
        before: int,
        after: int,
        reason: KeptReason | None = None,
        vfs_filename: str | None = None,
        place: str | None = None,
        error: str | None = None,
    ) -> None:
        call_id = call.raw.get("toolCallId")
        self.records.append(
            TrimRecord(
                lane=TrimLane.STORAGE,
                rule=TrimRule.CODEC if key else TrimRule.WHOLE,
                outcome=outcome,
                part=call.index,
                tool_name=call.tool_name,
                tool_call_id=call_id if isinstance(call_id, str) else "",
                key=key,
                chars_before=before,
                chars_after=after,
                threshold=self._budget.threshold,
                reason=reason,
                vfs_filename=vfs_filename,
                place=place,
                error=error,
            )
        )


def _v1_body(stored: _StoredText, whole: StorableText) -> JsonObject:
    body = {**stored.ref(), "shape": whole.shape.value}
    if not isinstance(whole.metadata, Undefined):
        body["metadata"] = whole.metadata
    return body


def _with_envelope(part: JsonObject, body: JsonObject) -> JsonObject:
    return {**part, "output": {ENVELOPE_KEY: body}}
