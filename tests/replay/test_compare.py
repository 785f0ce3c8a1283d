"""Differences of two replays: matched by request, summed, and told in JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from inspector.model.settings import ReplaySettings
from inspector.replay.compare import compare
from inspector.replay.probes import Probe
from inspector.replay.result import (
    FoldOutcome,
    Lane,
    ProbeState,
    ReplayResult,
    RequestOutcome,
    Size,
    SummarySource,
    TrimOutcome,
    TurnOutcome,
    sum_totals,
)
from tests.replay.conftest import OpenReplayer

TRIM = TrimOutcome(
    tool="t", call_id="c", key="", chars_before=90, chars_after=9, lane=Lane.IN_FLIGHT, rule="r"
)
FOLD = FoldOutcome(
    phase="in-loop",
    folded_messages=3,
    summarizer_input_tokens=700,
    summary_tokens=8,
    source=SummarySource.OUTLINE,
)


def request(row: str, step: int, tokens: int, **changes: object) -> RequestOutcome:
    size = Size(chars=4 * tokens, tokens=tokens)
    plain = RequestOutcome(index=0, turn=1, step=step, message_id=row, before=size, after=size)
    return replace(plain, **changes)


def result(*requests: RequestOutcome, stored: int = 100, **settings: object) -> ReplayResult:
    turns = (TurnOutcome(message_id="a1", stored_bytes_before=200, stored_bytes_after=stored, blobs=1),)
    return ReplayResult(
        settings={"in_loop": True, **settings},
        source_path="x",
        conversation_id="c",
        requests=requests,
        turns=turns,
        totals=sum_totals(requests, turns),
    )


def test_every_kind_of_difference_is_b_less_a() -> None:
    probes = {"p": ProbeState.VERBATIM, "q": ProbeState.LOST}
    a = result(request("a1", 1, 50, probes=probes), request("a1", 2, 90, trimmed=(TRIM,)))
    b = result(
        request("a1", 1, 50, probes={**probes, "p": ProbeState.SUMMARY}),
        request("a1", 2, 40, fold=FOLD, reusable_prefix_chars=12),
        stored=60,
        in_loop=False,
    )
    found = compare(a, b)
    first, second = found.requests
    assert (first.tokens, first.probes) == (0, {"p": (ProbeState.VERBATIM, ProbeState.SUMMARY)})
    assert (second.tokens, second.chars, second.trimmed) == (-50, -200, -1)
    assert (second.folds, second.summarizer_input_tokens) == ((None, FOLD), 700)
    assert second.reusable_prefix_chars == 12
    assert found.totals["prompt_tokens_after"] == -50
    assert found.totals["stored_bytes_after"] == -40
    assert found.turns[0].stored_bytes == -40
    assert found.changed_settings == {"in_loop": (True, False)}
    assert list(found.probe_changes()) == ["p"]


def test_requests_are_matched_by_row_and_step_not_by_place() -> None:
    a = result(request("a1", 1, 10), request("a2", 1, 30))
    b = result(request("a2", 1, 31))
    found = compare(a, b)
    assert [difference.key for difference in found.requests] == [("a2", 1), ("a1", 1)]
    assert [difference.tokens for difference in found.requests] == [1, -10]
    assert found.requests[1].to_dict()["index_b"] is None


def test_repeated_ids_of_a_capture_are_told_apart() -> None:
    twice = result(request("r", 1, 10), request("r", 1, 20))
    assert [difference.tokens for difference in compare(twice, twice).requests] == [0, 0]


def test_largest_come_first_and_what_is_the_same_is_left_out() -> None:
    a = result(request("a1", 1, 10), request("a1", 2, 10), request("a1", 3, 10))
    b = result(request("a1", 1, 12), request("a1", 2, 10), request("a1", 3, 4))
    found = compare(a, b)
    assert [difference.key[1] for difference in found.largest()] == [3, 1]
    assert len(found.largest(1)) == 1
    assert [entry["step"] for entry in found.difference_dict()["requests"]] == [1, 3]


def test_json_is_both_replays_with_the_difference_on_the_second() -> None:
    a, b = result(request("a1", 1, 10)), result(request("a1", 1, 12))
    first, second = compare(a, b).to_dict()
    assert first == a.to_dict()
    assert {key: value for key, value in second.items() if key != "difference"} == b.to_dict()
    assert second["difference"]["totals"]["prompt_tokens_after"] == 2


@pytest.mark.parametrize(("kind", "name"), [("fixtures", "toolloop"), ("captures", "v6-long-tool-loop")])
def test_totals_are_the_sums_of_the_requests_of_a_real_session(
    replayer: OpenReplayer, kind: str, name: str
) -> None:
    session = replayer(kind, name)
    probes = [Probe("the", "the")]
    low = session.run(ReplaySettings(truncate_threshold=2_000), probes)
    high = session.run(ReplaySettings(truncate_threshold=100_000, context_window=200_000), probes)
    found = compare(low, high)
    assert found.totals["prompt_tokens_after"] == sum(difference.tokens for difference in found.requests)
    assert found.totals["stored_bytes_after"] == sum(turn.stored_bytes for turn in found.turns)
    assert set(found.changed_settings) == {"truncate_threshold", "context_window"}
    json.dumps(found.to_dict())
    assert compare(low, low).largest() == []
    assert not any(compare(high, high).totals.values())
