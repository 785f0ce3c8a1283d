"""Read-backs under another cap, and anchors of folds a replay made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.record import FoldRecord
from inspector.replay.anchors import anchor_parts, is_anchor, without_anchors
from inspector.replay.row_lanes import as_answered, is_data
from inspector.replay.row_readback import has_read_backs, recapped
from inspector.replay.session import RowSession
from tests.benchmarks.sessions import tool_loop_session

TEXT = "\n".join(f"line {number} " + "x" * 40 for number in range(100))
PATH = "/data/Files/entry-1.txt"


def session(output: dict, text: str | None = TEXT) -> RowSession:
    part = {
        "type": "tool-fs_read",
        "toolCallId": "c",
        "state": "output-available",
        "input": {"path": PATH, "offset": 1, "limit": 20},
        "output": output,
    }
    rows = (
        {"id": "u1", "role": "user", "parts": [{"type": "text", "text": "read"}]},
        {"id": "a1", "role": "assistant", "parts": [{"type": "step-start"}, part]},
    )
    read = {"entry-1": text}.get
    return replace(tool_loop_session(steps=1), rows=rows, read_entry=read)


def answer(cap: int) -> dict:
    """What the application answers under a cap."""
    refused = {"kind": "error", "code": "output-too-large", "message": ""}
    changed = recapped(session(refused), cap).session
    return changed.rows[1]["parts"][1]["output"]


def test_a_page_within_the_cap_is_read_and_one_above_it_refused() -> None:
    page = answer(50_000)
    assert (page["kind"], page["startLine"], page["endLine"], page["totalLines"]) == ("text", 1, 20, 100)
    chars = len(page["text"])
    assert answer(chars)["kind"] == "text"
    assert answer(chars - 1)["code"] == "output-too-large"
    assert f"({chars - 1})" in answer(chars - 1)["message"]


def test_only_answers_that_depend_on_the_cap_change_and_the_first_is_named() -> None:
    page = answer(50_000)
    chars = len(page["text"])
    same = recapped(session(page), chars)
    assert same.first is None
    assert same.session.rows[1]["parts"][1]["output"] == page
    assert recapped(session(page), chars - 1).first == (1, 1)
    missing = {"kind": "error", "code": "not-found", "message": "gone"}
    assert recapped(session(missing), 10).first is None


def test_what_cannot_be_read_stays_as_recorded() -> None:
    refused = {"kind": "error", "code": "output-too-large", "message": "m"}
    assert recapped(session(refused, text=None), 50_000).first is None


def test_sessions_without_read_backs_are_told() -> None:
    assert has_read_backs(session({}).rows)
    assert not has_read_backs(tool_loop_session(steps=1).rows)


def fold(phase: AnchorPhase, *, folded: bool = True) -> FoldRecord:
    return FoldRecord(phase=phase, folded=folded, estimate=9_000, post_tokens=700, folded_count=4)


def test_folds_of_a_loop_leave_anchors_and_others_none() -> None:
    records = [
        fold(AnchorPhase.IN_LOOP),
        fold(AnchorPhase.TURN_START),
        fold(AnchorPhase.IN_LOOP, folded=False),
    ]
    (made,) = anchor_parts(records, 1_790_000_000_123, "a1")
    assert is_anchor(made)
    assert is_data(made)
    assert isinstance(made, dict)
    assert made["data"] == {
        "status": "done",
        "phase": "in-loop",
        "startedAt": "2026-09-21T14:13:20.123Z",
        "completedAt": "2026-09-21T14:13:20.143Z",
        "durationMs": 20,
        "preTokens": 9_000,
        "postTokens": 700,
        "foldedCount": 4,
    }
    assert without_anchors([made, {"type": "text", "text": "x"}]) == [{"type": "text", "text": "x"}]


@pytest.mark.parametrize(
    ("metadata", "left"),
    [
        ({"cherry": {"thinkingMs": 3}}, None),
        ({"cherry": {}, "openai": {"id": 1}}, {"openai": {"id": 1}}),
        ({"openai": {"id": 1}}, {"openai": {"id": 1}}),
    ],
)
def test_the_running_turn_goes_without_the_applications_own_notes(metadata: dict, left: dict | None) -> None:
    part = {"type": "reasoning", "text": "t", "providerMetadata": metadata}
    answered = as_answered(part)
    assert isinstance(answered, dict)
    assert answered.get("providerMetadata") == left
    assert answered["text"] == "t"
