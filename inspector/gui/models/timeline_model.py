"""The timeline's rows as a Qt model."""

from __future__ import annotations

from PySide6.QtCore import QObject

from inspector.gui.models.lazy_tree import LazyTreeModel
from inspector.gui.presenters.rows import Row
from inspector.gui.presenters.timeline import TimelinePresenter
from inspector.gui.wording.timeline import describe


class TimelineModel(LazyTreeModel[Row]):
    """Adapter of a `TimelinePresenter`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(describe, parent)

    def show(self, presenter: TimelinePresenter) -> None:
        """Show another conversation or branch."""
        self.set_rows(presenter.rows(), presenter.children)

    def update(self, presenter: TimelinePresenter) -> None:
        """Show a newer state of the same branch."""
        self.update_rows(presenter.rows(), presenter.children)

    def clear(self) -> None:
        """Show nothing."""
        self.set_rows((), lambda row: ())
