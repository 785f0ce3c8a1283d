"""The seam between files and everything above: a read-only, lazy `Source` (FORMATS).

Opening makes an index; payloads are parsed when they are asked for. Every method may be called from a worker
thread; nothing writes to the opened path or beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from inspector.model.blob import Blob
from inspector.model.conversation import Conversation, ConversationSummary, RunRecord
from inspector.model.envelope import BlobRef
from inspector.model.problems import Notice
from inspector.model.request import RequestPayload, RequestRecord


class Trait(StrEnum):
    """Something a source holds; what is above asks for these and never for a format."""

    PROMPTS = "prompts"
    """Requests carry what was sent (`Source.payload`)."""
    ROWS = "rows"
    """The application's own stored rows, as a `RowStore`."""
    TOOLS = "tools"
    """Tool declarations as they were sent."""
    BLOBS = "blobs"
    """Tool outputs kept apart, found by `Source.blob`."""
    BOUNDARIES = "boundaries"
    """Folds, each with its summary or its place."""
    USAGE = "usage"
    """Token accounts per request."""
    CLOCK = "clock"
    """When each request was sent."""
    SESSIONS = "sessions"
    """A list of sessions, each opened as a source of its own (`place_of`)."""
    BY_REQUEST = "by-request"
    """Places are counted by request; without it by turn."""


class Cancelled(Exception):  # noqa: N818 - it is a signal, not an error
    """Raised inside long work when its token was cancelled."""


@dataclass(slots=True)
class Progress:
    """Progress and cancellation of long work.

    Attributes:
        report: called with (done, total, what); total 0 = unknown. Callers throttle.
        is_cancelled: polled at block boundaries.
    """

    report: Callable[[int, int, str], None] = lambda done, total, what: None
    is_cancelled: Callable[[], bool] = lambda: False

    def step(self, done: int, total: int, what: str = "") -> None:
        """Report and raise `Cancelled` if asked to stop."""
        if self.is_cancelled():
            raise Cancelled
        self.report(done, total, what)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """One hit of a full-text search.

    Attributes:
        conversation_id: where.
        message_id, request_index: finer position, when known.
        part_index: part within the message; None = the message as a whole.
        start, length: in the part's text (code points); 0, 0 when only the message is known.
        context: a line of text around the hit.
    """

    conversation_id: str
    message_id: str | None = None
    request_index: int | None = None
    part_index: int | None = None
    start: int = 0
    length: int = 0
    context: str = ""


@runtime_checkable
class Source(Protocol):
    """An opened capture or database.

    Attributes:
        path: the file that was opened (capture json or sqlite file).
        format: id of its row in `formats.FORMATS`.
        traits: what it holds.
        size: bytes of the main file when it was read.
        notices: what the user should know (damage, no blob folder, half-written tail, overwrite danger).
    """

    path: Path
    format: str
    traits: frozenset[Trait]

    @property
    def size(self) -> int: ...

    @property
    def notices(self) -> Sequence[Notice]: ...

    def conversations(self) -> Sequence[ConversationSummary]:
        """All conversations, newest first in DBs, in order of first request in captures."""
        ...

    def runs(self) -> Sequence[RunRecord]:
        """Runs of a capture in file order; empty for DBs."""
        ...

    def requests(self) -> Sequence[RequestRecord]:
        """Every recorded model call of the source, in source order."""
        ...

    def load(self, conversation_id: str, progress: Progress | None = None) -> Conversation:
        """Load one conversation and nothing else; raises `Problem("no-such-item")`."""
        ...

    def payload(self, request_index: int) -> RequestPayload:
        """Parse the recorded big fields of one request; an empty payload when none were recorded."""
        ...

    def raw_json(self, request_index: int) -> dict[str, str | None]:
        """The recorded big fields of one request as their JSON text, unparsed, by field name."""
        ...

    def blob(self, ref: BlobRef) -> Blob:
        """Resolve and check one blob."""
        ...

    def attachment(self, file_entry_id: str) -> Blob:
        """Resolve a user's attachment (text decoded as UTF-8, None text when binary)."""
        ...

    def search(self, query: str, progress: Progress | None = None) -> Iterator[SearchHit]:
        """Case-insensitive substring search over all conversations; yields as it finds."""
        ...

    def refresh(self) -> bool:
        """Look at the file again; True when there is something new. A bad read keeps the last good state."""
        ...

    def close(self) -> None:
        """Release files and temporary copies."""
        ...


class Library(Protocol):
    """A source whose conversations are files (`Trait.SESSIONS`)."""

    def place(self, conversation_id: str) -> Path:
        """The file behind a conversation."""
        ...


def place_of(source: Source, conversation_id: str) -> Path | None:
    """The file to open for a conversation of a library; None when the source holds the conversation itself."""
    if Trait.SESSIONS not in source.traits:
        return None
    return cast(Library, source).place(conversation_id)
