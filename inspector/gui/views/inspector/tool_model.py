"""Declared tools as a tree: tools at the top, the properties of their schemas below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.analysis.tool_view import Parameter, ToolView
from inspector.app.wording.numbers import group
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.gui.theme import body_font

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT: Final = QModelIndex()
TOOL_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(slots=True, eq=False)
class _Node:
    """A row: its texts by column, the tool it belongs to, its place."""

    texts: tuple[str, str, str]
    tip: str
    tool: ToolView
    row: int
    parent: _Node | None
    children: list[_Node] = field(default_factory=list)


class ToolModel(QAbstractItemModel):
    """Columns: name, type or number of calls, chars."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._roots: list[_Node] = []

    def set_tools(self, tools: Sequence[ToolView]) -> None:
        """Replace everything."""
        self.beginResetModel()
        self._roots = []
        for row, tool in enumerate(tools):
            called = self.tr("called {0} ×").format(tool.calls) if tool.calls else ""
            node = _Node((tool.name, called, group(tool.chars)), tool.description, tool, row, None)
            _add_parameters(node, tool.parameters)
            self._roots.append(node)
        self.endResetModel()

    def index(self, row: int, column: int, parent: Index = _NO_PARENT) -> QModelIndex:
        nodes = self._children(parent)
        if 0 <= row < len(nodes) and 0 <= column < 3:
            return self.createIndex(row, column, nodes[row])
        return QModelIndex()

    def parent(self, child: Index = _NO_PARENT) -> QModelIndex:  # type: ignore[override]
        node = _node(child)
        if node is None or node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.row, 0, node.parent)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() and parent.column() else len(self._children(parent))

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 3

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = _node(index)
        if node is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return node.texts[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(node.tip or "")
        if role == TOOL_ROLE:
            return node.tool
        if role == Qt.ItemDataRole.FontRole and node.parent is None and index.column() == 0:
            return body_font(bold=True)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 2:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Tool"), self.tr("Type"), self.tr("chars"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 2:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _children(self, parent: Index) -> list[_Node]:
        node = _node(parent)
        return self._roots if node is None else node.children


def _node(index: Index) -> _Node | None:
    found = index.internalPointer() if index.isValid() else None
    return found if isinstance(found, _Node) else None


def _add_parameters(parent: _Node, parameters: Sequence[Parameter]) -> None:
    for row, parameter in enumerate(parameters):
        name = f"{parameter.name} *" if parameter.required else parameter.name
        node = _Node((name, parameter.type, ""), parameter.description, parent.tool, row, parent)
        _add_parameters(node, parameter.children)
        parent.children.append(node)
