"""Anchor events in the application's form."""

from __future__ import annotations

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.record import FoldRecord, NoFold


def test_a_settled_fold_tells_its_figures() -> None:
    record = FoldRecord(phase=AnchorPhase.IN_LOOP, estimate=900)
    done = record.begun("anchor-1").done(folded_count=4, post_tokens=300)
    assert [event.to_dict() for event in done.events] == [
        {"id": "anchor-1", "status": "compacting", "phase": "in-loop"},
        {
            "id": "anchor-1",
            "status": "done",
            "phase": "in-loop",
            "preTokens": 900,
            "postTokens": 300,
            "foldedCount": 4,
        },
    ]
    assert (done.folded, done.folded_count, done.post_tokens) == (True, 4, 300)


def test_a_skipped_fold_tells_none() -> None:
    skipped = FoldRecord(phase=AnchorPhase.TURN_START).begun("a").skipped(NoFold.EMPTY_SUMMARY)
    assert skipped.events[-1].to_dict() == {"id": "a", "status": "skipped", "phase": "turn-start"}
    assert (skipped.folded, skipped.no_fold) == (False, NoFold.EMPTY_SUMMARY)
