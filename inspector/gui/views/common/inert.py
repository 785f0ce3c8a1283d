"""Rich text that reads nothing: no picture, style sheet or page a recorded text names is ever loaded.

Qt asks the widget for a resource, and opens the named file itself when it gets nothing or nothing that is a picture;
so it gets an empty picture. A name such as `file:///dev/zero` would otherwise end the program.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

_FEATURES: Final = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


class InertDocument(QTextDocument):
    """A document without resources."""

    def loadResource(self, type: int, name: QUrl | str) -> QImage:
        picture = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(Qt.GlobalColor.transparent)
        return picture

    def set_markdown(self, text: str) -> None:
        """Show Markdown without markup of HTML; where it has a picture, the picture's name stands."""
        self.setMarkdown(text, _FEATURES)
        self._name_pictures()

    def _name_pictures(self) -> None:
        block = self.begin()
        while block.isValid():
            pictures = [found for found in block.textFormats() if found.format.isImageFormat()]
            for found in reversed(pictures):
                image = found.format.toImageFormat()
                cursor = QTextCursor(self)
                cursor.setPosition(block.position() + found.start)
                cursor.setPosition(
                    block.position() + found.start + found.length, QTextCursor.MoveMode.KeepAnchor
                )
                cursor.insertText(f"🖼 {image.name()}", block.charFormat())
            block = block.next()


class InertBrowser(QTextBrowser):
    """A browser of such a document; links are told, never followed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inert = InertDocument(self)
        self.setDocument(self.inert)
        self.setOpenLinks(False)

    def loadResource(self, type: int, name: QUrl | str) -> QImage:
        return self.inert.loadResource(type, name)
