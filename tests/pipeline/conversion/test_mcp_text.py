"""MCP results as text: blocks, notes for media, JSON for what is not understood."""

from __future__ import annotations

import pytest

from inspector.pipeline.conversion import ConversionError, has_media, mcp_text_summary
from inspector.wire import JsonValue


@pytest.mark.parametrize(
    ("block", "text", "media"),
    [
        ({"type": "text", "text": "t"}, "t", False),
        ({"type": "text"}, "", False),
        ({"type": "image", "data": "d"}, "[Image: image/png, delivered to user]", True),
        ({"type": "audio", "mimeType": "audio/wav"}, "[Audio: audio/wav, delivered to user]", True),
        (
            {"type": "resource", "resource": {"blob": "b"}},
            "[Resource: application/octet-stream, uri=unknown, delivered to user]",
            True,
        ),
        ({"type": "resource", "resource": {"uri": "u", "text": "t"}}, "t", False),
        ({"type": "resource", "resource": {"uri": "u", "text": ""}}, None, False),
        ({"type": "resource_link", "uri": "u", "1": 0}, '{"1":0,"type":"resource_link","uri":"u"}', False),
        ("bare", '"bare"', False),
    ],
)
def test_each_kind_of_block(block: JsonValue, text: str | None, media: bool) -> None:
    expected = '{"type":"resource","resource":{"uri":"u","text":""}}' if text is None else text
    assert mcp_text_summary({"content": [block, {"type": "text", "text": "."}]}) == f"{expected}\n."
    assert has_media({"content": [block]}) is media


@pytest.mark.parametrize("result", [None, "plain", {"content": "no list"}, {"structuredContent": 1}, []])
def test_a_result_without_blocks_is_its_json(result: JsonValue) -> None:
    assert mcp_text_summary(result)
    assert not has_media(result)


def test_a_null_block_cannot_be_shown() -> None:
    for function in (mcp_text_summary, has_media):
        with pytest.raises(ConversionError, match="reading 'type'"):
            function({"content": [None]})
