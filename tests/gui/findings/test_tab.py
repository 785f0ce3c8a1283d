"""A person at the Findings tab: reading, filtering, going to the evidence, copying, trying."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from inspector.analysis.findings import registry
from inspector.app.docks import DockId
from inspector.app.findings.scan import ScanState
from inspector.gui.i18n import Language, switch_language
from inspector.gui.main_window import MainWindow
from tests.app.findings.test_scan import RAISING
from tests.gui.conftest import settle
from tests.gui.findings.conftest import Open, click, groups, headings, messages, press

Key = Qt.Key


def tab_title(window: MainWindow) -> str:
    return window.dock.tabs.tabText(window.dock.tabs.indexOf(window.helpers.findings.tab))


def shown_texts(window: MainWindow) -> list[str]:
    labels = window.helpers.findings.tab.findChildren(QLabel)
    return [label.text() for label in labels if label.isVisible() and label.text()]


# -- reading


def test_a_failing_capture_says_what_is_wrong_with_it(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    assert headings(window) == [("Tool schema", 1), ("Failed requests", 1), ("Tool removed", 1)]
    assert "6 requests failed" in messages(window)[1]
    assert tab_title(window) == "Findings 3"
    lines = [line for line in window.helpers.findings.tab.summary.lines if line.isVisible()]
    assert "does not match its schema" in lines[0].text()
    assert "6 requests failed" in lines[1].text()
    assert "looked at 8 requests in 5 conversations" in window.helpers.findings.tab.summary.state.text()


def test_the_list_begins_with_its_first_heading(opened: Open) -> None:
    window = opened("fixtures", "damaged")
    view = window.helpers.findings.tab.list
    assert view.verticalScrollBar().maximum() > 0
    assert view.visualRect(view.findings.index(0)).top() == 0


def test_the_first_finding_is_explained_before_anything_was_clicked(opened: Open) -> None:
    detail = opened("captures", "v6-schema-400").helpers.findings.tab.detail
    assert "example 0 does not match" in detail.message.text()
    assert "request 1 of 2" in detail.place.text()
    assert "additionalProperties" in detail.explanation.text()
    assert "cherry studio latest release" in detail.excerpt.toPlainText()
    assert detail.remedy.text()
    assert not detail.attempt.isVisible()
    assert not detail.table.isVisible()


def test_a_source_without_findings_says_who_looked_at_how_much(opened: Open) -> None:
    window = opened("fixtures", "with-wal")
    texts = shown_texts(window)
    assert "No findings" in texts
    assert any("detectors looked at 2 conversations" in text for text in texts)
    assert tab_title(window) == "Findings"
    QTest.keyClick(window.timeline.tree, Key.Key_N)
    assert window.status.texts[1] == "No findings"


def test_before_anything_is_open_it_says_what_to_do(window: MainWindow) -> None:
    window.helpers.findings.tab.show_findings()
    assert window.helpers.findings.controller.scan.state is ScanState.NOTHING
    assert "Nothing to check yet" in [
        label.text() for label in window.helpers.findings.tab.findChildren(QLabel)
    ]


def test_secrets_are_masked_in_the_evidence(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened("captures", "v6-schema-400")
    entry = window.helpers.findings.controller.current
    assert entry is not None
    key = "sk-proj-" + "a1B2c3D4e5F6" * 4
    monkeypatch.setattr(type(entry.finding), "excerpt", property(lambda self: f"key {key}"), raising=False)
    window.helpers.findings.tab.show_findings()
    assert key not in window.helpers.findings.tab.detail.excerpt.toPlainText()


# -- filtering


def test_typing_filters_and_escape_ends_it(opened: Open) -> None:
    window = opened("fixtures", "damaged")
    everything = messages(window)
    field = window.helpers.findings.tab.filter.field
    field.setFocus()
    QTest.keyClicks(field, "other BYTES")
    assert 0 < len(messages(window)) < len(everything)
    assert all("other" in text and "bytes" in text for text in messages(window))
    field.clear()
    QTest.keyClicks(field, "no such words")
    assert messages(window) == []
    assert "No finding matches the filter." in shown_texts(window)
    QTest.keyClick(field, Key.Key_Escape)
    assert messages(window) == everything


def test_a_severity_can_be_left_out(opened: Open) -> None:
    window = opened("fixtures", "damaged")
    severities = ["error", "warning", "info"]
    assert sorted(set(groups(window)), key=severities.index) == severities
    assert groups(window)[0] == "error"
    press(window, "findings-error")
    assert "error" not in groups(window)
    press(window, "findings-error")
    assert groups(window)[0] == "error"


def test_a_summary_line_leads_to_its_finding_even_if_a_filter_hides_it(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    press(window, "findings-error")
    line = window.helpers.findings.tab.summary.lines[1]
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    settle()
    assert len(headings(window)) == 3
    current = window.helpers.findings.controller.current
    assert current is not None
    assert current.finding.id == "request-failed"


# -- going there


def test_a_click_goes_to_the_place_in_the_recorded_json(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    click(window, "does not match its schema")
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.request is not None
    assert window.on_screen.selection.request.index == 0
    assert window.inspector.current_page is window.inspector.wire
    assert '"query": "cherry studio latest release"' in window.inspector.wire.json.panel.view.selected_text()


def test_a_failed_request_leads_to_what_was_recorded_of_it(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    click(window, "6 requests failed")
    assert window.inspector.current_page is window.inspector.wire
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.request is not None
    assert window.on_screen.selection.request.error is not None


def test_a_click_on_a_finding_of_another_conversation_opens_that(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    click(window, "set of tools changed")
    assert window.session.conversation is not None
    assert window.session.conversation.summary.id == "conversation-5"
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.request is not None
    assert window.on_screen.selection.request.index == 6


def test_enter_marks_the_range_in_the_text(opened: Open) -> None:
    window = opened("fixtures", "research")
    click(window, "lead nowhere")
    QTest.keyClick(window.helpers.findings.tab.list, Key.Key_Return)
    settle()
    assert window.inspector.current_page is window.inspector.content
    assert window.inspector.content.text.view.selected_text() == "[cite:9e8d7c6b-3]"


def test_arrow_keys_read_without_going_anywhere(opened: Open) -> None:
    window = opened("fixtures", "research")
    before = window.on_screen.selection
    view = window.helpers.findings.tab.list
    view.setFocus()
    first = window.helpers.findings.tab.detail.message.text()
    QTest.keyClick(view, Key.Key_Down)
    assert window.helpers.findings.tab.detail.message.text() != first
    assert window.on_screen.selection is before


def test_go_there_does_what_a_click_does(opened: Open) -> None:
    window = opened("fixtures", "damaged")
    press(window, "finding-go")
    current = window.helpers.findings.controller.current
    assert current is not None
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.message is not None
    assert window.on_screen.selection.message.id == current.finding.where.message_id


def test_n_goes_through_them_from_anywhere_and_round(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    window.dock.show_tab(DockId.REPLAY)
    window.timeline.tree.setFocus()
    QTest.keyClick(window.timeline.tree, Key.Key_N)
    assert window.status.texts[1].startswith("Finding 1 of 3: ")
    assert window.dock.tabs.currentWidget() is window.helpers.findings.tab
    QTest.keyClick(window.timeline.tree, Key.Key_N)
    QTest.keyClick(window.inspector.current_page, Key.Key_N)
    assert window.status.texts[1].startswith("Finding 3 of 3: ")
    assert window.session.conversation is not None
    assert window.session.conversation.summary.id == "conversation-5"
    QTest.keyClick(window.navigator.tree, Key.Key_N)
    assert window.status.texts[1].startswith("Finding 1 of 3: ")
    QTest.keyClick(window.timeline.tree, Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert window.status.texts[1].startswith("Finding 3 of 3: ")


def test_n_typed_into_the_filter_is_a_letter(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    field = window.helpers.findings.tab.filter.field
    field.setFocus()
    QTest.keyClicks(field, "nN")
    assert field.text() == "nN"
    assert window.status.texts[1] == ""


# -- acting


def test_a_bug_report_is_copied(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    press(window, "finding-copy")
    report = QGuiApplication.clipboard().text()
    assert report.startswith("## tools.3")
    assert "tool-schema" in report
    assert window.status.texts[1].startswith("Copied ")


def test_settings_that_help_are_handed_to_the_replay(opened: Open) -> None:
    window = opened("fixtures", "research")
    click(window, "folded away: 1 (683ad590-2)")
    assert window.helpers.findings.tab.detail.attempt.text() == "Try: Fold old turns off"
    press(window, "finding-try")
    replay = window.helpers.replay.controller
    assert replay.is_open
    assert replay.state.settings.compaction is False
    assert window.dock.current is DockId.FINDINGS
    assert set(replay.state.changes()) == {"compaction"}


def test_settings_are_tried_on_the_conversation_of_the_finding(opened: Open) -> None:
    window = opened("fixtures", "research")
    window.session.load(next(e.summary.id for e in window.navigator.entries() if "Tea" in e.summary.title))
    settle()
    window.helpers.findings.controller.choose_first(lambda entry: entry.finding.id == "citation-lost")
    press(window, "finding-try")
    conversation = window.helpers.replay.controller.conversation
    assert conversation is not None
    assert conversation.summary.title.startswith("Battery")
    assert window.helpers.replay.controller.state.settings.compaction is False


def test_the_stored_bytes_are_shown_as_a_table(opened: Open) -> None:
    window = opened("fixtures", "toolloop")
    click(window, "Read tools hold")
    press(window, "finding-table")
    bloat = window.helpers.findings.tab.bloat
    assert bloat.isVisible()
    assert bloat.tools.figures.index(0, 0).data() == "read_file"
    areas = [area.width() for _, area in bloat.map.areas()]
    assert areas == sorted(areas, reverse=True)
    assert abs(sum(areas) - bloat.map.width()) < 1
    assert "Trimming saves" in bloat.savings.text()
    bloat.rows.setCurrentIndex(bloat.rows.figures.index(0, 0))
    QTest.keyClick(bloat.rows, Key.Key_Return)
    settle()
    assert window.session.conversation is not None
    assert window.session.conversation.summary.title.startswith("Handbook")
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.message is not None
    press(window, "bloat-back")
    assert window.helpers.findings.tab.list.isVisible()


# -- badges


def test_a_badge_in_the_navigator_leads_to_the_finding(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    window.dock.show_tab(DockId.REPLAY)
    tree = window.navigator.tree
    rect = tree.visualRect(window.navigator.model.index_of("entry:conversation-5"))
    tree.viewport().repaint()
    # Third line of an entry: title, facts, badges.
    point = QPoint(24, rect.bottom() - 14)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=point)
    settle()
    assert window.dock.tabs.currentWidget() is window.helpers.findings.tab
    assert window.helpers.findings.controller.by_hand
    assert window.helpers.findings.controller.current is not None


def test_a_badge_in_the_timeline_leads_to_the_finding(opened: Open) -> None:
    window = opened("fixtures", "research")
    finding = next(
        e for e in window.helpers.findings.controller.shelf.entries if e.finding.id == "dangling-citation"
    )
    window.dock.hide()
    window.session.load(finding.finding.where.topic or "")
    settle()
    assert window.timeline.select_key(finding.finding.where.message_id or "")
    tree = window.timeline.tree
    tree.viewport().repaint()
    row = window.timeline.current_row
    assert row is not None
    rect = tree.visualRect(tree.currentIndex())
    spots = [QPoint(x, rect.top() + 16) for x in range(rect.width())]
    badge = [point for point in spots if tree.painter_of_rows.is_finding(row, point)]
    assert badge
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=badge[len(badge) // 2])
    settle()
    assert window.helpers.findings.tab.isVisible()
    current = window.helpers.findings.controller.current
    assert current is not None
    assert current.finding.where.message_id == finding.finding.where.message_id


def test_badges_are_gone_with_their_source(opened: Open) -> None:
    window = opened("captures", "v6-schema-400")
    assert window.navigator.tree.painter_of_rows.findings
    window.session.close()
    settle()
    assert not window.navigator.tree.painter_of_rows.findings
    assert not window.timeline.tree.painter_of_rows.findings.messages
    assert tab_title(window) == "Findings"


# -- detectors of one's own, languages


def test_a_detector_that_failed_is_shown_as_such(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "detectors"
    folder.mkdir()
    (folder / "mine.py").write_text(RAISING)
    monkeypatch.setattr(registry, "user_detectors_path", lambda: folder)
    registry.all_detectors.cache_clear()
    try:
        window = opened("captures", "v6-schema-400")
        assert groups(window)[-1] == "broken"
        assert "boom" in messages(window)[-1]
        assert tab_title(window) == "Findings 3"
    finally:
        registry.all_detectors.cache_clear()


def test_the_tab_follows_the_language(opened: Open, qtbot: QtBot) -> None:
    window = opened("captures", "v6-schema-400")
    before = shown_texts(window)
    switch_language(Language.CHINESE)
    try:
        settle()
        assert shown_texts(window) != before
        assert tab_title(window).endswith(" 3")
    finally:
        switch_language(Language.ENGLISH)
    settle()
    assert shown_texts(window) == before


def test_every_finding_of_a_damaged_database_can_be_visited(opened: Open) -> None:
    window = opened("fixtures", "damaged")
    for _ in messages(window):
        QTest.keyClick(window.timeline.tree, Key.Key_N)
        settle()
        window.helpers.findings.tab.repaint()
        current = window.helpers.findings.controller.current
        assert current is not None
        assert window.helpers.findings.tab.detail.message.text()
