"""Codex rollouts: one file of JSON lines a session, read-only (SOURCES B)."""

from __future__ import annotations

from inspector.sources.codex.source import RolloutSource

__all__ = ["RolloutSource"]
