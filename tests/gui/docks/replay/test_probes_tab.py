"""A person tracks facts: typed, selected in a text, taken away, and read off the matrix."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.app.docks import DockId
from inspector.app.wording import replay as words
from inspector.gui.docks.replay.probes_tab import ProbesTab
from inspector.gui.main_window import MainWindow
from inspector.replay.result import ProbeState
from tests.gui.conftest import settle
from tests.gui.docks.replay.conftest import wait_for_replay

LEFT = Qt.MouseButton.LeftButton


def tab_of(window: MainWindow) -> ProbesTab:
    window.dock.open_tab(DockId.PROBES)
    settle()
    found = window.dock.findChild(ProbesTab)
    assert isinstance(found, ProbesTab)
    return found


def track(tab: ProbesTab, text: str) -> None:
    QTest.mouseClick(tab.field, LEFT)
    QTest.keyClicks(tab.field, text)
    QTest.keyClick(tab.field, Qt.Key.Key_Return)
    wait_for_replay()


def test_without_facts_the_tab_says_what_to_do(research_window: MainWindow) -> None:
    tab = tab_of(research_window)
    assert not tab.matrix.isVisible()
    assert "regular expression" in tab.field.placeholderText()


def test_a_typed_fact_is_found_in_every_state_it_can_be_in(research_window: MainWindow) -> None:
    window, tab = research_window, tab_of(research_window)
    track(tab, "sodium-ion")
    assert tab.matrix.isVisible()
    assert tab.field.text() == ""
    result = window.helpers.replay.controller.result
    assert result is not None
    states = [tab.matrix.state_at(0, position) for position in range(len(result.requests))]
    assert states == [request.probes["sodium-ion"] for request in result.requests]
    assert set(states) >= {ProbeState.VERBATIM, ProbeState.SUMMARY, ProbeState.LOST}
    tabs = window.dock.tabs
    assert "Probes 1" in [tabs.tabText(n) for n in range(tabs.count())]


def test_a_pattern_that_does_not_compile_is_explained_and_stays_to_be_mended(
    research_window: MainWindow,
) -> None:
    tab = tab_of(research_window)
    track(tab, "/(open/")
    assert tab.facts.count() == 0
    assert tab.field.text() == "/(open/"
    assert "pattern" in tab.problem.text()
    QTest.keyClicks(tab.field, "x")
    assert not tab.problem.isVisible()


def test_a_text_selected_in_the_inspector_becomes_a_fact(research_window: MainWindow) -> None:
    window = research_window
    window.timeline.step_turns(1)
    settle()
    view = window.inspector.content.text.view
    start = view.document.text.index("cathode") if "cathode" in view.document.text else 0
    view.select_range(start, start + 7)
    view.probe_requested.emit(view.selected_text())
    settle()
    tab = tab_of(window)
    assert tab.isVisible()
    assert tab.facts.item(0).text() == view.selected_text().strip()


def test_a_cell_chooses_its_request_and_the_keyboard_walks(research_window: MainWindow) -> None:
    window, tab = research_window, tab_of(research_window)
    track(tab, "sodium-ion")
    track(tab, "dysprosium")
    QTest.mouseClick(tab.matrix, LEFT, pos=tab.matrix.cell(0, 7).center().toPoint())
    settle()
    assert window.helpers.replay.controller.selected == 7
    assert tab.facts.currentRow() == 0
    QTest.keyClick(tab.matrix, Qt.Key.Key_Right)
    QTest.keyClick(tab.matrix, Qt.Key.Key_Down)
    settle()
    assert window.helpers.replay.controller.selected == 8
    assert tab.matrix.fact == 1
    assert tab.matrix.accessibleDescription().startswith("dysprosium · request 9")


def test_states_differ_in_shape_and_not_only_in_colour(research_window: MainWindow) -> None:
    tab = tab_of(research_window)
    track(tab, "sodium-ion")
    image = tab.matrix.grab().toImage()
    shapes: dict[ProbeState, int] = {}
    for position in range(24):
        state = tab.matrix.state_at(0, position)
        area = tab.matrix.cell(0, position).toRect().adjusted(2, 2, -2, -2)
        ground = image.pixelColor(area.topLeft())
        painted = sum(
            image.pixelColor(x, y) != ground
            for x in range(area.left(), area.right())
            for y in range(area.top(), area.bottom())
        )
        if state is not None:
            shapes.setdefault(state, painted)
    assert len(set(shapes.values())) == len(shapes) >= 3


def test_a_fact_is_taken_away_with_the_delete_key(research_window: MainWindow) -> None:
    tab = tab_of(research_window)
    track(tab, "sodium-ion")
    track(tab, "dysprosium")
    tab.facts.setCurrentRow(0)
    tab.facts.setFocus()
    QTest.keyClick(tab.facts, Qt.Key.Key_Delete)
    wait_for_replay()
    assert [tab.facts.item(n).text() for n in range(tab.facts.count())] == ["dysprosium"]
    QTest.mouseClick(tab.remove, LEFT)
    wait_for_replay()
    assert not tab.matrix.isVisible()


def test_a_proposed_fact_is_tracked_by_a_click_and_proposed_no_longer(research_window: MainWindow) -> None:
    research_window.dock.open_tab(DockId.PROBES)
    settle()
    tab = research_window.dock.page(DockId.PROBES, ProbesTab)
    chips = [chip for chip in tab.proposals.chips if chip.isVisible()]
    assert chips
    fact = chips[0].accessibleName()
    QTest.mouseClick(chips[0], Qt.MouseButton.LeftButton)
    wait_for_replay()
    assert [probe.pattern for probe in research_window.helpers.replay.controller.state.probes] == [fact]
    assert fact not in [chip.accessibleName() for chip in tab.proposals.chips]


def test_the_legend_names_every_state_however_narrow(research_window: MainWindow) -> None:
    research_window.dock.open_tab(DockId.PROBES)
    research_window.resize(1280, 800)
    settle()
    legend = research_window.dock.page(DockId.PROBES, ProbesTab).legend
    places = legend._places()
    assert [item.text for item, _ in places] == [words.probe_state(state) for state in ProbeState]
    assert all(legend.rect().contains(area) for _, area in places)
