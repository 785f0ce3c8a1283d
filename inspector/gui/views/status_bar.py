"""The bottom line: what is open, how big it is, what is going on; progress with a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from inspector.app.wording import numbers, units
from inspector.app.wording.problems import failure_text
from inspector.app.wording.timeline import DOT
from inspector.gui.icons import icon
from inspector.gui.plain import plain_tip
from inspector.gui.session import Session
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.common.elided import ElidedLabel

_BAR_WIDTH = 140
_MESSAGE_MS = 12_000
"""How long a message stays."""


class StatusBar(QStatusBar):
    """The window's status bar.

    Attributes:
        cancel_requested: emitted when the user stops what is going on.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setFixedHeight(28)
        self._left = self._label(QLabel(self))
        self._message = self._label(ElidedLabel(self))
        self._right = self._label(QLabel(self))
        self._bar = QProgressBar(self)
        self._bar.setFixedWidth(_BAR_WIDTH)
        self._bar.setTextVisible(False)
        self._stop = QToolButton(self)
        self._stop.clicked.connect(self.cancel_requested)
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(Space.L, 0, Space.L, 0)
        row.setSpacing(Space.L)
        row.addWidget(self._left)
        row.addWidget(self._message)
        row.addStretch(1)
        row.addWidget(self._bar)
        row.addWidget(self._stop)
        row.addWidget(self._right)
        self.addWidget(holder, 1)
        self._forget = QTimer(self)
        self._forget.setSingleShot(True)
        self._forget.setInterval(_MESSAGE_MS)
        self._forget.timeout.connect(self._forget_message)
        self.hide_progress()

    def show_session(self, session: Session) -> None:
        """Name the open file, and say whether it is followed live, or would be if it could be read."""
        opened = session.current
        if opened is None:
            self._left.setText(self.tr("Nothing is open"))
            self._right.clear()
            return
        source = opened.source
        pieces = [source.path.name, numbers.byte_size(source.size), self.tr("read only")]
        if session.is_following:
            waits = self.tr("waiting for the file: it is gone or half-written")
            pieces.append(waits if session.out_of_reach else self.tr("following live"))
        self._left.setText(DOT.join(pieces))
        self._left.setToolTip(plain_tip(str(source.path)))
        if opened.runs:
            counts = [units.runs(len(opened.runs)), units.requests(len(opened.requests))]
        else:
            counts = [units.conversations(len(opened.summaries))]
            counts += [units.requests(len(opened.requests))] if opened.requests else []
        self._right.setText(DOT.join(counts))

    def show_message(self, text: str) -> None:
        """Say what was just done; it is forgotten after a while."""
        self._message.setText(text)
        if text:
            self._forget.start()
        else:
            self._forget.stop()

    @Slot(object)
    def show_failure(self, error: Exception) -> None:
        """Tell of a failure."""
        self.hide_progress()
        self.show_message(failure_text(error))

    @Slot()
    def _forget_message(self) -> None:
        self.show_message("")

    def show_progress(self, done: int, total: int, _what: str = "") -> None:
        """Show how far something is; total 0 = unknown."""
        self._bar.setRange(0, 1000 if total else 0)
        if total:
            self._bar.setValue(round(done * 1000 / total))
        self._bar.show()
        self._stop.setIcon(icon("close"))
        self._stop.setToolTip(self.tr("Stop"))
        self._stop.setAccessibleName(self.tr("Stop"))
        self._stop.show()

    def hide_progress(self) -> None:
        """Nothing is going on."""
        self._bar.hide()
        self._stop.hide()

    @property
    def texts(self) -> tuple[str, str, str]:
        """What stands there: source, message, counts."""
        return self._left.text(), self._message.text(), self._right.text()

    def _label(self, label: QLabel) -> QLabel:
        label.setFont(body_font(pixels=SMALL_PX))
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label
