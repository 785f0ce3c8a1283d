"""Claude Code transcripts: one file of JSON lines a session, read-only (SOURCES A)."""

from __future__ import annotations

from inspector.sources.claude_code.source import TranscriptSource

__all__ = ["TranscriptSource"]
