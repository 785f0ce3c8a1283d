"""The sources beside the answer: one card each, with what its form shows of it and the full text on demand."""

from __future__ import annotations

import unicodedata
from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from inspector.analysis.citations.skeleton import Card, Entry
from inspector.analysis.citations.skeleton_forms import FormView, Shown
from inspector.app.timeline.turn_text import first_line
from inspector.app.wording.citations import words
from inspector.gui import theme
from inspector.gui.citations.badges import Badge, Face, Tone
from inspector.gui.guard import guarded
from inspector.gui.theme import BODY_PX, RADIUS, SMALL_PX, TITLE_PX, Space, body_font, code_font
from inspector.gui.views.text.view import VirtualTextView

_BADGE_PX: Final = 20
_TEXT_HEIGHT: Final = 280
_PREVIEW_CELLS: Final = 108
"""About two lines of a card; a wide character takes two cells."""
_RING: Final = 3


def _preview(text: str) -> tuple[str, bool]:
    """The beginning of a text as one line, and whether that is all of it."""
    line = first_line(text, _PREVIEW_CELLS)
    cells = 0
    for at, char in enumerate(line):
        cells += 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if cells > _PREVIEW_CELLS:
            return line[:at].rstrip() + "…", False
    is_all = len(line) < _PREVIEW_CELLS or " ".join(text.split()) == line
    return (line if is_all else line.rstrip() + "…"), is_all


class ExcerptLabel(QLabel):
    """What a form keeps of a text, on a ground of its own."""

    def __init__(self, scale: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scale = scale
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def show_whole(self, text: str) -> None:
        """The beginning of a text that stays whole."""
        self.setContentsMargins(0, 0, 0, 0)
        self._show(text, "muted", body_font(pixels=round(BODY_PX * self._scale)))

    def show_cut(self, text: str) -> None:
        """What stands for a text that was cut."""
        self.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        self._show(text, "trimmed", code_font(pixels=round(SMALL_PX * self._scale)))

    def _show(self, text: str, tone: str, font: QFont) -> None:
        self.setText(text)
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)
        self.setFont(font)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.property("tone") == "trimmed":
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(theme.current().faint_line)
            painter.setBrush(theme.current().panel)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
            painter.end()
        super().paintEvent(event)


class EntryRow(QWidget):
    """One text of a source: its excerpt, and a link that unfolds it.

    Attributes:
        entry: the text.
        unfold: the link.
    """

    def __init__(self, entry: Entry, scale: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = entry
        self._height = round(_TEXT_HEIGHT * scale)
        self._excerpt = ExcerptLabel(scale, self)
        self.unfold = QPushButton(self)
        self.unfold.setProperty("link", True)
        self.unfold.setFont(body_font(pixels=round(BODY_PX * scale)))
        self.unfold.setCursor(Qt.CursorShape.PointingHandCursor)
        self.unfold.clicked.connect(self._toggle)
        self._lost = QLabel(self)
        self._lost.setProperty("tone", "warning")
        self._lost.setWordWrap(True)
        self._lost.setVisible(not entry.readable)
        self._text: VirtualTextView | None = None
        self._shown: Shown | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.XS)
        self._column.addWidget(self._excerpt)
        self._column.addWidget(self._lost)
        self._column.addWidget(self.unfold, 0, Qt.AlignmentFlag.AlignLeft)
        self._word()

    def show_form(self, shown: Shown | None) -> None:
        """Show what a form keeps of the text; None = the form is not about it."""
        self._shown = shown
        preview, is_all = _preview(self.entry.text)
        if shown is None or shown.is_whole:
            self._excerpt.show_whole(preview)
        else:
            self._excerpt.show_cut(words.excerpt(self.entry, shown))
        cut = shown is not None and not shown.is_whole
        self._excerpt.setVisible(bool(preview) or cut)
        more = cut or not is_all or self._text is not None
        self.unfold.setVisible(more and self.entry.readable)

    def text_view(self) -> VirtualTextView | None:
        """The unfolded text."""
        return self._text

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
            self.show_form(self._shown)
        super().changeEvent(event)

    def _word(self) -> None:
        self._lost.setText(self.tr("The full text is not there any more; the snippet is all that is left."))
        if self._text is None:
            self.unfold.setText("▸ " + self.tr("Unfold the full text"))
        else:
            self.unfold.setText("▾ " + self.tr("Fold the full text"))

    @Slot()
    def _toggle(self) -> None:
        if self._text is None:
            self._text = VirtualTextView(self)
            self._text.setFixedHeight(self._height)
            self._text.set_wrap(True)
            self._text.set_text(self.entry.text)
            self._column.addWidget(self._text)
        else:
            self._column.removeWidget(self._text)
            self._text.deleteLater()
            self._text = None
        self._word()


