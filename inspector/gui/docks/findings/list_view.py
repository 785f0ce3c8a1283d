"""The list of findings: headings by cause, one line a finding with its place and a picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.analysis.findings.replayed import Fate
from inspector.app.findings.places import Spot
from inspector.app.findings.shelf import Entry, Group, Shelf
from inspector.app.wording import findings as words
from inspector.app.wording.numbers import group
from inspector.app.wording.timeline import DOT
from inspector.gui import theme
from inspector.gui.docks.findings.strip import draw_strip
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.gui.theme import Space, Theme
from inspector.gui.views.common.severity import draw_severity, severity_color
from inspector.gui.views.timeline.canvas import Line, Pens

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE: Final = Qt.ItemDataRole.UserRole

_HEADING_HEIGHT: Final = 26
_ROW_HEIGHT: Final = 28
_STRIP_WIDTH: Final = 132
_MARK_WIDTH: Final = 24
_NARROW: Final = 520
"""Below this width the place is left to the picture."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What the findings below come from.

    Attributes:
        group: the worst of them.
        title: of the cause.
        count: how many are listed.
        cost: what they cost, worded; "" = nothing.
    """

    group: Group
    title: str
    count: int
    cost: str


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding, worded.

    Attributes:
        entry: itself.
        message, place: its two texts.
        full_place: the place in full, for the tooltip.
        spot: for the picture.
        cost: worded; "" = none.
        fate: what the replay makes of it; None = it was not compared.
    """

    entry: Entry
    message: str
    place: str
    full_place: str
    spot: Spot
    cost: str = ""
    fate: Fate | None = None


Row = Heading | FindingRow


def rows_of(shelf: Shelf, worded: dict[str, FindingRow]) -> list[Row]:
    """The rows of the list; `worded` keeps those that were made before, by key, since wording takes its time."""
    rows: list[Row] = []
    for found in shelf.listed_groups():
        title = words.cause_title(found.key)
        rows.append(Heading(found.group, title, len(found.entries), words.cost(found.cost)))
        for entry in found.entries:
            row, fate = worded.get(entry.key) or _worded(entry, shelf, worded), shelf.fate(entry)
            rows.append(row if fate is None else replace(row, fate=fate.fate))
    return rows


def _worded(entry: Entry, shelf: Shelf, worded: dict[str, FindingRow]) -> FindingRow:
    spot = shelf.places.spot(entry.finding)
    row = FindingRow(
        entry,
        words.message(entry.finding),
        words.place(spot),
        words.full_place(spot),
        spot,
        words.cost(entry.finding.cost),
    )
    worded[entry.key] = row
    return row


def fate_color(fate: Fate, colors: Theme) -> QColor:
    """What a fate is written in."""
    return {
        Fate.GONE: colors.good,
        Fate.STAYS: colors.warning,
        Fate.NEW: colors.error,
        Fate.NOT_REPLAYABLE: colors.muted,
    }[fate]


