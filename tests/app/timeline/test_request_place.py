"""The number of a request is the same in the timeline, the inspector and the panel below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from inspector.app.cache.evidence import analyse_for, load_break
from inspector.app.timeline.request_place import place_of
from inspector.app.timeline.rows import StepRow
from inspector.app.timeline.view_model import TimelinePresenter
from inspector.app.wording.timeline import step_label
from inspector.sources.base import Progress
from inspector.sources.open import open_source


def test_requests_are_counted_within_their_conversation(capture_dir: Callable[[str], Path]) -> None:
    source = open_source(capture_dir("v6-schema-400"))
    requests = source.requests()
    assert place_of(requests[0], requests) == (1, 2)
    assert place_of(requests[7], requests) == (3, 3)
    last = source.load(requests[7].conversation_id)
    assert place_of(requests[7], last.requests) == (3, 3)
    presenter = TimelinePresenter(last)
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
