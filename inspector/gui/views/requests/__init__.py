"""The flat list of every request: a filter expression above a virtual table."""

from inspector.gui.views.requests.pane import RequestsPane

__all__ = ["RequestsPane"]
