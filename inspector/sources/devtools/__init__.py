"""AI SDK DevTools captures, `.devtools/generations.json` (FORMATS B)."""

from __future__ import annotations

from inspector.sources.devtools.source import CaptureSource

__all__ = ["CaptureSource"]
