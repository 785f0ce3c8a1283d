"""The reference's own findings, computed anew from its databases and captures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from inspector.model.presets import preset
from inspector.model.settings import ReplaySettings
from inspector.replay.probes import Probe
from inspector.replay.result import ProbeState, ReplayResult, SummarySource
from inspector.replay.session import RowSession
from tests.replay.conftest import OpenReplayer

Expected = Callable[[str], dict[str, Any]]

# The loop as it was captured: outputs go out whole, the summariser reads all it is given.
LOOP = ReplaySettings(
    context_window=16_000, max_output_tokens=0, compressor_window=1_000_000, threshold_floor=1_000_000
)


def folds(result: ReplayResult) -> list[int]:
    """Indexes of the requests that a fold was made for."""
    return [request.index for request in result.requests if request.fold is not None]


def shares(result: ReplayResult, first: int) -> list[float]:
    """How much of each prompt's predecessor it begins with, from a request on."""
    return [
        after.reusable_prefix_chars / before.after.chars
        for before, after in pairwise(result.requests[first:])
    ]


def test_durable_fold_is_where_and_as_large_as_recorded(replayer: OpenReplayer, expected: Expected) -> None:
    story = expected("research")["story"]["turn_start_fold"]
    session = replayer("fixtures", "research", story["topic_id"])
    answer = answer_to(session.session, story["before_message_id"])
    (request,) = (r for r in session.run().requests if r.message_id == answer and r.step == 1)
    fold, budget = request.fold, request.budget
    assert fold is not None
    assert budget is not None
    assert (fold.phase, fold.source) == ("turn-start", SummarySource.RECORDED)
    assert fold.boundary_id == story["boundary_message_id"]
    assert (fold.pre_tokens, fold.post_tokens) == (story["preTokens"], story["postTokens"])
    assert fold.folded_messages == story["foldedCount"]
    assert (budget.trigger.value, budget.keep.value) == (story["trigger"], story["keepBudget"])
    served = request.prompt[1]["content"][0]["text"]
    assert served.startswith("This session is being continued")
    assert len(served) == story["served_summary_chars"]


def test_one_summary_serves_all_later_requests(replayer: OpenReplayer, expected: Expected) -> None:
    story = expected("research")["story"]["turn_start_fold"]
    result = replayer("fixtures", "research", story["topic_id"]).run()
    at = folds(result)[-1]
    later = result.requests[at + 1 :]
    assert len(later) == 9
    assert all(request.served_summary and request.fold is None for request in later)
    assert len({request.prompt[1]["content"][0]["text"] for request in result.requests[at:]}) == 1


def test_prefix_reuse_behind_the_fold_is_nearly_whole(replayer: OpenReplayer, expected: Expected) -> None:
    story = expected("research")["story"]["turn_start_fold"]
    result = replayer("fixtures", "research", story["topic_id"]).run()
    assert min(shares(result, folds(result)[-1])) >= 0.99


def test_durable_fold_cuts_the_prompt_by_about_two_thirds(replayer: OpenReplayer) -> None:
    result = replayer("captures", "v6-web-search-recall").run()
    (at,) = folds(result)
    folded = result.requests[at]
    assert folded.fold is not None
    assert (folded.fold.phase, folded.fold.source) == ("turn-start", SummarySource.RECORDED)
    assert 0.60 < 1 - folded.after.chars / result.requests[at - 1].after.chars < 0.72
    assert all(request.served_summary for request in result.requests[at:])
    assert min(shares(result, at)) >= 0.99


def test_without_memo_the_loop_refolds_ever_larger_inputs(replayer: OpenReplayer) -> None:
    session = replayer("captures", "v6-long-tool-loop")
    naive = [r.fold for r in session.run(replace(LOOP, in_loop_memo=False)).requests if r.fold]
    memoised = [r.fold for r in session.run(LOOP).requests if r.fold]
    growing = [fold.summarizer_input_tokens for fold in naive]
    assert len(growing) >= 15
    assert all(before < after for before, after in pairwise(growing))
    assert growing[-1] > 5 * growing[0]
    increments = [fold.summarizer_input_tokens for fold in memoised]
    assert max(increments[1:]) < 2.5 * min(increments[1:])
    assert max(increments) < growing[-1] / 4
    assert sum(increments) < sum(growing) / 5


