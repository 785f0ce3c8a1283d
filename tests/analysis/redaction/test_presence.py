"""Pieces of long texts are found exactly, whatever the alphabet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.redaction import presence
from inspector.analysis.redaction.presence import LONG, Presence


@given(st.text("abk-_三😀", max_size=40), st.text("abk-_三😀", min_size=1, max_size=4))
def test_as_a_plain_search(text: str, piece: str) -> None:
    whole = text * (LONG // max(1, len(text)) + 1) if text else "x" * LONG
    assert Presence(whole).holds(piece) == (piece in whole)
    assert Presence(text).holds(piece) == (piece in text)


@pytest.mark.parametrize("at", [0, 9, 10, 11, 12, 20])
def test_pieces_across_blocks(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LONG", 1)
    monkeypatch.setattr(presence, "_BLOCK", 11)
    text = "." * at + "sk-ant-" + "." * 20
    assert Presence(text).holds("sk-ant-")
    assert not Presence(text).holds("sk-or-")


def test_short_pieces_and_halves_of_pairs() -> None:
    whole = "x" * LONG + "q~" + "\ud83d"
    assert Presence(whole).holds("q~")
    assert Presence(whole).holds("\ud83d")
    assert not Presence(whole).holds("~q")
