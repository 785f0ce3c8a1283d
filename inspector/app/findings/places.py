"""Where findings lie in their session: on which turn or request out of how many, and where to go to see it.

Qt-free. Filled by the worker conversation by conversation, read by the window; entries are only ever added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.analysis.findings import ConversationSubject, Finding
from inspector.app.timeline.locate import Target
from inspector.model import Conversation


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One conversation as a row of places.

    Attributes:
        id, title: which; the title is "" when it has none.
        by_request: its places are requests, as in captures; else they are turns.
        count: how many places there are.
        turns: place of a message by its id, from 0; messages of other branches count by their depth.
        requests: place of a request by its index in the source, from 0.
        message_of: the message a request made, by its index in the source.
    """

    id: str
    title: str
    by_request: bool
    count: int
    turns: Mapping[str, int]
    requests: Mapping[int, int]
    message_of: Mapping[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where in its session a finding sits.

    Attributes:
        count: places of the session; 0 = the finding is about the source as a whole.
        place: the place it is shown at, from 0; None = about the session as a whole.
        others: further places it is about.
        by_request: places are requests, else turns.
        part: index of the message's part; None = not narrowed down.
        session: title of the conversation, its id where it has none; "" = about the source as a whole.
    """

    count: int = 0
    place: int | None = None
    others: tuple[int, ...] = ()
    by_request: bool = False
    part: int | None = None
    session: str = ""


class Places:
    """All conversations looked at so far."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}
        self._of_message: dict[str, str] = {}
        self._of_request: dict[int, str] = {}

    def add(self, subject: ConversationSubject) -> None:
        """Take up a conversation; called by the worker."""
        session = session_of(subject.conversation)
        self._of_message.update(dict.fromkeys(session.turns, session.id))
        self._of_request.update(dict.fromkeys(session.requests, session.id))
        self._sessions[session.id] = session

    def topic_of(self, finding: Finding) -> str | None:
        """The conversation a finding lies in; None = it is about the source as a whole."""
        where = finding.where
        return where.topic or self._of_message.get(where.message_id or "")

    def requests_of(self, finding: Finding) -> frozenset[int]:
        """Every request a finding names, by index in the source."""
        named = finding.data.get("requests")
        found = {index for index in named if isinstance(index, int)} if isinstance(named, list) else set()
        return frozenset(found if finding.where.request is None else found | {finding.where.request})

    def topics_of(self, finding: Finding) -> set[str]:
        """Every conversation a finding is about."""
        topics = {self._of_request.get(index) for index in self.requests_of(finding)} | {
            self.topic_of(finding)
        }
        return {topic for topic in topics if topic is not None}

    def messages_of(self, finding: Finding) -> set[str]:
        """Every message a finding is about, or whose requests it is about."""
        messages = {finding.where.message_id} if finding.where.message_id is not None else set()
        for index in self.requests_of(finding):
            session = self._sessions.get(self._of_request.get(index, ""))
            if session is not None and index in session.message_of:
                messages.add(session.message_of[index])
        return messages

    def target(self, finding: Finding) -> Target | None:
        """Where to go to see a finding; None when there is nothing to go to."""
        topic, where = self.topic_of(finding), finding.where
        if topic is None:
            return None
        # A request inside a turn has a row of its own, which says more than the turn's.
        message = None if where.part is None and where.request is not None else where.message_id
        return Target(topic, message, where.part, where.request)

    def target_of_message(self, message_id: str) -> Target | None:
        """Where to go to see a message."""
        topic = self._of_message.get(message_id)
        return None if topic is None else Target(topic, message_id)

    def spot(self, finding: Finding) -> Spot:
        """Where in its session a finding sits."""
        session = self._session(finding)
        if session is None:
            return Spot()
        place = _place(session, finding)
        others = {session.requests.get(index) for index in self.requests_of(finding)}
        return Spot(
            count=session.count,
            place=place,
            others=tuple(sorted(other for other in others if other is not None and other != place))
            if session.by_request
            else (),
            by_request=session.by_request,
            part=finding.where.part,
            session=session.title or session.id,
        )

    def spot_of_message(self, message_id: str) -> Spot:
        """Where in its session a message sits; a spot without a session when nobody read it."""
        session = self._sessions.get(self._of_message.get(message_id, ""))
        if session is None:
            return Spot()
        place = session.turns.get(message_id)
        return Spot(count=max(session.turns.values()) + 1, place=place, session=session.title or session.id)

    def _session(self, finding: Finding) -> Session | None:
        return self._sessions.get(self.topic_of(finding) or "")


def session_of(conversation: Conversation) -> Session:
    """The places of a conversation: requests in captures, turns in databases."""
    summary = conversation.summary
    turns = _turns(conversation)
    requests = {record.index: place for place, record in enumerate(conversation.requests)}
    by_request = summary.by_request
    return Session(
        id=summary.id,
        title=summary.title,
        by_request=by_request,
        count=len(requests) if by_request else max(turns.values(), default=-1) + 1,
        turns=turns,
        requests=requests,
        message_of={
            step.request_index: message.id
            for message in conversation.messages.values()
            for step in message.steps
            if step.request_index is not None
        },
    )


def _place(session: Session, finding: Finding) -> int | None:
    where = finding.where
    request = None if where.request is None else session.requests.get(where.request)
    if not session.by_request:
        made = "" if where.request is None else session.message_of.get(where.request, "")
        return session.turns.get(where.message_id or made)
    if request is None and where.message_id is not None:
        calls = [index for index, message in session.message_of.items() if message == where.message_id]
        request = session.requests.get(calls[-1]) if calls else None
    return request


def _turns(conversation: Conversation) -> dict[str, int]:
    """Place by message: along the branch on screen, elsewhere by depth; a cycle ends where it closes."""
    turns = {message.id: place for place, message in enumerate(conversation.path())}
    for message in conversation.messages.values():
        chain: list[str] = []
        name: str | None = message.id
        while name is not None and name not in turns and name not in chain:
            chain.append(name)
            parent = conversation.messages.get(name)
            name = None if parent is None else parent.parent_id
        depth = turns.get(name or "", -1)
        turns.update({member: depth + 1 + step for step, member in enumerate(reversed(chain))})
    return turns
