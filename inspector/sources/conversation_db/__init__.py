"""Conversation databases of the chat application, opened read-only (FORMATS A)."""

from __future__ import annotations

from inspector.sources.conversation_db.messages import ParsedData, parse_data
from inspector.sources.conversation_db.records import (
    DiskFile,
    FileEntry,
    FileRef,
    MessageRow,
    ModelInfo,
    TopicRow,
    UsageRow,
)
from inspector.sources.conversation_db.search import searchable_text
from inspector.sources.conversation_db.source import ConversationDbSource, open_conversation_db

__all__ = [
    "ConversationDbSource",
    "DiskFile",
    "FileEntry",
    "FileRef",
    "MessageRow",
    "ModelInfo",
    "ParsedData",
    "TopicRow",
    "UsageRow",
    "open_conversation_db",
    "parse_data",
    "searchable_text",
]
