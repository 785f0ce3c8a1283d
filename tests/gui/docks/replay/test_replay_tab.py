"""A person at the replay tab: real mouse and keyboard on the real window over real sessions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QLabel, QLineEdit, QMenu, QWidget

from inspector.app.replay.control_groups import COMMON
from inspector.app.replay.prompt_bars import BarView, Part
from inspector.app.timeline.rows import StepRow, ToolRow
from inspector.gui.docks.replay.controls.choices import ChoiceControl, SwitchControl
from inspector.gui.docks.replay.controls.number import NumberControl
from inspector.gui.docks.replay.controls.rules import RulesControl, RulesDialog
from inspector.gui.docks.replay.replay_tab import ReplayTab
from inspector.gui.i18n import Language, switch_language
from inspector.gui.main_window import MainWindow
from inspector.gui.theme import DARK, ThemeChoice, manager
from inspector.model.settings import SETTINGS
from tests.gui.conftest import settle
from tests.gui.docks.replay.conftest import wait_for_replay

LEFT = Qt.MouseButton.LeftButton


def tab_of(window: MainWindow) -> ReplayTab:
    found = window.dock.findChild(ReplayTab)
    assert isinstance(found, ReplayTab)
    return found


def number(window: MainWindow, name: str) -> NumberControl:
    found = tab_of(window).controls.controls[name]
    assert isinstance(found, NumberControl)
    return found


def type_into(field: QLineEdit, text: str) -> None:
    """Click a field, replace what it says, and press Return."""
    QTest.mouseClick(field, LEFT)
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    wait_for_replay()


def setting_now(window: MainWindow, name: str) -> object:
    result = window.helpers.replay.controller.result
    assert result is not None
    return result.settings[name]


def click_bar(window: MainWindow, position: int) -> None:
    chart = tab_of(window).chart.chart
    place = chart.layout_now().place(position)
    QTest.mouseClick(chart, LEFT, pos=place.center().toPoint())
    settle()


# -- controls


def test_there_is_a_control_for_every_setting_and_the_common_ones_come_first(
    research_window: MainWindow,
) -> None:
    panel = tab_of(research_window).controls
    assert set(panel.controls) == {spec.name for spec in SETTINGS}
    assert [name for name in panel.controls if panel.controls[name].isVisible()] == list(COMMON)
    QTest.mouseClick(panel.more, LEFT)
    settle()
    assert not any(control.isHidden() for control in panel.controls.values())
    QTest.mouseClick(panel.more, LEFT)
    settle()
    assert not panel.controls["policy"].isVisible()


def test_a_click_on_a_slider_changes_the_chart(research_window: MainWindow) -> None:
    window = research_window
    control, chart = number(window, "truncate_threshold"), tab_of(window).chart
    assert chart.chart.bars.view is BarView.MEASURED
    QTest.mouseClick(control.slider, LEFT, pos=QPoint(4, control.slider.height() // 2))
    wait_for_replay()
    assert setting_now(window, "truncate_threshold") == control.value < 5_000
    assert chart.chart.bars.view is BarView.PREDICTED
    assert control.label.property("tone") == "accent"
    assert control.reset.isVisible()


def test_a_dragged_slider_is_one_step_for_undo(research_window: MainWindow) -> None:
    window = research_window
    slider = number(window, "truncate_threshold").slider
    option_x = round(slider.width() * slider.value() / slider.maximum())
    QTest.mousePress(slider, LEFT, pos=QPoint(option_x, slider.height() // 2))
    for x in range(option_x, slider.width(), 6):
        QTest.mouseMove(slider, QPoint(x, slider.height() // 2))
        QTest.qWait(15)
    assert setting_now(window, "truncate_threshold") != 5_000
    QTest.mouseRelease(slider, LEFT, pos=QPoint(slider.width() - 2, slider.height() // 2))
    wait_for_replay()
    assert (
        setting_now(window, "truncate_threshold")
        == window.helpers.replay.controller.state.settings.truncate_threshold
    )
    QTest.mouseClick(tab_of(window).controls.undo, LEFT)
    wait_for_replay()
    assert setting_now(window, "truncate_threshold") == 5_000
    assert not tab_of(window).controls.undo.isEnabled()


def test_a_typed_number_counts_and_can_be_taken_back(research_window: MainWindow) -> None:
    window = research_window
    control = number(window, "truncate_threshold")
    type_into(control.field, "20k")
    assert setting_now(window, "truncate_threshold") == 20_000
    assert control.field.text() == "20\u202f000"
    assert "5\u202f000" in control.toolTip()
    QTest.keyClick(control.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(tab_of(window).controls.undo, LEFT)
    wait_for_replay()
    assert setting_now(window, "truncate_threshold") == 5_000
    assert not control.reset.isVisible()


def test_what_is_no_number_goes_back_to_what_it_was(research_window: MainWindow) -> None:
    control = number(research_window, "truncate_threshold")
    type_into(control.field, "a lot")
    assert control.field.text() == "5\u202f000"
    assert setting_now(research_window, "truncate_threshold") == 5_000


def test_arrow_keys_and_escape_in_a_field(research_window: MainWindow) -> None:
    control = number(research_window, "truncate_threshold")
    QTest.mouseClick(control.field, LEFT)
    QTest.keyClick(control.field, Qt.Key.Key_Up)
    wait_for_replay()
    assert setting_now(research_window, "truncate_threshold") == 5_100
    QTest.keyClicks(control.field, "9")
    QTest.keyClick(control.field, Qt.Key.Key_Escape)
    assert control.field.text() == "5\u202f100"


def test_the_wheel_over_a_control_scrolls_past_it(research_window: MainWindow) -> None:
    control = number(research_window, "truncate_threshold")
    for widget in (control.slider, control.field):
        middle = QPointF(widget.rect().center())
        event = QWheelEvent(
            middle,
            widget.mapToGlobal(middle),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
    wait_for_replay()
    assert setting_now(research_window, "truncate_threshold") == 5_000


def test_one_control_is_reset_and_the_others_stay(research_window: MainWindow) -> None:
    window = research_window
    type_into(number(window, "truncate_threshold").field, "9k")
    type_into(number(window, "head_chars").field, "100")
    QTest.mouseClick(number(window, "truncate_threshold").reset, LEFT)
    wait_for_replay()
    assert setting_now(window, "truncate_threshold") == 5_000
    assert setting_now(window, "head_chars") == 100
    QTest.mouseClick(tab_of(window).controls.reset, LEFT)
    wait_for_replay()
    assert not window.helpers.replay.controller.state.changes()


def test_a_switch_and_a_choice(research_window: MainWindow) -> None:
    window, controls = research_window, tab_of(research_window).controls.controls
    switch, choice = controls["in_loop"], controls["compressor"]
    assert isinstance(switch, SwitchControl)
    assert isinstance(choice, ChoiceControl)
    QTest.mouseClick(switch.switch, LEFT)
    wait_for_replay()
    assert setting_now(window, "in_loop") is False
    choice.combo.setFocus()
    QTest.keyClick(choice.combo, Qt.Key.Key_Down)
    wait_for_replay()
    assert setting_now(window, "compressor") == "stand-in"


def test_a_setting_that_may_be_unset_shows_what_it_comes_to(research_window: MainWindow) -> None:
    control = number(research_window, "trigger_ratio")
    assert control.value is None
    assert control.field.text() == "80\u202f% of the window"
    type_into(control.field, "50")
    assert setting_now(research_window, "trigger_ratio") == 0.5
    type_into(control.field, "")
    assert setting_now(research_window, "trigger_ratio") is None


def test_the_menu_of_a_control_unsets_it(research_window: MainWindow) -> None:
    control = number(research_window, "context_window")
    assert control.value == 16_000
    point = control.label.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, control.mapToGlobal(point))
    QApplication.sendEvent(control, event)
    (menu,) = control.findChildren(QMenu)
    menu.actions()[1].trigger()
    menu.close()
    wait_for_replay()
    assert setting_now(research_window, "context_window") is None


def test_presets_are_whole_settings_and_named_when_they_match(research_window: MainWindow) -> None:
    window, panel = research_window, tab_of(research_window).controls
    panel.presets.setFocus()
    QTest.keyClick(panel.presets, Qt.Key.Key_Down)
    wait_for_replay()
    assert panel.presets.currentData() == "reference-defaults"
    assert setting_now(window, "truncate_threshold") == 50_000
    type_into(number(window, "head_chars").field, "100")
    assert panel.presets.currentIndex() == -1
    assert "changed" in panel.presets.placeholderText()


def test_formulas_are_shown_with_their_numbers(research_window: MainWindow) -> None:
    labels = tab_of(research_window).controls
    texts = [label.text() for label in labels.findChildren(QWidget) if hasattr(label, "text")]
    assert any("floor(16 000 × 0.8) = 12 800" in text.replace("\u202f", " ") for text in texts)


def test_rules_are_edited_in_a_table(research_window: MainWindow) -> None:
    control = tab_of(research_window).controls.controls["codecs"]
    assert isinstance(control, RulesControl)
    control.edit()
    dialog = control.findChild(RulesDialog)
    assert isinstance(dialog, RulesDialog)
    row = [rule.tool for rule in control.value].index("web_fetch")
    codec = dialog.table.cellWidget(row, 1)
    assert isinstance(codec, QComboBox)
    codec.setCurrentIndex(codec.count() - 1)
    QTest.mouseClick(dialog.add, LEFT)
    buttons = dialog.findChild(QDialogButtonBox)
    QTest.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    assert dialog.isVisible()
    dialog.table.setCurrentCell(dialog.table.rowCount() - 1, 0)
    QTest.mouseClick(dialog.remove, LEFT)
    QTest.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    wait_for_replay()
    rules = setting_now(research_window, "codecs")
    assert isinstance(rules, dict)
    assert rules["web_fetch"] == "exempt"


# -- the chart


def test_a_bar_and_its_request_select_each_other(research_window: MainWindow) -> None:
    window = research_window
    click_bar(window, 11)
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.request is not None
    assert window.on_screen.selection.request.index == 11
    row = window.timeline.current_row
    assert isinstance(row, StepRow)
    QTest.keyClick(window.timeline.tree, Qt.Key.Key_J)
    settle()
    chart = tab_of(window).chart.chart
    assert chart.selected != 11


def test_arrow_keys_walk_over_the_bars(research_window: MainWindow) -> None:
    window, chart = research_window, tab_of(research_window).chart.chart
    click_bar(window, 3)
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.selected == 4
    QTest.keyClick(chart, Qt.Key.Key_End)
    assert chart.selected == 24
    QTest.keyClick(chart, Qt.Key.Key_Home)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.selected == 0
    assert "1" in chart.accessibleDescription()


def test_the_wheel_zooms_and_a_double_click_beside_the_bars_shows_all(
    research_window: MainWindow,
) -> None:
    chart = tab_of(research_window).chart.chart
    middle = QPointF(chart.rect().center())
    for _ in range(4):
        event = QWheelEvent(
            middle,
            chart.mapToGlobal(middle),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(chart, event)
    zoomed = chart.view
    assert zoomed.count < 25
    QTest.mousePress(chart, LEFT, pos=chart.rect().center())
    QTest.mouseMove(chart, chart.rect().center() + QPoint(chart.width() // 3, 0))
    QTest.mouseRelease(chart, LEFT, pos=chart.rect().center() + QPoint(chart.width() // 3, 0))
    assert chart.view.count == zoomed.count
    QTest.mouseDClick(chart, LEFT, pos=QPoint(2, 2))
    assert chart.view.count == 25


def test_the_figures_are_there_as_a_table(research_window: MainWindow) -> None:
    window, panel = research_window, tab_of(research_window).chart
    QTest.mouseClick(panel.as_table, LEFT)
    settle()
    assert panel.table.isVisible()
    lines = panel.table.as_text().split("\n")
    assert len(lines) == 26
    assert "read from cache" in lines[0]
    panel.table.selectRow(6)
    settle()
    assert window.helpers.replay.controller.selected == 6


def test_the_person_may_choose_between_measured_and_predicted(research_window: MainWindow) -> None:
    panel = tab_of(research_window).chart
    assert panel.chart.bars.parts == (Part.READ, Part.WRITTEN, Part.NEW)
    panel.views.setFocus()
    QTest.keyClick(panel.views, Qt.Key.Key_Down)
    settle()
    assert panel.view is BarView.PREDICTED
    assert "same prefix" in panel.legend.texts
    assert "rests on a stand-in" in panel.legend.texts
    QTest.keyClick(panel.views, Qt.Key.Key_Down)
    settle()
    assert panel.view is BarView.MEASURED
    assert panel.legend.texts == ["read from cache", "written", "new"]


# -- totals and comparing


def test_totals_show_which_is_better_with_a_star_for_stand_ins(loop_window: MainWindow) -> None:
    window, totals = loop_window, tab_of(loop_window).totals
    type_into(number(window, "truncate_threshold").field, "1500")
    text = totals.table.as_text()
    assert "Prompt tokens" in text
    model = totals.table.figures
    assert text.split("\n")[0] == "\tMeasured\tRecorded\tReplay\tΔ"
    good = model.index(0, 3).data(Qt.ItemDataRole.ForegroundRole)
    assert good == manager().theme.good
    result = window.helpers.replay.controller.result
    assert result is not None
    assert not result.totals.rests_on_stand_in
    assert "*" not in text


def test_one_column_stands_until_something_changes(research_window: MainWindow) -> None:
    window, totals = research_window, tab_of(research_window).totals
    assert totals.table.as_text().split("\n")[0].split("\t")[-1] == "Recorded"
    type_into(number(window, "truncate_threshold").field, "1500")
    assert totals.table.as_text().split("\n")[0].split("\t")[-3:] == ["Recorded", "Replay", "Δ"]
    window.helpers.replay.controller.undo()
    wait_for_replay()
    assert totals.table.as_text().split("\n")[0].split("\t")[-1] == "Recorded"


def test_a_click_on_a_figure_that_has_evidence_goes_there(research_window: MainWindow) -> None:
    table = tab_of(research_window).totals.table
    place = next(n for n in range(table.figures.rowCount()) if table.figures.index(n, 0).data() == "Folds")
    index = table.figures.index(place, 0)
    assert index.data(Qt.ItemDataRole.ForegroundRole) == manager().theme.accent
    QTest.mouseClick(table.viewport(), LEFT, pos=table.visualRect(index).center())
    settle()
    chosen = research_window.helpers.replay.controller.selected_request
    assert chosen is not None
    assert chosen.fold is not None


def test_a_threshold_below_head_and_tail_says_what_stays_whole(loop_window: MainWindow) -> None:
    hint = tab_of(loop_window).controls.hint
    assert not hint.isVisible()
    type_into(number(loop_window, "truncate_threshold").field, "700")
    assert hint.isVisible()
    assert "700 to 1\u202f500 chars" in hint.text()


def test_a_field_ends_in_its_unit_and_the_number_alone_is_edited(loop_window: MainWindow) -> None:
    field = number(loop_window, "head_chars").field
    assert field.text().endswith(" chars")
    field.setFocus()
    settle()
    assert not field.text().endswith("chars")
    type_into(field, "700 chars")
    assert setting_now(loop_window, "head_chars") == 700


def test_sliders_have_ticks_where_something_changes(loop_window: MainWindow) -> None:
    slider = number(loop_window, "truncate_threshold").slider
    points = loop_window.helpers.replay.controller.change_points["truncate_threshold"]
    assert slider.points
    point = points[-1]
    below, above = (point - 1, point)
    counts = []
    for value in (below, above):
        type_into(number(loop_window, "truncate_threshold").field, str(int(value)))
        result = loop_window.helpers.replay.controller.result
        assert result is not None
        counts.append(result.totals.trimmed_outputs)
    assert counts[0] > counts[1]


def test_a_figure_leads_to_its_evidence(research_window: MainWindow) -> None:
    window, totals = research_window, tab_of(research_window).totals
    totals.table.selectRow(1)
    totals.table.activated.emit(totals.table.currentIndex())
    settle()
    chosen = window.helpers.replay.controller.selected_request
    result = window.helpers.replay.controller.result
    assert chosen is not None
    assert result is not None
    recorded = [one for one in result.requests if one.request_index is not None]
    assert chosen.after.tokens == max(one.after.tokens for one in recorded)


def test_ctrl_b_pins_a_and_the_next_settings_are_b(research_window: MainWindow) -> None:
    window, tab = research_window, tab_of(research_window)
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert window.helpers.replay.pin_button.isChecked()
    type_into(number(window, "context_window").field, "32k")
    assert tab.chart.chart.bars.compares
    assert "A (pinned)" in tab.chart.legend.texts
    heads = tab.totals.table.as_text().split("\n")[0]
    assert heads == "\tA · Recorded\tB\tB − A"
    QTest.mouseClick(tab.totals.largest, LEFT)
    settle()
    comparison = window.helpers.replay.controller.comparison
    assert comparison is not None
    assert window.helpers.replay.controller.selected_request is comparison.largest()[0].b
    QTest.mouseClick(tab.totals.swap, LEFT)
    wait_for_replay()
    assert setting_now(window, "context_window") == 16_000
    QTest.mouseClick(window.helpers.replay.pin_button, LEFT)
    settle()
    assert not tab.chart.chart.bars.compares


# -- the timeline and the inspector


def test_the_timeline_says_in_place_what_a_setting_does(loop_window: MainWindow) -> None:
    window = loop_window
    before = window.timeline.grab().toImage()
    type_into(number(window, "truncate_threshold").field, "1500")
    predictions = window.timeline.tree.painter_of_rows.predictions
    rows = [window.timeline.tree.row(index) for index in window.timeline.model.indexes()]
    calls = [row.part.tool_call_id for row in rows if isinstance(row, ToolRow)]
    told = [call for call in calls if predictions.of_call(call) is not None]
    assert len(told) > 10
    assert window.timeline.grab().toImage() != before
    QTest.mouseClick(tab_of(window).controls.reset, LEFT)
    wait_for_replay()
    assert not window.timeline.tree.painter_of_rows.predictions.calls


def test_the_prompt_stands_beside_its_replay(loop_window: MainWindow) -> None:
    window = loop_window
    type_into(number(window, "truncate_threshold").field, "1500")
    click_bar(window, 14)
    window.inspector.show_page(window.inspector.prompt)
    settle()
    lane = window.inspector.lanes.buttons[1]
    QTest.mouseClick(lane, LEFT)
    settle()
    page = window.helpers.replay.prompt_page
    assert window.inspector.current_page is page
    left, right = page.texts.left.document.text, page.texts.right.document.text
    assert len(left.split("\n")) == len(right.split("\n"))
    assert "persisted-output" in right
    assert "persisted-output" not in left
    QTest.mouseClick(page.texts.next, LEFT)
    settle()
    assert page.texts.left.verticalScrollBar().value() == page.texts.right.verticalScrollBar().value()


def test_the_stored_row_stands_beside_its_replay(research_window: MainWindow) -> None:
    window = research_window
    type_into(number(window, "truncate_threshold").field, "1500")
    click_bar(window, 12)
    window.inspector.show_page(window.inspector.prompt)
    QTest.mouseClick(window.inspector.lanes.buttons[2], LEFT)
    settle()
    texts = window.helpers.replay.stored_page.texts
    assert "$persistedToolOutput" in texts.right.document.text
    assert texts.left.document.text != texts.right.document.text


# -- what is empty or wrong


def test_without_a_session_the_dock_is_not_in_the_way(window: MainWindow) -> None:
    assert not window.dock.isVisible()
    assert not window.helpers.replay.pin_button.isEnabled()


def test_f5_hides_the_dock_and_brings_it_back(research_window: MainWindow) -> None:
    window = research_window
    assert window.dock.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F5)
    settle()
    assert not window.dock.isVisible()
    assert not window.helpers.replay.dock_button.isChecked()
    QTest.mouseClick(window.helpers.replay.dock_button, LEFT)
    settle()
    assert window.dock.isVisible()


def test_a_live_model_that_is_not_set_up_is_explained_with_a_way_back(
    research_window: MainWindow,
) -> None:
    window, tab = research_window, tab_of(research_window)
    choice = tab.controls.controls["compressor"]
    assert isinstance(choice, ChoiceControl)
    choice.combo.setCurrentIndex(choice.combo.findData("live"))
    choice.combo.activated.emit(choice.combo.currentIndex())
    wait_for_replay()
    assert tab.notice.isVisible()
    assert "live model" in tab.notice.text.text()
    QTest.mouseClick(tab.notice.action, LEFT)
    wait_for_replay()
    assert not tab.notice.isVisible()
    assert window.helpers.replay.controller.state.settings.compressor == "recorded"


def test_closing_the_file_empties_the_dock(research_window: MainWindow) -> None:
    window = research_window
    QTest.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert window.helpers.replay.controller.result is None
    assert not window.dock.isVisible()
    assert not tab_of(window).chart.chart.bars.bars


@pytest.mark.parametrize("language", [Language.CHINESE, Language.ENGLISH])
def test_every_control_is_worded_in_both_languages(research_window: MainWindow, language: Language) -> None:
    switch_language(language)
    settle()
    panel = tab_of(research_window).controls
    names = [control.label.text() for control in panel.controls.values()]
    assert len(set(names)) == len(SETTINGS)
    assert all(name.isascii() for name in names) == (language is Language.ENGLISH)


def test_the_tab_is_repainted_in_the_dark(research_window: MainWindow) -> None:
    manager().choose(ThemeChoice.DARK)
    settle()
    tab = tab_of(research_window)
    corner = tab.chart.chart.mapTo(tab, QPoint(1, 1))
    assert tab.grab().toImage().pixelColor(corner) == DARK.surface


Make = Callable[..., MainWindow]


def test_a_real_worker_delivers_as_well(make_window: Make, unpacked: Callable[..., object]) -> None:
    window = make_window(pooled=True)
    window.session.open(unpacked("fixtures", "research"))
    controller = window.helpers.replay.controller
    for _ in range(400):
        QTest.qWait(10)
        if controller.result is not None and not controller.is_busy:
            break
    controller.change("truncate_threshold", 1_500)
    for _ in range(400):
        QTest.qWait(10)
        if not controller.is_busy:
            break
    result = controller.result
    assert result is not None
    assert result.settings["truncate_threshold"] == 1_500


def test_a_conversation_without_requests_says_what_to_do_next(
    research_window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, tab = research_window, tab_of(research_window)
    result = window.helpers.replay.controller.result
    assert result is not None
    empty = replace(result, requests=(), turns=())
    monkeypatch.setattr(type(window.helpers.replay.controller), "result", property(lambda _self: empty))
    tab.show_state()
    assert not tab.chart.isVisible()
    assert any("Choose another conversation" in label.text() for label in tab.findChildren(QLabel))
