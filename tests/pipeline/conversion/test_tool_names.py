"""Names made legal for the wire."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.conversion import is_legal_tool_name, legal_tool_name


@pytest.mark.parametrize("name", ["ok_name", "_", "A-1", "x" * 64])
def test_legal_names_stay(name: str) -> None:
    assert legal_tool_name(name) == name


@pytest.mark.parametrize(
    ("name", "legal"),
    [
        ("server: tool", "server__tool_4a0b58c2"),
        ("9lead", "_9lead_536093f4"),
        ("中文工具", "_____ac5a2366"),
        ("", "__da39a3ee"),
        ("emoji😀", "emoji___88d9c78f"),
        ("x" * 65, f"{'x' * 55}_78c741dd"),
    ],
)
def test_illegal_names_are_told_apart_by_their_hash(name: str, legal: str) -> None:
    assert legal_tool_name(name) == legal


@given(st.text())
def test_every_name_becomes_legal(name: str) -> None:
    assert is_legal_tool_name(legal_tool_name(name))
