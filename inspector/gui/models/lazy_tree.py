"""A tree model over presenter rows whose children are made when asked for, and which can be brought up to date.

The presenter owns the truth; nodes only remember what Qt needs: parent, position, children once fetched. Nodes are
kept alive here because `createIndex` does not do it, removed ones until the next change. `update_rows` changes as
little as possible: rows with the same key stay, so selection, unfolding and scroll position survive when a file
that is followed has grown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.gui.guard import guarded

ROW_ROLE = Qt.ItemDataRole.UserRole
"""The presenter's row behind an index."""

Index = QModelIndex | QPersistentModelIndex


class TreeRow(Protocol):
    """What the model needs of a row."""

    @property
    def key(self) -> str: ...

    @property
    def expandable(self) -> bool: ...


RowT = TypeVar("RowT", bound=TreeRow)


class Node(Generic[RowT]):
    """A row in its place.

    Attributes:
        row: the presenter's row; None only for the invisible root.
        parent: None only for the root.
        position: index among its siblings.
        children: None until they were fetched.
    """

    __slots__ = ("children", "parent", "position", "row")

    def __init__(self, row: RowT | None, parent: Node[RowT] | None, position: int) -> None:
        self.row = row
        self.parent = parent
        self.position = position
        self.children: list[Node[RowT]] | None = None


class LazyTreeModel(QAbstractItemModel, Generic[RowT]):
    """The model; `describe` words a row for display and for screen readers."""

    def __init__(self, describe: Callable[[RowT], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._describe = describe
        self._children_of: Callable[[RowT], Sequence[RowT]] = lambda row: ()
        self._root: Node[RowT] = Node(None, None, 0)
        self._root.children = []
        self._retired: list[Node[RowT]] = []

    # -- content

    def set_rows(self, rows: Sequence[RowT], children_of: Callable[[RowT], Sequence[RowT]]) -> None:
        """Show something else."""
        self.beginResetModel()
        self._children_of = children_of
        self._retired = [self._root]
        self._root = Node(None, None, 0)
        self._root.children = [Node(row, self._root, n) for n, row in enumerate(rows)]
        self.endResetModel()

    def update_rows(self, rows: Sequence[RowT], children_of: Callable[[RowT], Sequence[RowT]]) -> None:
        """Show a newer state of the same thing, keeping every row whose key is still there in its place."""
        self._children_of = children_of
        self._sync(self._root, rows)

    def row_at(self, index: Index) -> RowT | None:
        """The row behind an index; None for the root."""
        return self._node(index).row

    def index_of(self, key: str, *, fetch: bool = True) -> QModelIndex:
        """The first index with a key, depth first; children are fetched on the way unless told not to."""
        for node in self._walk(self._root, fetch):
            if node.row is not None and node.row.key == key:
                return self._index(node)
        return QModelIndex()

    def indexes(self) -> Iterator[QModelIndex]:
        """Every index of what was fetched so far, in the order it is shown."""
        for node in self._walk(self._root, fetch=False):
            yield self._index(node)

    # -- Qt

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        children = self._node(parent).children
        if column != 0 or children is None or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # hides QObject.parent()
        parent = self._node(index).parent if index.isValid() else None
        return QModelIndex() if parent is None or parent.parent is None else self._index(parent)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if parent.isValid() and parent.column() != 0:
            return 0
        return len(self._node(parent).children or ())

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        node = self._node(parent)
        if node.children is not None:
            return bool(node.children)
        return node.row is not None and node.row.expandable

    def canFetchMore(self, parent: Index) -> bool:
        node = self._node(parent)
        return node.children is None and node.row is not None and node.row.expandable

    def fetchMore(self, parent: Index) -> None:
        node = self._node(parent)
        if node.children is not None or node.row is None:
            return
        rows = self._children_of(node.row)
        if not rows:
            node.children = []
            return
        self.beginInsertRows(self._index(node), 0, len(rows) - 1)
        node.children = [Node(row, node, n) for n, row in enumerate(rows)]
        self.endInsertRows()

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != ROW_ROLE and role != Qt.ItemDataRole.DisplayRole:
            return None
        row = self._node(index).row if index.isValid() else None
        if row is None:
            return None
        return row if role == ROW_ROLE else self._describe(row)

    # -- inside

    def _node(self, index: Index) -> Node[RowT]:
        return index.internalPointer() if index.isValid() else self._root

    def _index(self, node: Node[RowT]) -> QModelIndex:
        return QModelIndex() if node.parent is None else self.createIndex(node.position, 0, node)

    def _walk(self, node: Node[RowT], fetch: bool) -> Iterator[Node[RowT]]:
        if fetch and node.children is None and node.row is not None and node.row.expandable:
            self.fetchMore(self._index(node))
        for child in list(node.children or ()):
            yield child
            yield from self._walk(child, fetch)

    def _sync(self, node: Node[RowT], rows: Sequence[RowT]) -> None:
        old = node.children or []
        head = _common(old, rows)
        tail = _common(old[head:][::-1], rows[head:][::-1])
        self._remove(node, head, len(old) - tail)
        self._insert(node, head, rows[head : len(rows) - tail])
        for child, row in zip(node.children or (), rows, strict=True):
            self._replace(child, row)

    def _remove(self, node: Node[RowT], start: int, end: int) -> None:
        if start >= end or node.children is None:
            return
        self.beginRemoveRows(self._index(node), start, end - 1)
        self._retired = node.children[start:end]
        del node.children[start:end]
        self._renumber(node)
        self.endRemoveRows()

    def _insert(self, node: Node[RowT], start: int, rows: Sequence[RowT]) -> None:
        if not rows:
            return
        self.beginInsertRows(self._index(node), start, start + len(rows) - 1)
        children = node.children if node.children is not None else []
        children[start:start] = [Node(row, node, 0) for row in rows]
        node.children = children
        self._renumber(node)
        self.endInsertRows()

    def _replace(self, node: Node[RowT], row: RowT) -> None:
        if _same(node.row, row):
            return
        node.row = row
        index = self._index(node)
        if node.children is not None:
            self._sync(node, self._children_of(row) if row.expandable else ())
        self.dataChanged.emit(index, index)

    @staticmethod
    def _renumber(node: Node[RowT]) -> None:
        for position, child in enumerate(node.children or ()):
            child.position = position


def _same(old: object, new: object) -> bool:
    """Whether two rows are equal; JSON nested too deep to be compared counts as changed."""
    try:
        return old == new
    except RecursionError:
        return False


def _common(nodes: Sequence[Node[RowT]], rows: Sequence[RowT]) -> int:
    """How many leading nodes and rows have the same keys."""
    count = 0
    for node, row in zip(nodes, rows, strict=False):
        if node.row is None or node.row.key != row.key:
            break
        count += 1
    return count
