"""The cutoff of web search results."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.pipeline.web_search_cutoff import cut_results

WORDS = "one two three four five six"


@pytest.mark.parametrize(
    ("limit", "share", "content"),
    [(4, 2, "one two..."), (5, 2, "one two..."), (1, 1, "one..."), (0, 1, "one..."), (100, 50, WORDS)],
)
def test_a_limit_is_shared_evenly(limit: int, share: int, content: str) -> None:
    cut = cut_results([{"id": 1, "content": WORDS}, {"id": 2, "content": "short"}], limit)
    assert cut.limit == share
    assert cut.results[0] == {"id": 1, "content": content}
    assert cut.cut == ((0,) if content != WORDS else ())


def test_what_is_not_cut_is_the_same_object() -> None:
    results: list[Any] = [{"content": "short"}, {"title": "no content"}, "odd"]
    cut = cut_results(results, 30)
    assert all(after is before for after, before in zip(cut.results, results, strict=True))
    assert cut_results([], 30).limit is None
