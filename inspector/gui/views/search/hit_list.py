"""The hits of a search as a list below the field: a line of context, and where it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.sources.base import SearchHit

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT: Final = QModelIndex()
_LEAD: Final = 12
"""Characters kept before the hit when the line does not fit."""
HIT_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
WHERE_ROLE: Final = HIT_ROLE + 1


class HitModel(QAbstractListModel):
    """Hits in order; grows while a search runs."""

    def __init__(self) -> None:
        super().__init__()
        self._hits: Sequence[SearchHit] = ()
        self._titles: Mapping[str, str] = {}

    def set_titles(self, titles: Mapping[str, str]) -> None:
        """Names of conversations by id."""
        self._titles = titles

    def set_hits(self, hits: Sequence[SearchHit]) -> None:
        """Show these; when they continue the ones shown, rows are only added."""
        shown = len(self._hits)
        if shown and len(hits) >= shown and hits[shown - 1] == self._hits[-1]:
            if len(hits) > shown:
                self.beginInsertRows(_NO_PARENT, shown, len(hits) - 1)
                self._hits = hits
                self.endInsertRows()
            return
        self.beginResetModel()
        self._hits = hits
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._hits)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (
            Qt.ItemDataRole.DisplayRole,
            HIT_ROLE,
            WHERE_ROLE,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        hit = self._hits[index.row()]
        if role == HIT_ROLE:
            return hit
        where = self._titles.get(hit.conversation_id) or self.tr("(no title)")
        if role == WHERE_ROLE:
            return where
        context = " ".join(hit.context.split())
        return f"{context}, {where}" if role == Qt.ItemDataRole.AccessibleTextRole else context


class HitDelegate(QStyledItemDelegate):
    """Context with the query marked, the conversation in small type at the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.query = ""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, theme.BODY_PX + 2 * theme.Space.S)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = theme.current()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colours.accent_tint)
        room = rect.adjusted(theme.Space.S, 0, -theme.Space.S, 0)
        painter.setFont(theme.body_font(pixels=theme.SMALL_PX))
        metrics = painter.fontMetrics()
        where = metrics.elidedText(index.data(WHERE_ROLE), Qt.TextElideMode.ElideRight, room.width() // 3)
        painter.setPen(colours.muted)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), where)
        room.setRight(room.right() - metrics.horizontalAdvance(where) - theme.Space.M)
        self._paint_context(painter, room, index.data(), colours.text, colours.search_hit)

    def _paint_context(self, painter: QPainter, room: QRect, text: str, pen: QColor, mark: QColor) -> None:
        painter.setFont(theme.body_font())
        metrics = painter.fontMetrics()
        at = text.casefold().find(self.query.casefold()) if self.query else -1
        before = metrics.horizontalAdvance(text[:at]) if at >= 0 else 0
        if at >= 0 and before > room.width() // 2:
            keep = max(0, at - _LEAD)
            text, at = "…" + text[keep:], at - keep + 1
            before = metrics.horizontalAdvance(text[:at])
        if at >= 0:
            width = metrics.horizontalAdvance(text[at : at + len(self.query)])
            box = QRect(room.left() + before, room.top() + 4, width, room.height() - 8)
            painter.fillRect(box.intersected(room), mark)
        painter.setPen(pen)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)


class HitList(QListView):
    """The list; it floats over the window below the search field."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hits = HitModel()
        self.delegate = HitDelegate(self)
        self.setModel(self.hits)
        self.setItemDelegate(self.delegate)
        self.setObjectName("search-hits")
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.Box)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Hits"))
        theme.manager().changed.connect(self._colour)
        self._colour()
        self.hide()

    def _colour(self) -> None:
        colours = theme.current()
        self.setStyleSheet(
            f"#search-hits {{ background: {colours.surface.name()}; border: 1px solid {colours.line.name()};"
            f" border-radius: {theme.RADIUS}px; }}"
        )
