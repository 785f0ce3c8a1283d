"""A person reads, selects, copies and searches texts with mouse and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from inspector.app.text.highlight import JsonHighlighter
from inspector.app.text.line_marks import MarkRole
from inspector.gui import theme
from inspector.gui.views.text.view import VirtualTextView

TEXT = "first line 电池 end\nsecond\n\nfourth 😀👍🏽 line\n" + "\n".join(f"row {n}" for n in range(200))


@pytest.fixture
def view(qtbot: QtBot) -> VirtualTextView:
    made = VirtualTextView()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    made.set_text(TEXT)
    made.setFocus()
    return made


def point_of(view: VirtualTextView, offset: int) -> QPoint:
    """The pixel at the left edge of a character on screen."""
    row = view.rows.row_of(offset) - view.verticalScrollBar().value()
    line, start, _ = view.rows.span(view.rows.row_of(offset), view.horizontalScrollBar().value(), 1)
    cells = view.document.cells_in(start, offset)
    left = view.viewport().width() - (view.page_cells + 1) * view.grid.cell
    gutter = next(x for x in range(view.viewport().width()) if view.offset_under(QPoint(x, 0)) > 0)
    assert line >= 0
    assert left >= 0
    first = gutter - view.grid.cell / 2
    return QPoint(round(first + cells * view.grid.cell), round((row + 0.5) * view.grid.row_height))


def painted(view: VirtualTextView) -> QImage:
    return view.viewport().grab().toImage()


def colours_in_row(view: VirtualTextView, row: int) -> set[str]:
    image = painted(view)
    y = row * view.grid.row_height + 3
    return {image.pixelColor(x, y).name() for x in range(image.width())}


def press(
    qtbot: QtBot, view: VirtualTextView, key: Qt.Key, *, shift: bool = False, ctrl: bool = False
) -> None:
    modifiers = Qt.KeyboardModifier.NoModifier
    modifiers |= Qt.KeyboardModifier.ShiftModifier if shift else modifiers
    modifiers |= Qt.KeyboardModifier.ControlModifier if ctrl else modifiers
    qtbot.keyClick(view, key, modifiers)


def test_dragging_selects_and_ctrl_c_copies(qtbot: QtBot, view: VirtualTextView) -> None:
    start, end = TEXT.index("line"), TEXT.index(" end")
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=point_of(view, start))
    qtbot.mouseMove(view.viewport(), point_of(view, end))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=point_of(view, end))
    press(qtbot, view, Qt.Key.Key_C, ctrl=True)
    assert QGuiApplication.clipboard().text() == "line 电池"


def test_dragging_below_the_view_goes_on_scrolling(qtbot: QtBot, view: VirtualTextView) -> None:
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=point_of(view, 3))
    below = QPoint(100, view.viewport().height() + 30)
    qtbot.mouseMove(view.viewport(), below)
    qtbot.waitUntil(lambda: view.verticalScrollBar().value() > 40)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=below)
    held = view.verticalScrollBar().value()
    assert view.selected_text().count("\n") >= 40
    qtbot.wait(100)
    assert view.verticalScrollBar().value() == held


def test_keys_of_a_focused_text_do_not_reach_the_window_s_actions(
    qtbot: QtBot, view: VirtualTextView
) -> None:
    from PySide6.QtGui import QAction

    window_find = QAction(view.window())
    window_find.setShortcut("Ctrl+F")
    view.window().addAction(window_find)
    reached: list[bool] = []
    window_find.triggered.connect(lambda: reached.append(True))
    with qtbot.waitSignal(view.find_requested):
        press(qtbot, view, Qt.Key.Key_F, ctrl=True)
    assert not reached


def test_shift_click_extends_from_the_caret(qtbot: QtBot, view: VirtualTextView) -> None:
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point_of(view, 2))
    place = point_of(view, TEXT.index("second") + 3)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, pos=place)
    assert view.selected_text() == TEXT[2 : TEXT.index("second") + 3]


def test_double_click_selects_a_word(qtbot: QtBot, view: VirtualTextView) -> None:
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point_of(view, TEXT.index("econd")))
    assert view.selected_text() == "second"


def test_a_third_click_selects_the_line(qtbot: QtBot, view: VirtualTextView) -> None:
    place = point_of(view, TEXT.index("econd"))
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.selected_text() == "second\n"
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.selected_text() == ""


def test_arrow_keys_pass_an_emoji_with_its_skin_tone_in_one_step(qtbot: QtBot, view: VirtualTextView) -> None:
    view.caret.move_to(TEXT.index("👍"))
    press(qtbot, view, Qt.Key.Key_Right, shift=True)
    assert view.selected_text() == "👍🏽"
    press(qtbot, view, Qt.Key.Key_Left)
    assert view.caret.position == TEXT.index("👍")


def test_down_and_up_keep_the_column_over_an_empty_line(qtbot: QtBot, view: VirtualTextView) -> None:
    view.caret.move_to(4)
    for _ in range(3):
        press(qtbot, view, Qt.Key.Key_Down)
    assert view.caret.position == TEXT.index("fourth") + 4
    for _ in range(3):
        press(qtbot, view, Qt.Key.Key_Up)
    assert view.caret.position == 4


def test_words_line_ends_and_document_ends(qtbot: QtBot, view: VirtualTextView) -> None:
    press(qtbot, view, Qt.Key.Key_Right, ctrl=True)
    assert view.caret.position == TEXT.index("line")
    press(qtbot, view, Qt.Key.Key_Left, ctrl=True)
    assert view.caret.position == 0
    press(qtbot, view, Qt.Key.Key_End)
    assert view.caret.position == TEXT.index("\n")
    press(qtbot, view, Qt.Key.Key_Home)
    assert view.caret.position == 0
    press(qtbot, view, Qt.Key.Key_End, ctrl=True)
    assert view.caret.position == len(TEXT)
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_page_down_scrolls_with_the_caret(qtbot: QtBot, view: VirtualTextView) -> None:
    press(qtbot, view, Qt.Key.Key_PageDown)
    assert view.document.line_at(view.caret.position) == view.page_rows
    press(qtbot, view, Qt.Key.Key_PageDown)
    assert view.verticalScrollBar().value() > 0


def test_select_all_and_copy_keep_every_character(qtbot: QtBot, view: VirtualTextView) -> None:
    odd = "a\x00b\r\n\u202ec\tend"
    view.set_text(odd)
    press(qtbot, view, Qt.Key.Key_A, ctrl=True)
    press(qtbot, view, Qt.Key.Key_C, ctrl=True)
    assert QGuiApplication.clipboard().text() == odd


def test_a_control_character_is_painted_in_a_box(view: VirtualTextView) -> None:
    view.set_text("plain text")
    plain = colours_in_row(view, 0)
    view.set_text("plai\x00 text")
    assert colours_in_row(view, 0) - plain


def test_marks_and_selection_are_seen(view: VirtualTextView) -> None:
    hit = theme.current().search_hit.name()
    assert hit not in colours_in_row(view, 0)
    view.set_marks("test", MarkRole.HIT, [(0, 5)])
    assert hit in colours_in_row(view, 0)
    view.clear_marks("test")
    assert hit not in colours_in_row(view, 0)


def test_wrapping_keeps_the_top_line_in_place(view: VirtualTextView) -> None:
    view.set_text("\n".join(f"{n} " + "word " * 60 for n in range(100)))
    view.verticalScrollBar().setValue(40)
    view.set_wrap(True)
    assert view.document.line_at(view.top_offset()) == 40
    assert view.horizontalScrollBar().maximum() == 0
    view.set_wrap(False)
    assert view.document.line_at(view.top_offset()) == 40


def test_a_line_of_five_million_characters_is_reached_at_its_end(qtbot: QtBot, view: VirtualTextView) -> None:
    text = '{"text":"' + "grid storage 电池 " * 300_000 + 'THE END"}'
    view.set_text(text, highlighter=JsonHighlighter())
    press(qtbot, view, Qt.Key.Key_End, ctrl=True)
    assert view.caret.position == len(text)
    sideways = view.horizontalScrollBar()
    assert sideways.value() > 5_000_000
    line, start, end = view.rows.span(0, sideways.value(), view.page_cells)
    assert (line, text[start:end].endswith('THE END"}')) == (0, True)
    string_colour = theme.current().good
    image = painted(view)
    strip = {image.pixelColor(x, y).name() for x in range(60, 400) for y in range(view.grid.row_height)}
    assert string_colour.name() in strip


def test_a_long_text_is_indexed_while_the_first_page_is_shown(qtbot: QtBot, view: VirtualTextView) -> None:
    text = "0123456789\n" * 400_000
    view.set_text(text)
    assert not view.document.complete
    assert len(colours_in_row(view, 0)) > 1
    with qtbot.waitSignal(view.document_indexed):
        pass
    assert view.document.line_count == 400_001
    assert view.verticalScrollBar().maximum() == view.rows.row_count - view.page_rows


def test_reveal_works_before_indexing_has_come_so_far(view: VirtualTextView) -> None:
    text = "0123456789\n" * 400_000 + "here"
    view.set_text(text)
    view.select_range(len(text) - 4, len(text))
    assert view.selected_text() == "here"
    shown = view.verticalScrollBar().value()
    assert shown <= 400_000 < shown + view.page_rows


def test_the_context_menu_offers_what_can_be_done(qtbot: QtBot, view: VirtualTextView) -> None:
    menu = view.build_menu(0)
    by_text = {action.text(): action for action in menu.actions() if action.text()}
    assert not by_text["Copy"].isEnabled()
    view.caret.select(0, 5)
    menu = view.build_menu(0)
    probe = next(action for action in menu.actions() if action.text() == "Probe this selection")
    with qtbot.waitSignal(view.probe_requested) as caught:
        probe.trigger()
    assert caught.args == ["first"]


def test_the_wheel_scrolls_by_rows(qtbot: QtBot, view: VirtualTextView) -> None:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QWheelEvent

    event = QWheelEvent(
        QPointF(50, 50),
        view.viewport().mapToGlobal(QPointF(50, 50)),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QGuiApplication.sendEvent(view.viewport(), event)
    assert view.verticalScrollBar().value() == 3


def test_a_theme_change_repaints_in_its_colours(view: VirtualTextView) -> None:
    app = QGuiApplication.instance()
    assert app is not None
    before = painted(view).pixelColor(400, 290)
    theme.manager().choose(theme.ThemeChoice.DARK)
    try:
        assert painted(view).pixelColor(400, 290) == QColor(theme.DARK.surface) != before
    finally:
        theme.manager().choose(theme.ThemeChoice.LIGHT)
