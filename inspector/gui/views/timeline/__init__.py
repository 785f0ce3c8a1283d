"""The timeline: a tree of painted cards with the columns of measured figures at its right."""

from __future__ import annotations

from inspector.gui.views.timeline.pane import TimelinePane

__all__ = ["TimelinePane"]
