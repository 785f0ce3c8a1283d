"""Rows, boundaries and what is served in place of what was folded."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.pipeline.compaction.rows import (
    after_clear,
    apply_deepest_marker,
    estimate_row,
    find_deepest_marker,
    plan_keep_boundary,
    summary_row,
)
from inspector.tokens import Dialect
from tests.pipeline.compaction.builders import row, words


def estimate(given: dict[str, Any]) -> int:
    return estimate_row(given, Dialect.OPENAI)


def test_a_summary_row_names_what_stays_readable() -> None:
    text = summary_row("m1", "SUM", ["a.pdf", "b"], ["/x/1.txt"])["parts"][0]["text"]
    assert text.endswith(
        "break never happened.\n\n"
        "[Files attached in this conversation remain readable in full via the read_file tool: a.pdf, b]\n\n"
        "[Tool output archived from this conversation remains readable in full via the fs_read tool at: "
        "/x/1.txt]"
    )


def test_a_summary_row_without_anything_behind_it_is_the_bare_wrapper() -> None:
    served = summary_row("m1", "SUM")
    assert served["id"] == "compaction:m1"
    assert served["role"] == "user"
    assert served["parts"][0]["text"].endswith("break never happened.")


def test_the_deepest_summary_is_served_and_an_empty_one_is_none() -> None:
    rows = [row("u0"), row("a0", compactionSummary="old"), row("u1"), row("a1", compactionSummary="")]
    assert find_deepest_marker(rows) == 1
    assert [each["id"] for each in apply_deepest_marker(rows)] == ["compaction:a0", "u1", "a1"]


def test_rows_without_a_summary_are_served_as_they_are() -> None:
    rows = [row("u0"), row("a0")]
    assert apply_deepest_marker(rows) is rows


def test_a_cleared_context_begins_after_the_last_clear() -> None:
    clear = {"type": "data-clear"}
    rows = [row("u0"), row("u1", "", clear), row("u2"), row("u3", "", clear), row("u4")]
    assert [each["id"] for each in after_clear(rows)] == ["u4"]
    assert after_clear(rows[:1]) == rows[:1]


ROWS = [row("u0", words(10)), row("a0", words(10)), row("u1", words(10)), row("a1", words(10))]


@pytest.mark.parametrize(
    ("budget", "expected"),
    [(0, 2), (19, 2), (20, 2), (39, 2), (40, None)],
    ids=["nothing fits: last user", "not the user row", "just fits", "not the first", "everything fits"],
)
def test_the_earliest_user_row_within_the_budget_is_kept(budget: int, expected: int | None) -> None:
    assert [estimate(each) for each in ROWS] == [10, 10, 10, 10]
    assert plan_keep_boundary(ROWS, budget, estimate) == expected


def test_an_assistant_row_never_opens_what_is_kept() -> None:
    rows = [row("u0", words(10)), row("a0", words(1)), row("a1", words(1))]
    assert plan_keep_boundary(rows, 5, estimate) is None
    assert plan_keep_boundary([row("a0", words(9)), *rows], 5, estimate) == 1


def test_no_user_row_means_no_boundary() -> None:
    assert plan_keep_boundary([row("a0", words(9)), row("a1", words(9))], 5, estimate) is None
    assert plan_keep_boundary([], 5, estimate) is None
