"""What a session consists of, as plain frozen dataclasses; no Qt and no SQL."""

from __future__ import annotations

from inspector.model.blob import Blob, BlobState
from inspector.model.compaction import AnchorPhase, AnchorStatus, BoundaryOrigin, CompactionBoundary
from inspector.model.conversation import (
    AssistantInfo,
    Branch,
    Conversation,
    ConversationSummary,
    ListGroup,
    PathNote,
    RunRecord,
)
from inspector.model.envelope import (
    BlobRef,
    Envelope,
    EnvelopeShape,
    is_deferred,
    is_envelope,
    parse_envelope,
)
from inspector.model.message import DataState, Message, Role, Step
from inspector.model.part import (
    AnchorPart,
    DataPart,
    FilePart,
    Part,
    ReasoningPart,
    SourceUrlPart,
    StepStartPart,
    TextPart,
    ToolPart,
    ToolState,
    UnknownPart,
    parse_part,
)
from inspector.model.problems import Notice, Problem
from inspector.model.request import RequestPayload, RequestPurpose, RequestRecord, RequestState
from inspector.model.timing import UNKNOWN_TIMING, Timing, TimingSpan
from inspector.model.usage import UNKNOWN_USAGE, Usage, sum_usage

__all__ = [
    "UNKNOWN_TIMING",
    "UNKNOWN_USAGE",
    "AnchorPart",
    "AnchorPhase",
    "AnchorStatus",
    "AssistantInfo",
    "Blob",
    "BlobRef",
    "BlobState",
    "BoundaryOrigin",
    "Branch",
    "CompactionBoundary",
    "Conversation",
    "ConversationSummary",
    "DataPart",
    "DataState",
    "Envelope",
    "EnvelopeShape",
    "FilePart",
    "ListGroup",
    "Message",
    "Notice",
    "Part",
    "PathNote",
    "Problem",
    "ReasoningPart",
    "RequestPayload",
    "RequestPurpose",
    "RequestRecord",
    "RequestState",
    "Role",
    "RunRecord",
    "SourceUrlPart",
    "Step",
    "StepStartPart",
    "TextPart",
    "Timing",
    "TimingSpan",
    "ToolPart",
    "ToolState",
    "UnknownPart",
    "Usage",
    "is_deferred",
    "is_envelope",
    "parse_envelope",
    "parse_part",
    "sum_usage",
]
