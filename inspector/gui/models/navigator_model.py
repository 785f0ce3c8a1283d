"""The navigator's rows as a Qt model."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt

from inspector.app.navigator import Grouping, NavigatorLists, NavRow, SectionRow
from inspector.app.wording.navigator import describe
from inspector.gui.models.lazy_tree import Index, LazyTreeModel


class NavigatorModel(LazyTreeModel[NavRow]):
    """Adapter of a `NavigatorLists` under a grouping and a filter."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(describe, parent)

    def show(self, presenter: NavigatorLists, grouping: Grouping, query: str) -> None:
        """Show a list; rows that were there before stay in place."""
        self.update_rows(presenter.rows(grouping, query), presenter.children)

    def flags(self, index: Index) -> Any:
        if isinstance(self.row_at(index), SectionRow):
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)
