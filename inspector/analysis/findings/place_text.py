"""A finding's place as a short text, and back: what `lint` prints, and `show` and the window's search take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.model import Where
from inspector.sources.base import Source

_LINE: Final = re.compile(
    r"\s*(?P<path>\S.*?):(?P<place>-|[^\s:]+): [a-z][a-z0-9-]* (?:error|warning|info)\b.*?"
    r"(?:\[(?P<topic>[^\[\]\s]+)\])?\s*"
)
_SHORT: Final = re.compile(r"\s*(?P<path>\S.*?):(?P<place>[^\s:/]+/[^\s:/]+|\d+):?\s*")


@dataclass(frozen=True, slots=True)
class LinePlace:
    """A place read off a line of `lint`.

    Attributes:
        path: the source, as it was given.
        topic: conversation; None = not named.
        turn: its turn, from 1; message_id: instead of it, for messages off the branch on screen.
        request: its request, from 1, as in captures.
    """

    path: str
    topic: str | None = None
    turn: int | None = None
    message_id: str | None = None
    request: int | None = None


def place_text(where: Where, turns: Mapping[str, int]) -> str:
    """`7` for the seventh request, `TOPIC/4` for the fourth turn of a topic, `TOPIC`, or `-` for none of these.

    Args:
        where: the place.
        turns: number of each message along the branch on screen, from 1.
    """
    if where.number is not None:
        return str(where.number)
    if where.topic is None or (where.message_id is None and where.request is not None):
        return "-"
    if where.message_id is None:
        return where.topic
    return f"{where.topic}/{turns.get(where.message_id, where.message_id)}"


def parse_line(text: str) -> LinePlace | None:
    """The place on a line of `lint`, or on its beginning; None when the text is no such line."""
    match = _LINE.fullmatch(text) or _SHORT.fullmatch(text)
    if match is None:
        return None
    path, place, named = match["path"], match["place"], match.groupdict().get("topic")
    topic, _, rest = place.partition("/")
    if rest:
        turn = int(rest) if rest.isdigit() else None
        return LinePlace(path, topic, turn, None if turn is not None else rest)
    if place.isdigit():
        return LinePlace(path, named, request=int(place))
    return LinePlace(path, None if place == "-" else place)


def find_place(source: Source, place: LinePlace) -> Where | None:
    """Where a place lies in a source; None when it has no such place."""
    topics = [summary.id for summary in source.conversations()]
    topic = place.topic if place.topic is not None else (topics[0] if len(topics) == 1 else None)
    if topic not in topics or topic is None:
        return None
    conversation = source.load(topic)
    path = list(conversation.path())
    if place.turn is not None:
        return Where(topic=topic, message_id=path[place.turn - 1].id) if 0 < place.turn <= len(path) else None
    if place.message_id is not None:
        known = place.message_id in conversation.messages
        return Where(topic=topic, message_id=place.message_id) if known else None
    if place.request is None:
        return Where(topic=topic)
    index = next((one.index for one in conversation.requests if one.number == place.request), None)
    if index is None:
        return None
    made = (m.id for m in conversation.messages.values() if any(s.request_index == index for s in m.steps))
    return Where(topic=topic, message_id=next(made, None), request=index, number=place.request)