class SourceCard(QFrame):
    """One source.

    Attributes:
        chosen: emitted with the card's index when it is clicked, or Return or Space is pressed on it.
        rows: its texts.
    """

    chosen = Signal(int)

    def __init__(self, index: int, card: Card, scale: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source-card")
        self.index, self.card, self._scale = index, card, scale
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._lit = False
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L + 1, Space.M + 2, Space.L + 1, Space.M + 2)
        column.setSpacing(Space.S)
        column.addLayout(self._head())
        self._origin = QLabel(self)
        self._origin.setTextFormat(Qt.TextFormat.PlainText)
        self._origin.setProperty("tone", "muted")
        self._origin.setWordWrap(True)
        column.addWidget(self._origin)
        self._origin.setFont(body_font(pixels=round(BODY_PX * scale)))
        # A page that was found twice is shown once; the line above names both findings.
        distinct = {entry.text: entry for entry in reversed(card.entries)}
        self.rows = [EntryRow(entry, scale, self) for entry in reversed(distinct.values())]
        for row in self.rows:
            column.addWidget(row)

    def show_form(self, view: FormView) -> None:
        """Show what a form keeps of the source."""
        shown = {} if self.card.from_turn else view.shown
        for row in self.rows:
            row.show_form(shown.get((row.entry.part, row.entry.item)))
        own = [shown.get((entry.part, entry.item)) for entry in self.card.entries]
        self._size.setText(words.card_size(self.card, [item for item in own if item is not None]))
        self._origin.setText(words.origin(self.card))
        self.setAccessibleName(f"{self.card.number or ''} {self.card.title}. {self._origin.text()}".strip())

    def light(self, lit: bool) -> None:
        """Mark it as the current source, or not."""
        self._lit = lit
        self.update()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(Space.S + 2)
        badge = Badge(self._face(), round(_BADGE_PX * self._scale), self)
        row.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
        title = QLabel(self.card.title, self)
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setFont(body_font(pixels=round(TITLE_PX * self._scale), bold=True))
        title.setWordWrap(True)
        row.addWidget(title, 1)
        self._size = QLabel(self)
        self._size.setProperty("tone", "muted")
        self._size.setFont(body_font(pixels=round(BODY_PX * self._scale)))
        self._size.setFixedHeight(badge.height())
        row.addWidget(self._size, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _face(self) -> Face:
        if self.card.from_turn:
            return Face("↑", Tone.EARLIER)
        return Face(str(self.card.number), Tone.OWN) if self.card.number else Face("–", Tone.UNCITED)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(_RING, _RING, -_RING, -_RING)
        if self._lit:
            halo = QPen(colors.accent_tint if colors.is_dark else colors.accent_tint.darker(108), 2 * _RING)
            painter.setPen(halo)
            painter.drawRoundedRect(box, RADIUS + 2, RADIUS + 2)
        line = colors.accent if self._lit or self.hasFocus() else colors.line
        painter.setPen(QPen(line, 1))
        painter.setBrush(colors.surface)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS + 2, RADIUS + 2)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self.index)
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.index)
        else:
            super().keyPressEvent(event)
