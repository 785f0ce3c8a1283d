"""The right-hand panel: everything about the selected thing, one page a tab."""

from __future__ import annotations

from inspector.gui.views.inspector.panel import InspectorPanel

__all__ = ["InspectorPanel"]
