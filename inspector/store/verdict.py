"""What a collection does with a file entry; the collector and its dry run ask the same function (PIPELINE §7)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from inspector.sources.conversation_db import FileEntry
from inspector.sources.conversation_db.records import STORE_POLICY

GRACE_MS: Final = 3_600_000
"""An entry no older than this is kept: its message may not have been written yet."""


class GcVerdict(StrEnum):
    """Kept by hand, by a reference, by its age; to be collected; or a schema that knows no collection."""

    KEEP_MANUAL = "keep:manual"
    KEEP_REF = "keep:ref"
    KEEP_GRACE = "keep:grace"
    COLLECT = "collect"
    NOT_APPLICABLE = "n/a"


def gc_verdict(entry: FileEntry, refs: int, now_ms: int) -> GcVerdict:
    """The verdict on an entry that `refs` rows of any kind refer to; being in the bin saves nothing.

    `entry.policy` None means that the schema has no policies.
    """
    if entry.policy is None:
        return GcVerdict.NOT_APPLICABLE
    if entry.policy != STORE_POLICY:
        return GcVerdict.KEEP_MANUAL
    if refs > 0:
        return GcVerdict.KEEP_REF
    young = entry.created_at is not None and now_ms - entry.created_at <= GRACE_MS
    return GcVerdict.KEEP_GRACE if young else GcVerdict.COLLECT
