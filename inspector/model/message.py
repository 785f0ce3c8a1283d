"""A message of a conversation and the model calls (steps) inside an assistant message (FORMATS A)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model.part import Part
from inspector.model.timing import UNKNOWN_TIMING, Timing
from inspector.model.usage import UNKNOWN_USAGE, Usage


class Role(StrEnum):
    """Who speaks; `root` is the tree's anchor row; `tool` only occurs in captured prompts."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    ROOT = "root"
    TOOL = "tool"
    UNKNOWN = "unknown"


class DataState(StrEnum):
    """How a row's `data` column could be read."""

    OK = "ok"
    INVALID_JSON = "invalid_json"
    NOT_OBJECT = "not_object"
    NO_PARTS = "no_parts"
    PARTS_NOT_ARRAY = "parts_not_array"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One model call inside an assistant message.

    Attributes:
        number: 1-based within the message.
        first_part, end_part: the slice of `Message.parts` it produced.
        request_index: the request record it belongs to (`Conversation.requests`), when known;
            request_number: its number there.
        usage, timing: measured, unknown where not recorded.
    """

    number: int
    first_part: int
    end_part: int
    request_index: int | None = None
    request_number: int | None = None
    usage: Usage = UNKNOWN_USAGE
    timing: Timing = UNKNOWN_TIMING


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One row of a conversation.

    Attributes:
        id, parent_id: position in the message tree; parent None for a root (and for captures).
        role: who speaks.
        parts: content in order; empty when `data_state` is not ok.
        data_state: whether the stored JSON could be read.
        raw_data: the stored text when it could not be read, else None.
        data_bytes: UTF-8 bytes of the stored data; None where not stored as such.
        status: pending, success, error, paused; "" where unknown.
        siblings_group: rows with the same parent and non-zero group are alternatives of one turn.
        model, provider: of assistant messages; "" where unknown.
        steps: model calls, oldest first.
        usage: sum over all calls of the message as recorded.
        context_tokens: real size of the last step's prompt, when recorded.
        timing: when it was made.
        created_at: ms since epoch; None = unknown.
        deleted: the row is in the bin.
        compaction_summary: summary of everything up to and including this row.
        topic_id: the conversation the row claims to belong to.
    """

    id: str
    role: Role
    parts: tuple[Part, ...] = ()
    parent_id: str | None = None
    data_state: DataState = DataState.OK
    raw_data: str | None = None
    data_bytes: int | None = None
    status: str = ""
    siblings_group: int = 0
    model: str = ""
    provider: str = ""
    steps: tuple[Step, ...] = ()
    usage: Usage = UNKNOWN_USAGE
    context_tokens: int | None = None
    timing: Timing = UNKNOWN_TIMING
    created_at: int | None = None
    deleted: bool = False
    compaction_summary: str | None = None
    topic_id: str = ""
