"""The left pane: a filter, the choice of grouping for captures, and the list of conversations or runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from inspector.app.findings.marks import Mark
from inspector.app.navigator import (
    EntryRow,
    Grouping,
    NavigatorLists,
    NavRow,
    RequestLeaf,
    RunRow,
    SectionRow,
)
from inspector.app.wording import navigator as words
from inspector.app.wording import units
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.models.lazy_tree import ROW_ROLE
from inspector.gui.models.navigator_model import NavigatorModel
from inspector.gui.theme import Space, Theme
from inspector.gui.views.common.severity import draw_severity
from inspector.gui.views.timeline.canvas import Line, Pens, draw_arrow

Index = QModelIndex | QPersistentModelIndex

_LINE: Final = 18
_PADDING: Final = 8
_INDENT: Final = 14
_MARK: Final = 3
_ROOM_FOR_OWNER: Final = 40
"""An entry's assistant is left out when less room than this is left for it."""


class NavigatorDelegate(QStyledItemDelegate):
    """Paints entries on two or three lines: title, facts, badges."""

    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view
        self._pens = Pens()
        self.findings: Mapping[str, Mark] = {}
        self._finding_areas: dict[str, QRect] = {}

    def is_finding(self, row: NavRow, point: QPoint) -> bool:
        """Whether a point of the viewport lies on the badge of a row's findings."""
        area = self._finding_areas.get(row.key)
        return area is not None and area.contains(point)

    def _mark(self, row: NavRow) -> Mark | None:
        return self.findings.get(row.summary.id) if isinstance(row, EntryRow) else None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW_ROLE)
        if isinstance(row, SectionRow):
            return QSize(0, 36)
        if isinstance(row, RequestLeaf):
            return QSize(0, 30)
        lines = 1 + bool(words.facts(row)) + (bool(words.badges(row)) or self._mark(row) is not None)
        return QSize(0, lines * _LINE + _PADDING * 2)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        rect, state, colors = QRect(option.rect), option.state, theme.current()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if isinstance(row, SectionRow):
            self._paint_section(painter, rect, row, colors)
        else:
            hovered = bool(state & QStyle.StateFlag.State_MouseOver)
            _paint_ground(painter, rect, colors, selected=selected, hovered=hovered)
            left = Space.L + _INDENT * _depth(index)
            if row.expandable:
                middle = rect.top() + _PADDING + _LINE / 2 + 1
                is_open = self._view.isExpanded(index)
                draw_arrow(painter, QPointF(left - 6, middle), is_open=is_open, color=colors.faint)
                left += 4
            if isinstance(row, RequestLeaf):
                self._paint_leaf(painter, rect, left, row, colors)
            else:
                self._paint_entry(painter, rect, left, row, colors)
        painter.restore()

    def _paint_section(self, painter: QPainter, rect: QRect, row: SectionRow, colors: Theme) -> None:
        area = QRect(Space.M, rect.top() + Space.S, rect.width() - Space.L, rect.height() - Space.S)
        Line(painter, self._pens, area).put(words.section_title(row), self._pens.small_bold, colors.muted)

    def _paint_leaf(self, painter: QPainter, rect: QRect, left: int, row: RequestLeaf, colors: Theme) -> None:
        area = QRect(left, rect.top(), rect.width() - left - Space.M, rect.height())
        line = Line(painter, self._pens, area)
        line.put_right(words.facts(row), self._pens.small, colors.muted)
        line.put(words.title(row), self._pens.body, colors.text)

    def _paint_entry(self, painter: QPainter, rect: QRect, left: int, row: NavRow, colors: Theme) -> None:
        top = rect.top() + _PADDING
        width = rect.width() - left - Space.M
        named = not (isinstance(row, EntryRow) and not row.summary.title)
        head = Line(painter, self._pens, QRect(left, top, width, _LINE))
        head.put(words.title(row), self._pens.medium, colors.text if named else colors.muted)
        if facts := words.facts(row):
            top += _LINE
            line = Line(painter, self._pens, QRect(left, top, width, _LINE))
            line.put(facts, self._pens.small, colors.muted)
            line.put_right(words.moment(row), self._pens.small, colors.faint)
            if line.right - line.left >= _ROOM_FOR_OWNER:
                line.put(words.owner(row), self._pens.small, colors.faint)
        badges, mark = words.badges(row), self._mark(row)
        if badges or mark is not None:
            top += _LINE
            line = Line(painter, self._pens, QRect(left, top, width, _LINE))
            if mark is not None:
                self._paint_findings(painter, line, row, mark, colors)
            for badge in badges:
                _paint_dot(painter, line, getattr(colors, badge.tone))
                line.put(badge.text, self._pens.small, colors.muted)

    def _paint_findings(self, painter: QPainter, line: Line, row: NavRow, mark: Mark, colors: Theme) -> None:
        left = line.left
        draw_severity(painter, QPointF(left + 4, line.rect.center().y() + 1), mark.severity, colors, radius=4)
        line.left += 12
        line.put(units.findings(mark.count), self._pens.small, colors.muted)
        self._finding_areas[row.key] = QRect(left, line.rect.top(), line.left - left, _LINE)


