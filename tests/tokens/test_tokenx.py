"""tokenx in numpy, tokenx by memo and tokenx by its rules give one figure."""

from __future__ import annotations

import pytest
from hypothesis import example, given

from inspector.tokens import tokenx
from inspector.tokens.memo import TextMemo
from inspector.tokens.tokenx import tokenx_uncached
from tests.tokens.naive import naive_tokenx
from tests.tokens.strategies import TEXTS


@given(TEXTS)
@example("")
@example("\u3000\u3000")
@example("ÿÿÿÿÿÿÿ ýýýýýýý ÝÝÝÝÝÝÝÝ ẞẞẞẞẞ")
@example("a" * 7 + "\ud83d" + "b")
def test_every_way_of_counting_agrees(text: str) -> None:
    expected = naive_tokenx(text)
    assert tokenx(text) == expected
    for separator in (" ", "x", "😀", "。"):
        long = separator.join([text] * (1 + 900 // max(1, len(text))))
        assert tokenx_uncached(long) == naive_tokenx(long)
    assert expected == tokenx_uncached(text)


@pytest.mark.parametrize("word", ["wörd", "字", "plain", "😀"])
def test_runs_are_whole_where_chunks_meet(word: str) -> None:
    text = ("x" * ((1 << 17) - 3) + word) * 2 + f" {word}" * 40_000
    assert tokenx_uncached(text) == naive_tokenx(text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("hello world", 2),
        ("hello, world!", 4),
        ("1234567890", 1),
        ("1.5", 3),
        ("!!!!!", 3),
        ("don't stop", 6),
        ("ひらがな", 4),
        ("😀😀", 2),
    ],
)
def test_the_rules_as_listed(text: str, tokens: int) -> None:
    assert tokenx(text) == tokens


def test_a_memo_by_identity_knows_the_object_and_not_its_equal() -> None:
    counted: list[str] = []
    memo = TextMemo(lambda text: counted.append(text) or len(text), shortest=2, by_identity=True)
    text, equal = "".join(["ab", "cd"]), "".join(["ab", "cd"])
    assert [memo(text), memo(text), memo(equal)] == [4, 4, 4]
    assert len(counted) == 2
    assert counted[0] is text


def test_a_memo_forgets_the_older_half_and_keeps_what_is_used() -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return len(text)

    memo = TextMemo(count, shortest=2, capacity=10)
    assert [memo("aaaa"), memo("bbbb"), memo("aaaa"), memo("x"), memo("x")] == [4, 4, 4, 1, 1]
    assert counted == ["aaaa", "bbbb", "x", "x"]
    memo("cccc")
    memo("aaaa")
    memo("dddd")
    memo("aaaa")
    assert counted == ["aaaa", "bbbb", "x", "x", "cccc", "dddd"]
    memo("bbbb")
    assert counted[-1] == "bbbb"
    memo.clear()
    memo("aaaa")
    assert counted[-1] == "aaaa"
