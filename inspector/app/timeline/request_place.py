"""Where a request stands among those of its conversation."""

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
    return RequestPlace(
        record.number, sum(other.conversation_id == record.conversation_id for other in requests)
    )
