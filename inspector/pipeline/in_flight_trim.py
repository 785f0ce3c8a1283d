"""Trimming of tool results in a prompt before it is sent (PIPELINE §5).

Each result goes through its tool's policy: left alone, taken apart by a codec and trimmed text by text, or
trimmed as one text. A storage keeps the full texts; without one, or when it fails, head and tail stand alone.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.pipeline.codecs import Codec, Deflated
from inspector.pipeline.json_memo import JsonMemo
from inspector.pipeline.offload import STORAGE_FAILURES, OffloadStorage, TrimBudget, offload
from inspector.pipeline.text_facts import chars, facts
from inspector.pipeline.trim_record import KeptReason, TrimLane, TrimOutcome, TrimRecord, TrimRule
from inspector.wire import UNDEFINED, JsonValue, join, js_trim, length, slice_units

JsonObject = dict[str, JsonValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPolicy:
    """How results of one tool are trimmed; None = as the request says.

    Attributes:
        name: the tool.
        preserve: never trimmed.
        threshold, head_chars, tail_chars: UTF-16 units.
        codec: takes json outputs apart.
    """

    name: str
    preserve: bool = False
    threshold: float | None = None
    head_chars: int | None = None
    tail_chars: int | None = None
    codec: Codec | None = None

    def budget(self, general: TrimBudget) -> TrimBudget:
        """The budget of this tool."""
        return TrimBudget(
            threshold=general.threshold if self.threshold is None else self.threshold,
            head_chars=general.head_chars if self.head_chars is None else self.head_chars,
            tail_chars=general.tail_chars if self.tail_chars is None else self.tail_chars,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class InFlightOptions:
    """Settings of the trim of a request.

    Attributes:
        budget: for tools without a policy of their own.
        per_tool: policies; of two for one tool the last wins.
    """

    budget: TrimBudget
    per_tool: tuple[ToolPolicy, ...] = ()


@dataclass(frozen=True, slots=True)
class TrimmedPrompt:
    """A prompt after the trim.

    Attributes:
        prompt: untouched messages and parts are the same objects as before.
        records: one for each tool result, or for each text that a codec found in it, in order.
    """

    prompt: list[JsonValue]
    records: tuple[TrimRecord, ...]


def trim_tool_results(
    prompt: Sequence[JsonValue],
    options: InFlightOptions,
    storage: OffloadStorage | None = None,
    *,
    json_memo: JsonMemo | None = None,
) -> TrimmedPrompt:
    """Trim the tool results of a prompt; a memo shared by calls saves writing the same outputs again."""
    trimmer = _PromptTrimmer(options, storage, json_memo or JsonMemo())
    messages = [trimmer.message(index, message) for index, message in enumerate(prompt)]
    return TrimmedPrompt(messages, tuple(trimmer.records))


def cut(text: str, budget: TrimBudget) -> str:
    """The plain form: head and tail as they fall, and between them how much there was."""
    size = facts(text)
    head = slice_units(text, 0, budget.head_chars)
    tail = slice_units(text, size.chars - budget.tail_chars)
    return js_trim(f"{head}\n--- truncated ({size.lines} lines, {size.chars} chars total) ---\n{tail}")


@dataclass(frozen=True, slots=True)
class _Result:
    """A tool result on its way.

    Attributes:
        message, part: where it stands.
        raw: the part.
        output: its output; {} when it has none.
        policy, budget: of its tool.
    """

    message: int
    part: int
    raw: JsonObject
    output: JsonObject
    policy: ToolPolicy
    budget: TrimBudget


class _PromptTrimmer:
    """One trim of one prompt.

    Attributes:
        records: what was done so far.
    """

    def __init__(self, options: InFlightOptions, storage: OffloadStorage | None, memo: JsonMemo) -> None:
        self.records: list[TrimRecord] = []
        self._storage = storage
        self._memo = memo
        self._default = (_NO_POLICY, options.budget)
        self._policies = {policy.name: (policy, policy.budget(options.budget)) for policy in options.per_tool}

    def message(self, index: int, message: JsonValue) -> JsonValue:
        """The message with its results trimmed; itself when nothing was."""
        if not isinstance(message, dict) or message.get("role") != "tool":
            return message
        content = message.get("content")
        if not isinstance(content, list):
            return message
        parts = [self._part(index, position, part) for position, part in enumerate(content)]
        return message if all(map(operator.is_, parts, content)) else {**message, "content": parts}

    def _part(self, message: int, index: int, part: JsonValue) -> JsonValue:
        if not isinstance(part, dict) or part.get("type") != "tool-result":
            return part
        output = part.get("output")
        policy, budget = self._policies.get(_text(part, "toolName"), self._default)
        result = _Result(message, index, part, output if isinstance(output, dict) else {}, policy, budget)
        if policy.preserve:
            self._keep(result, "", self._whole_text(result.output), KeptReason.PRESERVED)
            return part
        if policy.codec is not None and result.output.get("type") == "json":
            deflated = policy.codec.deflate(result.output.get("value"))
            if deflated is not None:
                return self._trim_texts(result, policy.codec, deflated)
        return self._trim_whole(result)

    def _trim_texts(self, result: _Result, codec: Codec, deflated: Deflated) -> JsonObject:
        shortened = ((item.key, self._shortened(result, item.key, item.text)) for item in deflated.texts)
        texts = {key: text for key, text in shortened if text is not None}
        if not texts:
            return result.raw
        value = codec.assemble(deflated.skeleton, texts)
        return {**result.raw, "output": {**result.output, "value": value}}

    def _trim_whole(self, result: _Result) -> JsonObject:
        text = self._shortened(result, "", self._whole_text(result.output))
        return result.raw if text is None else {**result.raw, "output": {"type": "text", "value": text}}

    def _shortened(self, result: _Result, key: str, text: str) -> str | None:
        """What stands in place of a text, recorded; None when it stays."""
        reason = result.budget.spares(text) if text else KeptReason.NO_TEXT
        if reason is None and facts(text).marked:
            reason = KeptReason.ALREADY_TRIMMED
        if reason is not None:
            self._keep(result, key, text, reason)
            return None
        if self._storage is None:
            return self._cut(result, key, text, None)
        try:
            moved = offload(text, result.budget, self._storage)
        except STORAGE_FAILURES as error:
            if not key:
                return self._cut(result, key, text, KeptReason.STORAGE_FAILED, str(error))
            self._keep(result, key, text, KeptReason.STORAGE_FAILED, str(error))
            return None
        name, place = moved.vfs_filename, moved.path
        self._record(result, key, text, moved.marker, TrimOutcome.MARKED, vfs_filename=name, place=place)
        return moved.marker

    def _whole_text(self, output: JsonObject) -> str:
        match output.get("type"):
            case "text" | "error-text":
                return _text(output, "value")
            case "json" | "error-json":
                return self._memo.dumps(output.get("value", UNDEFINED))
            case "content":
                items = output.get("value")
                return join(filter(None, map(_content_text, items if isinstance(items, list) else ())), "\n")
        return ""

    def _keep(
        self, result: _Result, key: str, text: str, reason: KeptReason, error: str | None = None
    ) -> None:
        self._record(result, key, text, text, TrimOutcome.KEPT, reason=reason, error=error)

    def _cut(
        self, result: _Result, key: str, text: str, reason: KeptReason | None, error: str | None = None
    ) -> str:
        plain = cut(text, result.budget)
        self._record(result, key, text, plain, TrimOutcome.CUT, reason=reason, error=error)
        return plain

    def _record(
        self,
        result: _Result,
        key: str,
        before: str,
        after: str,
        outcome: TrimOutcome,
        *,
        reason: KeptReason | None = None,
        vfs_filename: str | None = None,
        place: str | None = None,
        error: str | None = None,
    ) -> None:
        size = chars(before)
        self.records.append(
            TrimRecord(
                lane=TrimLane.IN_FLIGHT,
                rule=TrimRule.CODEC if key else TrimRule.WHOLE,
                outcome=outcome,
                message=result.message,
                part=result.part,
                tool_name=_text(result.raw, "toolName"),
                tool_call_id=_text(result.raw, "toolCallId"),
                key=key,
                chars_before=size,
                chars_after=size if after is before else length(after),
                threshold=result.budget.threshold,
                reason=reason,
                vfs_filename=vfs_filename,
                place=place,
                error=error,
            )
        )


_NO_POLICY: Final = ToolPolicy(name="")


def _text(mapping: Mapping[str, JsonValue], key: str) -> str:
    value = mapping.get(key)
    return value if isinstance(value, str) else ""


def _content_text(item: JsonValue) -> str:
    return _text(item, "text") if isinstance(item, dict) and item.get("type") == "text" else ""
