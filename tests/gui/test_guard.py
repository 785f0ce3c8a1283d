"""Nothing raises through Qt, and what failed is told once, in a dialog that copies."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QListView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

import inspector.gui
from inspector.gui import guard
from inspector.gui.guard import guarded
from inspector.gui.last_resort import LastResort
from inspector.gui.main_window import MainWindow
from inspector.gui.plain import plain_tip
from tests.gui.conftest import settle


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    told: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: told.append(error))
    monkeypatch.setattr(guard, "_told", set())
    return told


class Broken(QWidget):
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawLine(0, 0, 5, 5)
        raise OverflowError("year -29662")

    @guarded
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            raise KeyError("tip")
        return super().event(event)


class BrokenRows(QAbstractListModel):
    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return 3

    @guarded
    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str:
        raise ValueError("nan")


class BrokenDelegate(QStyledItemDelegate):
    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        painter.translate(float(10), 0)
        raise RuntimeError("paint")


def test_a_widget_that_cannot_paint_says_so_and_is_told_once(heard: list[BaseException]) -> None:
    widget = Broken()
    widget.resize(200, 100)
    for _ in range(5):
        picture = widget.grab().toImage()
    ink = {picture.pixel(x, y) for x in range(picture.width()) for y in range(20, picture.height())}
    assert len(ink) > 1, "it says that it is unreadable"
    assert [type(error) for error in heard] == [OverflowError]
    assert widget.event(QEvent(QEvent.Type.ToolTip)) is False


def test_a_cell_that_cannot_be_read_says_so(heard: list[BaseException]) -> None:
    view, rows = QListView(), BrokenRows()
    view.setModel(rows)
    view.setItemDelegate(BrokenDelegate(view))
    view.resize(200, 100)
    view.grab()
    assert rows.data(rows.index(0)) == "unreadable"
    assert rows.data(rows.index(0), Qt.ItemDataRole.ToolTipRole) is None
    assert {type(error) for error in heard} == {ValueError, RuntimeError}


def test_every_method_qt_calls_is_guarded() -> None:
    bare = []
    for path in Path(inspector.gui.__file__).parent.rglob("*.py"):
        for made in ast.walk(ast.parse(path.read_text("utf-8"))):
            for method in made.body if isinstance(made, ast.ClassDef) else ():
                if not isinstance(method, ast.FunctionDef):
                    continue
                names = [argument.arg for argument in method.args.args]
                called = method.name in (
                    "paintEvent",
                    "event",
                    "eventFilter",
                    "viewportEvent",
                    "helpEvent",
                ) or (
                    (method.name, names[1:3])
                    in (("paint", ["painter", "option"]), ("data", ["index", "role"]))
                )
                marks = [mark.id for mark in method.decorator_list if isinstance(mark, ast.Name)]
                if called and "guarded" not in marks:
                    bare.append(f"{path.name}: {made.name}.{method.name}")
    assert bare == []


def test_a_failure_is_a_dialog_that_copies_and_comes_once(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "__excepthook__", lambda *_: None)
    last = LastResort(window)
    for _ in range(3):
        last.hear(ZeroDivisionError, ZeroDivisionError("key sk-proj-Zx81kQw93hfLpT7aYb2C <b>x</b>"), None)
    settle()
    dialog = last.dialog
    assert dialog is not None
    assert dialog.textFormat() is Qt.TextFormat.PlainText
    (copy,) = [b for b in dialog.findChildren(QPushButton) if b.text() == "Copy report"]
    copy.click()
    copied = QGuiApplication.clipboard().text()
    assert "ZeroDivisionError" in copied
    assert "Zx81kQw93" not in copied
    settle()
    assert last.dialog is None
    last.hear(ZeroDivisionError, ZeroDivisionError("key sk-proj-Zx81kQw93hfLpT7aYb2C <b>x</b>"), None)
    settle()
    assert last.dialog is None, "the same one is not told again"
    assert "ZeroDivisionError" in (tmp_path / "context-inspector" / "failures.log").read_text("utf-8")


@pytest.mark.parametrize("text", ["<img src='file:///dev/zero'>", "<b>x</b>\nline", "a < b", "plain", "&lt;"])
def test_a_tooltip_reads_as_the_text_itself(text: str, qapp: object) -> None:
    from PySide6.QtGui import Qt as GuiQt
    from PySide6.QtGui import QTextDocumentFragment

    shown = plain_tip(text)
    read = QTextDocumentFragment.fromHtml(shown).toPlainText() if GuiQt.mightBeRichText(shown) else shown
    assert read.replace("\u2028", "\n") == text


@pytest.mark.parametrize(
    "name", ["inject", "rob-negdur", "rob-infcache", "rob-segv-cap203", "rob-cap48", "neg-usage"]
)
def test_hostile_captures_open_and_paint(
    make_window: Callable[..., MainWindow], hostile: Path, name: str, heard: list[BaseException]
) -> None:
    window = make_window()
    window.session.open(hostile / name)
    settle()
    window.dock.show()
    for tab in range(window.dock.tabs.count()):
        window.dock.tabs.setCurrentIndex(tab)
        settle()
        window.grab()
    assert heard == []
    rich = [
        label.text()
        for label in window.findChildren(QLabel)
        if label.textFormat() is not Qt.TextFormat.PlainText
        and "<" in label.text()
        and "onerror" in label.text()
    ]
    assert rich == []
