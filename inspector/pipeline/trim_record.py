"""What a trim did to each tool output, and why not: the evidence behind every figure (PIPELINE §5, §6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TrimLane(StrEnum):
    """Which trim."""

    IN_FLIGHT = "in-flight"
    STORAGE = "storage"


class TrimRule(StrEnum):
    """How the output was looked at: text by text through a codec, or as one text."""

    CODEC = "codec"
    WHOLE = "whole"


class TrimOutcome(StrEnum):
    """What became of it.

    `marked` a marker stands for it · `cut` head and tail without a place to read the rest ·
    `stored` an envelope stands for it · `kept` nothing changed.
    """

    MARKED = "marked"
    CUT = "cut"
    STORED = "stored"
    KEPT = "kept"


class KeptReason(StrEnum):
    """Why an output, or one of its texts, stayed as it is."""

    PRESERVED = "preserved"
    WITHIN_THRESHOLD = "within-threshold"
    EXCERPT_COVERS = "excerpt-covers"
    ALREADY_TRIMMED = "already-trimmed"
    NO_TEXT = "no-text"
    NOT_RECOGNISED = "not-recognised"
    EXEMPT = "exempt"
    UNFINISHED = "unfinished"
    ENVELOPE = "envelope"
    DEFERRED = "deferred"
    STORAGE_FAILED = "storage-failed"
    SWITCHED_OFF = "switched-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrimRecord:
    """One tool output, or one text of it, in one trim.

    Attributes:
        lane, rule, outcome: what was done.
        message: index in the prompt; None in the storage trim, which sees one message.
        part: index of the part in its message.
        tool_name, tool_call_id: of the part; "" when it has none.
        key: the text inside the output (`/3/content`); "" for the whole.
        chars_before, chars_after: UTF-16 units of the text (of an envelope: of its excerpt).
        threshold: the one that applied.
        reason: of `kept`, and of `cut` after a failed write; else None.
        vfs_filename: of `marked` and `stored`.
        place: path shown in the marker, or entry id of the envelope's blob; None = none.
        error: what the storage said.
    """

    lane: TrimLane
    rule: TrimRule
    outcome: TrimOutcome
    part: int
    tool_name: str
    tool_call_id: str
    chars_before: int
    chars_after: int
    threshold: float
    message: int | None = None
    key: str = ""
    reason: KeptReason | None = None
    vfs_filename: str | None = None
    place: str | None = None
    error: str | None = None

    @property
    def saved(self) -> int:
        """UTF-16 units that are gone."""
        return self.chars_before - self.chars_after
