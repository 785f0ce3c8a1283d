"""Attachments written into messages: words, cuts and shares (PIPELINE §9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.attachments import attached_text, longest_prefix, share_pool, token_pool
from inspector.pipeline.read_back import FileKind
from inspector.tokens import tokenx


def written(text: str | None, cap: int | None = None, kind: FileKind = FileKind.TEXT) -> str:
    return attached_text("a.txt", kind, text).written(cap)


def test_a_text_is_trimmed_and_named() -> None:
    assert written("\ufeff\n body \n") == 'Attached file "a.txt":\nbody'


def test_what_has_no_text_says_so() -> None:
    empty = "it may be a scanned or image-only document."
    assert written(" \n") == f'Attached file "a.txt":\nNo extractable text found in "a.txt" — {empty}'
    assert written(None) == 'Attached file "a.txt": [could not read this file].'
    unsupported = 'Cannot read the attached file "a.txt" as text (unsupported file type).'
    assert written(None, kind=FileKind.OTHER) == f'Attached file "a.txt":\n{unsupported}'
    assert written(None, kind=FileKind.IMAGE) == f'Attached file "a.txt":\n{unsupported}'
    for kind in (FileKind.AUDIO, FileKind.VIDEO):
        note = f'This model can\'t process the attached {kind.value} file "a.txt".'
        assert written("x", kind=kind) == f'Attached file "a.txt":\n{note}'


@pytest.mark.parametrize(("cap", "kept"), [(3, 2), (4, 4), (2, 2), (1, 1)])
def test_a_cut_never_splits_a_pair(cap: int, kept: int) -> None:
    note = f'[Truncated {kept}/7 chars — call read_file("a.txt", offset={kept}) for the rest.]'
    assert written("ab😀cde", cap).endswith(f"\n\n{note}")
    assert "\ud83d" not in written("ab😀cde", cap)


def test_a_text_as_long_as_its_cap_is_whole_and_models_without_tools_are_told_less() -> None:
    assert written("abcdef", 6) == 'Attached file "a.txt":\nabcdef'
    cut = attached_text("a.txt", FileKind.TEXT, "abcdef").written(5, has_tools=False)
    assert cut == 'Attached file "a.txt":\nabcde\n\n[Truncated 5/6 chars.]'


def test_the_pool_fills_the_smallest_first() -> None:
    assert share_pool([900, 100, 900], 1_000) == [450, 100, 450]
    assert share_pool([6_000, 5_999], 11_001) == [5_501, 5_500]
    assert share_pool([5, 5], 0) == [0, 0]
    assert share_pool([5, 5], -3) == [0, 0]
    assert token_pool(1_001, 1) == 899
    assert token_pool(100, 91) == 0


@given(sizes=st.lists(st.integers(0, 500), max_size=8), pool=st.integers(0, 2_000))
def test_shares_never_exceed_pool_or_size_and_waste_nothing(sizes: list[int], pool: int) -> None:
    shares = share_pool(sizes, pool)
    assert all(0 <= share <= size for share, size in zip(shares, sizes, strict=True))
    assert sum(shares) <= pool
    if sum(sizes) <= pool:
        assert shares == sizes


def test_the_longest_prefix_costs_at_most_its_budget() -> None:
    text = "one two three four five six seven"
    whole = tokenx(text)
    for budget in range(whole + 2):
        kept = longest_prefix(text, budget, tokenx)
        assert tokenx(text[:kept]) <= budget
        assert kept == len(text) or tokenx(text[: kept + 1]) > budget
    assert longest_prefix("", 5, tokenx) == 0
