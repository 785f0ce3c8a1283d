"""Durable compaction: what a turn serves, when it folds and why not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from inspector.model.compaction import AnchorStatus
from inspector.pipeline.compaction.compressor import CompressionAbortedError, CompressorError
from inspector.pipeline.compaction.policy import POLICIES
from inspector.pipeline.compaction.record import EstimateBasis, FoldAborted, NoFold
from inspector.pipeline.compaction.rows import parts_of, summary_row
from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.compaction.turn_start import (
    StoredSummary,
    TurnStart,
    TurnStartScope,
    serve_turn_start,
)
from inspector.pipeline.compaction.wording import wrap_summary
from tests.pipeline.compaction.builders import Scripted, archived, file_part, row, words

SUMMARY = "<summary>SUM</summary>"


def convert(rows: Sequence[Any]) -> list[Any]:
    """Texts alone, which is all these rows fold to."""
    return [
        {"role": each["role"], "content": "".join(part.get("text", "") for part in parts_of(each))}
        for each in rows
    ]


def serve(path: Sequence[Any], scope: TurnStartScope) -> TurnStart:
    return serve_turn_start(
        path, scope, convert=convert, blob_path=lambda entry: f"/b/{entry}" if entry != "gone" else None
    )


def scope(*compressor: Scripted, **changes: Any) -> TurnStartScope:
    """A window of 100: trigger 80, keep 30."""
    plain = TurnStartScope(
        settings=ContextSettings(), window=100, compressor=compressor[0] if compressor else Scripted(SUMMARY)
    )
    return replace(plain, **changes)


def ids(turn: TurnStart) -> list[Any]:
    return [each["id"] for each in turn.rows]


PATH = [row("u0", words(40)), row("a0", words(40)), row("u1", words(20))]


def test_old_rows_fold_into_a_summary_stored_on_the_last_of_them() -> None:
    turn = serve(PATH, scope())
    assert ids(turn) == ["compaction:a0", "u1"]
    assert turn.stored == StoredSummary("a0", "SUM")
    assert turn.boundary_id == "a0"
    assert turn.record.folded
    assert (turn.record.estimate, turn.record.basis) == (100, EstimateBasis.ROWS)
    assert turn.record.budget is not None
    assert str(turn.record.budget.trigger) == "floor(100 × 0.8) = 80"
    assert [(event.status, event.folded_count) for event in turn.record.events] == [
        (AnchorStatus.COMPACTING, None),
        (AnchorStatus.DONE, 2),
    ]


def test_a_stored_summary_is_served_to_later_turns_without_asking_again() -> None:
    compressor = Scripted(SUMMARY)
    stored = [
        PATH[0],
        {**PATH[1], "compactionSummary": "SUM"},
        *PATH[2:],
        row("a1", words(5)),
        row("u2", words(5)),
    ]
    turn = serve(stored, scope(compressor, window=1000))
    assert ids(turn) == ["compaction:a0", "u1", "a1", "u2"]
    assert turn.rows[0] == serve(PATH, scope()).rows[0]
    assert compressor.requests == []
    assert turn.stored is None


def test_a_second_fold_is_led_by_the_first_summary() -> None:
    compressor = Scripted(SUMMARY)
    path = [PATH[0], {**PATH[1], "compactionSummary": "OLD"}, row("u1", words(40)), row("a1"), row("u2", "q")]
    turn = serve(path, scope(compressor))
    (request,) = compressor.requests
    assert [message["content"] for message in request.source] == [wrap_summary("OLD"), words(40), ""]
    assert request.boundary_id == "a1"
    assert turn.stored == StoredSummary("a1", "SUM")
    assert turn.record.folded_count == 2


def test_a_summary_names_only_what_is_folded_behind_it() -> None:
    path = [
        row("u0", words(600), file_part("f0")),
        row("a0", words(400), archived("e0", "gone")),
        row("u1", "q", file_part("f1")),
        row("a1", "", archived("e1")),
        row("u2", "q"),
    ]
    turn = serve(path, scope(window=1200))
    text = turn.rows[0]["parts"][0]["text"]
    assert ids(turn) == ["compaction:a0", "u1", "a1", "u2"]
    assert text == summary_row("a0", "SUM", ["a.txt"], ["/b/e0"])["parts"][0]["text"]
    assert turn.retained.handles == ["a.txt", "a.txt (2)"]
    assert turn.retained.paths == ["/b/e0", "/b/e1"]


def test_builds_before_the_manifest_served_the_bare_wrapper() -> None:
    path = [row("u0", words(40), file_part("f0")), *PATH[1:]]
    turn = serve(path, scope(manifest=False))
    assert turn.rows[0]["parts"][0]["text"] == wrap_summary("SUM")
    assert turn.retained.handles == ["a.txt"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"settings": ContextSettings(enabled=False)}, NoFold.PIPELINE_OFF),
        ({"settings": ContextSettings(compress=False)}, NoFold.COMPACTION_OFF),
        ({"compressor": None}, NoFold.NO_COMPRESSOR),
        ({"window": None}, NoFold.NO_WINDOW),
        ({"window": 1000}, NoFold.BELOW_TRIGGER),
    ],
)
def test_a_stored_summary_is_served_even_where_nothing_folds(changes: dict[str, Any], reason: NoFold) -> None:
    path = [
        row("u", words(9)),
        row("a", words(9), compactionSummary="OLD"),
        row("u0", "q"),
        row("a0"),
        row("u1"),
    ]
    turn = serve(path, scope(**changes))
    assert ids(turn) == ["compaction:a", "u0", "a0", "u1"]
    assert turn.record.no_fold is reason
    assert turn.record.events == ()


def test_at_the_trigger_nothing_folds_above_it_it_does() -> None:
    path = [row("u0", words(50)), row("a0", words(20)), row("u1", words(10))]
    at = serve(path, scope())
    assert (at.record.estimate, at.record.triggered, at.record.no_fold) == (80, False, NoFold.BELOW_TRIGGER)
    above = serve([row("u0", words(51)), *path[1:]], scope())
    assert (above.record.estimate, above.record.folded) == (81, True)


def test_where_only_the_first_row_could_be_kept_from_nothing_folds() -> None:
    turn = serve([row("u0", words(200)), row("a0")], scope())
    assert turn.record.no_fold is NoFold.BOUNDARY_INDEX_0
    assert turn.record.triggered
    assert serve([row("a0", words(200))], scope()).record.no_fold is NoFold.NOTHING_OLD_ENOUGH


def test_the_newest_reported_context_counts_with_what_follows_it() -> None:
    path = [
        row("u0", words(1)),
        row("a0", words(1), contextTokens=500),
        row("u1", words(1)),
        row("a1", words(1), contextTokens=60),
        row("u2", words(10)),
        row("a2", words(4)),
        row("u3", words(5)),
    ]
    turn = serve(path, scope())
    assert (turn.record.estimate, turn.record.basis) == (79, EstimateBasis.REPORTED_CONTEXT)


def test_a_context_reported_before_the_boundary_does_not_count() -> None:
    path = [
        row("u0"),
        row("a0", words(1), contextTokens=500, compactionSummary="OLD"),
        row("u1", words(5)),
    ]
    assert serve(path, scope(window=1000)).record.basis is EstimateBasis.ROWS


@pytest.mark.parametrize("unusable", [0, -1, float("nan"), float("inf"), "90", None])
def test_an_unusable_reported_context_is_passed_over(unusable: object) -> None:
    path = [row("u0", words(3)), row("a0", words(3), contextTokens=unusable), row("u1", words(3))]
    assert (serve(path, scope()).record.estimate, serve(path, scope()).record.basis) == (
        9,
        EstimateBasis.ROWS,
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", NoFold.EMPTY_SUMMARY),
        ("<summary> </summary>", NoFold.EMPTY_SUMMARY),
        (CompressorError("quota"), NoFold.COMPRESSOR_FAILED),
    ],
)
def test_without_a_summary_the_rows_are_served_unfolded(answer: str | Exception, reason: NoFold) -> None:
    turn = serve(PATH, scope(Scripted(answer)))
    assert ids(turn) == ["u0", "a0", "u1"]
    assert turn.stored is None
    assert turn.record.no_fold is reason
    assert turn.record.events[-1].status is AnchorStatus.SKIPPED
    assert turn.record.summary is not None
    assert turn.record.summary.input_tokens > 0


def test_a_stopped_request_never_settles_its_anchor() -> None:
    with pytest.raises(FoldAborted, match="stopped") as stopped:
        serve(PATH, scope(Scripted(CompressionAbortedError("stopped"))))
    assert [event.status for event in stopped.value.record.events] == [AnchorStatus.COMPACTING]


def test_a_message_window_replaces_folding_and_shrinks_the_rights() -> None:
    path = [
        row("u0", words(90), file_part("f0")),
        row("a0", words(90), archived("e0"), compactionSummary="OLD"),
        row("u1", "q", file_part("f1")),
        row("a1"),
        row("u2"),
    ]
    turn = serve(path, scope(settings=ContextSettings(max_messages=2)))
    assert ids(turn) == ["u1", "a1", "u2"]
    assert (turn.retained.handles, turn.retained.paths) == (["a.txt"], [])
    assert turn.record.no_fold is NoFold.MAX_MESSAGES


def test_rows_before_a_cleared_context_are_neither_served_nor_folded_nor_readable() -> None:
    cleared = row("u1", "", {"type": "data-clear"})
    path = [
        row("u0", words(90), file_part("f0")),
        cleared,
        *[{**each, "id": f"x{each['id']}"} for each in PATH],
    ]
    turn = serve(path, scope())
    assert ids(turn) == ["compaction:xa0", "xu1"]
    assert turn.retained.handles == []


def test_another_policy_folds_at_another_size() -> None:
    turn = serve(PATH, scope(policy=POLICIES["nine-tenths-window"], reservation=0, window=140))
    assert turn.record.budget is not None
    assert str(turn.record.budget.trigger) == "floor((140 × 0.9 − 0) × 0.8) = 100"
    assert turn.record.no_fold is NoFold.BELOW_TRIGGER
