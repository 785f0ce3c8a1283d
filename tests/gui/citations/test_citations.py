"""The presenter's story: a person shows citation skeletons with mouse and keyboard, in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor, QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from inspector.analysis.citations.skeleton import Mark, MarkState, Skeleton
from inspector.analysis.citations.skeleton_forms import Form
from inspector.gui import theme
from inspector.gui.citations.answer_view import AnswerView
from inspector.gui.citations.cards import SourceCard
from inspector.gui.citations.view import CitationView
from inspector.gui.main_window import MainWindow
from inspector.gui.theme import ThemeChoice
from tests.gui.conftest import settle

Dirs = Callable[[str], Path]
PRESENT = (Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
LEFT = Qt.MouseButton.LeftButton


def open_conversation(window: MainWindow, path: Path, title: str) -> None:
    window.session.open(path)
    settle()
    entry = next(e for e in window.navigator.entries() if title in e.summary.title)
    window.session.load(entry.summary.id)
    settle()


def select_turn(window: MainWindow, turn: int) -> None:
    assert window.on_screen.branch is not None
    assert window.timeline.select_key(window.on_screen.branch.message_ids[turn - 1])
    settle()


def present(window: MainWindow) -> CitationView:
    QTest.keyClick(window, *PRESENT)
    settle()
    assert window.helpers.citations.is_on
    return window.helpers.citations.view


def badge_point(view: CitationView, name: str) -> QPoint:
    """The middle of the first badge of an id, in the answer's viewport."""
    position = next(at for at, found in view.answer.badges() if found == name)
    cursor = QTextCursor(view.answer.document())
    cursor.setPosition(position)
    left = view.answer.cursorRect(cursor)
    cursor.setPosition(position + 1)
    right = view.answer.cursorRect(cursor)
    return QPoint((left.right() + right.left()) // 2, left.center().y())


def click_badge(view: CitationView, name: str) -> None:
    QTest.mouseClick(view.answer.viewport(), LEFT, pos=badge_point(view, name))
    settle()


@pytest.fixture
def research(window: MainWindow, fixture_dir: Dirs) -> MainWindow:
    open_conversation(window, fixture_dir("research"), "Battery")
    return window


def test_the_shortcut_presents_the_selected_answer_and_hides_the_furniture(research: MainWindow) -> None:
    select_turn(research, 4)
    view = present(research)
    assert view.skeleton is not None
    assert view.skeleton.turn == 4
    assert view.isVisible()
    assert not research.menuBar().isVisible()
    assert not research.status.isVisible()
    QTest.keyClick(view.answer, Qt.Key.Key_Escape)
    settle()
    assert research.pages.currentWidget() is research.panes
    assert research.menuBar().isVisible()
    assert research.status.isVisible()


def test_of_a_selected_question_its_answer_is_presented(research: MainWindow) -> None:
    select_turn(research, 3)
    view = present(research)
    assert view.skeleton is not None
    assert view.skeleton.turn == 4


def test_a_click_on_a_badge_marks_its_card_and_brings_it_on_screen(research: MainWindow) -> None:
    select_turn(research, 4)
    view = present(research)
    click_badge(view, "f98f8b0d-1")
    assert view.skeleton is not None
    assert view.current_card == view.skeleton.marks["f98f8b0d-1"].card == 5
    card = view.panel.cards[5]
    top = card.mapTo(view.panel.area.viewport(), QPoint(0, 0)).y()
    assert 0 <= top < view.panel.area.viewport().height()


def test_a_click_on_a_card_marks_its_badges(research: MainWindow) -> None:
    select_turn(research, 4)
    view = present(research)
    QTest.mouseClick(view.panel.cards[2], LEFT, pos=QPoint(40, 12))
    assert view.current_card == 2
    lit = [name for _, name in view.answer.badges() if view.answer._face(name).lit]
    assert lit == ["683ad590-2"]


def test_a_card_far_below_scrolls_the_answer_to_its_badge(research: MainWindow) -> None:
    select_turn(research, 4)
    research.resize(900, 480)
    view = present(research)
    view.answer.setFixedHeight(90)
    settle()
    QTest.mouseClick(view.panel.cards[5], LEFT, pos=QPoint(40, 12))
    settle()
    assert 0 <= badge_point(view, "f98f8b0d-1").y() <= view.answer.viewport().height()


def test_the_forms_show_what_is_kept_and_every_badge_goes_on_resolving(research: MainWindow) -> None:
    select_turn(research, 4)
    view = present(research)
    view.bar.set_value(8_000)
    sizes = {}
    for form in Form:
        QTest.mouseClick(view.panel.switch.buttons[form], LEFT)
        assert view.form_view is not None
        assert view.form_view.form is form
        assert len(view.form_view.resolving) == 6
        sizes[form] = view.form_view.chars
    assert sizes[Form.FULL] > 100_000 > sizes[Form.PROMPT] > sizes[Form.STORED]
    assert "→" in view.panel.sizes.text()
    assert "6 of 6" in view.answer.toPlainText()


def test_keys_1_to_3_choose_the_form(research: MainWindow) -> None:
    select_turn(research, 4)
    view = present(research)
    for key, form in ((Qt.Key.Key_1, Form.FULL), (Qt.Key.Key_3, Form.STORED), (Qt.Key.Key_2, Form.PROMPT)):
        QTest.keyClick(view.answer, key)
        assert view.panel.switch.form is form


def test_dragging_the_slider_trims_more_or_less(research: MainWindow) -> None:
    select_turn(research, 2)
    view = present(research)
    slider = view.bar.slider

    def drag_to(share: float) -> int:
        y = slider.height() // 2
        at = round(slider.value() / slider.maximum() * (slider.width() - 14)) + 7
        QTest.mousePress(slider, LEFT, pos=QPoint(at, y))
        QTest.mouseMove(slider, QPoint(round(slider.width() * share), y))
        QTest.mouseRelease(slider, LEFT, pos=QPoint(round(slider.width() * share), y))
        settle()
        assert view.form_view is not None
        return view.form_view.chars

    most, least = drag_to(1.0), drag_to(0.0)
    assert view.bar.value == 500
    assert least < most == 17_152
    assert not slider.hasFocus()
    assert "17" in view.panel.sizes.text()


def test_the_slider_in_full_form_shows_what_it_does_to_the_prompt(research: MainWindow) -> None:
    select_turn(research, 4)
    view = present(research)
    QTest.keyClick(view.answer, Qt.Key.Key_1)
    view.bar.slider.setFocus()
    QTest.keyClick(view.bar.slider, Qt.Key.Key_Right)
    assert view.panel.switch.form is Form.PROMPT
    assert view.skeleton is not None
    assert view.skeleton.turn == 4


def test_arrow_keys_walk_through_the_answers_that_cite_something(research: MainWindow) -> None:
    select_turn(research, 2)
    view = present(research)
    turns = []
    for _ in range(9):
        assert view.skeleton is not None
        turns.append(view.skeleton.turn)
        QTest.keyClick(view.answer, Qt.Key.Key_Right)
        settle()
    assert turns == [2, 4, 6, 8, 10, 12, 14, 16, 16]
    QTest.keyClick(view.answer, Qt.Key.Key_Left)
    assert view.skeleton.turn == 14
    assert view.header.position.text() == "7 / 8"
    QTest.keyClick(view.answer, Qt.Key.Key_Escape)
    settle()
    row = research.timeline.current_row
    assert row is not None
    assert research.on_screen.branch is not None
    assert row.key == research.on_screen.branch.message_ids[13]


def test_dangling_and_earlier_citations_are_told_apart_without_colour(research: MainWindow) -> None:
    select_turn(research, 14)
    view = present(research)
    assert view.skeleton is not None
    assert [view.answer._face(name).text for _, name in view.answer.badges()] == ["↑", "?"]
    assert view.skeleton.count(MarkState.DANGLING) == 1
    text = view.answer.toPlainText()
    assert "0 of 2 citations resolve. 1 names an id that no tool output of this conversation holds." in text
    click_badge(view, "9e8d7c6b-3")
    assert view.current_card is None


def test_the_full_text_unfolds_and_folds(research: MainWindow) -> None:
    select_turn(research, 4)
    view = present(research)
    view.bar.set_value(8_000)
    row = view.panel.cards[1].rows[0]
    QTest.mouseClick(row.unfold, LEFT)
    settle()
    text = row.text_view()
    assert text is not None
    assert text.document.utf16_length == 124_195
    QTest.mouseClick(row.unfold, LEFT)
    settle()
    assert row.text_view() is None


def test_tab_reaches_the_badges_and_return_follows_one(research: MainWindow) -> None:
    select_turn(research, 2)
    view = present(research)
    QTest.keyClick(view.answer, Qt.Key.Key_Tab)
    QTest.keyClick(view.answer, Qt.Key.Key_Return)
    assert view.current_card == 0


def test_an_answer_without_citations_says_so_and_leads_on(window: MainWindow, fixture_dir: Dirs) -> None:
    open_conversation(window, fixture_dir("branches"), "Tool zoo")
    window.session.open(fixture_dir("toolloop"))
    settle()
    view = present(window)
    labels = view.panel.findChildren(type(view.panel.sizes), "presenter-hint")
    assert [label.text() for label in labels] == [
        "This answer cites nothing, nor does any other on this branch."
    ]
    assert not view.panel.sizes.text()


def test_a_capture_is_presented_too(window: MainWindow, capture_dir: Dirs) -> None:
    window.session.open(capture_dir("v6-web-search-recall") / ".devtools" / "generations.json")
    settle()
    view = present(window)
    assert view.skeleton is not None
    own = view.skeleton.count(MarkState.OWN)
    assert own == 3
    assert view.panel.cards[0].card.title.startswith("China wins 40 golds")
    assert len(view.panel.cards[0].rows) == 1


def test_opening_another_file_ends_the_presentation(research: MainWindow, capture_dir: Dirs) -> None:
    present(research)
    research.session.open(capture_dir("v6-cache-bust"))
    settle()
    assert not research.helpers.citations.is_on
    assert research.menuBar().isVisible()


def test_the_timeline_offers_it_in_its_context_menu(research: MainWindow) -> None:
    tree = research.timeline.tree
    assert tree.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    assert research.actions_by_id.by_id["presenter"] in tree.actions()
    menus = [menu for menu in research.menuBar().findChildren(QMenu) if menu.objectName() == "menu-view"]
    assert any(action.objectName() == "presenter" for action in menus[0].actions())


def test_theme_and_size_change_while_presenting(research: MainWindow) -> None:
    select_turn(research, 4)
    view = present(research)
    small = view.answer.document().defaultFont().pixelSize()
    theme.manager().choose(ThemeChoice.DARK)
    research.resize(2560, 1440)
    settle()
    assert view.answer.document().defaultFont().pixelSize() > small
    assert len(list(view.answer.badges())) == 6
    assert isinstance(view.panel.cards[0], SourceCard)
    click_badge(view, "9218d359-1")
    assert view.current_card == 1


def test_a_hostile_answer_reads_no_file_and_shows_no_html(research: MainWindow, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_text("x")
    select_turn(research, 4)
    view = present(research)
    assert view.answer.loadResource(2, str(secret)).width() == 1, (
        "an empty picture, or Qt reads the file itself"
    )


def test_markdown_is_set_with_headings_tables_and_code(window: MainWindow) -> None:
    table, code = "| x | y |\n|---|---|\n| 1 | [cite:a-1] |", "```\ncode [cite:a-1]\n```"
    text = f"# Head [cite:a-1]\n\n{table}\n\n{code}\n\n<b>no html</b>"
    mark = Mark("a-1", MarkState.OWN, 1, 0)
    skeleton = Skeleton(
        message_id="m", turn=1, question="", texts=(text,), marks={"a-1": mark}, cards=(), tools={}, parts={}
    )
    view = AnswerView(window)
    view.show_skeleton(skeleton, "below")
    document = view.document()
    assert [name for _, name in view.badges()] == ["a-1", "a-1"]
    heading = document.firstBlock()
    body = document.defaultFont().pixelSize()
    assert heading.textFormats()[0].format.font().pixelSize() > body
    assert any(isinstance(frame, QTextTable) for frame in document.rootFrame().childFrames())
    assert "code [cite:a-1]" in document.toPlainText()
    assert "<b>no html</b>" in document.toPlainText()


def test_the_question_stands_above_the_answer_and_the_headline_above_both(research: MainWindow) -> None:
    select_turn(research, 2)
    view = present(research)
    assert view.skeleton is not None
    asked = view.skeleton.question
    assert asked
    assert view.answer.toPlainText().startswith(" ".join(asked.split()))
    assert "17 152 → 9 378 chars · 4 of 4 citations resolve" in _plain_spaces(view.header._title.text())


def test_the_slider_ends_where_nothing_changes_and_marks_each_source(research: MainWindow) -> None:
    select_turn(research, 2)
    view = present(research)
    assert view.skeleton is not None
    lengths = {entry.chars for card in view.skeleton.cards for entry in card.entries}
    assert len(view.bar.slider.points) == sum(
        entry.chars > 500 for card in view.skeleton.cards for entry in card.entries
    )
    view.bar.slider.setValue(view.bar.slider.maximum())
    assert view.bar.value == max(lengths) > 500
    assert max(view.bar.slider.points) == view.bar.slider.maximum()


def test_where_nothing_is_longer_than_the_scale_the_slider_says_so(research: MainWindow) -> None:
    view = present(research)
    view.bar.start(5_000, [500, 120])
    assert not view.bar.slider.isEnabled()
    assert "Nothing here is longer than 500 chars" in _plain_spaces(view.bar._promise.text())
    view.bar.start(5_000, [501])
    assert view.bar.slider.isEnabled()


def _plain_spaces(text: str) -> str:
    return " ".join(text.replace("\u202f", " ").replace("\u00a0", " ").split())
