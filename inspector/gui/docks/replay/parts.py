"""Small things the dock's tabs share."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget


def upright_line(parent: QWidget) -> QFrame:
    """A hairline between two parts of a tab."""
    line = QFrame(parent)
    line.setObjectName("upright-line")
    line.setFixedWidth(1)
    return line
