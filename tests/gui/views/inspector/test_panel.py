"""A person looks at recorded requests: every tab says what was recorded, or why there is nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from inspector.app.selection import Selection
from inspector.gui.background import Background
from inspector.gui.views.common.page import Page
from inspector.gui.views.inspector import InspectorPanel
from inspector.sources.base import Source
from tests.gui.views.inspector.conftest import select_request


def hint_of(page: Page) -> str:
    """Title and text of the hint on screen; "" when the body is."""
    hint = page.currentWidget()
    return "" if hint is page.body else hint.accessibleName()


def click_tab(qtbot: QtBot, panel: InspectorPanel, page: Page) -> None:
    place = panel.tabs.tabRect(panel.pages.index(page)).center()
    qtbot.mouseClick(panel.tabs, Qt.MouseButton.LeftButton, pos=place)


def test_nothing_selected_is_said_on_every_tab(qtbot: QtBot, panel: InspectorPanel) -> None:
    for page in panel.pages:
        click_tab(qtbot, panel, page)
        assert panel.current_page is page
        assert "Nothing selected" in hint_of(page)


def test_the_prompt_is_shown_in_parts_that_add_up(
    qtbot: QtBot, panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    source = capture("v6-web-search-recall")
    panel.show_selection(select_request(source, 10))
    click_tab(qtbot, panel, panel.prompt)
    facts = panel.prompt.facts.texts()
    assert facts["Request"] == "11 of 24"
    payload = source.payload(10)
    assert panel.prompt.table.sections.rowCount() >= len(payload.prompt)
    text = panel.prompt.text.view.document.text
    assert "You are Cherry Assistant" in text
    assert "巴黎奥运会" in text
    panel.prompt.table.setFocus()
    qtbot.keyClick(panel.prompt.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    last = panel.prompt.table.currentIndex().row()
    assert last == panel.prompt.table.sections.rowCount() - 1
    shown = panel.prompt.text.view
    start = shown.rows.row_of(panel.prompt._starts[last]) - shown.verticalScrollBar().value()
    assert 0 <= start < shown.page_rows


def test_the_wire_tab_offers_every_recorded_field(
    qtbot: QtBot, panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    source = capture("v6-web-search-recall")
    panel.show_selection(select_request(source, 0))
    click_tab(qtbot, panel, panel.wire)
    fields = [panel.wire.fields.itemData(n) for n in range(panel.wire.fields.count())]
    recorded = {name for name, text in source.raw_json(0).items() if text is not None}
    assert set(fields) == recorded
    assert fields[0] == "raw_request"
    assert json.loads(panel.wire.json.panel.view.document.text) == json.loads(
        source.raw_json(0)["raw_request"] or ""
    )
    panel.wire.fields.setFocus()
    qtbot.keyClick(panel.wire.fields, Qt.Key.Key_Down)
    assert panel.wire.fields.currentData() == fields[1]
    assert json.loads(panel.wire.json.panel.view.document.text) == json.loads(
        source.raw_json(0)["input"] or ""
    )
    panel.show_selection(select_request(source, 1))
    assert panel.wire.fields.currentData() == fields[1]


def test_tools_say_which_were_called_and_show_their_schemas(
    qtbot: QtBot, panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    source = capture("v6-web-search-recall")
    panel.show_selection(select_request(source, 0))
    click_tab(qtbot, panel, panel.tools)
    model = panel.tools.tools
    names = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert names == [tool["name"] for tool in source.payload(0).tools or []]  # type: ignore[index,call-overload]
    row = names.index("web_search")
    assert model.index(row, 1).data() == "called 1 ×"
    assert panel.tools.tree.currentIndex().row() == row
    parameters = [
        model.index(n, 0, model.index(row, 0)).data() for n in range(model.rowCount(model.index(row, 0)))
    ]
    assert "query *" in parameters
    panel.tools.tree.setFocus()
    qtbot.keyClick(panel.tools.tree, Qt.Key.Key_Right)
    assert panel.tools.tree.isExpanded(model.index(row, 0))


def test_the_tool_model_keeps_the_rules_of_item_models(
    panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    from PySide6.QtTest import QAbstractItemModelTester

    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    testers = [
        QAbstractItemModelTester(panel.tools.tools, fatal),
        QAbstractItemModelTester(panel.prompt.table.sections, fatal),
    ]
    source = capture("v6-web-search-recall")
    for index in (0, 5):
        panel.show_selection(select_request(source, index))
        for page in (panel.tools, panel.prompt):
            panel.show_page(page)
    assert all(tester.model().rowCount() for tester in testers)


def test_usage_shows_what_was_measured_and_says_what_is_unknown(
    panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    source = capture("v6-web-search-recall")
    panel.show_page(panel.usage)
    panel.show_selection(select_request(source, 1))
    facts = {name: value.replace("\u202f", "") for name, value in panel.usage.facts.texts().items()}
    assert facts["Prompt tokens"] == "2198"
    assert facts["Read from cache"] == "1081"
    assert facts["Cache hits"] == "49.2%"
    assert facts["of these reasoning"] == "unknown"
    assert facts["Cost"] == "unknown"
    assert [share.tokens for share in panel.usage.bar.shares()] == [1081, 1114, 3]
    assert '"cacheRead": 1081' in panel.usage.raw.panel.view.document.text


def test_a_request_that_was_never_answered_has_unknown_figures_and_no_bar(
    panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    source = capture("v6-aborted")
    last = len(source.requests()) - 1
    panel.show_page(panel.usage)
    panel.show_selection(select_request(source, last))
    facts = panel.usage.facts.texts()
    assert facts["Prompt tokens"] == facts["Generated tokens"] == "unknown"
    assert "0" not in {facts[name] for name in ("Prompt tokens", "Read from cache", "Written to cache")}
    assert panel.usage.bar.isHidden()


@pytest.mark.parametrize("name", ["v6-schema-400", "v6-aborted", "v7-telemetry", "v7-middleware"])
def test_every_request_of_every_recorder_can_be_looked_at(
    panel: InspectorPanel, capture: Callable[[str], Source], name: str
) -> None:
    source = capture(name)
    for index in range(0, len(source.requests()), 3):
        panel.show_selection(select_request(source, index))
        for page in panel.pages:
            panel.show_page(page)
            assert "could not be read" not in hint_of(page)
            assert "Loading" not in hint_of(page)


def test_telemetry_tools_have_no_schemas_and_that_is_said(
    panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    source = capture("v7-telemetry")
    index = next(n for n in range(len(source.requests())) if source.payload(n).tools)
    panel.show_page(panel.tools)
    panel.show_selection(select_request(source, index))
    assert panel.tools.facts.texts()["Schemas"] == "not recorded by this recorder"


def test_only_the_page_on_screen_loads(panel: InspectorPanel, capture: Callable[[str], Source]) -> None:
    source = capture("v6-web-search-recall")
    loaded: list[int] = []
    original = source.payload
    source.payload = lambda index: loaded.append(index) or original(index)  # type: ignore[method-assign,func-returns-value]
    panel.show_page(panel.usage)
    panel.show_selection(select_request(source, 3))
    assert loaded == []
    panel.show_page(panel.prompt)
    assert loaded == [3]
    panel.show_page(panel.usage)
    panel.show_page(panel.prompt)
    assert loaded == [3]


def test_a_stale_result_is_dropped(qtbot: QtBot, capture: Callable[[str], Source]) -> None:
    source = capture("v6-web-search-recall")
    background = Background()
    panel = InspectorPanel(background)
    qtbot.addWidget(panel)
    panel.resize(460, 700)
    panel.show()
    panel.show_page(panel.prompt)
    for index in (2, 3, 4, 5):
        panel.show_selection(select_request(source, index))
    qtbot.waitUntil(lambda: background.busy == 0)
    assert panel.prompt.facts.texts()["Request"] == "6 of 24"
    background.shutdown()


def test_a_probe_is_asked_for_from_any_text(
    qtbot: QtBot, panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    panel.show_page(panel.prompt)
    panel.show_selection(select_request(capture("v6-web-search-recall"), 0))
    view = panel.prompt.text.view
    start = view.document.text.index("Cherry Assistant")
    view.caret.select(start, start + len("Cherry Assistant"))
    menu = view.build_menu(start)
    probe = next(action for action in menu.actions() if action.text() == "Probe this selection")
    with qtbot.waitSignal(panel.text_probe_requested) as caught:
        probe.trigger()
    assert caught.args == ["Cherry Assistant"]
    menu.close()


def test_a_problem_of_the_source_is_told_in_a_sentence(
    panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    from inspector.model import Problem

    source = capture("v6-web-search-recall")

    def refuse(index: int) -> object:
        raise Problem("io-failed", {"path": "x.json", "found": "the disk is gone"})

    source.payload = refuse  # type: ignore[method-assign,assignment]
    panel.show_page(panel.prompt)
    panel.show_selection(select_request(source, 0))
    assert "x.json: could not be read: the disk is gone" in hint_of(panel.prompt)


def test_ctrl_c_in_a_text_copies_what_was_selected_by_mouse(
    qtbot: QtBot, panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    panel.show_page(panel.prompt)
    panel.show_selection(select_request(capture("v6-web-search-recall"), 0))
    view = panel.prompt.text.view
    row = round(1.5 * view.grid.row_height)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(view._page.text_left + 12, row))
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "You"


def test_a_selection_without_a_request_says_what_to_select(
    panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    source = capture("v6-web-search-recall")
    conversation = source.load(source.conversations()[0].id)
    user = next(message for message in conversation.messages.values() if message.role == "user")
    selection = Selection(source=source, conversation=conversation, message=user)
    panel.show_selection(selection)
    assert hint_of(panel.content) == ""
    for page in (panel.prompt, panel.tools, panel.diff):
        panel.show_page(page)
        assert "Select an assistant turn" in hint_of(page)


def test_the_session_s_query_is_marked_in_the_content(
    qtbot: QtBot, panel: InspectorPanel, capture: Callable[[str], Source]
) -> None:
    source = capture("v6-web-search-recall")
    panel.show_query("8848")
    panel.show_selection(select_request(source, len(source.requests()) - 1))
    bar = panel.content.text.find_bar
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 1")
    assert panel.content.text.view.selected_text() == "8848"
    panel.show_query("")
    assert bar.isHidden()
    assert not panel.content.text.view.marks.layers
