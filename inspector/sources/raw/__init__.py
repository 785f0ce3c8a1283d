"""Requests as a proxy or a program recorded them: claude-tap, HAR, LHAR, bodies (SOURCES C)."""

from __future__ import annotations

from inspector.sources.raw.source import RawSource

__all__ = ["RawSource"]
