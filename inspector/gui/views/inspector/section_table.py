"""The list of a prompt's sections with their sizes; choosing one shows it in the text below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.analysis.prompt_view import Section
from inspector.app.wording.inspector import section_title
from inspector.app.wording.numbers import group
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT: Final = QModelIndex()


class SectionModel(QAbstractTableModel):
    """One row a section: what it is, chars, estimated tokens; strings are made once."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[str, str, str]] = []

    def set_sections(self, sections: Sequence[Section]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = [
            (section_title(section, sizes=False), group(section.chars), group(section.tokens))
            for section in sections
        ]
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else 3

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._rows[index.row()][0])
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Part"), self.tr("chars"), self.tr("≈ tok"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None


class SectionTable(QTableView):
    """The table; keyboard and mouse choose a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sections = SectionModel()
        self.setModel(self.sections)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.BODY_PX + 2 * theme.Space.XS + 3)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
