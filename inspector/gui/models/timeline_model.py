"""The timeline's rows as a Qt model."""

from __future__ import annotations

from PySide6.QtCore import QObject

from inspector.app.timeline.branch_rows import TimelineRows
from inspector.app.timeline.rows import Row
from inspector.app.wording.timeline import describe
from inspector.gui.models.lazy_tree import LazyTreeModel


class TimelineModel(LazyTreeModel[Row]):
    """Adapter of a `TimelineRows`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(describe, parent)

    def show(self, presenter: TimelineRows) -> None:
        """Show another conversation or branch."""
        self.set_rows(presenter.rows(), presenter.children)

    def update(self, presenter: TimelineRows) -> None:
        """Show a newer state of the same branch."""
        self.update_rows(presenter.rows(), presenter.children)

    def clear(self) -> None:
        """Show nothing."""
        self.set_rows((), lambda row: ())