class FindingModel(QAbstractListModel):
    """Rows for the view; headings cannot be selected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def index_of(self, key: str) -> QModelIndex:
        """Where a finding is listed."""
        for place, row in enumerate(self._rows):
            if isinstance(row, FindingRow) and row.entry.key == key:
                return self.index(place)
        return QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == ROW_ROLE:
            return self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _spoken(self._rows[index.row()])
        if role == Qt.ItemDataRole.ToolTipRole:
            row = self._rows[index.row()]
            return plain_tip(_tip(row)) if isinstance(row, FindingRow) else None
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self._rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def _spoken(row: Row) -> str:
    """What screen readers get."""
    if isinstance(row, Heading):
        return DOT.join(text for text in (row.title, group(row.count), row.cost) if text)
    fate = "" if row.fate is None else f"{words.fate(row.fate)}: "
    return f"{fate}{words.severity(row.entry.group)}: {row.message} ({row.full_place})"


def _tip(row: FindingRow) -> str:
    fate = "" if row.fate is None else words.fate_tip(row.fate)
    return "\n".join(text for text in (row.message, row.full_place, row.cost, fate) if text)


class FindingDelegate(QStyledItemDelegate):
    """Paints headings and findings."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._pens = Pens()
        self._struck = QFont(self._pens.body)
        self._struck.setStrikeOut(True)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, _HEADING_HEIGHT if isinstance(index.data(ROW_ROLE), Heading) else _ROW_HEIGHT)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, rect, colors = index.data(ROW_ROLE), QRect(option.rect), theme.current()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            self._paint_heading(painter, rect, row, colors)
        else:
            state = option.state
            if state & QStyle.StateFlag.State_Selected:
                painter.fillRect(rect, colors.accent_tint)
                painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), colors.accent)
            elif state & QStyle.StateFlag.State_MouseOver:
                painter.fillRect(rect, colors.hover)
            self._paint_line(painter, rect, row, colors)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRect, row: Heading, colors: Theme) -> None:
        center = QPointF(Space.L + 2, rect.center().y() + 2)
        draw_severity(painter, center, row.group, colors)
        left = Space.L + 14
        area = QRect(left, rect.top() + 1, rect.right() - Space.M - left, rect.height())
        line = Line(painter, self._pens, area)
        line.put_right(row.cost, self._pens.small_bold, colors.text, gap=Space.L)
        line.put(row.title, self._pens.small_bold, colors.muted)
        if row.count > 1:
            line.put(group(row.count), self._pens.small, colors.muted)

    def _paint_line(self, painter: QPainter, rect: QRect, row: FindingRow, colors: Theme) -> None:
        color = severity_color(row.entry.group, colors)
        draw_severity(painter, QPointF(Space.L + 2, rect.center().y() + 1), row.entry.group, colors, radius=4)
        right = rect.right() - Space.M
        strip = QRectF(right - _STRIP_WIDTH, rect.top(), _STRIP_WIDTH, rect.height())
        draw_strip(painter, strip, row.spot, color, colors)
        right -= _STRIP_WIDTH + Space.M
        left = Space.L - 10 + _MARK_WIDTH
        line = Line(painter, self._pens, QRect(left, rect.top(), right - left, rect.height()))
        if row.fate is not None:
            ink = fate_color(row.fate, colors)
            line.put_right(words.fate(row.fate), self._pens.small_bold, ink, gap=Space.L)
        if rect.width() >= _NARROW:
            line.put_right(row.place, self._pens.small, colors.muted, gap=Space.L)
        gone = row.fate is Fate.GONE
        font, ink = (self._struck, colors.muted) if gone else (self._pens.body, colors.text)
        line.put(row.message, font, ink, elide=Qt.TextElideMode.ElideMiddle)


class FindingList(QListView):
    """The list.

    Attributes:
        findings: its model.
        chosen: emitted with a key when a finding is selected by hand.
        visited: a finding was clicked, or Return pressed on it.
    """

    chosen = Signal(str)
    visited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findings")
        self.findings = FindingModel(self)
        self.setModel(self.findings)
        self.setItemDelegate(FindingDelegate(self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalScrollBar().setSingleStep(_ROW_HEIGHT)
        self._quiet = False
        self.selectionModel().currentChanged.connect(self._on_current)

    def show_rows(self, rows: Sequence[Row], current: str) -> None:
        """Show other rows; the selected finding stays selected and the list where it is."""
        self._quiet = True
        bar = self.verticalScrollBar()
        value = bar.value()
        self.findings.show(rows)
        self.doItemsLayout()
        bar.setValue(value)
        self._quiet = False
        self.select(current)

    def select(self, key: str) -> None:
        """Select a finding without telling of it."""
        index = self.findings.index_of(key)
        self._quiet = True
        self.setCurrentIndex(index)
        self._quiet = False
        if index.isValid():
            above = index.siblingAtRow(index.row() - 1)
            if isinstance(self.row(above), Heading):
                self.scrollTo(above)
            self.scrollTo(index)

    def row(self, index: QModelIndex) -> Row | None:
        """The row behind an index."""
        found: Row | None = index.data(ROW_ROLE) if index.isValid() else None
        return found

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.visited.emit()
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row = self.row(self.indexAt(event.position().toPoint()))
        if event.button() == Qt.MouseButton.LeftButton and isinstance(row, FindingRow):
            self.visited.emit()

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = self.row(current)
        if not self._quiet and isinstance(row, FindingRow):
            self.chosen.emit(row.entry.key)
