"""The number of a request is the same in the timeline, the inspector and the panel below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.findings import run_detectors
from inspector.app.cache.bars import cache_bars
from inspector.app.cache.evidence import analyse_for, load_break
from inspector.app.timeline.branch_rows import TimelineRows
from inspector.app.timeline.request_place import place_of
from inspector.app.timeline.rows import StepRow
from inspector.app.wording.timeline import step_label
from inspector.replay.engine import Replayer
from inspector.sources.base import Progress
from inspector.sources.open import open_source


def test_requests_are_counted_within_their_conversation(capture_dir: Callable[[str], Path]) -> None:
    source = open_source(capture_dir("v6-schema-400"))
    requests = source.requests()
    assert place_of(requests[0], requests) == (1, 2)
    assert place_of(requests[7], requests) == (3, 3)
    last = source.load(requests[7].conversation_id)
    assert place_of(requests[7], last.requests) == (3, 3)
    presenter = TimelineRows(last)
    steps = [
        child for row in presenter.rows() for child in presenter.children(row) if isinstance(child, StepRow)
    ]
    assert [step_label(step) for step in steps][-1].endswith("request 3")


def test_the_cache_tab_counts_the_same_way(capture_dir: Callable[[str], Path]) -> None:
    source = open_source(capture_dir("v6-schema-400"))
    analysed = analyse_for(source, source.requests()[7].conversation_id, Progress())
    verdict = next(one for one in analysed.report.verdicts if one.record.index == 7)
    found = load_break(analysed, verdict)
    assert found is not None
    assert (found.place, found.previous_place.number) == ((3, 3), 2)


@pytest.mark.parametrize("name", ["v7-telemetry", "v6-long-tool-loop-compacting", "v6-schema-400"])
def test_a_request_has_one_number_everywhere(name: str, capture_dir: Callable[[str], Path]) -> None:
    source = open_source(capture_dir(name))
    counted: Counter[str] = Counter()
    for record in source.requests():
        counted[record.conversation_id] += 1
        assert record.number == counted[record.conversation_id]
    for summary in source.conversations():
        conversation = source.load(summary.id)
        numbers = {one.index: one.number for one in conversation.requests}
        for message in conversation.messages.values():
            for step in message.steps:
                assert step.request_number == (
                    None if step.request_index is None else numbers[step.request_index]
                )
        for outcome in Replayer.open(source, summary.id).run().requests:
            assert outcome.request_index is not None
            assert outcome.number == numbers[outcome.request_index]
            assert outcome.label == str(outcome.number)
        bars = cache_bars(analyse_for(source, summary.id, Progress()).shown().verdicts)
        assert {bar.verdict.record.index: bar.number for bar in bars} == numbers
    for finding in run_detectors(source):
        if finding.where.request is not None:
            assert finding.where.number == source.requests()[finding.where.request].number
