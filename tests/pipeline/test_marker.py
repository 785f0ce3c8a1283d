"""Markers, byte by byte."""

from __future__ import annotations

import pytest

from inspector.pipeline.excerpt import Excerpt
from inspector.pipeline.marker import marker

URI = "context://vfs/vfs_0123456789abcdef.txt"


def test_a_marker_with_both_ends_and_a_path() -> None:
    assert marker(Excerpt("H\n", "T", 99, 7), URI, "/blobs/e1.txt") == (
        "H\n\n\n<persisted-output>\n"
        "output truncated (7 lines, 99 chars total; first 2 chars shown above, last 1 chars shown below)\n"
        "Full output saved to: /blobs/e1.txt\n"
        f"URI (alternative): {URI}\n"
        "Read the full content with the fs_read tool (pass the path above; page with offset/limit).\n"
        "</persisted-output>\n\nT"
    )


@pytest.mark.parametrize("path", [None, ""])
def test_without_a_path_the_uri_stands_alone(path: str | None) -> None:
    assert marker(Excerpt("", "", 99, 7), URI, path) == (
        "<persisted-output>\noutput truncated (7 lines, 99 chars total; preview omitted)\n"
        f"Full output: {URI}\n</persisted-output>"
    )


@pytest.mark.parametrize(
    ("head", "tail", "descriptor"),
    [
        ("a😀", "", "; first 3 chars shown above, rest omitted)"),
        ("", "😀", "; preceding content omitted, last 2 chars shown below)"),
    ],
)
def test_one_sided_previews_count_units(head: str, tail: str, descriptor: str) -> None:
    assert descriptor in marker(Excerpt(head, tail, 9, 1), URI)


def test_the_whole_is_trimmed_as_javascript_trims() -> None:
    text = marker(Excerpt("\ufeff\n head", "tail\u3000\x85", 9, 1), URI)
    assert text.startswith("head\n\n<persisted-output>")
    assert text.endswith("\n\ntail\u3000\x85")
