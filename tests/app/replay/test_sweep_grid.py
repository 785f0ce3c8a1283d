"""Values of a sweep as people type them, and its cells as a grid."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.app.replay.sweep_grid import (
    Axis,
    Measure,
    grid_of,
    measured,
    parse_values,
    proposed,
    sweepable,
)
from inspector.model.settings import ReplaySettings, setting
from inspector.replay.sweep_work import SweepCell

THRESHOLD, WINDOW = setting("truncate_threshold"), setting("context_window")


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("truncate_threshold", "8k, 20k, 50k", [8_000, 20_000, 50_000]),
        ("truncate_threshold", "8 000; 8k", [8_000]),
        ("truncate_threshold", "1k – 100k – 3", [1_000, 10_000, 100_000]),
        ("truncate_threshold", "1k-100k-3", [1_000, 10_000, 100_000]),
        ("truncate_threshold", "1000..100000/3", [1_000, 10_000, 100_000]),
        ("context_window", "16k, none", [16_000, None]),
        ("trigger_ratio", "50 %, 80 %", [0.5, 0.8]),
        ("in_loop", "on, off", [True, False]),
        ("compressor", "stand-in, outline", ["stand-in", "outline"]),
    ],
)
def test_lists_and_ranges_are_understood(name: str, text: str, values: list[Any]) -> None:
    assert parse_values(setting(name), text) == values


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("truncate_threshold", ""),
        ("truncate_threshold", "8k, many"),
        ("truncate_threshold", "50k – 8k – 4"),
        ("truncate_threshold", "1k – 8k – 1"),
        ("truncate_threshold", "-5"),
        ("in_loop", "perhaps"),
        ("compressor", "nobody at all"),
    ],
)
def test_what_is_not_allowed_is_none(name: str, text: str) -> None:
    assert parse_values(setting(name), text) is None


@pytest.mark.parametrize("spec", sweepable(), ids=lambda spec: spec.name)
def test_every_proposal_can_be_run(spec: Any) -> None:
    values = parse_values(spec, proposed(spec, spec.default))
    assert values is not None
    assert len(values) > 1


def cell(order: int, threshold: int, tokens: int, *, title: str = "a", **more: Any) -> SweepCell:
    totals = {
        "prompt_tokens_after": tokens,
        "prompt_chars_after": 100,
        "reusable_prefix_chars": 40,
        "rests_on_stand_in": False,
        "stored_bytes_after": 5,
        "folds": 1,
        "trimmed_outputs": 0,
        "summarizer_input_tokens": 0,
    }
    return SweepCell(
        order=order,
        source="s",
        conversation=title,
        assignments={"truncate_threshold": str(threshold)},
        totals={**totals, **more.pop("totals", {})},
        **more,
    )


AXIS = Axis(THRESHOLD, (1_000, 2_000))


def test_cells_of_several_sessions_are_summed_and_shares_averaged() -> None:
    cells = [cell(0, 1_000, 10), cell(1, 1_000, 30, title="b"), cell(2, 2_000, 7)]
    grid = grid_of([AXIS], cells, Measure.PROMPT_TOKENS)
    assert (grid.spot(0).value, grid.spot(0).sessions) == (40, 2)
    assert grid.spot(1).value == 7
    assert grid_of([AXIS], cells, Measure.PREFIX_REUSE).spot(0).value == pytest.approx(0.4)


def test_what_did_not_run_is_unknown_and_says_why() -> None:
    grid = grid_of([AXIS], [cell(0, 1_000, 10, problem="broken")], Measure.FOLDS)
    assert grid.spot(0).value is None
    assert grid.spot(0).problem == "broken"
    assert grid.spot(1).value is None


def test_a_star_of_one_session_marks_the_sum() -> None:
    cells = [cell(0, 1_000, 1), cell(1, 1_000, 1, totals={"rests_on_stand_in": True})]
    assert grid_of([AXIS], cells, Measure.FOLDS).spot(0).star


def test_facts_are_those_still_in_reach_in_the_last_request() -> None:
    found = cell(0, 1_000, 1, probes={"x": {"last": "readable"}, "y": {"last": "lost"}})
    assert measured(found, Measure.FACTS) == 1
    assert measured(cell(0, 1_000, 1), Measure.FACTS) is None


def test_the_current_settings_are_found_among_the_values_or_between_them() -> None:
    grid = grid_of([AXIS, Axis(WINDOW, (None, 16_000))], [], Measure.FOLDS)
    assert grid.current(ReplaySettings(truncate_threshold=2_000)) == (1, 0)
    assert grid.current(ReplaySettings(truncate_threshold=1_500)) == (0.5, 0)
    assert grid.current(ReplaySettings(truncate_threshold=9_000))[0] is None
    assert (grid.columns, grid.rows) == (2, 2)
    assert grid.assignments(1, 1) == {"truncate_threshold": 2_000, "context_window": 16_000}


def test_a_point_is_held_back_until_all_its_sessions_are_in() -> None:
    spec = setting("truncate_threshold")
    axes = [Axis(spec, (1000, 2000))]

    def made(order: int, value: str, folds: int) -> SweepCell:
        return SweepCell(
            order=order,
            source="s",
            conversation=str(order),
            assignments={spec.name: value},
            totals={"folds": folds},
        )

    cells = [made(0, "1000", 3), made(1, "2000", 5), made(2, "1000", 4)]
    grid = grid_of(axes, cells, Measure.FOLDS, sessions=2)
    assert (grid.spot(0).value, grid.spot(1).value, grid.spot(1).sessions) == (7, None, 1)
    assert grid_of(axes, cells, Measure.FOLDS).spot(1).value == 5
