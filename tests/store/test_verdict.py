"""Verdicts on entries."""

from __future__ import annotations

import pytest

from inspector.sources.conversation_db import FileEntry
from inspector.store.verdict import GRACE_MS, GcVerdict, gc_verdict

NOW = 10_000_000_000


@pytest.mark.parametrize(
    ("policy", "refs", "age", "trashed", "verdict"),
    [
        (None, 0, GRACE_MS, False, GcVerdict.NOT_APPLICABLE),
        ("manual", 0, GRACE_MS, True, GcVerdict.KEEP_MANUAL),
        ("delete_when_unreferenced", 1, GRACE_MS, True, GcVerdict.KEEP_REF),
        ("delete_when_unreferenced", 0, GRACE_MS, False, GcVerdict.KEEP_GRACE),
        ("delete_when_unreferenced", 0, GRACE_MS + 1, False, GcVerdict.COLLECT),
        ("delete_when_unreferenced", 0, GRACE_MS + 1, True, GcVerdict.COLLECT),
        ("delete_when_unreferenced", 0, None, False, GcVerdict.COLLECT),
    ],
)
def test_verdict(policy: str | None, refs: int, age: int | None, trashed: bool, verdict: GcVerdict) -> None:
    entry = FileEntry(
        id="e",
        origin="internal",
        name="n",
        ext="txt",
        size=1,
        content_hash=None,
        policy=policy,
        external_path=None,
        created_at=None if age is None else NOW - age,
        trashed=trashed,
    )
    assert gc_verdict(entry, refs, NOW) is verdict
