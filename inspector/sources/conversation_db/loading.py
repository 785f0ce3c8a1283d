"""Building one conversation from its rows: a topic with its branches, or an agent session (FORMATS A)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from inspector.model.conversation import AssistantInfo, Branch, Conversation, ConversationSummary
from inspector.model.message import Message
from inspector.model.request import RequestRecord
from inspector.sources.base import Progress
from inspector.sources.conversation_db.boundaries import boundaries_of
from inspector.sources.conversation_db.messages import build_message
from inspector.sources.conversation_db.records import MessageRow, SessionRow, TopicRow
from inspector.sources.conversation_db.state import State
from inspector.sources.conversation_db.tree import Tree, outside_ids
from inspector.sources.conversation_db.usage import calls_by_message


def load_topic(
    state: State, entry: ConversationSummary, topic: TopicRow | None, progress: Progress
) -> Conversation:
    """A topic; without its own row (lost) the newest branch is the active one."""
    rows = {row.id: row for row in state.tables.messages(entry.id)}
    requests = state.requests_of("chat", entry.id)
    messages = _messages(list(rows.values()), requests, {}, progress)
    active = topic.active_node_id if topic is not None else _newest(rows.values())
    places = state.tables.places(outside_ids(rows.values(), active))
    branches = Tree(entry.id, rows, frozenset(places)).branches(active)
    assistant = topic.assistant_id if topic is not None else None
    return Conversation(
        summary=entry,
        messages=messages,
        branches=branches,
        requests=requests,
        boundaries=boundaries_of(messages, branches[0].message_ids),
        assistant=state.tables.assistant(assistant),
    )


def load_session(
    state: State, entry: ConversationSummary, session: SessionRow, progress: Progress
) -> Conversation:
    """An agent session: one branch, each row the child of the one before."""
    rows = sorted(state.tables.session_messages(entry.id), key=lambda row: (row.created_at or 0, row.rowid))
    requests = state.requests_of("agent-session", entry.id)
    parents = {row.id: previous.id for previous, row in pairwise(rows)}
    messages = _messages(rows, requests, parents, progress)
    ids = tuple(messages)
    return Conversation(
        summary=entry,
        messages=messages,
        branches=(Branch(leaf_id=ids[-1] if ids else None, message_ids=ids, active=True),),
        requests=requests,
        boundaries=boundaries_of(messages, ids),
        assistant=_agent(session),
    )


def _messages(
    rows: Sequence[MessageRow],
    requests: Sequence[RequestRecord],
    parents: Mapping[str, str],
    progress: Progress,
) -> dict[str, Message]:
    calls = calls_by_message(requests)
    messages: dict[str, Message] = {}
    for count, row in enumerate(rows):
        progress.step(count, len(rows), "messages")
        messages[row.id] = build_message(row, calls.get(row.id, ()), parent_id=parents.get(row.id))
    return messages


def _newest(rows: Iterable[MessageRow]) -> str | None:
    living = [row for row in rows if not row.deleted and not row.is_root]
    return living[-1].id if living else None


def _agent(session: SessionRow) -> AssistantInfo | None:
    if session.agent_id is None:
        return None
    return AssistantInfo(
        id=session.agent_id, name=session.agent_name, prompt=session.instructions, model_id=session.model_id
    )
