"""Where in a timeline a request, a message or a part is shown: on which branch, under which row key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from inspector.app.timeline.branch_rows import TimelineRows
from inspector.app.timeline.rows import TurnRow
from inspector.model import Branch, Conversation, ToolPart


class Target(NamedTuple):
    """Somewhere to go to, as requests, search hits and findings name it.

    Attributes:
        conversation_id: where.
        message_id, part_index, request_index: finer position, when known.
    """

    conversation_id: str
    message_id: str | None = None
    part_index: int | None = None
    request_index: int | None = None


class Place(NamedTuple):
    """A row in a timeline.

    Attributes:
        branch: the branch to show; the one given if it will do.
        keys: row keys to try, finest first.
    """

    branch: Branch
    keys: tuple[str, ...]


def locate(conversation: Conversation, target: Target, shown: Branch) -> Place:
    """The row of a target within its conversation; no keys when it names the conversation as a whole."""
    if target.message_id in conversation.messages:
        return locate_message(conversation, target.message_id or "", target.part_index, shown)
    if target.request_index is not None:
        return locate_request(conversation, target.request_index, shown)
    return Place(shown, ())


def locate_request(conversation: Conversation, index: int, shown: Branch) -> Place:
    """The row of a recorded request; a call that no message shows has a row of its own."""
    for message in conversation.messages.values():
        for step in message.steps:
            if step.request_index == index and (branch := _branch_of(conversation, message.id, shown)):
                return Place(branch, (f"{message.id}/step:{step.number}", message.id))
    return Place(shown, (f"request:{index}",))


def locate_message(
    conversation: Conversation, message_id: str, part_index: int | None, shown: Branch
) -> Place:
    """The row of a message, or of one of its parts."""
    branch = _branch_of(conversation, message_id, shown) or shown
    message = conversation.messages.get(message_id)
    if message is None or part_index is None or not 0 <= part_index < len(message.parts):
        return Place(branch, (message_id,))
    part = message.parts[part_index]
    name = part.tool_call_id if isinstance(part, ToolPart) else None
    return Place(branch, (f"{message_id}/{name or part_index}", f"{message_id}/{part_index}", message_id))


def _branch_of(conversation: Conversation, message_id: str, shown: Branch) -> Branch | None:
    """A branch that holds a message, the one on screen first."""
    candidates: Iterable[Branch] = (shown, *conversation.branches)
    return next((branch for branch in candidates if message_id in branch.message_ids), None)


def next_problem(presenter: TimelineRows, after: str | None) -> str | None:
    """Key of the next turn or model call that failed, never finished or is damaged; starts over at the end."""
    rows = presenter.rows()
    keys = [row.key for row in rows]
    start = keys.index(after) + 1 if after in keys else 0
    for row in rows[start:] + rows[:start]:
        if isinstance(row, TurnRow) and row.has_problem:
            return row.key
    return None
