"""What is replayed, made once from a source and shared by all settings: rows and turns, or recorded prompts.

Tool outputs that the application moved out of its rows or prompts are put back first, wherever their blob can
be found, so that a higher threshold can be tried as well as a lower one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from inspector.model.compaction import AnchorPhase
from inspector.model.part import AnchorPart
from inspector.model.usage import UNKNOWN_USAGE, Usage
from inspector.pipeline.compaction.rows import Row
from inspector.pipeline.read_back import FileKind
from inspector.replay.unknown import Unknown
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue

ReadText: TypeAlias = Callable[[str], str | None]
"""A file entry's id or a blob's path → its text; None = it cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDefaults:
    """What the session itself says of the settings a replay may leave unset.

    Attributes:
        context_window: tokens, of the model asked; None = not known.
        max_output_tokens: max_tokens that were sent; None = none.
        dialect: token dialect of the model.
        data_path: the application's blob folder as its markers show it.
        folder_assumed: `data_path` is made up, because nothing shows the application's.
        provider, model: for cache rules and breakpoints.
        takes: kinds of media the model takes natively (`image`, `audio` …); None = not said.
        has_tools: whether it can call tools.
        system_template: the assistant's prompt with its variables; what changes by the clock is never marked.
        truncate_threshold: characters, where a capture's markers tell of it; None = they do not.
    """

    context_window: float | None = None
    max_output_tokens: float | None = None
    dialect: Dialect = Dialect.OPENAI
    data_path: str = ""
    folder_assumed: bool = False
    provider: str = ""
    model: str = ""
    takes: frozenset[str] | None = None
    has_tools: bool = True
    system_template: str = ""
    truncate_threshold: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedFile:
    """A file that is attached to a message.

    Attributes:
        kind: how its text is had.
        text: its text; None = it could not be read.
        unknown: why the text may not be the application's; None = it is.
    """

    kind: FileKind
    text: str | None
    unknown: Unknown | None = None


def _no_file(_: str) -> AttachedFile:
    return AttachedFile(kind=FileKind.TEXT, text=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownBlob:
    """An entry of the application's store, by which a replay names the same path as the application did.

    Attributes:
        entry_id: its id.
        created_at: ms since epoch; None = unknown.
    """

    entry_id: str
    created_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One model call of a turn.

    Attributes:
        first_part, end_part: parts of the row that it produced; what is before `first_part` it was sent.
        request_index, request_number: the recorded request; None = not known.
        usage: measured.
    """

    first_part: int
    end_part: int
    request_index: int | None = None
    request_number: int | None = None
    usage: Usage = UNKNOWN_USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayTurn:
    """One assistant row.

    Attributes:
        row: index in `RowSession.rows`.
        message_id: its id.
        steps: its model calls, oldest first.
        created_at: when the turn began, ms since epoch; None = unknown.
        base_bytes: UTF-8 bytes of the stored data besides its parts.
        anchors: what the row tells of folds made in the turn.
    """

    row: int
    message_id: str
    steps: tuple[ReplayStep, ...]
    created_at: int | None = None
    base_bytes: int = 0
    anchors: tuple[AnchorPart, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowSession:
    """A branch of a topic, root → leaf.

    Attributes:
        source_path, conversation_id: where it is from.
        rows: UI rows in full (outputs inflated), without summaries; `contextTokens` as measured.
        turns: assistant rows in order.
        system: the assistant's prompt; "" = none.
        summaries: recorded summary per row it is stored on.
        defaults: see `SessionDefaults`.
        known_blobs: entries of the application's store by (content hash, bytes).
        model_entry: id of an entry, as a model for those a replay makes up; "" = there is none.
        tools: tool declarations as sent; None = not recorded.
        read_entry: text of a file entry (blob or attachment).
        attached: an attachment by its file entry.
        loop_summaries: recorded summary by `tail_digest` of the last message folded into it (captures).
        systems: system messages a turn is sent, by its message id; others are sent `system` (captures).
        recorded: prompt messages of steps whose parts convert to others, by (row, first part) (captures).
        recorded_rows: the same of whole rows as later turns were sent them, by message id (captures).
        notes: what could not be put back or known.
    """

    source_path: str
    conversation_id: str
    rows: tuple[Row, ...]
    turns: tuple[ReplayTurn, ...]
    system: str
    summaries: Mapping[str, str]
    defaults: SessionDefaults
    known_blobs: Mapping[tuple[str, int], KnownBlob]
    read_entry: ReadText
    attached: Callable[[str], AttachedFile] = _no_file
    model_entry: str = ""
    tools: Sequence[JsonValue] | None = None
    loop_summaries: Mapping[int, str] = field(default_factory=dict)
    systems: Mapping[str, tuple[JsonValue, ...]] = field(default_factory=dict)
    recorded: Mapping[tuple[int, int], tuple[JsonValue, ...]] = field(default_factory=dict)
    recorded_rows: Mapping[str, tuple[JsonValue, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def measured(self) -> dict[tuple[str, int], int]:
        """Input tokens that the provider reported, by message id and step."""
        return {
            (turn.message_id, number): step.usage.input
            for turn in self.turns
            for number, step in enumerate(turn.steps, 1)
            if step.usage.input is not None
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedFold:
    """A fold that a captured prompt shows.

    Attributes:
        folded_messages: messages by which the prompt got shorter.
        phase: at the start of a turn or within its loop.
        summary: its text.
        summarizer_input_tokens: measured of the summarise call; None = not found.
    """

    folded_messages: int
    phase: AnchorPhase
    summary: str
    summarizer_input_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CapturedRequest:
    """One recorded request of a conversation's main chain.

    Attributes:
        request_index, request_number, run_id: where it is recorded.
        turn, step: 1-based turn and step in its tool loop.
        recorded: prompt messages as recorded.
        full: the same with markers restored and folded history put back.
        served: with markers restored, folds as they were recorded.
        fold: a fold recorded before it.
        tools: number of tools sent; None = not known.
        usage: measured.
    """

    request_index: int
    request_number: int
    run_id: str | None
    turn: int
    step: int
    recorded: tuple[JsonValue, ...]
    full: tuple[JsonValue, ...]
    served: tuple[JsonValue, ...]
    fold: RecordedFold | None = None
    tools: int | None = None
    usage: Usage = UNKNOWN_USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSession:
    """A conversation of a capture.

    Attributes:
        source_path, conversation_id: where it is from.
        requests: main chain in order; side calls are left out.
        summaries: recorded summary by `tail_digest` of the last message folded into it.
        defaults: see `SessionDefaults`.
        rows: the same as rows and turns; None = a turn was edited or sent again.
        before_middleware: the prompts were recorded before the application trimmed them.
        cut: UTF-16 units behind every marker whose text is nowhere, by its URI.
        notes: what could not be put back or known.
    """

    source_path: str
    conversation_id: str
    requests: tuple[CapturedRequest, ...]
    summaries: Mapping[int, str]
    defaults: SessionDefaults
    rows: RowSession | None = None
    before_middleware: bool = False
    cut: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Whether every prompt holds the whole history: nothing was folded and nothing left out."""
        lengths = [len(request.full) for request in self.requests]
        return not any(request.fold for request in self.requests) and lengths == sorted(lengths)

    notes: tuple[str, ...] = ()


ReplaySession: TypeAlias = RowSession | PromptSession
