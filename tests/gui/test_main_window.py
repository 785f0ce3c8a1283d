"""A person at the window: real mouse and keyboard events over real captures and databases."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from inspector.app.timeline.rows import (
    BandRow,
    ExcerptRow,
    ItemRow,
    PathRow,
    Row,
    StepRow,
    ToolRow,
    TurnRow,
)
from inspector.gui.main_window import MainWindow
from inspector.gui.settings import Settings
from inspector.gui.theme import DARK, LIGHT, ThemeChoice, current
from inspector.gui.views.command_palette import CommandPalette
from inspector.gui.views.empty_state import PathButton
from inspector.gui.views.help import ShortcutsDialog
from inspector.gui.views.timeline.canvas import Columns
from inspector.model import BlobState, PathNote
from inspector.sources.base import Progress, Source
from inspector.sources.open import open_source
from tests.gui.conftest import settle

Dirs = Callable[[str], Path]
Make = Callable[..., MainWindow]


def click_row(window: MainWindow, key: str, *, x: int | None = None, double: bool = False) -> None:
    """Click the middle of a timeline row, or its pixel column `x`."""
    tree = window.timeline.tree
    index = window.timeline.model.index_of(key)
    tree.scrollTo(index)
    rect = tree.visualRect(index)
    point = QPoint(rect.center().x() if x is None else x, rect.center().y())
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=point)
    if double:
        QTest.mouseDClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=point)
    settle()


def rows_of(window: MainWindow) -> list[Row]:
    tree = window.timeline.tree
    rows = [tree.row(index) for index in window.timeline.model.indexes()]
    return [row for row in rows if row is not None]


def visible_rows(window: MainWindow) -> list[Row]:
    tree = window.timeline.tree
    index, found = window.timeline.model.index(0, 0), []
    while index.isValid():
        row = tree.row(index)
        assert row is not None
        found.append(row)
        index = tree.indexBelow(index)
    return found


def choose(window: MainWindow, title: str) -> None:
    """Click a conversation in the navigator."""
    tree = window.navigator.tree
    row = next(entry for entry in window.navigator.entries() if title in entry.summary.title)
    rect = tree.visualRect(window.navigator.model.index_of(row.key))
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    settle()


@pytest.fixture
def research(window: MainWindow, fixture_dir: Dirs) -> MainWindow:
    """The research database with its long conversation on screen."""
    window.session.open(fixture_dir("research"))
    settle()
    choose(window, "Battery")
    return window


# -- starting


def test_the_start_page_offers_files_recent_ones_and_the_demo(
    make_window: Make, settings: Settings, tmp_path: Path
) -> None:
    known = tmp_path / "project" / ".devtools" / "generations.json"
    known.parent.mkdir(parents=True)
    known.write_text('{"runs":[],"steps":[]}')
    settings.remember(known)
    window = make_window()
    assert window.pages.currentWidget() is window.empty
    (button,) = window.empty.findChildren(PathButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    assert window.session.current is not None
    assert window.session.current.source.path == known


def test_the_demo_opens_with_one_click(window: MainWindow) -> None:
    button = window.empty.findChild(QPushButton, "empty-demo-capture")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    assert window.pages.currentWidget() is window.panes
    assert window.session.conversation is not None
    assert "claude" in window.top_bar.texts[1]


def test_ctrl_o_opens_what_the_dialog_returns(
    window: MainWindow, capture_dir: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = capture_dir("v6-cache-bust") / ".devtools" / "generations.json"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(path), ""))
    QTest.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert window.session.current is not None
    assert window.settings.recent[0] == path
    assert "generations.json" in window.windowTitle()


def test_a_folder_dropped_on_the_window_is_opened(window: MainWindow, fixture_dir: Dirs) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(fixture_dir("research")))])
    actions = Qt.DropAction.CopyAction
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), actions, data, buttons, modifiers)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), actions, data, buttons, modifiers))
    settle()
    assert window.session.current is not None


def test_text_dropped_on_the_window_is_refused(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("not a file")
    enter = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, enter)
    assert not enter.isAccepted()


# -- failing


def test_a_file_of_another_kind_is_a_readable_page_and_never_a_traceback(
    window: MainWindow, tmp_path: Path
) -> None:
    wrong = tmp_path / "generations.json"
    wrong.write_text('{"users": []}')
    window.session.open(wrong)
    settle()
    assert window.pages.currentWidget() is window.error
    assert "expected" in window.error.text
    assert "runs" in window.error.text
    assert "Traceback" not in window.error.text


def test_a_search_hit_is_shown_with_its_words_marked(research: MainWindow, qtbot: QtBot) -> None:
    field = research.search_bar.field
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    QTest.keyClicks(field, "catechins")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: research.search.current is not None)
    settle()
    conversation = research.session.conversation
    assert conversation is not None
    assert "Tea" in conversation.summary.title
    text = research.inspector.content.text
    qtbot.waitUntil(lambda: "catechins" in text.view.selected_text())
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    for _ in range(2):
        QTest.keyClick(field, Qt.Key.Key_Escape)
    assert text.find_bar.isHidden()


def test_a_failed_opening_leaves_what_was_open(research: MainWindow, tmp_path: Path) -> None:
    before = research.session.current
    research.session.open(tmp_path / "nothing here")
    settle()
    assert research.pages.currentWidget() is research.error
    back = next(b for b in research.error.findChildren(QPushButton) if b.text() == "Back")
    QTest.mouseClick(back, Qt.MouseButton.LeftButton)
    assert research.session.current is before
    assert research.pages.currentWidget() is research.panes


def test_a_torn_database_says_so_in_a_bar_that_can_be_dismissed(
    window: MainWindow, capture_dir: Dirs
) -> None:
    path = capture_dir("v6-long-tool-loop") / ".devtools" / "generations.json"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    window.session.open(path)
    settle()
    (bar,) = window.notices.bars()
    assert "Complete steps" in bar.accessibleName()
    QTest.mouseClick(bar._close, Qt.MouseButton.LeftButton)
    settle()
    assert window.notices.bars() == []


def test_a_capture_near_the_limit_offers_a_copy(
    window: MainWindow, capture_dir: Dirs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.sources.devtools.source.WARN_BYTES", 1000)
    path = capture_dir("v6-cache-bust") / ".devtools" / "generations.json"
    window.session.open(path)
    settle()
    (bar,) = window.notices.bars()
    button = bar.findChild(QPushButton)
    assert button.text() == "Save a copy…"
    target = tmp_path / "safe.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    assert target.read_bytes() == path.read_bytes()
    assert "safe.json" in window.status.texts[1]


def test_a_branch_that_breaks_off_says_why(window: MainWindow, fixture_dir: Dirs) -> None:
    window.session.open(fixture_dir("damaged"))
    settle()
    notes = set()
    for entry in window.navigator.entries():
        window.session.load(entry.summary.id)
        notes |= {row.note for row in rows_of(window) if isinstance(row, PathRow)}
    assert {PathNote.CYCLE, PathNote.MISSING_PARENT} <= notes


# -- reading


def test_a_click_on_a_turn_shows_it_in_the_inspector(research: MainWindow) -> None:
    turn = next(row for row in rows_of(research) if isinstance(row, TurnRow) and row.number == 10)
    click_row(research, turn.key)
    selection = research.on_screen.selection
    assert selection is not None
    assert selection.message == turn.message
    assert selection.request is not None


def test_space_unfolds_a_tool_call_and_arrow_keys_walk_into_its_pages(research: MainWindow) -> None:
    turn = next(row for row in rows_of(research) if isinstance(row, TurnRow) and row.number == 4)
    click_row(research, turn.key, x=20)
    tool = next(
        row
        for row in rows_of(research)
        if isinstance(row, ToolRow) and row.facts is not None and row.facts.refs
    )
    click_row(research, tool.key)
    tree = research.timeline.tree
    QTest.keyClick(tree, Qt.Key.Key_Space)
    settle()
    QTest.keyClick(tree, Qt.Key.Key_Down)
    QTest.keyClick(tree, Qt.Key.Key_Down)
    row = research.timeline.current_row
    assert isinstance(row, ItemRow)
    assert research.on_screen.selection is not None
    assert research.on_screen.selection.blob == row.item.ref
    QTest.keyClick(tree, Qt.Key.Key_Space)
    settle()
    assert any(isinstance(shown, ExcerptRow) for shown in visible_rows(research))
    QTest.keyClick(tree, Qt.Key.Key_Left)
    QTest.keyClick(tree, Qt.Key.Key_Left)
    QTest.keyClick(tree, Qt.Key.Key_Space)
    settle()
    assert not any(isinstance(shown, ItemRow) for shown in visible_rows(research))


def test_blobs_are_checked_and_their_state_is_known(research: MainWindow) -> None:
    states = research.timeline.tree.painter_of_rows.blobs
    assert states
    assert set(states.values()) == {BlobState.OK}


def test_j_and_k_go_from_turn_to_turn_and_n_to_the_failed_one(research: MainWindow) -> None:
    tree = research.timeline.tree
    research.timeline.select_key(research.timeline.presenter.rows()[0].key)
    tree.setFocus()

    def number() -> int:
        row = research.timeline.current_row
        assert isinstance(row, TurnRow)
        return row.number

    assert number() == 1
    QTest.keyClick(tree, Qt.Key.Key_J)
    QTest.keyClick(tree, Qt.Key.Key_J)
    assert number() == 3
    QTest.keyClick(tree, Qt.Key.Key_K)
    assert number() == 2
    QTest.keyClick(tree, Qt.Key.Key_N, Qt.KeyboardModifier.AltModifier)
    assert number() == 6


def test_j_typed_into_the_filter_is_a_letter(research: MainWindow) -> None:
    field = research.navigator.filter
    before = research.timeline.current_row
    QTest.keyClick(
        research, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert field.hasFocus()
    QTest.keyClicks(field, "jkn")
    assert field.text() == "jkn"
    assert research.timeline.current_row is before


def test_the_filter_narrows_the_list_while_typing_and_escape_clears_it(research: MainWindow) -> None:
    field = research.navigator.filter
    field.setFocus()
    QTest.keyClicks(field, "tea")
    assert research.navigator.model.rowCount() == 2
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert research.navigator.model.rowCount() == 3
    assert research.session.conversation is not None
    assert "Battery" in research.session.conversation.summary.title


def test_a_band_unfolds_by_a_click(research: MainWindow) -> None:
    band = next(row for row in rows_of(research) if isinstance(row, BandRow) and row.anchor is None)
    click_row(research, band.key)
    keys = [row.key for row in visible_rows(research)]
    assert f"{band.key}/summary" in keys
    assert research.on_screen.selection is not None
    assert research.on_screen.selection.boundary == band.boundary


def test_copying_puts_text_and_json_on_the_clipboard(research: MainWindow) -> None:
    turn = next(row for row in rows_of(research) if isinstance(row, TurnRow) and row.number == 1)
    click_row(research, turn.key)
    QTest.keyClick(research.timeline.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("I am preparing a briefing")
    shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(research.timeline.tree, Qt.Key.Key_C, shift)
    assert '"role": "user"' in QGuiApplication.clipboard().text()


def test_a_blob_is_saved_where_the_user_says_but_never_beside_the_source(
    research: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    research.timeline.set_all_expanded(True)
    tool = next(
        row
        for row in rows_of(research)
        if isinstance(row, ToolRow) and row.facts is not None and row.facts.refs
    )
    assert tool.facts is not None
    number = next(n for n, item in enumerate(tool.facts.items) if item.ref)
    research.timeline.select_key(f"{tool.key}/item:{number}")
    target = tmp_path / "saved.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))
    QTest.keyClick(research.timeline.tree, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert len(target.read_text("utf-8")) == tool.facts.items[number].chars
    assert research.session.current is not None
    beside = research.session.current.source.path.parent / "saved.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(beside), ""))
    research.actions_by_id.by_id["save-blob"].trigger()
    settle()
    assert not beside.exists()
    assert "only ever read" in research.status.texts[1]


def test_branches_are_chosen_from_the_bar(window: MainWindow, fixture_dir: Dirs) -> None:
    window.session.open(fixture_dir("branches"))
    settle()
    session = window.session
    for entry in window.navigator.entries():
        session.load(entry.summary.id)
        if session.conversation is not None and len(session.conversation.branches) > 2:
            break
    settle()
    assert session.conversation is not None
    picker = window.top_bar.branches
    assert picker.isVisible()
    assert picker.text() == f"Branch 1 of {len(session.conversation.branches)}"
    menu = picker.make_menu(picker.choices())
    menu.actions()[1].trigger()
    settle()
    assert picker.text().startswith("Branch 2 of")
    shown = [row.message.id for row in rows_of(window) if isinstance(row, TurnRow)]
    assert tuple(shown) == session.conversation.branches[1].message_ids


def test_a_click_on_the_branch_mark_of_a_turn_offers_its_alternatives(
    window: MainWindow, fixture_dir: Dirs
) -> None:
    window.session.open(fixture_dir("branches"))
    settle()
    entry = next(e for e in window.navigator.entries() if e.summary.title == "Edited questions")
    window.session.load(entry.summary.id)
    settle()
    turn = next(row for row in rows_of(window) if isinstance(row, TurnRow) and row.alternatives)
    offered: list[tuple[str, ...]] = []
    window.timeline.alternatives_requested.disconnect()
    window.timeline.alternatives_requested.connect(lambda row, _position: offered.append(row.alternatives))
    width = window.timeline.tree.viewport().width()
    click_row(window, turn.key, x=Columns.of(width).content_right - 8)
    assert offered == [turn.alternatives]
    menu = window.top_bar.branches.make_menu(window.top_bar.branches.choices(turn.alternatives[0]))
    assert menu.actions()
    menu.close()


def test_runs_are_the_other_grouping_and_a_step_leads_to_its_turn(
    window: MainWindow, capture_dir: Dirs
) -> None:
    window.session.open(capture_dir("v6-web-search-recall"))
    settle()
    button = window.navigator.findChild(type(window.navigator._buttons.children()[-1]), "group-runs")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    model, tree = window.navigator.model, window.navigator.tree
    run = model.index(2, 0)
    tree.expand(run)
    settle()
    QTest.mouseClick(
        tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(model.index(2, 0, run)).center()
    )
    settle()
    row = window.timeline.current_row
    assert isinstance(row, StepRow)
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.request is not None
    assert window.on_screen.selection.request.run_id == tree.model().row_at(run).run.id


def test_searching_walks_through_the_hits(research: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClick(research, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    field = research.search_bar.field
    assert field.hasFocus()
    QTest.keyClicks(field, "dysprosium")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert len(research.search.hits) > 2
    first = research.timeline.current_row
    assert first is not None
    QTest.keyClick(research, Qt.Key.Key_F3)
    QTest.keyClick(research, Qt.Key.Key_F3)
    settle()
    assert research.search.current == 2


# -- commands


def test_every_declared_action_has_its_handler(window: MainWindow) -> None:
    from inspector.app.actions import ACTIONS

    assert set(window.commands.handlers()) == {spec.id for spec in ACTIONS}


def test_actions_are_enabled_by_what_there_is(window: MainWindow, capture_dir: Dirs) -> None:
    actions = window.actions_by_id.by_id
    assert actions["open"].isEnabled()
    assert not actions["close"].isEnabled()
    assert not actions["next-turn"].isEnabled()
    window.session.open(capture_dir("v7-middleware"))
    settle()
    assert actions["close"].isEnabled()
    assert actions["group.runs"].isEnabled()
    assert not actions["save-blob"].isEnabled()


def test_the_palette_finds_and_runs_a_command(research: MainWindow) -> None:
    QTest.keyClick(research, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    palette = research.findChild(CommandPalette)
    assert palette is not None
    QTest.keyClicks(palette.field, "tea")
    assert palette.shown[0].text.startswith("Tea")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    settle()
    assert research.session.conversation is not None
    assert research.session.conversation.summary.title.startswith("Tea")


def test_escape_closes_the_palette(research: MainWindow) -> None:
    QTest.keyClick(research, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    palette = research.findChild(CommandPalette)
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    settle()
    assert research.findChild(CommandPalette) is None


def test_ctrl_d_brings_the_diff_to_the_front(research: MainWindow) -> None:
    QTest.keyClick(research, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert research.inspector.current_page is research.inspector.diff


def test_the_shortcut_help_lists_the_keys(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1)
    dialog = window.findChild(ShortcutsDialog)
    texts = [label.text() for label in dialog.findChildren(object, "key")]
    assert {"Ctrl+O", "J", "Space", "F11"} <= set(texts)
    dialog.close()
    settle()


def test_theme_and_language_are_switched_in_the_running_window(research: MainWindow) -> None:
    actions = research.actions_by_id.by_id
    actions["theme.dark"].trigger()
    assert current() is DARK
    assert research.settings.theme is ThemeChoice.DARK
    actions["language.zh_CN"].trigger()
    settle()
    assert actions["open"].text() == "打开文件…"
    assert "条消息" in research.top_bar.texts[1]
    actions["language.en"].trigger()
    actions["theme.light"].trigger()
    settle()
    assert actions["open"].text() == "Open file…"
    assert current() is LIGHT


# -- staying


def test_closing_brings_back_the_start_page(research: MainWindow) -> None:
    QTest.keyClick(research, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert research.session.current is None
    assert research.pages.currentWidget() is research.empty
    assert research.timeline.model.rowCount() == 0


def test_size_and_panes_come_back(make_window: Make, settings: Settings) -> None:
    first = make_window(size=(1100, 700))
    first.splitter.setSizes([300, 500, 300])
    panes = first.splitter.sizes()
    first.close()
    second = make_window()
    second.resize(1100, 700)
    settle()
    assert [abs(a - b) <= 2 for a, b in zip(second.splitter.sizes(), panes, strict=True)] == [True] * 3


def test_a_followed_capture_grows_without_moving_the_reader(window: MainWindow, capture_dir: Dirs) -> None:
    path = capture_dir("v6-long-tool-loop") / ".devtools" / "generations.json"
    whole = path.read_bytes()
    cut = whole.index(b'"step_number": 16')
    path.write_bytes(whole[:cut])
    window.session.open(path)
    settle()
    before = len([row for row in rows_of(window) if isinstance(row, StepRow)])
    window.timeline.set_all_expanded(True)
    step = [row for row in rows_of(window) if isinstance(row, StepRow)][4]
    window.timeline.select_key(step.key)
    bar = window.timeline.tree.verticalScrollBar()
    value = bar.value()
    window.actions_by_id.by_id["follow"].trigger()
    assert window.session.is_following
    path.write_bytes(whole)
    deadline = time.monotonic() + 8
    while (
        time.monotonic() < deadline and len([r for r in rows_of(window) if isinstance(r, StepRow)]) <= before
    ):
        QTest.qWait(50)
    steps = [row for row in rows_of(window) if isinstance(row, StepRow)]
    assert len(steps) == 21 > before
    row = window.timeline.current_row
    assert row is not None
    assert row.key == step.key
    assert bar.value() == value
    window.actions_by_id.by_id["follow"].trigger()
    assert not window.session.is_following


def test_opening_can_be_stopped(
    make_window: Make, capture_dir: Dirs, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window(pooled=True)
    gate = threading.Event()

    def slow(path: Path, *, progress: Progress) -> Source:
        while not gate.wait(0.01):
            progress.step(10, 100)
        return open_source(path)

    monkeypatch.setattr("inspector.app.opened.open_source", slow)
    window.session.open(capture_dir("v6-long-tool-loop"))
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.opening)
    stop = next(b for b in window.opening.findChildren(QPushButton) if b.text() == "Stop")
    QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
    settle()
    assert window.pages.currentWidget() is window.empty
    assert window.session.current is None
    qtbot.waitUntil(lambda: window.background.busy == 0)
    assert window.session.current is None


def test_opening_works_in_the_background_too(make_window: Make, capture_dir: Dirs, qtbot: QtBot) -> None:
    window = make_window(pooled=True)
    window.session.open(capture_dir("v6-aborted"))
    qtbot.waitUntil(lambda: window.session.conversation is not None)
    qtbot.waitUntil(lambda: window.background.busy == 0)
    assert len(window.navigator.entries()) == 40


def test_choices_in_the_palette_say_what_they_are_choices_of(research: MainWindow) -> None:
    QTest.keyClick(research, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    settle()
    palette = research.findChild(CommandPalette)
    assert palette is not None
    texts = [command.text for command in palette.shown]
    assert {"Theme: Dark", "Theme: As the system", "Language: As the system"} <= set(texts)
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    settle()
