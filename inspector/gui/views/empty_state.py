"""What the window shows while nothing is open: what can be opened, the recent files, the demo."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from inspector.gui import theme
from inspector.gui.icons import application_icon, icon
from inspector.gui.plain import plain_tip
from inspector.gui.theme import HEADLINE_PX, SMALL_PX, Space, body_font, code_font

_WIDTH = 620
_SHOWN_RECENT = 6


class PathButton(QPushButton):
    """A recent file: its name, and where it lies in small type.

    Attributes:
        chosen: emitted with its path.
    """

    chosen = Signal(object)

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.setProperty("row", True)
        self.setToolTip(plain_tip(str(path)))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.S, 0, Space.S, 0)
        name = QLabel(_short_name(path), self)
        where = QLabel(_elided(str(path.parent)), self)
        where.setProperty("tone", "muted")
        where.setFont(body_font(pixels=SMALL_PX))
        layout.addWidget(name)
        layout.addStretch(1)
        layout.addWidget(where)
        self.setAccessibleName(str(path))
        self.clicked.connect(self._choose)

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self._path)


class EmptyState(QWidget):
    """The start page.

    Attributes:
        open_requested, open_folder_requested, demo_capture_requested, demo_database_requested: buttons.
        path_chosen: emitted with a recent path.
    """

    open_requested = Signal()
    open_folder_requested = Signal()
    demo_capture_requested = Signal()
    demo_database_requested = Signal()
    path_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "background")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._recent: Sequence[Path] = ()
        self._page: QWidget | None = None
        self._outer = QVBoxLayout(self)
        self._build()
        theme.manager().changed.connect(self._rebuild)

    def show_recent(self, paths: Sequence[Path]) -> None:
        """List the recent files."""
        self._recent = paths
        self._rebuild()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._rebuild()
        super().changeEvent(event)

    @Slot()
    def _rebuild(self) -> None:
        if self._page is not None:
            self._outer.takeAt(0)
            self._page.hide()
            self._page.deleteLater()
        self._build()

    def _build(self) -> None:
        self._page = QWidget(self)
        column = QVBoxLayout()
        column.setSpacing(Space.L)
        for part in (self._headline, self._kinds, self._buttons, self._recent_files):
            part(column)
        centered = QHBoxLayout()
        centered.addStretch(1)
        holder = QWidget(self._page)
        holder.setLayout(column)
        holder.setFixedWidth(_WIDTH)
        centered.addWidget(holder)
        centered.addStretch(1)
        outer = QVBoxLayout(self._page)
        outer.addStretch(2)
        outer.addLayout(centered)
        outer.addStretch(3)
        self._outer.addWidget(self._page)

    def _headline(self, column: QBoxLayout) -> None:
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        picture = QLabel(self._page)
        picture.setPixmap(application_icon().pixmap(48, 48))
        row.addWidget(picture)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        title = QLabel(self.tr("Context Inspector"), self._page)
        title.setFont(body_font(pixels=HEADLINE_PX, bold=True))
        texts.addWidget(title)
        line = QLabel(self.tr("See what an LLM application really sends to its model."), self._page)
        line.setProperty("tone", "muted")
        texts.addWidget(line)
        row.addLayout(texts)
        row.addStretch(1)
        column.addLayout(row)

    def _kinds(self, column: QBoxLayout) -> None:
        kinds = (
            (
                "capture",
                self.tr("DevTools capture"),
                ".devtools/generations.json",
                self.tr("Every request as it went out, with tools, usage and cache figures."),
            ),
            (
                "database",
                self.tr("Conversation database"),
                "Data/cherrystudio.sqlite",
                self.tr("Topics with all their branches, trimmed tool outputs and folds."),
            ),
        )
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        for kind in kinds:
            row.addWidget(self._card(*kind), 1)
        column.addLayout(row)

    def _card(self, icon_name: str, title: str, place: str, text: str) -> QFrame:
        card = QFrame(self._page)
        card.setProperty("card", True)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        layout.setSpacing(Space.XS)
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        picture = QLabel(card)
        picture.setPixmap(icon(icon_name, theme.current().accent).pixmap(16, 16))
        name = QLabel(title, card)
        name.setFont(body_font(bold=True))
        head.addWidget(picture)
        head.addWidget(name)
        head.addStretch(1)
        layout.addLayout(head)
        where = QLabel(place, card)
        where.setFont(code_font())
        where.setProperty("tone", "accent")
        layout.addWidget(where)
        line = QLabel(text, card)
        line.setWordWrap(True)
        line.setProperty("tone", "muted")
        layout.addWidget(line)
        layout.addStretch(1)
        return card

    def _buttons(self, column: QBoxLayout) -> None:
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        buttons = (
            ("open", self.tr("Open file…"), self.open_requested, True),
            ("open-folder", self.tr("Open folder…"), self.open_folder_requested, False),
            ("demo-capture", self.tr("Open the demo"), self.demo_capture_requested, False),
            ("demo-database", self.tr("Demo database"), self.demo_database_requested, False),
        )
        for name, text, signal, primary in buttons:
            button = QPushButton(text, self._page)
            button.setObjectName(f"empty-{name}")
            button.setProperty("primary", primary)
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        hint = QLabel(self.tr("or drop a file or folder anywhere on this window"), self._page)
        hint.setProperty("tone", "muted")
        hint.setFont(body_font(pixels=SMALL_PX))
        column.addWidget(hint)

    def _recent_files(self, column: QBoxLayout) -> None:
        if not self._recent:
            return
        head = QLabel(self.tr("Recent"), self._page)
        head.setFont(body_font(pixels=SMALL_PX, bold=True))
        head.setProperty("tone", "muted")
        column.addWidget(head)
        rows = QVBoxLayout()
        rows.setSpacing(2)
        for path in self._recent[:_SHOWN_RECENT]:
            button = PathButton(path, self._page)
            button.chosen.connect(self.path_chosen)
            rows.addWidget(button)
        column.addLayout(rows)


def _short_name(path: Path) -> str:
    """A name one recognises: captures are all called the same, so their project's name goes before."""
    if path.name == "generations.json" and path.parent.name == ".devtools":
        return f"{path.parent.parent.name}/.devtools"
    if path.name.endswith(".sqlite") and path.parent.name == "Data":
        return f"{path.parent.parent.name}/{path.name}"
    return path.name


def _elided(text: str, limit: int = 52) -> str:
    return text if len(text) <= limit else f"…{text[-limit:]}"
