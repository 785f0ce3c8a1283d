"""Tables of replays, comparisons and sweeps say what their results say."""

from __future__ import annotations

from dataclasses import replace

from inspector.replay.compare import compare
from inspector.replay.result import FoldOutcome, SummarySource
from inspector.replay.sweep import SweepCell
from inspector.reports.replay_tables import (
    STAND_IN_NOTE,
    comparison_tables,
    fold_words,
    replay_tables,
    settings_list,
    sweep_table,
)
from inspector.reports.tables import Table, Value
from tests.replay.test_compare import TRIM, request, result


def column(table: Table, name: str) -> list[Value]:
    index = [column.name for column in table.columns].index(name)
    return [row[index] for row in table.rows]


def test_a_fold_is_told_in_words() -> None:
    fold = FoldOutcome(
        phase="turn-start",
        folded_messages=6,
        summarizer_input_tokens=7270,
        summary_tokens=773,
        source=SummarySource.RECORDED,
    )
    assert fold_words(fold) == "turn-start: −6 messages, 7\u202f270 → 773 tokens (recorded)"
    assert "the last summary anew" in fold_words(replace(fold, folded_messages=0))


def test_replay_tables_have_requests_trims_and_totals_but_no_empty_ones() -> None:
    first = request("a1", 1, 100, no_fold_reason="below-trigger")
    second = request("a1", 2, 50, index=1, number=4, trimmed=(TRIM,), reusable_prefix_chars=200)
    requests, trims, totals = replay_tables(result(first, second), "Title")
    assert requests.title == "Title"
    assert column(requests, "fold") == ["below trigger", ""]
    assert column(requests, "reusable_share") == [None, 0.5]
    assert column(trims, "request") == ["4"]
    assert column(trims, "recoverable") == [None]
    assert ("stored bytes after", 100) in totals.rows


def test_comparison_tables_have_settings_sums_and_differences() -> None:
    a = result(request("a1", 1, 100), codecs={"x": "opaque", "y": "exempt"})
    b = result(request("a1", 1, 80), codecs={"x": "exempt", "y": "exempt"}, in_loop=False)
    settings, totals, largest = comparison_tables(compare(a, b), "Title")
    assert settings.rows == (("in_loop", "true", "false"), ("codecs.x", "opaque", "exempt"))
    assert ("prompt tokens after", 100, 80, -20, -0.2) in totals.rows
    assert column(largest, "tokens") == [-20]


def cell(order: int, source: str, **changes: object) -> SweepCell:
    totals = {"prompt_tokens_before": 100, "prompt_tokens_after": 75, "folds": 0}
    plain = SweepCell(order=order, source=source, conversation="c", assignments={"n": "1"}, totals=totals)
    return replace(plain, **changes)


def test_sweep_table_names_sources_briefly_and_marks_stand_ins() -> None:
    cells = [cell(0, "/data/a/x"), cell(1, "/data/b/y", totals={"rests_on_stand_in": True})]
    table = sweep_table(cells)
    assert column(table, "source") == ["a/x", "b/y"]
    assert column(table, "saved") == [0.25, None]
    assert column(table, "stand_in") == ["", "*"]
    assert table.notes == (STAND_IN_NOTE,)
    assert column(sweep_table(cells, full_paths=True), "source") == ["/data/a/x", "/data/b/y"]
    assert column(sweep_table([cell(0, "rel/x"), cell(1, "/abs/y")]), "source") == ["rel/x", "/abs/y"]
    assert sweep_table([]).rows == ()


def test_sweep_table_shows_facts_and_problems() -> None:
    table = sweep_table(
        [cell(0, "a", probes={"p": {"lost": 2, "last": "lost"}}), cell(1, "a", problem="no", totals={})]
    )
    assert column(table, "probe:p") == ["lost", None]
    assert column(table, "problem") == ["", "no"]
    assert column(table, "requests") == [0, None]


def test_settings_are_listed_with_unit_default_and_range() -> None:
    rows = {row[0]: row for row in settings_list().rows}
    assert rows["truncate_threshold"][1:4] == (
        "chars",
        "50000",
        "a whole number from 0 to 10\u202f000\u202f000 chars",
    )
    assert rows["context_window"][2] == "none"
    assert "web_search=entities:content" in str(rows["codecs"][2])
