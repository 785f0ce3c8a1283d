"""Where folds lie in a conversation."""

from __future__ import annotations

from inspector.analysis.findings.model import Where
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.compaction import CompactionBoundary


def boundary_place(subject: ConversationSubject, boundary: CompactionBoundary) -> Where:
    """The request that was first sent with the summary, or the row that records the fold."""
    record = next((r for r in subject.conversation.requests if r.index == boundary.request_index), None)
    if record is not None and boundary.request_index is not None:
        return subject.request(record)
    message = subject.conversation.messages.get(boundary.message_id or boundary.after_message_id or "")
    return subject.place(message, boundary.part_index)
