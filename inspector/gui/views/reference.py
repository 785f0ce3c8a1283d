"""Help → Reference: the pages that ship with the program, to read, to search, and to link into."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.theme import Space
from inspector.gui.views.common.inert import InertBrowser
from inspector.model.problems import Problem
from inspector.reports import reference
from inspector.reports.reference import Section

_SIZE: Final = (940, 680)
_LIST_WIDTH: Final = 290
_TOPIC_ROLE: Final = Qt.ItemDataRole.UserRole


class ReferenceDialog(QDialog):
    """A list of sections at the left, the text at the right; a search narrows the list.

    Attributes:
        field: what to look for.
        list: sections, or those that hold all words.
        text: the section chosen.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*_SIZE)
        self.field, self.list, self.text = QLineEdit(self), QListWidget(self), InertBrowser(self)
        self.field.setClearButtonEnabled(True)
        self.text.inert.setDocumentMargin(Space.L)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(Space.M, Space.M, Space.S, Space.M)
        column.setSpacing(Space.S)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        splitter = QSplitter(self)
        splitter.setHandleWidth(1)
        splitter.addWidget(left)
        splitter.addWidget(self.text)
        splitter.setSizes([_LIST_WIDTH, _SIZE[0] - _LIST_WIDTH])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(splitter)
        self.field.textChanged.connect(self._fill)
        self.list.currentItemChanged.connect(self._on_item)
        self._word()
        self._fill()

    def show_topic(self, topic: str) -> None:
        """Go to a page, a section, a cause, a detector or a setting; an unknown one is searched for."""
        try:
            found = reference.find(topic)
        except Problem:
            self.field.setText(topic)
            return
        section = found if isinstance(found, Section) else found.sections[0]
        wanted = f"{section.page}\n{section.title}"
        self.field.clear()
        for place in range(self.list.count()):
            item = self.list.item(place)
            if item.data(_TOPIC_ROLE) == wanted:
                self.list.setCurrentItem(item)
                return

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _fill(self) -> None:
        words = self.field.text()
        sections = (
            reference.search(words)
            if words.strip()
            else [section for page in reference.pages() for section in page.sections]
        )
        self._shown = {f"{section.page}\n{section.title}": section for section in sections}
        self.list.clear()
        for key, section in self._shown.items():
            item = QListWidgetItem(_name(section))
            item.setData(_TOPIC_ROLE, key)
            self.list.addItem(item)
        if self._shown:
            self.list.setCurrentRow(0)
        else:
            self.text.setPlainText(self.tr("Nothing in the reference holds all of these words."))

    def _on_item(self, item: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        section = None if item is None else self._shown.get(item.data(_TOPIC_ROLE))
        if section is not None:
            self.text.inert.set_markdown(section.text)

    def _word(self) -> None:
        self.setWindowTitle(self.tr("Reference"))
        self.field.setPlaceholderText(self.tr("Search the reference"))
        self.field.setAccessibleName(self.tr("Search the reference"))
        self.list.setAccessibleName(self.tr("Sections"))
        self.text.setAccessibleName(self.tr("Text of the section"))


def _name(section: Section) -> str:
    """`§11 Folds at the start of a turn`; pages by their title, sections of a page set in."""
    if section.number:
        return f"    {section.number}  {section.title}"
    first = reference.page(section.page).sections[0].title
    return section.title if section.title == first else f"    {section.title}"
