"""Totals side by side: which is better, what rests on a stand-in, what is not known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.analysis.cost.prices import prices_of
from inspector.analysis.cost.saving import replay_saving
from inspector.app.replay.runs import open_replay
from inspector.app.replay.totals import (
    Figure,
    TotalRow,
    Verdict,
    facts_kept,
    prefix_reuse,
    total_rows,
)
from inspector.replay.engine import Replayer
from inspector.replay.probes import Probe
from inspector.replay.result import ReplayResult, Totals
from inspector.sources.base import Progress
from inspector.sources.open import open_source

EMPTY = ReplayResult(settings={}, source_path="", conversation_id="", requests=(), turns=(), totals=Totals())


def with_totals(**figures: int) -> ReplayResult:
    return replace(EMPTY, totals=Totals(**figures))


def row(figure: Figure, first: ReplayResult, second: ReplayResult) -> TotalRow:
    return next(one for one in total_rows(first, second) if one.figure is figure)


@pytest.fixture
def replayer(unpacked: Callable[[str, str], Path]) -> Replayer:
    source = open_source(unpacked("fixtures", "research"))
    return Replayer.open(source, next(one.id for one in source.conversations() if "Battery" in one.title))


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [(10, 5, Verdict.BETTER), (5, 10, Verdict.WORSE), (5, 5, Verdict.SAME)],
)
def test_fewer_tokens_are_better(first: int, second: int, verdict: Verdict) -> None:
    left, right = with_totals(prompt_tokens_after=first), with_totals(prompt_tokens_after=second)
    assert row(Figure.PROMPT_TOKENS, left, right).verdict is verdict


def test_more_reuse_is_better_and_trimming_is_neither() -> None:
    left = with_totals(prompt_chars_after=100, reusable_prefix_chars=10, trimmed_outputs=1)
    right = with_totals(prompt_chars_after=100, reusable_prefix_chars=90, trimmed_outputs=5)
    assert row(Figure.PREFIX_REUSE, left, right).verdict is Verdict.BETTER
    assert row(Figure.TRIMMED, left, right).verdict is Verdict.NEUTRAL


def test_what_rests_on_a_stand_in_carries_a_star_and_stored_bytes_do_not(replayer: Replayer) -> None:
    own = replayer.run()
    assert own.totals.rests_on_stand_in
    rows = {one.figure: one for one in total_rows(own, own)}
    assert rows[Figure.PROMPT_TOKENS].second_star
    assert not rows[Figure.STORED].second_star


def test_figures_nobody_asked_for_are_left_out(replayer: Replayer) -> None:
    figures = {one.figure for one in total_rows(replayer.run(), replayer.run())}
    assert Figure.FACTS not in figures
    assert Figure.COST not in figures


def test_facts_count_in_the_newest_request(replayer: Replayer) -> None:
    probes = (Probe("there", "lanthanides"), Probe("nowhere", "no such words in it"))
    result = replayer.run(None, probes)
    assert facts_kept(result) == 1
    (facts,) = [one for one in total_rows(result, result) if one.figure is Figure.FACTS]
    assert (facts.second, facts.total) == (1, 2)


def test_cost_is_that_of_the_report_and_a_line_without_figures_waits_for_them(
    capture_dir: Callable[[str], Path],
) -> None:
    source = open_source(capture_dir("v6-long-tool-loop"))
    opened = open_replay(source, source.conversations()[0].id, None, (), Progress())
    own, settings = opened.recorded, opened.replayer.settings("recorded", ["truncate_threshold=1000"])
    keys = [(own, ()), (settings, ())]
    opened.keep(opened.run(keys, Progress()))
    opened.costs.update(opened.reckon(keys, Progress()))
    first, second = opened.results[keys[0]], opened.results[keys[1]]
    left, right, _ = replay_saving(source, first, second, prices_of(source))
    costs = opened.costs[keys[0]], opened.costs[keys[1]]
    (line,) = [one for one in total_rows(first, second, costs=costs) if one.figure is Figure.COST]
    assert (line.first, line.second, line.currency) == (left.total, right.total, left.currency)
    assert left.total != right.total
    (line,) = [one for one in total_rows(first, second, costs=(None, None)) if one.figure is Figure.COST]
    assert (line.first, line.second) == (None, None)


def test_a_database_s_own_prices_are_used(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("fixtures", "research"))
    opened = open_replay(source, source.conversations()[0].id, None, (), Progress())
    assert opened.prices is not None
    assert opened.prices.by_model == prices_of(source).by_model


def test_an_empty_session_has_no_reuse_rather_than_none_of_it() -> None:
    assert prefix_reuse(EMPTY) is None
    assert facts_kept(EMPTY) is None