def test_refolds_that_were_recorded_are_recognised(replayer: OpenReplayer) -> None:
    result = replayer("captures", "v6-long-tool-loop-compacting").run()
    recorded = [request.fold for request in result.requests if request.fold is not None]
    inputs = [fold.summarizer_input_tokens for fold in recorded]
    assert len(recorded) == 15
    assert {fold.source for fold in recorded} == {SummarySource.RECORDED}
    assert (inputs[0], inputs[-1]) == (7339, 37628)
    assert inputs == sorted(inputs)


@pytest.mark.parametrize("topic", ["Handbook, twenty pages", "Window of two"])
def test_stored_bytes_with_codecs_are_the_applications_own(
    replayer: OpenReplayer, expected: Expected, topic: str
) -> None:
    session = replayer("fixtures", "toolloop", topic)
    savings = expected("toolloop")["trim"]["5000"]["per_message"]
    own = session.run()
    trimmed = session.run(replace(session.own_settings, truncate_threshold=5_000))
    for before, after in zip(own.turns, trimmed.turns, strict=True):
        if after.stored_bytes_before != before.stored_bytes_before:
            continue  # fs_read answers otherwise under a lower cap
        saved = before.stored_bytes_after - after.stored_bytes_after
        assert saved == savings.get(after.message_id, 0), after.message_id


def test_without_codecs_read_pages_and_echoes_are_stored_in_full(replayer: OpenReplayer) -> None:
    pages = replayer("fixtures", "toolloop", "Handbook, twenty pages")
    echoes = replayer("fixtures", "toolloop", "Window of two")
    rules = preset("before-the-codecs").codecs
    for session, turn, saved in ((pages, 0, 123_917), (echoes, 0, 12_515), (echoes, 1, 6_550)):
        low = replace(session.own_settings, truncate_threshold=5_000)
        without = session.run(replace(low, codecs=rules)).turns[turn]
        trimmed = session.run(low).turns[turn]
        assert without.stored_bytes_after == without.stored_bytes_before == trimmed.stored_bytes_before
        assert trimmed.stored_bytes_before - trimmed.stored_bytes_after == saved


def test_folded_attachment_is_lost_without_manifest_and_readable_with_it(
    replayer: OpenReplayer, expected: Expected
) -> None:
    story = expected("toolloop")["story"]["finding_2"]
    session = replayer("fixtures", "toolloop", story["topic_id"])
    assert isinstance(session.session, RowSession)
    handbook = session.session.read_entry(story["attachment_entry"])
    assert handbook is not None
    probe = Probe("page", handbook[60_000:60_060])
    states = {}
    for manifests in (True, False):
        result = session.run(replace(session.own_settings, manifests=manifests), [probe])
        asking = next(
            r for r in result.requests if r.message_id == answer_to(session.session, story["asking_message"])
        )
        assert asking.fold is not None
        assert asking.fold.boundary_id == story["boundary"]
        states[manifests] = (asking.readable.files, asking.probes["page"])
    assert states == {
        True: ((story["handle"],), ProbeState.READABLE),
        False: ((), ProbeState.LOST),
    }


def test_message_window_revokes_the_right_to_read_back(replayer: OpenReplayer, expected: Expected) -> None:
    story = expected("toolloop")["story"]["finding_2_window"]
    session = replayer("fixtures", "toolloop", story["topic_id"])
    assert session.own_settings.max_messages == story["max_messages"]
    asking = answer_to(session.session, story["asking_message"])
    windowed, whole = (
        next(r for r in session.run(settings).requests if r.message_id == asking)
        for settings in (session.own_settings, replace(session.own_settings, max_messages=None))
    )
    assert windowed.readable.files == ()
    assert windowed.no_fold_reason == "max-messages"
    assert list(whole.readable.files) == story["handles"]


def answer_to(session: object, asked: str) -> str:
    """The assistant row behind a user row."""
    assert isinstance(session, RowSession)
    ids = [str(row["id"]) for row in session.rows]
    return asked if asked in {turn.message_id for turn in session.turns} else ids[ids.index(asked) + 1]
