"""UTF-16 views against the definition: the same operations on the list of code units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.wire import utf16
from tests.wire.strategies import TEXTS

POSITIONS = st.integers(min_value=-30, max_value=30)


def units(text: str) -> list[str]:
    """The code units of a text, each as a one-unit string."""
    data = text.encode("utf-16-le", "surrogatepass")
    return [chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2)]


@given(TEXTS)
def test_length_counts_units(text: str) -> None:
    assert utf16.length(text) == len(units(text))
    assert utf16.length(text * 40) == len(units(text * 40))


@given(TEXTS, POSITIONS, st.none() | POSITIONS)
def test_slice_cuts_units_and_may_leave_halves(text: str, start: int, end: int | None) -> None:
    assert utf16.slice_units(text, start, end) == utf16.join(units(text)[start:end])


@given(TEXTS, TEXTS, POSITIONS)
def test_searches_find_the_first_and_last_match(text: str, needle: str, start: int) -> None:
    here, wanted = units(text), units(needle)
    matches = [at for at in range(len(here) + 1) if here[at : at + len(wanted)] == wanted]
    begin = min(max(start, 0), len(here))
    assert utf16.index_of(text, needle, start) == next((at for at in matches if at >= begin), -1)
    until = [at for at in matches if at <= max(start, 0)]
    assert utf16.last_index_of(text, needle, start) == (until[-1] if until else -1)
    assert utf16.last_index_of(text, needle) == (matches[-1] if matches else -1)


def test_half_of_a_pair_is_found_inside_it() -> None:
    assert utf16.index_of("a😀", "\ud83d") == 1
    assert utf16.last_index_of("😀a", "\ude00") == 1


@given(st.lists(TEXTS, max_size=5), st.sampled_from(["", "\n", "\ud83d", "\ude00"]))
def test_join_rejoins_halves(pieces: list[str], sep: str) -> None:
    joined = utf16.join(pieces, sep)
    assert joined == "".join(units(joined)).encode("utf-16-le", "surrogatepass").decode(
        "utf-16-le", "surrogatepass"
    )
    assert units(joined) == units(sep.join(pieces))


def test_cut_pairs_come_together_again() -> None:
    text = "x😀y"
    assert utf16.slice_units(text, 0, 2) == "x\ud83d"
    assert utf16.join([utf16.slice_units(text, 0, 2), utf16.slice_units(text, 2)]) == text


@given(TEXTS)
def test_utf8_replaces_lone_halves(text: str) -> None:
    expected = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    assert utf16.encode_utf8(text) == expected.encode()
    assert utf16.utf8_length(text) == len(expected.encode())
    assert utf16.has_surrogate(text) == (expected != text)


@pytest.mark.parametrize("code", [0x1C, 0x1D, 0x1E, 0x1F, 0x85, 0x200B, 0x180E])
def test_trim_keeps_what_only_python_strips(code: int) -> None:
    assert utf16.js_trim(f" {chr(code)}x{chr(code)}\n") == f"{chr(code)}x{chr(code)}"


@pytest.mark.parametrize("space", sorted(utf16.JS_WHITESPACE))
def test_trim_strips_javascript_whitespace(space: str) -> None:
    assert utf16.js_trim(f"{space}x{space}y{space}") == f"x{space}y"


def test_sorting_is_by_code_unit() -> None:
    assert sorted(["\uffff", "😀", "z"], key=utf16.sort_key) == ["z", "😀", "\uffff"]


@given(TEXTS)
def test_pieces_of_a_long_text_make_it_whole_again(text: str) -> None:
    long = (text or "x") * 3000 + "😀"
    assert "".join(utf16.pieces(long)) == long
    assert utf16.length(long) == 3000 * utf16.length(text or "x") + 2
    assert utf16.encode_utf8(long) == utf16.encode_utf8(text or "x") * 3000 + "😀".encode()
