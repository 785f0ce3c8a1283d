"""From SQL rows to the records of `records.py`; the one place that knows which column is what (FORMATS A)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from inspector.model.conversation import AssistantInfo
from inspector.sources.conversation_db.database import Database
from inspector.sources.conversation_db.records import (
    FileEntry,
    FileRef,
    MessageRow,
    ModelInfo,
    SessionRow,
    TopicRow,
)
from inspector.sources.conversation_db.values import (
    count_or_none,
    json_object,
    json_or_text,
    names_or_none,
    text,
    text_or_none,
)
from inspector.sources.normal import time_or_none
from inspector.wire import JsonValue

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row, Select

SETTINGS_PREFIX: Final = "chat.context_settings."
"""Only these preferences are read: others hold what is nobody's business."""

_KEYS: Final = {"message": "topic_id", "agent_session_message": "session_id"}
_MESSAGE_COLUMNS: Final = (
    "rowid",
    "id",
    "parent_id",
    "topic_id",
    "role",
    "status",
    "data",
    "siblings_group_id",
    "model_id",
    "stats",
    "message_snapshot",
    "compaction_summary",
    "created_at",
    "deleted_at",
)
"""What `_message` takes apart, in this order, followed by the data's size in bytes."""


class Tables:
    """Typed reading of one database; missing tables read as empty."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def topics(self) -> list[TopicRow]:
        """All topics in stored order."""
        return [_topic(row) for row in self._scan("topic")]

    def sessions(self) -> list[SessionRow]:
        """All agent sessions in stored order."""
        agents = {text(row.id): row for row in self._scan("agent")}
        return [_session(row, agents.get(row.agent_id)) for row in self._scan("agent_session")]

    def messages(self, topic_id: str | None = None) -> Iterator[MessageRow]:
        """Message rows in stored order: of one topic, read by its index, or all."""
        return self._messages("message", topic_id)

    def session_messages(self, session_id: str | None = None) -> Iterator[MessageRow]:
        """Message rows of one agent session, or of all, in stored order."""
        return self._messages("agent_session_message", session_id)

    def matching(
        self, table: str, *conditions: ColumnElement[Any], by_index: bool = False
    ) -> Iterator[MessageRow]:
        """Rows of `message` or `agent_session_message` that fulfil all conditions, in stored order.

        `by_index`: a condition asks the text index, which may fail without harm: then there are none.
        """
        rowid = self.database.schema.table(table).c.rowid
        statement = self._message_select(table).where(*conditions).order_by(rowid)
        read = self.database.rows_if_possible if by_index else self.database.rows
        return map(_message, read(statement))

    def places(self, ids: list[str]) -> dict[str, str]:
        """Topic by message id, for rows that are referred to from elsewhere; reads no content."""
        if not ids:
            return {}
        statement = self.database.schema.select("message", "id", "topic_id")
        column = self.database.schema.column("message", "id")
        return {
            text(row.id): text(row.topic_id) for row in self.database.rows(statement.where(column.in_(ids)))
        }

    def file_entries(self) -> list[FileEntry]:
        """All file entries in stored order."""
        return [_file_entry(row) for row in self._scan("file_entry")]

    def file_entry(self, entry_id: str) -> FileEntry | None:
        """One file entry."""
        schema = self.database.schema
        if not schema.has("file_entry"):
            return None
        statement = schema.select("file_entry").where(schema.column("file_entry", "id") == entry_id)
        return next((_file_entry(row) for row in self.database.rows(statement)), None)

    def file_refs(self) -> list[FileRef]:
        """Rows of all `*_file_ref` tables, table by table, each in stored order."""
        return [
            FileRef(
                table=name,
                id=text(row.id),
                entry_id=text(row.file_entry_id),
                source_id=text_or_none(row.source_id),
                role=text_or_none(row.role),
            )
            for name in self.database.schema.ref_tables
            for row in self._scan(name)
        ]

    def assistant(self, assistant_id: str | None) -> AssistantInfo | None:
        """The assistant with this id."""
        rows = (row for row in self._scan("assistant") if assistant_id is not None and row.id == assistant_id)
        row = next(rows, None)
        if row is None:
            return None
        return AssistantInfo(
            id=text(row.id),
            name=text(row.name),
            prompt=text(row.prompt),
            model_id=text_or_none(row.model_id),
            settings=dict(json_object(row.settings)),
        )

    def assistant_names(self) -> dict[str, str]:
        """Name by assistant id."""
        return {text(row.id): text(row.name) for row in self._scan("assistant", "rowid", "id", "name")}

    def models(self) -> list[ModelInfo]:
        """All models the user has set up."""
        endpoints = {row.provider_id: row.default_chat_endpoint for row in self._scan("user_provider")}
        return [_model(row, text_or_none(endpoints.get(row.provider_id))) for row in self._scan("user_model")]

    def preferences(self) -> dict[str, JsonValue]:
        """`chat.context_settings.*` by key, parsed; null stays None."""
        schema = self.database.schema
        if not schema.has("preference"):
            return {}
        chosen = schema.column("preference", "key").startswith(SETTINGS_PREFIX, autoescape=True)
        rows = self.database.rows(schema.select("preference", "scope", "key", "value").where(chosen))
        return {text(row.key): json_or_text(row.value) for row in rows if row.scope in ("default", None)}

    def _scan(self, table: str, *names: str) -> Iterator[Row[tuple[Any, ...]]]:
        if not self.database.schema.has(table):
            return iter(())
        return self.database.scan(table, self.database.schema.select(table, *names))

    def _messages(self, table: str, wanted: str | None) -> Iterator[MessageRow]:
        schema = self.database.schema
        if not schema.has(table):
            return
        statement, key = self._message_select(table), _KEYS[table]
        if wanted is not None and self.database.damage is None:
            chosen = statement.where(schema.column(table, key) == wanted)
            rows = list(self.database.rows(chosen.order_by(schema.table(table).c.rowid)))
            if self.database.damage is None:
                yield from map(_message, rows)
                return
        # The index of a damaged file may miss rows that a scan of the table still finds.
        found = self.database.scan(table, statement)
        yield from map(_message, (row for row in found if wanted in (None, getattr(row, key))))

    def _message_select(self, table: str) -> Select[Any]:
        import sqlalchemy as sa

        schema = self.database.schema
        data = sa.cast(schema.column(table, "data"), sa.LargeBinary)
        columns = (_KEYS[table] if name == "topic_id" else name for name in _MESSAGE_COLUMNS)
        return schema.select(table, *columns).add_columns(sa.func.length(data).label("data_bytes"))


def _topic(row: Row[tuple[Any, ...]]) -> TopicRow:
    return TopicRow(
        id=text(row.id),
        name=text(row.name),
        assistant_id=text_or_none(row.assistant_id),
        active_node_id=text_or_none(row.active_node_id),
        trace_id=text_or_none(row.trace_id),
        created_at=time_or_none(row.created_at),
        updated_at=_latest(row.last_activity_at, row.updated_at),
        deleted=row.deleted_at is not None,
    )


def _session(row: Row[tuple[Any, ...]], agent: Row[tuple[Any, ...]] | None) -> SessionRow:
    return SessionRow(
        id=text(row.id),
        name=text(row.name),
        updated_at=_latest(row.last_activity_at, row.updated_at),
        agent_id=text_or_none(row.agent_id),
        agent_name=text(agent.name) if agent is not None else "",
        instructions=text(agent.instructions) if agent is not None else "",
        model_id=text_or_none(agent.model) if agent is not None else None,
    )


def _message(row: Sequence[Any]) -> MessageRow:
    # By position: looking up fourteen names a row doubles the time of reading a big database.
    rowid, name, parent, topic, role, status, data, group, model, *rest = row
    stats, snapshot, summary, created_at, deleted_at, size = rest
    return MessageRow(
        rowid=rowid,
        id=text(name),
        parent_id=text_or_none(parent),
        topic_id=text(topic),
        role=text(role),
        status=text(status),
        data=text_or_none(data),
        data_bytes=size or 0,
        siblings_group=count_or_none(group) or 0,
        model_id=text_or_none(model),
        stats=text_or_none(stats),
        snapshot=text_or_none(snapshot),
        compaction_summary=text_or_none(summary) or None,
        created_at=time_or_none(created_at),
        deleted=deleted_at is not None,
    )


def _file_entry(row: Row[tuple[Any, ...]]) -> FileEntry:
    return FileEntry(
        id=text(row.id),
        origin=text(row.origin),
        name=text(row.name),
        ext=text_or_none(row.ext),
        size=count_or_none(row.size),
        content_hash=text_or_none(row.content_hash),
        policy=text_or_none(row.cleanup_policy),
        external_path=text_or_none(row.external_path),
        created_at=time_or_none(row.created_at),
        trashed=row.deleted_at is not None,
    )


def _model(row: Row[tuple[Any, ...]], endpoint: str | None) -> ModelInfo:
    return ModelInfo(
        id=text(row.id),
        provider_id=text(row.provider_id),
        model_id=text(row.model_id),
        preset_model_id=text_or_none(row.preset_model_id),
        name=text_or_none(row.name),
        context_window=count_or_none(row.context_window),
        max_input_tokens=count_or_none(row.max_input_tokens),
        max_output_tokens=count_or_none(row.max_output_tokens),
        pricing=json_object(row.pricing),
        endpoint=endpoint,
        capabilities=names_or_none(row.capabilities),
        input_modalities=names_or_none(row.input_modalities),
    )


def _latest(*values: object) -> int | None:
    return next((number for value in values if (number := time_or_none(value)) is not None), None)
