"""The number of a request as people count: from 1, within its conversation, in every view the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.model import RequestRecord


class RequestPlace(NamedTuple):
    """`number` of `of` requests of the conversation."""

    number: int
    of: int


def place_of(record: RequestRecord, requests: Sequence[RequestRecord]) -> RequestPlace:
    """Where a request stands among those of its conversation; `requests` may hold other conversations' too."""
    indexes = [other.index for other in requests if other.conversation_id == record.conversation_id]
    return RequestPlace(sum(index <= record.index for index in indexes), len(indexes))
