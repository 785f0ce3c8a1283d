"""Where folds lie in a conversation, and a window in which they would not follow each other."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from inspector.analysis.findings.model import Where
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.compaction import CompactionBoundary

_ROOM: Final = 4
"""A window this many times the prompt at a fold leaves room for several more outputs before the next one."""


def boundary_place(subject: ConversationSubject, boundary: CompactionBoundary) -> Where:
    """The request that was first sent with the summary, or the row that records the fold."""
    record = next((r for r in subject.conversation.requests if r.index == boundary.request_index), None)
    if record is not None and boundary.request_index is not None:
        return subject.request(record)
    message = subject.conversation.messages.get(boundary.message_id or boundary.after_message_id or "")
    return subject.place(message, boundary.part_index)


def roomier_window(folds: Iterable[CompactionBoundary]) -> str:
    """The assignment of a window, whole thousands of tokens, in which such folds are rare."""
    largest = max((fold.pre_tokens or fold.post_tokens or 0 for fold in folds), default=0)
    return f"context_window={max(16, math.ceil(_ROOM * largest / 1000)) * 1000}"
