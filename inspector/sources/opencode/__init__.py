"""opencode databases: sessions, messages and parts in SQLite, read-only (SOURCES E)."""

from __future__ import annotations

from inspector.sources.opencode.source import OpencodeSource

__all__ = ["OpencodeSource"]
