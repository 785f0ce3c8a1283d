"""Families of causes of a broken prefix: what a break has to do with."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from inspector.analysis.prefix.causes import CauseId


class Family(StrEnum):
    """What a break has to do with."""

    TOOLS = "tools"
    SYSTEM = "system"
    HISTORY = "history"
    BYTES = "bytes"
    SETTINGS = "settings"
    LIMITS = "limits"
    UNKNOWN = "unknown"


_FAMILIES: Final[dict[Family, tuple[CauseId, ...]]] = {
    Family.TOOLS: (
        CauseId.TOOL_ADDED,
        CauseId.TOOL_REMOVED,
        CauseId.TOOL_CHANGED,
        CauseId.TOOLS_REORDERED,
        CauseId.TOOLS_EMPTY,
    ),
    Family.SYSTEM: (CauseId.SYSTEM_TIME, CauseId.SYSTEM_CHANGED),
    Family.HISTORY: (
        CauseId.COMPACTED,
        CauseId.MESSAGE_REMOVED,
        CauseId.MESSAGE_CHANGED,
        CauseId.BRANCH_SWITCHED,
        CauseId.BLOCK_MOVED,
    ),
    Family.BYTES: (
        CauseId.TOOL_RESULT_CHANGED,
        CauseId.MARKER_CHANGED,
        CauseId.KEY_ORDER,
        CauseId.WHITESPACE,
        CauseId.BLOCK_SHAPE_CHANGED,
        CauseId.IMAGE_CHANGED,
        CauseId.ATTACHMENT_CHANGED,
    ),
    Family.SETTINGS: (
        CauseId.MODEL_CHANGED,
        CauseId.TOOL_CHOICE_CHANGED,
        CauseId.THINKING_CHANGED,
        CauseId.EFFORT_CHANGED,
        CauseId.VERBOSITY_CHANGED,
        CauseId.TEXT_FORMAT_CHANGED,
        CauseId.SERVICE_TIER_CHANGED,
        CauseId.CACHE_KEY_CHANGED,
    ),
    Family.LIMITS: (
        CauseId.TTL_EXPIRED,
        CauseId.BELOW_MINIMUM,
        CauseId.LOOKBACK_EXCEEDED,
        CauseId.NO_BREAKPOINT,
        CauseId.TOO_MANY_MARKS,
        CauseId.MARK_TOO_EARLY,
    ),
    Family.UNKNOWN: (CauseId.UNKNOWN, CauseId.UNEXPLAINED),
}
_OF_CAUSE: Final = {cause: family for family, causes in _FAMILIES.items() for cause in causes}


def family_of(cause: CauseId) -> Family | None:
    """The family of a cause; None for the normal course of a conversation."""
    return _OF_CAUSE.get(cause)
