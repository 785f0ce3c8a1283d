"""Which stored messages the next prompt of a topic is made of, and what is folded or windowed away (PIPELINE §11)."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.message import Message
from inspector.model.part import DataPart
from inspector.pipeline.compaction.settings import apply_max_messages


@dataclass(frozen=True, slots=True)
class Served:
    """What a topic's next prompt is made of.

    Attributes:
        messages: rows served in full.
        gone: rows of the path, after the last clear, that are not.
        summary: the summary served in their place; None = there is none.
        boundary: the row it is stored on.
        windowed: a message window left them out, not a fold.
    """

    messages: tuple[Message, ...]
    gone: tuple[Message, ...] = ()
    summary: str | None = None
    boundary: Message | None = None
    windowed: bool = False


def served_messages(subject: ConversationSubject) -> Served:
    """Serve the active branch as the recorded settings say."""
    path = after_clear(subject.path)
    limit = subject.settings.max_messages
    if limit is not None:
        rows = [{"role": message.role.value, "id": message.id} for message in path]
        kept = len(apply_max_messages(rows, limit))
        return Served(path[len(path) - kept :], path[: len(path) - kept], windowed=True)
    at = next((i for i in range(len(path) - 1, -1, -1) if path[i].compaction_summary), None)
    if at is None:
        return Served(path)
    return Served(path[at + 1 :], path[: at + 1], path[at].compaction_summary, path[at])


def after_clear(path: tuple[Message, ...]) -> tuple[Message, ...]:
    """The messages after the last one that clears the context, which goes too."""
    for index in range(len(path) - 1, -1, -1):
        if any(isinstance(part, DataPart) and part.type == "data-clear" for part in path[index].parts):
            return path[index + 1 :]
    return path
