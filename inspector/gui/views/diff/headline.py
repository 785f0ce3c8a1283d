"""The headline of a card about a break: red on its tint where tokens were lost, green where all is well."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from inspector.gui import theme


class Headline(QLabel):
    """A sentence in the upper corners of a card."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._breaks = False
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setContentsMargins(theme.Space.M, theme.Space.S, theme.Space.M, theme.Space.S)
        theme.manager().changed.connect(self._colour)

    def show_text(self, text: str, *, breaks: bool) -> None:
        """Show a sentence; `breaks`: something is wrong."""
        self._breaks = breaks
        self.setText(text)
        self._colour()

    def _colour(self) -> None:
        colours = theme.current()
        tone, tint = (
            (colours.error, colours.error_tint) if self._breaks else (colours.good, colours.good_tint)
        )
        radius = theme.RADIUS - 1
        self.setStyleSheet(
            f"color: {tone.name()}; background: {tint.name()};"
            f"border-top-left-radius: {radius}px; border-top-right-radius: {radius}px;"
        )
