"""The program's own line icons: SVGs drawn in `currentColor`, coloured from the theme when they are loaded."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from inspector.gui import theme
from inspector.resources import resource

_SIZES = (16, 32, 48)


def icon(name: str, color: QColor | None = None) -> QIcon:
    """An icon from `resources/icons/<name>.svg` in a colour, by default that of muted text."""
    return _load(name, (color or theme.current().muted).name())


def application_icon() -> QIcon:
    """The icon of the program itself, in its own colours."""
    return _load("application", "#2f62e9")


@lru_cache(maxsize=256)
def _load(name: str, color: str) -> QIcon:
    svg = resource("icons", f"{name}.svg").read_bytes().replace(b"currentColor", color.encode())
    renderer = QSvgRenderer(QByteArray(svg))
    loaded = QIcon()
    for size in _SIZES:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        loaded.addPixmap(pixmap)
    return loaded
