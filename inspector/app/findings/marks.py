"""How many findings lie where, for badges: by conversation, message and request (Qt-free)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.app.timeline.rows import RequestRow, Row, StepRow, TurnRow


@dataclass(frozen=True, slots=True)
class Mark:
    """A badge.

    Attributes:
        count: findings.
        severity: of the worst: "error", "warning" or "info".
    """

    count: int
    severity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingMarks:
    """Badges by place; a finding of a request inside a turn counts for both.

    Attributes:
        conversations, messages: by id.
        requests: by index in the source.
    """

    conversations: Mapping[str, Mark] = field(default_factory=dict)
    messages: Mapping[str, Mark] = field(default_factory=dict)
    requests: Mapping[int, Mark] = field(default_factory=dict)

    def of_row(self, row: Row) -> Mark | None:
        """The badge of a timeline row."""
        message, request = self.place_of_row(row)
        if message is not None:
            return self.messages.get(message)
        return None if request is None else self.requests.get(request)

    @staticmethod
    def place_of_row(row: Row) -> tuple[str | None, int | None]:
        """The message or the request a row's badge is about."""
        if isinstance(row, TurnRow):
            return row.message.id, None
        if isinstance(row, StepRow):
            return None, row.step.request_index
        return (None, row.request.index) if isinstance(row, RequestRow) else (None, None)


NO_MARKS = FindingMarks()
