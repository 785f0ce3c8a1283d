"""Stored parts are read leniently: what is not understood is kept raw, nothing raises."""

from __future__ import annotations

import pytest

from inspector.model import (
    AnchorPart,
    AnchorPhase,
    AnchorStatus,
    DataPart,
    FilePart,
    ReasoningPart,
    SourceUrlPart,
    StepStartPart,
    TextPart,
    ToolPart,
    ToolState,
    UnknownPart,
    parse_part,
)


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ({"type": "text", "text": "hi"}, TextPart),
        ({"type": "reasoning", "text": "hm"}, ReasoningPart),
        ({"type": "step-start"}, StepStartPart),
        ({"type": "file", "mediaType": "text/plain", "url": "file:///a"}, FilePart),
        ({"type": "source-url", "sourceId": "citation-0", "url": "https://a"}, SourceUrlPart),
        ({"type": "tool-web_search", "state": "output-available", "output": []}, ToolPart),
        ({"type": "dynamic-tool", "toolName": "srv: list"}, ToolPart),
        ({"type": "data-compaction-anchor", "data": {"status": "done"}}, AnchorPart),
        ({"type": "data-error", "data": {"message": "no"}}, DataPart),
        ({"type": "text", "text": 7}, UnknownPart),
        ({"type": "hologram"}, UnknownPart),
        ({"text": "no type"}, UnknownPart),
        ("not an object", UnknownPart),
        (None, UnknownPart),
    ],
)
def test_every_type_and_the_unknown_keep_their_raw_value(raw: object, kind: type) -> None:
    part = parse_part(raw)
    assert isinstance(part, kind)
    assert part.raw == raw


def test_tool_part_tells_absent_output_from_null() -> None:
    absent = parse_part({"type": "tool-x", "state": "input-available"})
    null = parse_part({"type": "tool-x", "state": "output-available", "output": None})
    assert isinstance(absent, ToolPart)
    assert isinstance(null, ToolPart)
    assert (absent.has_output, null.has_output) == (False, True)
    assert absent.state is ToolState.INPUT_AVAILABLE


def test_unknown_states_are_none_not_errors() -> None:
    tool = parse_part({"type": "tool-x", "state": "melting"})
    anchor = parse_part({"type": "data-compaction-anchor", "data": {"status": "odd", "phase": "in-loop"}})
    assert isinstance(tool, ToolPart)
    assert tool.state is None
    assert isinstance(anchor, AnchorPart)
    assert (anchor.status, anchor.phase) == (None, AnchorPhase.IN_LOOP)


def test_anchor_figures_are_kept_apart_from_missing_ones() -> None:
    data = {"status": "done", "phase": "turn-start", "preTokens": 13498, "postTokens": 0, "foldedCount": True}
    anchor = parse_part({"type": "data-compaction-anchor", "data": data})
    assert isinstance(anchor, AnchorPart)
    assert anchor.status is AnchorStatus.DONE
    assert (anchor.pre_tokens, anchor.post_tokens, anchor.folded_count) == (13498, 0, None)


def test_names_and_entries() -> None:
    dynamic = parse_part({"type": "dynamic-tool"})
    file = parse_part(
        {"type": "file", "filename": "a.txt", "providerMetadata": {"cherry": {"fileEntryId": "e1"}}}
    )
    assert isinstance(dynamic, ToolPart)
    assert dynamic.tool_name is None
    assert isinstance(file, FilePart)
    assert file.file_entry_id == "e1"
