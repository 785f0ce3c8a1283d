"""Anchor parts of the folds a replay makes: they are appended to the row, and its next estimate counts them (§12)."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from inspector.model.compaction import AnchorPhase, AnchorStatus
from inspector.pipeline.compaction.record import FoldRecord
from inspector.wire import JsonValue

ANCHOR_TYPE: Final = "data-compaction-anchor"
_NAMESPACE: Final = uuid.UUID("0f4be1c2-51f4-4c43-9f0e-3f6d8c1b7a55")
_DURATION_MS: Final = 20


def without_anchors(parts: Sequence[JsonValue]) -> list[JsonValue]:
    """The parts but for anchors."""
    return [part for part in parts if not is_anchor(part)]


def is_anchor(part: JsonValue) -> bool:
    """Whether a part records a fold."""
    return isinstance(part, dict) and part.get("type") == ANCHOR_TYPE


def anchor_parts(records: Iterable[FoldRecord], created_at: int | None, row_id: str) -> list[JsonValue]:
    """Anchors of folds made in a turn's loop; one of a turn's start is not stored."""
    folds = [record for record in records if record.folded and record.phase is AnchorPhase.IN_LOOP]
    return [_part(record, created_at or 0, f"{row_id}:{number}") for number, record in enumerate(folds)]


def _part(record: FoldRecord, at_ms: int, name: str) -> JsonValue:
    return {
        "type": ANCHOR_TYPE,
        "id": f"compaction-anchor:{uuid.uuid5(_NAMESPACE, name)}",
        "data": {
            "status": AnchorStatus.DONE.value,
            "phase": record.phase.value,
            "startedAt": _iso(at_ms),
            "completedAt": _iso(at_ms + _DURATION_MS),
            "durationMs": _DURATION_MS,
            "preTokens": record.estimate,
            "postTokens": record.post_tokens,
            "foldedCount": record.folded_count,
        },
    }


def _iso(at_ms: int) -> str:
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at_ms % 1000:03d}Z"