def _paint_ground(painter: QPainter, rect: QRect, colors: Theme, *, selected: bool, hovered: bool) -> None:
    if selected:
        painter.fillRect(rect, colors.accent_tint)
        painter.fillRect(QRect(rect.left(), rect.top(), _MARK, rect.height()), colors.accent)
    elif hovered:
        painter.fillRect(rect, colors.hover)


def _paint_dot(painter: QPainter, line: Line, color: QColor) -> None:
    if line.right - line.left < Space.L:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QPointF(line.left + 3, line.rect.center().y() + 1), 3, 3)
    line.left += 10


def _depth(index: Index) -> int:
    depth, parent = 0, index.parent()
    while parent.isValid():
        depth, parent = depth + 1, parent.parent()
    return depth


class NavigatorTree(QTreeView):
    """The list; arrows and badges are painted by the delegate and clicked here.

    Attributes:
        findings_clicked: emitted with a conversation's id when the badge of its findings is clicked.
    """

    findings_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalScrollBar().setSingleStep(24)
        self.painter_of_rows = NavigatorDelegate(self)
        self.setItemDelegate(self.painter_of_rows)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        row = index.data(ROW_ROLE) if index.isValid() else None
        if isinstance(row, EntryRow) and self.painter_of_rows.is_finding(row, event.position().toPoint()):
            self.findings_clicked.emit(row.summary.id)
        if isinstance(row, RunRow) and row.expandable:
            arrow = Space.L + _INDENT * _depth(index)
            if event.position().x() < arrow + 4:
                self.setExpanded(index, not self.isExpanded(index))

    def drawBranches(self, *_arguments: object) -> None:
        """The delegate paints the arrows."""


