"""Opening a source and reading its lists, a conversation and the state of its blobs: what a session has on screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from inspector.app.timeline.blobs import blob_key
from inspector.app.timeline.branch_rows import TimelineRows
from inspector.model import (
    BlobState,
    Conversation,
    ConversationSummary,
    RequestRecord,
    RunRecord,
    ToolPart,
)
from inspector.sources.base import Progress, Source
from inspector.sources.follow import Follower
from inspector.sources.open import open_source
from inspector.tokens import tokenx


@runtime_checkable
class CountsBadges(Protocol):
    """A source whose list comes first and whose badges take a pass over everything."""

    def count_badges(self) -> Sequence[ConversationSummary]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A source with its lists, read in one go.

    Attributes:
        source: the opened file.
        summaries, runs, requests: its lists.
    """

    source: Source
    summaries: Sequence[ConversationSummary]
    runs: Sequence[RunRecord]
    requests: Sequence[RequestRecord]


@dataclass(frozen=True, slots=True)
class Look:
    """What a look at the file brought: its newer lists, and whether it could not be read."""

    opened: Opened | None
    out_of_reach: bool


def open_path(path: Path, progress: Progress) -> Opened:
    """Open a file and read its lists; raises `Problem` and `Cancelled`."""
    return lists(open_source(path, progress=progress))


def lists(source: Source) -> Opened:
    """The lists of an open source."""
    return Opened(
        source=source, summaries=source.conversations(), runs=source.runs(), requests=source.requests()
    )


def look_at(source: Source, has_news: Callable[[], bool], follower: Follower | None) -> Look:
    """Read the lists again if there is news of the file."""
    opened = lists(source) if has_news() else None
    behind = follower is not None and follower.behind
    return Look(opened, out_of_reach=behind or not source.path.exists())


def load_timeline(source: Source, conversation_id: str, progress: Progress) -> TimelineRows:
    """Load a conversation and make the rows of its active branch."""
    presenter = TimelineRows(source.load(conversation_id, progress), estimate=tokenx)
    presenter.rows()
    return presenter


def blob_states(
    source: Source, conversation: Conversation, progress: Progress
) -> dict[tuple[str, str], BlobState]:
    """Resolve every blob behind a conversation's envelopes; by `blob_key`."""
    states: dict[tuple[str, str], BlobState] = {}
    for message in conversation.messages.values():
        for part in message.parts:
            if not isinstance(part, ToolPart) or part.envelope is None:
                continue
            for ref in part.envelope.refs:
                progress.step(len(states), 0)
                if blob_key(ref) not in states:
                    states[blob_key(ref)] = source.blob(ref).state
    return states
