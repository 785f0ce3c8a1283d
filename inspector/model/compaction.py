"""Where history was folded into a summary (PIPELINE §11, §12; FORMATS A and B)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SUMMARY_OPENING: Final = (
    "This session is being continued from a previous conversation that ran out of context."
)
"""First words of a served summary (PIPELINE §11), by which a captured prompt shows that history was folded."""

_OTHER_OPENINGS: Final = re.compile(
    r"\s*(?:Another language model started to solve this problem and produced a summary"
    r"|Summary of (?:the|this|our) (?:conversation|chat|session|task)"
    r"|\[?(?:Conversation|Context|Session) summary\b"
    r"|The conversation (?:history )?(?:before this point )?was compacted"
    r"|Here is (?:a|the) summary of (?:the|this|our) (?:conversation|chat|session)"
    r"|<(?:conversation[_-])?summary>|\[Compression produced no output\]"
    r"|(?:以下是|这是).{0,12}(?:对话|会话).{0,8}(?:摘要|总结))",
    re.IGNORECASE,
)
"""First words of the summaries of other applications."""


def opens_with_summary(text: str) -> bool:
    """Whether a message says at its beginning that it is a summary of what went before."""
    return text.startswith(SUMMARY_OPENING) or _OTHER_OPENINGS.match(text) is not None


class AnchorStatus(StrEnum):
    """How a fold ended; `compacting` remains when a turn died in it."""

    COMPACTING = "compacting"
    DONE = "done"
    SKIPPED = "skipped"


class AnchorPhase(StrEnum):
    """When a fold happened."""

    TURN_START = "turn-start"
    IN_LOOP = "in-loop"
    AGENT_SESSION = "agent-session"


class BoundaryOrigin(StrEnum):
    """What told us of a boundary."""

    SUMMARY_ROW = "summary-row"
    ANCHOR = "anchor"
    CAPTURED_PROMPT = "captured-prompt"
    PROVIDER = "provider"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionBoundary:
    """One fold as recorded.

    Attributes:
        origin: row with `compaction_summary`, anchor part, a captured prompt that opens with a summary, or the
            provider's word that it folded or edited the history itself.
        after_message_id: the folded history ends with this message; None = unknown (in-loop anchors).
        before_message_id: the first message still served in full after the fold, when known.
        request_index: first request that was sent with the summary (captures), else None.
        folded_count: messages folded; None = not recorded.
        pre_tokens, post_tokens: as recorded; None = not recorded.
        summary: the summary's text; None when only an anchor tells of the fold.
        status, phase: from the anchor, when there is one.
        served: this is the boundary the next prompt is built from (deepest on the active branch).
        message_id: the row that records the fold: the one with the summary, or the one with the anchor part.
        part_index: the anchor's place in that row's parts; None for summary rows.
        edit: the provider's word for what it did; "" for folds of the application.
    """

    origin: BoundaryOrigin
    after_message_id: str | None = None
    before_message_id: str | None = None
    request_index: int | None = None
    folded_count: int | None = None
    pre_tokens: int | None = None
    post_tokens: int | None = None
    summary: str | None = None
    status: AnchorStatus | None = None
    phase: AnchorPhase | None = None
    served: bool = False
    message_id: str | None = None
    part_index: int | None = None
    edit: str = ""
