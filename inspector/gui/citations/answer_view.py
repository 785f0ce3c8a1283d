"""The answer, set large, its citations as badges that can be clicked and reached with Tab."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRegularExpression, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QWidget

from inspector.analysis.citations import split_at_markers
from inspector.analysis.citations.skeleton import MarkState, Skeleton
from inspector.gui import theme
from inspector.gui.citations.badges import BADGE_ID, BADGE_TYPE, BadgeObject, Face, Tone
from inspector.gui.theme import body_font, code_font
from inspector.gui.views.common.inert import InertBrowser

_SCHEME: Final = "cite"
_OPEN, _CLOSE = "\uf8f0", "\uf8f1"
"""Private-use characters around the number of a citation while the text is still Markdown."""
_PLACE: Final = QRegularExpression(f"{_OPEN}(\\d+){_CLOSE}")
_LEAST_PX, _MOST_PX = 19, 32
_QUESTION_CHARS: Final = 400
_WIDEST_EM: Final = 44
_LINE_FACTOR: Final = 1.62
_CODE_FACTOR: Final = 0.8
_HEADINGS: Final = {1: 1.3, 2: 1.2, 3: 1.1}
_LABELS: Final = {MarkState.EARLIER: "↑", MarkState.DANGLING: "?"}
_TONES: Final = {MarkState.EARLIER: Tone.EARLIER, MarkState.DANGLING: Tone.DANGLING}


class AnswerView(InertBrowser):
    """Shows the text of a skeleton.

    Attributes:
        mark_clicked: emitted with the id of a citation.
    """

    mark_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("presenter-answer")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setTabChangesFocus(False)
        self.viewport().setAutoFillBackground(False)
        self._skeleton: Skeleton | None = None
        self._summary = ""
        self._resolving: frozenset[str] = frozenset()
        self._lit: int | None = None
        self._pixels = _LEAST_PX
        self._badges = BadgeObject(self._face, lambda: self._pixels, self)
        self.document().documentLayout().registerHandler(BADGE_TYPE, self._badges)
        self.anchorClicked.connect(self._on_anchor)

    # -- content

    def show_skeleton(self, skeleton: Skeleton, summary: str) -> None:
        """Show another message from its top; `summary` is the line below the text."""
        self._skeleton, self._summary, self._lit = skeleton, summary, None
        self._resolving = frozenset(skeleton.marks)
        self.rebuild()
        self.verticalScrollBar().setValue(0)

    def show_summary(self, summary: str) -> None:
        """Change the line below the text."""
        if summary != self._summary:
            self._summary = summary
            self.rebuild()

    def set_resolving(self, ids: frozenset[str]) -> None:
        """Which of the message's own citations resolve in the form on screen."""
        self._resolving = ids
        self.viewport().update()

    def light(self, card: int | None) -> None:
        """Mark the badges of one source."""
        self._lit = card
        self.viewport().update()

    def reveal(self, card: int) -> None:
        """Scroll to the first badge of a source, unless one of its badges is on screen already."""
        positions = [at for at, name in self.badges() if self._card_of(name) == card]
        boxes = [self._box_top(at) for at in positions]
        if boxes and not any(0 <= top <= self.viewport().height() - 2 * self._pixels for top in boxes):
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + boxes[0] - self.viewport().height() // 3)

    def badges(self) -> Iterator[tuple[int, str]]:
        """Position in the document and id of every badge, in order."""
        block = self.document().begin()
        while block.isValid():
            for format_range in block.textFormats():
                if format_range.format.objectType() == BADGE_TYPE:
                    for offset in range(format_range.length):
                        yield (
                            block.position() + format_range.start + offset,
                            str(format_range.format.property(BADGE_ID)),
                        )
            block = block.next()

    def rebuild(self) -> None:
        """Set the text anew, after colours or sizes have changed."""
        if self._skeleton is None:
            return
        place = self.verticalScrollBar().value()
        document = self.document()
        self.setFont(body_font(pixels=self._pixels))
        document.setDefaultFont(body_font(pixels=self._pixels))
        names = list(self._skeleton.marks)
        self.inert.set_markdown(_markdown(self._skeleton.texts, names))
        self._set_blocks()
        self._put_badges(names)
        self._put_question(self._skeleton.question)
        self._append_summary()
        self._set_margins()
        self.verticalScrollBar().setValue(place)

    # -- making the document

    def _put_badges(self, names: list[str]) -> None:
        cursor = QTextCursor(self.document())
        while not (cursor := self.document().find(_PLACE, cursor)).isNull():
            name = names[int(cursor.selectedText()[1:-1])]
            badge = cursor.charFormat()
            badge.setObjectType(BADGE_TYPE)
            badge.setProperty(BADGE_ID, name)
            badge.setAnchor(True)
            badge.setAnchorHref(f"{_SCHEME}:{name}")
            badge.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
            cursor.insertText("\ufffc", badge)

    def _set_blocks(self) -> None:
        """Line height everywhere, headings in our own sizes, code in the fixed font, tables with room in them."""
        block = self.document().begin()
        while block.isValid():
            is_code = _is_code(block)
            QTextCursor(block).setBlockFormat(self._shape(block, is_code=is_code))
            self._set_letters(block, is_code=is_code)
            self._set_links(block)
            block = block.next()
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._set_table(frame)

    def _shape(self, block: QTextBlock, *, is_code: bool) -> QTextBlockFormat:
        shape = block.blockFormat()
        if is_code:
            shape.setBackground(theme.current().panel)
            shape.setTopMargin(0)
            shape.setBottomMargin(0 if _is_code(block.next()) else self._pixels * 0.6)
            return shape
        factor = _HEADINGS.get(shape.headingLevel(), 1.0)
        # Fixed, or a line with a badge or a fallback font in it would stand apart from its neighbours.
        height = round(self._pixels * factor * _LINE_FACTOR)
        shape.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        in_table = QTextCursor(block).currentTable() is not None
        gap = 0.0 if in_table else 0.15 if block.textList() is not None else 0.5
        shape.setBottomMargin(self._pixels * gap)
        if shape.headingLevel() and block.blockNumber():
            shape.setTopMargin(self._pixels * 0.6)
        return shape

    def _set_letters(self, block: QTextBlock, *, is_code: bool) -> None:
        """Own sizes for headings, whose relative ones must go for that, and for code."""
        level = block.blockFormat().headingLevel()
        if not (level or is_code):
            return
        pixels = self._pixels * (_CODE_FACTOR if is_code else _HEADINGS.get(level, 1.0))
        font = code_font(pixels=round(pixels)) if is_code else body_font(pixels=round(pixels), bold=True)
        for found in block.textFormats():
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + found.start)
            cursor.setPosition(block.position() + found.start + found.length, QTextCursor.MoveMode.KeepAnchor)
            letters = QTextCharFormat(found.format)
            letters.clearProperty(QTextFormat.Property.FontSizeAdjustment.value)
            letters.setFont(font)
            cursor.setCharFormat(letters)

    def _set_table(self, table: QTextTable) -> None:
        shape = table.format()
        shape.setBorderCollapse(True)
        shape.setBorder(1)
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        shape.setBorderBrush(theme.current().line)
        shape.setCellPadding(self._pixels * 0.35)
        shape.setTopMargin(self._pixels * 0.4)
        shape.setBottomMargin(self._pixels * 0.8)
        table.setFormat(shape)

    def _set_links(self, block: QTextBlock) -> None:
        for found in [f for f in block.textFormats() if f.format.isAnchor()]:
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + found.start)
            cursor.setPosition(block.position() + found.start + found.length, QTextCursor.MoveMode.KeepAnchor)
            letters = QTextCharFormat()
            letters.setForeground(theme.current().accent)
            letters.setFontUnderline(False)
            cursor.mergeCharFormat(letters)

    def _put_question(self, question: str) -> None:
        """The question above the answer, smaller, with a line's room between them."""
        if not question:
            return
        cursor = QTextCursor(self.document())
        cursor.insertBlock()
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        shape = QTextBlockFormat()
        shape.setBottomMargin(self._pixels * 1.1)
        letters = QTextCharFormat()
        letters.setFont(body_font(pixels=round(self._pixels * 0.8)))
        letters.setForeground(QColor(theme.current().muted))
        cursor.setBlockFormat(shape)
        cursor.insertText(_shortened(question), letters)

    def _append_summary(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        shape = QTextBlockFormat()
        shape.setTopMargin(self._pixels * 0.8)
        letters = QTextCharFormat()
        letters.setFont(body_font(pixels=round(self._pixels * 0.72)))
        letters.setForeground(QColor(theme.current().muted))
        cursor.insertBlock(shape, letters)
        cursor.insertText(self._summary, letters)

    def _set_margins(self) -> None:
        side = max(24, round(self.viewport().width() * 0.075))
        frame = self.document().rootFrame().frameFormat()
        frame.setLeftMargin(side)
        frame.setRightMargin(max(side, self.viewport().width() - side - _WIDEST_EM * self._pixels))
        frame.setTopMargin(self._pixels * 2)
        frame.setBottomMargin(self._pixels * 3)
        self.document().rootFrame().setFrameFormat(frame)

    # -- badges

    def _face(self, name: str) -> Face:
        mark = None if self._skeleton is None else self._skeleton.marks.get(name)
        if mark is None:
            return Face("?", Tone.DANGLING)
        lit = mark.card is not None and mark.card == self._lit
        if mark.state is MarkState.OWN:
            tone = Tone.OWN if name in self._resolving else Tone.LOST
            return Face(str(mark.number), tone, lit)
        return Face(_LABELS[mark.state], _TONES[mark.state], lit)

    def _card_of(self, name: str) -> int | None:
        mark = None if self._skeleton is None else self._skeleton.marks.get(name)
        return None if mark is None else mark.card

    def _box_top(self, position: int) -> int:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        return self.cursorRect(cursor).top()

    @Slot(QUrl)
    def _on_anchor(self, url: QUrl) -> None:
        if url.scheme() == _SCHEME:
            self.mark_clicked.emit(url.path())

    # -- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        pixels = max(_LEAST_PX, min(_MOST_PX, self.window().width() // 66))
        changed, self._pixels = pixels != self._pixels, pixels
        super().resizeEvent(event)
        if changed:
            self.rebuild()
        else:
            self._set_margins()


def _shortened(question: str) -> str:
    """On one paragraph, so that the answer keeps the page."""
    words = " ".join(question.split())
    return words if len(words) <= _QUESTION_CHARS else words[: _QUESTION_CHARS - 1] + "…"


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence.value)


def _markdown(texts: tuple[str, ...], names: list[str]) -> str:
    """The text parts as one Markdown text, each citation as a place for its badge."""
    numbers = {name: number for number, name in enumerate(names)}

    def written(text: str) -> str:
        clean = str.maketrans({_OPEN: "\ufffd", _CLOSE: "\ufffd"})
        pairs = split_at_markers(text)
        marks = (f"{_OPEN}{numbers[name]}{_CLOSE}" if name in numbers else "" for _, name in pairs)
        return "".join(piece.translate(clean) + mark for (piece, _), mark in zip(pairs, marks, strict=True))

    return "\n\n".join(written(text) for text in texts if text.strip())
