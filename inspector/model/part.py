"""Parts of a message (AI SDK UIMessage parts, FORMATS A); unknown types are kept raw, never dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from inspector.model.compaction import AnchorPhase, AnchorStatus
from inspector.model.envelope import Envelope, is_deferred, parse_envelope
from inspector.wire.reading import whole
from inspector.wire.values import JsonValue


class ToolState(StrEnum):
    """Life of a tool call (`state` of a tool part)."""

    INPUT_STREAMING = "input-streaming"
    INPUT_AVAILABLE = "input-available"
    APPROVAL_REQUESTED = "approval-requested"
    APPROVAL_RESPONDED = "approval-responded"
    OUTPUT_AVAILABLE = "output-available"
    OUTPUT_ERROR = "output-error"
    OUTPUT_DENIED = "output-denied"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What all parts share.

    Attributes:
        type: the part's type string as stored; "" when it has none.
        raw: the stored JSON value, whatever it is.
    """

    type: str
    raw: JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart(Part):
    """`text`: what the person or the model wrote.

    Attributes:
        text: all that had arrived.
        unfinished: its stream did not come to its end.
    """

    text: str
    unfinished: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningPart(Part):
    """`reasoning`: the model's thinking.

    Attributes:
        text, unfinished: as of a text.
    """

    text: str
    unfinished: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStartPart(Part):
    """`step-start`: a new model call begins inside an assistant message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart(Part):
    """`file`: an attachment.

    Attributes:
        media_type, filename, url: as stored.
        file_entry_id: `providerMetadata.cherry.fileEntryId`.
    """

    media_type: str
    filename: str | None
    url: str | None
    file_entry_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceUrlPart(Part):
    """`source-url`: a citation source."""

    source_id: str
    url: str
    title: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPart(Part):
    """`tool-<name>` and `dynamic-tool`.

    Attributes:
        tool_name: name behind `tool-`, or `toolName`; None when a dynamic tool has none.
        tool_call_id: None when absent.
        state: None when absent or unknown (the raw value has it).
        input: arguments as stored.
        output: output as stored (perhaps an envelope), `UNDEFINED` semantics are None + `has_output`.
        error_text: of `output-error`.
        envelope: the parsed envelope when the output is a well-formed one.
        deferred: the output is a `$deferredToolResult`.
        dynamic: the part is a `dynamic-tool`.
        provider_executed: run by the provider, its result is inline.
        preliminary: a result that a later one replaces.
    """

    tool_name: str | None
    tool_call_id: str | None
    state: ToolState | None
    input: JsonValue = None
    output: JsonValue = None
    has_output: bool = False
    error_text: str | None = None
    envelope: Envelope | None = None
    deferred: bool = False
    dynamic: bool = False
    provider_executed: bool = False
    preliminary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorPart(Part):
    """`data-compaction-anchor`: the window's record of a fold (PIPELINE §12).

    Attributes:
        status, phase: None when unknown to us (the raw value has it).
        pre_tokens, post_tokens, folded_count, duration_ms: None = not recorded.
        started_at, completed_at: ms since epoch.
    """

    status: AnchorStatus | None
    phase: AnchorPhase | None
    pre_tokens: int | None = None
    post_tokens: int | None = None
    folded_count: int | None = None
    duration_ms: int | None = None
    started_at: int | None = None
    completed_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DataPart(Part):
    """Any other `data-*` part.

    Attributes:
        data: its `data` member.
    """

    data: JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownPart(Part):
    """A part of a type we do not know, or no object at all; shown raw."""


def parse_part(raw: JsonValue) -> Part:
    """Read one stored part; anything unexpected becomes `UnknownPart`, nothing raises."""
    if not isinstance(raw, dict):
        return UnknownPart(type="", raw=raw)
    kind = raw.get("type")
    if not isinstance(kind, str):
        return UnknownPart(type="", raw=raw)
    if kind in ("text", "reasoning"):
        return _parse_textual(kind, raw)
    if kind == "step-start":
        return StepStartPart(type=kind, raw=raw)
    if kind == "file":
        return _parse_file(raw)
    if kind == "source-url":
        return SourceUrlPart(
            type=kind,
            raw=raw,
            source_id=_text(raw, "sourceId") or "",
            url=_text(raw, "url") or "",
            title=_text(raw, "title"),
        )
    if kind == "dynamic-tool" or kind.startswith("tool-"):
        return _parse_tool(kind, raw)
    if kind == "data-compaction-anchor":
        return _parse_anchor(raw)
    if kind.startswith("data-"):
        return DataPart(type=kind, raw=raw, data=raw.get("data"))
    return UnknownPart(type=kind, raw=raw)


def _parse_textual(kind: str, raw: Mapping[str, JsonValue]) -> Part:
    text = raw.get("text")
    if not isinstance(text, str):
        return UnknownPart(type=kind, raw=dict(raw))
    unfinished = raw.get("state") == "streaming"
    if kind == "text":
        return TextPart(type=kind, raw=dict(raw), text=text, unfinished=unfinished)
    return ReasoningPart(type=kind, raw=dict(raw), text=text, unfinished=unfinished)


def _parse_file(raw: dict[str, JsonValue]) -> FilePart:
    metadata = raw.get("providerMetadata")
    cherry = metadata.get("cherry") if isinstance(metadata, dict) else None
    return FilePart(
        type="file",
        raw=raw,
        media_type=_text(raw, "mediaType") or "",
        filename=_text(raw, "filename"),
        url=_text(raw, "url"),
        file_entry_id=_text(cherry, "fileEntryId") if isinstance(cherry, dict) else None,
    )


def _parse_tool(kind: str, raw: dict[str, JsonValue]) -> ToolPart:
    dynamic = kind == "dynamic-tool"
    output = raw.get("output")
    state = _text(raw, "state")
    return ToolPart(
        type=kind,
        raw=raw,
        tool_name=_text(raw, "toolName") if dynamic else kind.removeprefix("tool-"),
        tool_call_id=_text(raw, "toolCallId"),
        state=ToolState(state) if state is not None and state in set(ToolState) else None,
        input=raw.get("input"),
        output=output,
        has_output="output" in raw,
        error_text=_text(raw, "errorText"),
        envelope=parse_envelope(output),
        deferred=is_deferred(output),
        dynamic=dynamic,
        provider_executed=raw.get("providerExecuted") is True,
        preliminary=raw.get("preliminary") is True,
    )


def _parse_anchor(raw: dict[str, JsonValue]) -> AnchorPart:
    data = raw.get("data")
    fields = data if isinstance(data, dict) else {}
    status, phase = _text(fields, "status"), _text(fields, "phase")
    return AnchorPart(
        type="data-compaction-anchor",
        raw=raw,
        status=AnchorStatus(status) if status is not None and status in set(AnchorStatus) else None,
        phase=AnchorPhase(phase) if phase is not None and phase in set(AnchorPhase) else None,
        pre_tokens=whole(fields.get("preTokens")),
        post_tokens=whole(fields.get("postTokens")),
        folded_count=whole(fields.get("foldedCount")),
        duration_ms=whole(fields.get("durationMs")),
        started_at=whole(fields.get("startedAt")),
        completed_at=whole(fields.get("completedAt")),
    )


def _text(raw: Mapping[str, JsonValue], name: str) -> str | None:
    value = raw.get(name)
    return value if isinstance(value, str) else None
