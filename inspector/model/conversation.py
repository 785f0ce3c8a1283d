"""A conversation with its branches, requests and folds; and the light summary that lists show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from inspector.model.compaction import CompactionBoundary
from inspector.model.message import Message
from inspector.model.request import RequestRecord
from inspector.model.usage import UNKNOWN_USAGE, Usage
from inspector.wire.values import JsonValue


class ListGroup(StrEnum):
    """Under which heading of the list a conversation stands."""

    TOPICS = "topics"
    AGENT_SESSIONS = "agent-sessions"
    CONVERSATIONS = "conversations"


class PathNote(StrEnum):
    """Why a branch could not be followed to its root (fixtures' `paths.note`)."""

    CYCLE = "cycle"
    MISSING_PARENT = "missing_parent"
    MISSING_ACTIVE = "missing_active"
    FOREIGN_PARENT = "foreign_parent"
    FOREIGN_ACTIVE = "foreign_active"
    DELETED_ANCESTOR = "deleted_ancestor"
    DELETED_ACTIVE = "deleted_active"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSummary:
    """One entry of the navigator; cheap to make, no payload parsed.

    Attributes:
        id: as the source names it.
        group: its heading.
        by_request: its places are counted by request; otherwise by turn.
        title: "" when unnamed.
        subtitle: assistant's name, or the models used.
        updated_at: ms since epoch; None = unknown.
        message_count, request_count: content rows / model calls; None = not counted yet.
        data_bytes: UTF-8 bytes stored; None = unknown.
        fold_count, envelope_count, error_count, in_flight_count: badges; None = not counted yet.
        deleted: in the bin.
        usage: sum of what was measured.
    """

    id: str
    title: str
    group: ListGroup = ListGroup.CONVERSATIONS
    by_request: bool = False
    subtitle: str = ""
    updated_at: int | None = None
    message_count: int | None = None
    request_count: int | None = None
    data_bytes: int | None = None
    fold_count: int | None = None
    envelope_count: int | None = None
    error_count: int | None = None
    in_flight_count: int | None = None
    deleted: bool = False
    usage: Usage = UNKNOWN_USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One path root → leaf.

    Attributes:
        leaf_id: last message; None for an empty path.
        message_ids: root left out, oldest first.
        note: why the walk stopped early, if it did.
        active: the branch the application shows.
    """

    leaf_id: str | None
    message_ids: tuple[str, ...]
    note: PathNote | None = None
    active: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """One run of a capture (one call of the SDK); runs nest through parent links (v7).

    Attributes:
        id, started_at: as recorded (ms since epoch).
        parent_run_id, parent_step_id, function_id: v7 only.
        request_indexes: its steps in file order.
        known: False when steps name a run that the file does not list.
    """

    id: str
    started_at: int | None = None
    parent_run_id: str | None = None
    parent_step_id: str | None = None
    function_id: str | None = None
    request_indexes: tuple[int, ...] = ()
    known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantInfo:
    """The assistant behind a topic: prompt and settings that shape its requests."""

    id: str
    name: str = ""
    prompt: str = ""
    model_id: str | None = None
    settings: dict[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A conversation, loaded.

    Attributes:
        summary: its list entry.
        messages: every message by id (all branches), in stored order; root rows included.
        branches: the active branch first, then the others, newest leaf first.
        requests: model calls in order.
        boundaries: folds in order.
        assistant: DBs only.
    """

    summary: ConversationSummary
    messages: dict[str, Message]
    branches: tuple[Branch, ...]
    requests: tuple[RequestRecord, ...] = ()
    boundaries: tuple[CompactionBoundary, ...] = ()
    assistant: AssistantInfo | None = None

    @property
    def active_branch(self) -> Branch:
        """The branch the application shows; an empty one when there is none."""
        return self.branches[0] if self.branches else Branch(leaf_id=None, message_ids=())

    def path(self, branch: Branch | None = None) -> Iterator[Message]:
        """Messages of a branch (default: the active one), oldest first."""
        for message_id in (branch or self.active_branch).message_ids:
            yield self.messages[message_id]
