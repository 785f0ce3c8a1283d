"""The line at the top of the presentation, and the lines between its areas."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.theme import TITLE_PX, Space, body_font, code_font


class Header(QWidget):
    """The line at the top: what this is, which message, and the keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = QLabel(self)
        self._headline = ""
        self.subtitle = QLabel(self)
        self.subtitle.setProperty("tone", "muted")
        self.position = QLabel(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(Space.L + Space.S, Space.M + 2, Space.L + Space.S, Space.M + 2)
        self._row.setSpacing(Space.S + 2)
        self._row.addWidget(self._title)
        self._row.addWidget(self.subtitle)
        self._row.addStretch(1)
        self._caps: list[QLabel] = []
        self._leave, self._next, self._full = (QLabel(self) for _ in range(3))
        for keys, label in ((("F11",), self._full), (("Esc",), self._leave), (("←", "→"), self._next)):
            self._add_keys(keys, label)
        self._row.addWidget(self.position)
        for label in (self._leave, self._next, self._full, self.position):
            label.setProperty("tone", "muted")
        self.set_scale(1.0)
        self.retranslate()

    def set_scale(self, scale: float) -> None:
        """Set the words larger in larger windows."""
        pixels = round(TITLE_PX * scale)
        self._title.setFont(body_font(pixels=pixels + 1, bold=True))
        self.subtitle.setFont(body_font(pixels=pixels + 1))
        for label in (self._leave, self._next, self._full, self.position):
            label.setFont(body_font(pixels=pixels))
        for cap in self._caps:
            cap.setFont(code_font(pixels=pixels - 2))

    def _add_keys(self, keys: tuple[str, ...], label: QLabel) -> None:
        self._row.addSpacing(Space.S)
        for key in keys:
            cap = QLabel(key, self)
            cap.setObjectName("key")
            self._caps.append(cap)
            self._row.addWidget(cap)
        self._row.addWidget(label)

    def show_headline(self, text: str) -> None:
        """Say what the sources weigh and how many citations resolve; "" = only what this page is."""
        self._headline = text
        self._title.setText(text or self.tr("Citation skeletons"))

    def retranslate(self) -> None:
        """Word the line."""
        self.show_headline(self._headline)
        self._leave.setText(self.tr("leave"))
        self._next.setText(self.tr("next message"))
        self._full.setText(self.tr("full screen"))


class Line(QWidget):
    """A line between two areas, as thick as a pixel in either direction."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMinimumSize(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        return QSize(1, 1)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.current().line)
        painter.end()
