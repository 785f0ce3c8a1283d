"""Turns, tool outputs, blobs and summaries of databases in readable form, damage named as such."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.app.selection import Selection
from inspector.gui.views.inspector import InspectorPanel
from inspector.model import BlobState, Conversation, DataState, Message, ToolPart
from inspector.sources.base import Source
from inspector.wire import utf16
from tests.gui.views.inspector.test_panel import hint_of


def conversations(source: Source) -> Iterator[Conversation]:
    for summary in source.conversations():
        yield source.load(summary.id)


def tool_parts(source: Source) -> Iterator[tuple[Conversation, Message, int, ToolPart]]:
    for conversation in conversations(source):
        for message in conversation.messages.values():
            for index, part in enumerate(message.parts):
                if isinstance(part, ToolPart):
                    yield conversation, message, index, part


def select_envelope(source: Source, version: int = 2) -> Selection:
    conversation, message, index, _ = next(
        found for found in tool_parts(source) if found[3].envelope and found[3].envelope.version == version
    )
    return Selection(source=source, conversation=conversation, message=message, part_index=index)


def test_a_persisted_output_shows_its_skeleton_and_on_demand_the_full_text(
    qtbot: QtBot, panel: InspectorPanel, database: Callable[[str], Source]
) -> None:
    selection = select_envelope(database("research"))
    part = selection.part
    assert isinstance(part, ToolPart)
    assert part.envelope is not None
    panel.show_selection(selection)
    page = panel.content
    assert page.facts.texts()["Tool"] == part.tool_name
    assert page.texts.count() == 1 + len(part.envelope.refs)
    assert '"title"' in page.text.view.document.text
    page.texts.setFocus()
    qtbot.keyClick(page.texts, Qt.Key.Key_Down)
    ref = part.envelope.refs[0]
    assert page.text.view.document.text.startswith(ref.head)
    assert "more ⋯" in page.text.view.document.text
    qtbot.mouseClick(page.load, Qt.MouseButton.LeftButton)
    assert utf16.length(page.text.view.document.text) == ref.total_chars
    assert page.state.text() == "verified"
    assert not page.load.isVisible()


def test_a_selected_blob_is_the_one_shown(panel: InspectorPanel, database: Callable[[str], Source]) -> None:
    selection = select_envelope(database("research"))
    part = selection.part
    assert isinstance(part, ToolPart)
    assert part.envelope is not None
    ref = part.envelope.refs[-1]
    panel.show_selection(
        Selection(
            source=selection.source,
            conversation=selection.conversation,
            message=selection.message,
            part_index=selection.part_index,
            blob=ref,
        )
    )
    assert panel.content.facts.texts()["Blob"] == ref.file_entry_id
    assert panel.content.text.view.document.text.startswith(ref.head)


def test_every_blob_of_a_damaged_store_says_what_is_wrong_with_it(
    qtbot: QtBot, panel: InspectorPanel, database: Callable[[str], Source]
) -> None:
    source = database("damaged")
    seen: set[str] = set()
    for conversation, message, index, part in tool_parts(source):
        for ref in part.envelope.refs if part.envelope else ():
            panel.show_selection(
                Selection(source=source, conversation=conversation, message=message, part_index=index)
            )
            page = panel.content
            place = next(n for n, blob in enumerate(page._content.blobs) if blob.ref == ref)  # type: ignore[union-attr]
            page.texts.setCurrentIndex(place + 1)
            page.texts.activated.emit(place + 1)
            qtbot.mouseClick(page.load, Qt.MouseButton.LeftButton)
            blob = source.blob(ref)
            assert page.state.text()
            tone = page.state.property("tone")
            assert tone == {BlobState.OK: "good", BlobState.UNCHECKED: "muted"}.get(blob.state, "error")
            assert page.load.isVisible() == (blob.text is None)
            seen.add(blob.state)
    assert {BlobState.OK, BlobState.MISSING_FILE} <= seen
    assert len(seen) >= 4


def test_a_message_that_cannot_be_parsed_shows_its_stored_text(
    panel: InspectorPanel, database: Callable[[str], Source]
) -> None:
    source = database("damaged")
    conversation, message = next(
        (conversation, message)
        for conversation in conversations(source)
        for message in conversation.messages.values()
        if message.data_state is DataState.INVALID_JSON and message.raw_data
    )
    selection = Selection(source=source, conversation=conversation, message=message)
    panel.show_selection(selection)
    assert panel.content.text.view.document.text == message.raw_data
    assert "not valid JSON" in panel.content.facts.texts()["Stored data"]
    panel.show_page(panel.wire)
    assert "".join(panel.wire.json.panel.view.document.text.split()) == "".join(
        (message.raw_data or "").split()
    )


def test_a_fold_shows_its_summary_or_says_that_it_was_not_recorded(
    panel: InspectorPanel, database: Callable[[str], Source]
) -> None:
    source = database("toolloop")
    with_summary = without = 0
    for conversation in conversations(source):
        for boundary in conversation.boundaries:
            panel.show_selection(Selection(source=source, conversation=conversation, boundary=boundary))
            if boundary.summary:
                with_summary += 1
                assert panel.content.text.view.document.text == boundary.summary
            else:
                without += 1
                assert "not recorded" in hint_of(panel.content)
    assert with_summary
    assert without


def test_a_database_explains_why_there_are_no_prompts(
    panel: InspectorPanel, database: Callable[[str], Source]
) -> None:
    panel.show_selection(select_envelope(database("research")))
    for page in (panel.prompt, panel.tools, panel.diff):
        panel.show_page(page)
        assert "conversation database" in hint_of(page)


def test_every_turn_of_every_kind_of_part_can_be_read(
    panel: InspectorPanel, database: Callable[[str], Source]
) -> None:
    source = database("branches")
    for conversation in conversations(source):
        for message in list(conversation.messages.values())[:40]:
            panel.show_selection(Selection(source=source, conversation=conversation, message=message))
            assert "could not be read" not in hint_of(panel.content)
            for section in panel.content._content.sections:  # type: ignore[union-attr]
                assert section.text in panel.content.text.view.document.text


def test_the_same_content_read_anew_stays_where_the_reader_is(
    panel: InspectorPanel, database: Callable[[str], Source]
) -> None:
    selection = select_envelope(database("research"))
    panel.show_selection(selection)
    view = panel.content.text.view
    view.verticalScrollBar().setValue(5)
    view.caret.select(400, 420)
    assert selection.conversation is not None
    again = selection.source.load(selection.conversation.summary.id)
    assert selection.message is not None
    message = again.messages[selection.message.id]
    panel.show_selection(
        Selection(
            source=selection.source, conversation=again, message=message, part_index=selection.part_index
        )
    )
    assert view.verticalScrollBar().value() == 5
    assert view.caret.selection == (400, 420)
