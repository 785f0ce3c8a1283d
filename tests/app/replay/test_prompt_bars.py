"""Bars: measured and predicted figures are never mixed, and what is unknown is no bar of zero."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.app.replay.prompt_bars import (
    BarView,
    Part,
    has_measured,
    measured_bars,
    predicted_bars,
    split_prefix,
    split_usage,
)
from inspector.model import RequestRecord, Usage
from inspector.model.settings import ReplaySettings
from inspector.replay.compare import compare
from inspector.replay.engine import Replayer
from inspector.replay.result import RequestOutcome, Size
from inspector.sources.open import open_source

Unpacked = Callable[[str, str], Path]
Session = tuple[Replayer, dict[int, RequestRecord]]


def session(path: Path, title: str) -> Session:
    source = open_source(path)
    summary = next(one for one in source.conversations() if title in one.title)
    records = {one.index: one for one in source.requests() if one.conversation_id == summary.id}
    return Replayer.open(source, summary.id), records


@pytest.fixture
def research(unpacked: Unpacked) -> Session:
    return session(unpacked("fixtures", "research"), "Battery")


@pytest.fixture
def long_loop(unpacked: Unpacked) -> Session:
    return session(unpacked("captures", "v6-long-tool-loop-compacting"), "")


def outcome(tokens: int, chars: int, reusable: int) -> RequestOutcome:
    size = Size(tokens=tokens, chars=chars)
    return RequestOutcome(index=0, turn=1, step=1, before=size, after=size, reusable_prefix_chars=reusable)


def test_a_prompt_is_split_at_its_reusable_prefix() -> None:
    assert split_prefix(outcome(100, 400, 300)) == ((Part.REUSED, 75), (Part.CHANGED, 25))
    assert split_prefix(outcome(0, 0, 0)) == ((Part.REUSED, 0), (Part.CHANGED, 0))


@pytest.mark.parametrize(
    ("usage", "parts"),
    [
        (Usage(), ()),
        (Usage(input=100), ((Part.UNSPLIT, 100),)),
        (
            Usage(input=100, cache_read=60, cache_write=30, no_cache=10),
            ((Part.READ, 60), (Part.WRITTEN, 30), (Part.NEW, 10)),
        ),
        (Usage(input=100, cache_read=60), ((Part.READ, 60), (Part.WRITTEN, 0), (Part.NEW, 40))),
    ],
)
def test_measured_tokens_are_split_by_what_the_cache_did(
    usage: Usage, parts: tuple[tuple[Part, int], ...]
) -> None:
    assert split_usage(usage) == parts


def test_measured_bars_show_what_the_provider_accounted(research: Session) -> None:
    replayer, records = research
    bars = measured_bars(replayer.run(), records)
    assert bars.view is BarView.MEASURED
    assert not bars.has_outline
    assert not bars.has_stand_in
    for bar in bars.bars:
        if bar.record is not None:
            assert bar.total == bar.record.usage.input
    # The failed call at the end of a turn was sent, but no account of it came.
    assert [bar.outcome.step for bar in bars.bars if bar.record is None] == [5]


def test_predicted_bars_stand_over_what_was_recorded_counted_alike(long_loop: Session) -> None:
    replayer, records = long_loop
    result = replayer.run(ReplaySettings(truncate_threshold=1_500))
    bars = predicted_bars(result, records, recorded=replayer.run())
    assert bars.parts == (Part.REUSED, Part.CHANGED)
    for bar, one in zip(bars.bars, result.requests, strict=True):
        assert bar.total == one.after.tokens
        assert one.recorded is not None
        assert bar.outline == one.recorded.tokens
    assert any((bar.total or 0) < (bar.outline or 0) for bar in bars.bars)


def test_a_comparison_stands_beside_and_not_over_it(research: Session) -> None:
    replayer, records = research
    a, b = replayer.run(), replayer.run(ReplaySettings(truncate_threshold=1_500, context_window=32_000))
    bars = predicted_bars(b, records, recorded=a, rival=compare(a, b))
    assert bars.compares
    assert not bars.has_outline
    assert [bar.rival for bar in bars.bars] == [one.after.tokens for one in a.requests]


def test_lines_and_marks_come_from_the_replay(research: Session) -> None:
    replayer, records = research
    result = replayer.run(ReplaySettings(context_window=32_000))
    bars = predicted_bars(result, records, recorded=replayer.run())
    assert bars.trigger == 25_600
    assert bars.window == 32_000
    assert [bar.fold is not None for bar in bars.bars] == [one.fold is not None for one in result.requests]


def test_a_session_without_usage_has_nothing_measured(research: Session) -> None:
    replayer, records = research
    assert has_measured(replayer.run(), records)
    assert not has_measured(replayer.run(), {})
    bars = measured_bars(replayer.run(), {})
    assert all(bar.total is None for bar in bars.bars)
