"""A small table of facts: a muted name, a value; values may be links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from inspector.gui import theme
from inspector.gui.plain import plain_tip

_NAME_WIDTH: Final = 92


@dataclass(frozen=True, slots=True)
class Fact:
    """One row.

    Attributes:
        name, value: what is shown.
        tone: a tone of the style sheet ("muted", "error", …); "" = plain.
        tip: shown on hover.
        action: makes the value a link.
    """

    name: str
    value: str
    tone: str = ""
    tip: str = ""
    action: Callable[[], None] | None = None


class FactTable(QWidget):
    """Rows of facts; replaced as a whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: Sequence[Fact] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(theme.Space.M, theme.Space.M, theme.Space.M, theme.Space.S)
        self._grid.setHorizontalSpacing(theme.Space.L)
        self._grid.setVerticalSpacing(theme.Space.XS)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnMinimumWidth(0, _NAME_WIDTH)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Replace all rows."""
        self._facts = facts
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, fact in enumerate(facts):
            name = QLabel(fact.name)
            name.setTextFormat(Qt.TextFormat.PlainText)
            name.setProperty("tone", "muted")
            self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            value = _value(fact)
            link = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
            self._grid.addWidget(value, row, 1, Qt.AlignmentFlag(0) if fact.action is None else link)
        self.setVisible(bool(facts))

    def texts(self) -> dict[str, str]:
        """The rows on screen, value by name."""
        return {fact.name: fact.value for fact in self._facts}


def _value(fact: Fact) -> QWidget:
    if fact.action is not None:
        link = QPushButton(fact.value)
        link.setProperty("link", True)
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.setStyleSheet("padding: 0;")
        link.clicked.connect(fact.action)
        link.setToolTip(plain_tip(fact.tip))
        return link
    value = QLabel(fact.value)
    value.setTextFormat(Qt.TextFormat.PlainText)
    value.setWordWrap(True)
    value.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    value.setToolTip(plain_tip(fact.tip))
    if fact.tone:
        value.setProperty("tone", fact.tone)
    return value