class Navigator(QWidget):
    """The pane.

    Attributes:
        conversation_chosen: emitted with a conversation id.
        request_chosen: emitted with a `RequestRecord`.
        grouping_chosen: emitted with a `Grouping`.
        findings_requested: emitted with the id of a conversation whose findings are wanted.
    """

    conversation_chosen = Signal(str)
    request_chosen = Signal(object)
    grouping_chosen = Signal(object)
    findings_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._presenter = NavigatorLists()
        self._grouping = Grouping.CONVERSATIONS
        self._marked = ""
        self._quiet = False
        self.filter = QLineEdit(self)
        self.filter.setObjectName("navigator-filter")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._show)
        self.filter.installEventFilter(self)
        self.tree = NavigatorTree(self)
        self.tree.setObjectName("navigator")
        self.tree.setProperty("ground", "panel")
        self.tree.findings_clicked.connect(self.findings_requested)
        self.model = NavigatorModel(self)
        self.tree.setModel(self.model)
        self.tree.selectionModel().currentChanged.connect(self._on_current)
        self._buttons = self._make_buttons()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(Space.M, Space.M, Space.M, Space.XS)
        head.setSpacing(Space.S)
        head.addWidget(self.filter)
        head.addWidget(self._buttons)
        layout.addLayout(head)
        layout.addWidget(self.tree, 1)
        theme.manager().changed.connect(self.tree.viewport().update)
        self._retranslate()

    # -- content

    def show_lists(self, presenter: NavigatorLists) -> None:
        """Show another state; rows that are still there stay selected and unfolded."""
        self._presenter = presenter
        self._buttons.setVisible(presenter.has_runs)
        self._show()

    def clear(self) -> None:
        """Show nothing, without a filter and in the first grouping."""
        self._marked = ""
        self.filter.clear()
        self.set_grouping(Grouping.CONVERSATIONS)
        self.show_lists(NavigatorLists())

    def show_findings(self, marks: Mapping[str, Mark]) -> None:
        """Badge the conversations that have findings."""
        painter = self.tree.painter_of_rows
        if marks.keys() != painter.findings.keys():
            self.tree.scheduleDelayedItemsLayout()
        painter.findings = marks
        self.tree.viewport().update()

    @property
    def grouping(self) -> Grouping:
        """How the list is grouped."""
        return self._grouping

    def set_grouping(self, grouping: Grouping) -> None:
        """Group the list another way."""
        self._grouping = grouping
        for button in self._buttons.findChildren(QToolButton):
            button.setChecked(button.objectName() == f"group-{grouping}")
        self._show()

    def select(self, conversation_id: str) -> None:
        """Mark the entry of a conversation without choosing it again; among runs, what was chosen stays."""
        if self._grouping is Grouping.CONVERSATIONS:
            self._marked = f"entry:{conversation_id}"
            self._mark()

    def entries(self) -> list[EntryRow]:
        """All conversations, whatever the filter and the grouping."""
        rows = self._presenter.rows(Grouping.CONVERSATIONS)
        return [row for row in rows if isinstance(row, EntryRow)]

    def step(self, direction: int) -> None:
        """Choose the next (1) or previous (−1) entry that can be chosen."""
        index = self.tree.currentIndex()
        while True:
            if index.isValid():
                index = self.tree.indexBelow(index) if direction > 0 else self.tree.indexAbove(index)
            else:
                index = self.model.index(0, 0)
            if not index.isValid():
                return
            if not isinstance(index.data(ROW_ROLE), SectionRow):
                self.tree.setCurrentIndex(index)
                return

    # -- events

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down from the filter goes to the list, Escape clears it."""
        if watched is self.filter and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down:
                self.tree.setFocus()
                self.step(1)
                return True
            if event.key() == Qt.Key.Key_Escape and self.filter.text():
                self.filter.clear()
                return True
        return super().eventFilter(watched, event)

    # -- inside

    def _make_buttons(self) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        group = QButtonGroup(holder)
        for grouping in Grouping:
            button = QToolButton(holder)
            button.setObjectName(f"group-{grouping}")
            button.setCheckable(True)
            button.setProperty("segment", True)
            button.setChecked(grouping is self._grouping)
            button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Fixed)
            group.addButton(button)
            row.addWidget(button)
        group.buttonClicked.connect(self._on_button)
        holder.hide()
        return holder

    @Slot(object)
    def _on_button(self, button: QToolButton) -> None:
        grouping = Grouping(button.objectName().removeprefix("group-"))
        self.set_grouping(grouping)
        self.grouping_chosen.emit(grouping)

    def _retranslate(self) -> None:
        self.filter.setPlaceholderText(self.tr("Filter the list"))
        self.tree.setAccessibleName(self.tr("Conversations"))
        texts = {Grouping.CONVERSATIONS: self.tr("Conversations"), Grouping.RUNS: self.tr("Runs")}
        for button in self._buttons.findChildren(QToolButton):
            button.setText(texts[Grouping(button.objectName().removeprefix("group-"))])
        self.tree.viewport().update()

    @Slot()
    def _show(self) -> None:
        """Bring the list up to date. Qt moves the current row when its row goes: that is nobody's choice."""
        self._quiet = True
        self.model.show(self._presenter, self._grouping, self.filter.text())
        self._quiet = False
        self._mark()

    def _mark(self) -> None:
        """Select the row of what is on screen, if it is listed; say nothing of it."""
        index = self.model.index_of(self._marked, fetch=False)
        self._quiet = True
        self.tree.setCurrentIndex(index)
        self._quiet = False

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._quiet:
            return
        row = current.data(ROW_ROLE) if current.isValid() else None
        self._marked = "" if row is None else row.key
        if isinstance(row, EntryRow):
            self.conversation_chosen.emit(row.summary.id)
        elif isinstance(row, RequestLeaf):
            self.request_chosen.emit(row.request)
        elif isinstance(row, RunRow):
            first = self._presenter.first_request(row.run)
            if first is not None:
                self.request_chosen.emit(first)
