"""One request to the model: a light record for lists and its payload, loaded when looked at (FORMATS A, B)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from inspector.model.timing import UNKNOWN_TIMING, Timing
from inspector.model.usage import UNKNOWN_ACCOUNT, UNKNOWN_USAGE, Account, Usage
from inspector.wire.values import JsonValue


class RequestState(StrEnum):
    """How a request ended; `damaged`: it ended well, but part of its record cannot be read."""

    OK = "ok"
    ERROR = "error"
    ABORTED = "aborted"
    DAMAGED = "damaged"
    IN_FLIGHT = "in-flight"


class RequestPurpose(StrEnum):
    """Why it was sent: the conversation itself, or a side call."""

    MAIN = "main"
    SUMMARIZE = "summarize"
    TITLE = "title"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRecord:
    """What a list shows of a request.

    Attributes:
        index: position in the source (captures: file order; DBs: by created_at, id); for machines.
        number: place in its conversation, from 1, as people count in every view; 0 = recorded in none.
        id: step id or `ai_usage_record.id`.
        conversation_id: the conversation it belongs to.
        run_id, step_number: captures; None in DBs.
        message_id: DBs: the message that caused it.
        type: "generate", "stream" or "" when unknown.
        model, provider: as recorded.
        state, error: how it ended; error as a sentence or JSON text, or the place where its record breaks.
        usage, timing: measured; usage is the answer's own.
        account: how the usage was come by: impossible claims, corrections, other passes of the model.
        purpose: main chain or side call.
        has_payload: the source can deliver the prompt (`Source.payload`).
        cost, currency: as recorded, None = unknown.
        calls: model calls summed up in this record.
        fold: tells folds apart: the one its history was served from; 0 = none.
        is_aggregate: not one call but a sum carried over from an older application; no step is its like.
    """

    index: int
    id: str
    conversation_id: str
    number: int = 0
    run_id: str | None = None
    step_number: int | None = None
    message_id: str | None = None
    type: str = ""
    model: str = ""
    provider: str = ""
    state: RequestState = RequestState.OK
    error: str | None = None
    usage: Usage = UNKNOWN_USAGE
    account: Account = UNKNOWN_ACCOUNT
    timing: Timing = UNKNOWN_TIMING
    purpose: RequestPurpose = RequestPurpose.MAIN
    has_payload: bool = False
    cost: float | None = None
    currency: str | None = None
    calls: int = 1
    fold: int = 0
    is_aggregate: bool = False

    @property
    def opens_with_summary(self) -> bool:
        """Whether its history was served as a summary."""
        return self.fold != 0


def numbered(records: Iterable[RequestRecord]) -> tuple[RequestRecord, ...]:
    """Records in source order with their numbers: counted from 1 in each conversation, side calls included."""
    counts: dict[str, int] = {}
    found = []
    for record in records:
        number = counts[record.conversation_id] = counts.get(record.conversation_id, 0) + 1
        found.append(replace(record, number=number))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A field whose recorded JSON is broken or cut.

    Attributes:
        field: its name.
        reason: where it breaks (`cut off after 812 characters`).
        text: what stands there.
    """

    field: str
    reason: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPayload:
    """The big fields of a recorded request; UNDEFINED-free, None = recorded as null or absent.

    Attributes:
        prompt: list of prompt messages as recorded (LanguageModelV3Prompt or ModelMessage[]).
        tools: list of tool declarations as recorded; None when absent.
        tool_choice: as recorded.
        settings: the other keys of the input (maxOutputTokens, temperature, …), wrapper extras included.
        output: as recorded.
        raw_request: the body sent to the provider, as recorded.
        raw_response, raw_chunks: as recorded.
        provider_options: as recorded.
        usage: as recorded, before normalising.
        missing_tokens: tokens of the system prompt and tool declarations where the format does not hold them:
            at most so many; None = nothing is missing, or nothing bounds it (`Trait.TOOLS`).
        unreadable: fields that are no JSON; of a prompt the messages before the fault are kept.
    """

    prompt: list[JsonValue] = field(default_factory=list)
    tools: list[JsonValue] | None = None
    tool_choice: JsonValue = None
    settings: dict[str, JsonValue] = field(default_factory=dict)
    output: JsonValue = None
    raw_request: JsonValue = None
    raw_response: JsonValue = None
    raw_chunks: JsonValue = None
    provider_options: JsonValue = None
    usage: JsonValue = None
    missing_tokens: int | None = None
    unreadable: tuple[Unreadable, ...] = ()
