"""The pages shown instead of the panes: opening with progress, and an error told in full."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from inspector.app.wording import numbers
from inspector.app.wording.problems import failure_text
from inspector.gui import theme
from inspector.gui.icons import icon
from inspector.gui.theme import TITLE_PX, Space, body_font
from inspector.model import Problem

_WIDTH = 560


class CenteredPage(QWidget):
    """A column of fixed width in the upper middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "background")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.card = QFrame(self)
        self.card.setProperty("card", True)
        self.card.setFixedWidth(_WIDTH)
        self.column = QVBoxLayout(self.card)
        self.column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        self.column.setSpacing(Space.M)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.card)
        row.addStretch(1)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        outer.addLayout(row)
        outer.addStretch(3)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Word the page anew."""


class OpeningPage(CenteredPage):
    """`Opening …` with a bar and a button that stops it.

    Attributes:
        cancel_requested: emitted by the button.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = Path()
        self._title = QLabel(self.card)
        self._title.setFont(body_font(pixels=TITLE_PX, bold=True))
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._bar = QProgressBar(self.card)
        self._bar.setTextVisible(False)
        self._text = QLabel(self.card)
        self._text.setProperty("tone", "muted")
        self._stop = QPushButton(self.card)
        self._stop.clicked.connect(self.cancel_requested)
        foot = QHBoxLayout()
        foot.addWidget(self._text, 1)
        foot.addWidget(self._stop)
        self.column.addWidget(self._title)
        self.column.addWidget(self._bar)
        self.column.addLayout(foot)
        self.retranslate()

    def start(self, path: Path) -> None:
        """A path is being opened."""
        self._path = path
        self._bar.setRange(0, 0)
        self._text.clear()
        self.retranslate()

    def show_progress(self, done: int, total: int) -> None:
        """How far it is, in bytes."""
        self._bar.setRange(0, 1000 if total else 0)
        if total:
            self._bar.setValue(round(done * 1000 / total))
            self._text.setText(f"{numbers.byte_size(done)} / {numbers.byte_size(total)}")

    def retranslate(self) -> None:
        self._title.setText(self.tr("Opening {0}").format(self._path.name))
        self._stop.setText(self.tr("Stop"))


class ErrorPage(CenteredPage):
    """What could not be opened, why, and what to do.

    Attributes:
        open_requested, back_requested: emitted by the buttons.
    """

    open_requested = Signal()
    back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._error: Exception | None = None
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        self._mark = QLabel(self.card)
        self._title = QLabel(self.card)
        self._title.setFont(body_font(pixels=TITLE_PX, bold=True))
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        head.addWidget(self._mark)
        head.addWidget(self._title, 1)
        self._text = QLabel(self.card)
        self._text.setObjectName("error-text")
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._open = QPushButton(self.card)
        self._open.setProperty("primary", True)
        self._open.clicked.connect(self.open_requested)
        self._back = QPushButton(self.card)
        self._back.clicked.connect(self.back_requested)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self._back)
        foot.addWidget(self._open)
        self.column.addLayout(head)
        self.column.addWidget(self._text)
        self.column.addLayout(foot)
        theme.manager().changed.connect(self.retranslate)
        self.retranslate()

    def show_error(self, path: Path | None, error: Exception) -> None:
        """Tell what went wrong with a path."""
        self._path, self._error = path, error
        self.retranslate()

    @property
    def text(self) -> str:
        """The sentence shown."""
        return self._text.text()

    def retranslate(self) -> None:
        name = "" if self._path is None else self._path.name
        self._title.setText(self.tr("{0} could not be opened").format(name))
        self._text.setText("" if self._error is None else failure_text(self._error))
        self._open.setText(self.tr("Open another file…"))
        self._back.setText(self.tr("Back"))
        color = theme.current().error if isinstance(self._error, Problem) else theme.current().warning
        self._mark.setPixmap(icon("error", color).pixmap(20, 20))
