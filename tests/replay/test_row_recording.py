"""Folds a database tells of: from which turn a summary is served, and which folds of a loop happened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.model.compaction import AnchorPhase, AnchorStatus
from inspector.model.part import AnchorPart
from inspector.model.usage import Usage
from inspector.pipeline.compaction.compressor import CompressionRequest, CompressorError
from inspector.pipeline.compaction.record import FoldRecord
from inspector.replay.compressors import StandInCompressor
from inspector.replay.loop import Verdict
from inspector.replay.row_recording import LoopStandIn, Recording
from inspector.replay.session import ReplayStep, ReplayTurn
from tests.benchmarks.sessions import tool_loop_session

SUMMARY = "what was said"


def anchor(phase: AnchorPhase, status: AnchorStatus = AnchorStatus.DONE, **figures: int) -> AnchorPart:
    return AnchorPart(type="data-compaction-anchor", raw={}, status=status, phase=phase, **figures)


def turn(measured: int | None = None, *anchors: AnchorPart) -> ReplayTurn:
    step = ReplayStep(first_part=0, end_part=1, usage=Usage(input=measured))
    return ReplayTurn(row=3, message_id="a2", steps=(step,), anchors=anchors)


def recording(*turns: ReplayTurn) -> Recording:
    session = replace(tool_loop_session(steps=1), summaries={"a1": SUMMARY}, turns=turns)
    return Recording(session, 100)


def path(context: int | None = 5_000) -> list[dict]:
    told = {} if context is None else {"contextTokens": context}
    return [
        {"id": "u1", "role": "user", "parts": []},
        {"id": "a1", "role": "assistant", "parts": [], **told},
        {"id": "u2", "role": "user", "parts": []},
    ]


def request(boundary: str | None = "a1") -> CompressionRequest:
    return CompressionRequest(
        phase=AnchorPhase.TURN_START,
        source=(),
        messages=(),
        prompt=(),
        max_output_tokens=4_096,
        boundary_id=boundary,
    )


def test_a_summary_is_served_from_the_turn_whose_input_fell() -> None:
    told = recording(turn())
    assert told.boundary(turn(4_999), path()) == 1
    assert told.boundary(turn(5_000), path()) is None
    assert told.boundary(turn(4_999), path()[:1]) is None


def test_without_figures_it_is_served_at_once() -> None:
    assert recording(turn()).boundary(turn(None), path()) == 1
    assert recording(turn()).boundary(turn(9_000), path(None)) == 1


def test_an_anchor_overrules_figures_and_rules() -> None:
    folded = turn(9_000, anchor(AnchorPhase.TURN_START))
    told = recording(folded, turn(10))
    assert told.boundary(folded, path()) == 1
    assert told.boundary(turn(10), path()) is None
    with pytest.raises(CompressorError):
        told.durable(turn(10)).compress(request())
    assert SUMMARY in told.durable(folded).compress(request())


@pytest.mark.parametrize("status", [AnchorStatus.SKIPPED, AnchorStatus.COMPACTING])
def test_a_fold_that_was_not_settled_is_none(status: AnchorStatus) -> None:
    failed = turn(9_000, anchor(AnchorPhase.TURN_START, status))
    assert recording(failed).boundary(failed, path()) is None


def test_a_failed_summariser_left_no_summary_and_no_fold() -> None:
    with pytest.raises(CompressorError):
        recording(turn()).durable(turn()).compress(request("elsewhere"))


def record(estimate: float, post: int) -> FoldRecord:
    return FoldRecord(phase=AnchorPhase.IN_LOOP, folded=True, estimate=estimate, post_tokens=post)


def loop(**figures: int) -> LoopStandIn:
    return LoopStandIn([anchor(AnchorPhase.IN_LOOP, **figures)], StandInCompressor(100))


def test_a_fold_in_a_loop_is_the_one_of_the_size_told() -> None:
    for estimate, verdict in ((10_000, Verdict.STANDS), (10_100, Verdict.STANDS), (10_101, Verdict.UNDONE)):
        told = loop(pre_tokens=10_000)
        told.compress(request(None))
        assert told.verdict(record(estimate, 500)) is verdict
        assert len(told.anchors) == (1 if verdict is Verdict.UNDONE else 0)


def test_a_measured_fall_tells_too() -> None:
    told = loop(pre_tokens=10_000)
    told.fell = True
    told.compress(request(None))
    assert told.verdict(record(20_000, 500)) is Verdict.STANDS
    assert told.verdict(record(10_000, 500)) is Verdict.UNDONE


def test_the_summary_is_made_again_in_the_size_told() -> None:
    told = loop(pre_tokens=10_000, post_tokens=700)
    first = told.compress(request(None))
    assert told.verdict(record(10_000, 500)) is Verdict.AGAIN
    second = told.compress(request(None))
    assert len(second) > len(first)
    assert told.verdict(record(10_000, 700)) is Verdict.STANDS
    assert told.anchors == []
