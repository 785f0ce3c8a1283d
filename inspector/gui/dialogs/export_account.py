"""The right side of the export dialog: what is taken out before a report leaves the machine, and how it will read."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.redaction import SecretKind
from inspector.app.i18n import counted
from inspector.app.report_job import Made
from inspector.app.wording import numbers
from inspector.gui.theme import SMALL_PX, TITLE_PX, Space, body_font
from inspector.gui.views.common.inert import InertBrowser

_TABLE_HEIGHT: Final = 170
_TIMES: Final = 2
"""Column of the numbers."""


def add_heading(column: QVBoxLayout, text: str, *, first: bool = False) -> None:
    """Add a heading, set apart from what is above it."""
    label = QLabel(text)
    label.setFont(body_font(pixels=TITLE_PX, bold=True))
    label.setContentsMargins(0, 0 if first else Space.M, 0, 0)
    column.addWidget(label)


def set_tone(label: QLabel, tone: str) -> None:
    """Give a label another tone of the style sheet."""
    label.setProperty("tone", tone)
    label.style().unpolish(label)
    label.style().polish(label)


class Preview(InertBrowser):
    """The beginning of a report; shows texts of strangers, so it opens no link and reads no file."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("preview")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("card", True)

    def show_markdown(self, text: str) -> None:
        """Show a text at the place where the last one was read."""
        place = self.verticalScrollBar().value()
        self.document().setDefaultFont(body_font(pixels=SMALL_PX))
        self.inert.set_markdown(text)
        self.verticalScrollBar().setValue(place)


class AccountPanel(QFrame):
    """What is taken out, by kind and number.

    Attributes:
        redact: whether anything is taken out.
        words: how much was, or a warning.
        table: what was.
        preview: the beginning of the report.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        add_heading(column, self.tr("Before it leaves this machine"), first=True)
        self.redact = QCheckBox(self.tr("Take out keys, tokens, mail addresses and home folders"), self)
        self.redact.setChecked(True)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.table = self._make_table()
        for widget in (self.redact, self.words, self.table):
            column.addWidget(widget)
        add_heading(column, self.tr("Preview"))
        self.preview = Preview(self)
        column.addWidget(self.preview, 1)

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, 3, self)
        table.setObjectName("redacted")
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setHorizontalHeaderLabels([self.tr("taken out"), self.tr("which"), self.tr("times")])
        table.verticalHeader().hide()
        table.setShowGrid(False)
        header = table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        table.hide()
        return table

    def show_made(self, made: Made) -> None:
        """Show what was taken out of a report, and the report."""
        if made.report.redacted is None:
            set_tone(self.words, "error")
            warning = self.tr(
                "Keys, tokens and home folders stay in the file. Only send it to people who may see them."
            )
            self.words.setText(warning)
        else:
            total = sum(count for _, _, count in made.taken)
            set_tone(self.words, "muted")
            found = counted(self.tr("%n place(s) taken out:", "", total), total)
            self.words.setText(found if total else self.tr("Nothing had to be taken out."))
        self._show_rows(made)
        self.preview.show_markdown(made.preview)

    def _show_rows(self, made: Made) -> None:
        self.table.setVisible(bool(made.taken))
        self.table.setRowCount(len(made.taken))
        for row, (kind, hint, count) in enumerate(made.taken):
            for column, text in enumerate((self._kind_text(kind), hint, numbers.group(count))):
                item = QTableWidgetItem(text)
                if column == _TIMES:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)
        rows = sum(self.table.rowHeight(row) for row in range(self.table.rowCount()))
        head = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(min(_TABLE_HEIGHT, head + rows + 4))
        self.table.resizeColumnToContents(1)
        self.table.resizeColumnToContents(2)

    def _kind_text(self, kind: SecretKind) -> str:
        return {
            SecretKind.API_KEY: self.tr("API key"),
            SecretKind.TOKEN: self.tr("bearer token"),
            SecretKind.JWT: self.tr("signed token (JWT)"),
            SecretKind.HEADER: self.tr("authorisation header or cookie"),
            SecretKind.FIELD: self.tr("field named like a key or password"),
            SecretKind.PRIVATE_KEY: self.tr("private key"),
            SecretKind.URL_CREDENTIALS: self.tr("password or key in an address"),
            SecretKind.MAIL_ADDRESS: self.tr("mail address"),
            SecretKind.HOME_PATH: self.tr("home folder"),
        }[kind]
