"""Rows of a conversation database as light frozen dataclasses, JSON columns still text (FORMATS A).

A column that an older schema does not have reads as None.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from inspector.wire.values import JsonValue

STORE_POLICY: Final = "delete_when_unreferenced"
INTERNAL: Final = "internal"
BLOB_EXT: Final = "txt"
BLOB_NAME_PREFIX: Final = "vfs_"


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicRow:
    """A row of `topic`.

    Attributes:
        active_node_id: message at the end of the branch that the application shows.
        updated_at: `last_activity_at`, or `updated_at` in schemas without it; ms since epoch.
        deleted: in the bin.
    """

    id: str
    name: str
    assistant_id: str | None
    active_node_id: str | None
    trace_id: str | None
    created_at: int | None
    updated_at: int | None
    deleted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """A row of `agent_session`, with its agent's name, instructions and model."""

    id: str
    name: str
    updated_at: int | None
    agent_id: str | None
    agent_name: str
    instructions: str
    model_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow:
    """A row of `message`, or of `agent_session_message` (topic_id is then the session's id).

    Attributes:
        rowid: SQLite's row number: the order of insertion.
        data: the stored JSON text; bytes that are no UTF-8 read as U+FFFD; None when NULL.
        data_bytes: bytes of `data` as stored.
        siblings_group: `siblings_group_id`; 0 = no alternatives.
        model_id: `provider::model`.
        stats, snapshot: JSON texts.
        deleted: in the bin.
    """

    rowid: int
    id: str
    parent_id: str | None
    topic_id: str
    role: str
    status: str
    data: str | None
    data_bytes: int
    siblings_group: int = 0
    model_id: str | None = None
    stats: str | None = None
    snapshot: str | None = None
    compaction_summary: str | None = None
    created_at: int | None = None
    deleted: bool = False

    @property
    def is_root(self) -> bool:
        """The tree's anchor row, which no branch shows."""
        return self.role == "root"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """A row of `file_entry`.

    Attributes:
        policy: `cleanup_policy`; None in schemas without it.
        content_hash: `xxh3-64:…`; None where not recorded.
        created_at: ms since epoch.
        trashed: `deleted_at` is set.
    """

    id: str
    origin: str
    name: str
    ext: str | None
    size: int | None
    content_hash: str | None
    policy: str | None
    external_path: str | None
    created_at: int | None
    trashed: bool

    @property
    def is_store_blob(self) -> bool:
        """The ownership gate of PIPELINE §6; a user's own .txt attachment passes it too."""
        return self.origin == INTERNAL and self.policy == STORE_POLICY and self.ext == BLOB_EXT

    @property
    def is_user_attachment(self) -> bool:
        """Passes the gate although the store did not write it: its name is no vfs name."""
        return self.is_store_blob and not self.name.startswith(BLOB_NAME_PREFIX)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRef:
    """A row of any `*_file_ref` table; `source_id` is the message, job, painting … that holds the file."""

    table: str
    id: str
    entry_id: str
    source_id: str | None
    role: str | None


@dataclass(frozen=True, slots=True)
class DiskFile:
    """A file in the blob folder; modified_at in ms since epoch."""

    name: str
    size: int
    modified_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageRow:
    """A row of `ai_usage_record`; token counts None = the provider did not say.

    Attributes:
        kind: `invocation` (one model call) or `legacy-aggregate` (`request_count` calls summed).
        message_kind: `chat`, `agent-session` or None for calls without a message.
        conversation_id: topic or session of the message; "" when the message is gone or there is none.
    """

    id: str
    kind: str
    request_count: int
    message_kind: str | None
    message_id: str | None
    conversation_id: str
    provider_id: str | None
    model_id: str | None
    input_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    no_cache_tokens: int | None
    cache_read_tokens: int | None
    cache_write_tokens: int | None
    cost: float | None
    cost_currency: str | None
    time_first_token_ms: int | None
    time_completion_ms: int | None
    created_at: int | None

    @property
    def is_aggregate(self) -> bool:
        """Not one call but a sum carried over from an older application."""
        return self.kind == "legacy-aggregate"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """A row of `user_model`, with what its provider says about it.

    Attributes:
        context_window: tokens; None on a preset row means "as in the application's registry", not unlimited.
        preset_model_id: set = the row overrides a registry model.
        max_input_tokens, max_output_tokens: None = not set.
        pricing: as stored (`input`, `output`, `cacheRead`, `cacheWrite` → `perMillionTokens`, `currency`).
        endpoint: the provider's `default_chat_endpoint`; None = not set.
        capabilities: such as `function-call`; None = not said.
        input_modalities: what it takes natively, such as `text`, `image`; None = not said.
    """

    id: str
    provider_id: str
    model_id: str
    preset_model_id: str | None = None
    name: str | None = None
    context_window: int | None = None
    max_input_tokens: int | None = None
    max_output_tokens: int | None = None
    pricing: dict[str, JsonValue] = field(default_factory=dict)
    endpoint: str | None = None
    capabilities: frozenset[str] | None = None
    input_modalities: frozenset[str] | None = None
