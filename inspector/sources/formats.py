"""The table of formats: one row each. A new format is one package and one row, and nothing else.

A row says how a file of the format is recognised and how it is opened. Everything above asks the opened `Source`
what it holds (`Trait`) and never which row it came from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.sources.base import Progress, Source
from inspector.sources.head import Head

Open = Callable[[Path, Path | None, Progress | None], Source]
"""(path, folder of blobs when it lies elsewhere, progress) → the opened source; raises `Problem`, `Cancelled`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format.

    Attributes:
        id: stable name, as in JSON.
        label: what people call a file of it.
        detect: whether a file is of this format, by its beginning; the first row that says yes opens it.
        open: see `Open`.
        places: where its files lie in a folder that a person names, relative to it.
    """

    id: str
    label: str
    detect: Callable[[Head], bool]
    open: Open
    places: tuple[str, ...] = ()


def _open_capture(path: Path, blobs: Path | None, progress: Progress | None) -> Source:
    from inspector.sources.devtools import CaptureSource

    return CaptureSource.open(path, blobs=blobs, progress=progress)


def _open_database(path: Path, blobs: Path | None, progress: Progress | None) -> Source:
    from inspector.sources.conversation_db import open_conversation_db

    return open_conversation_db(path, blobs=blobs)


def _open_transcript(path: Path, blobs: Path | None, progress: Progress | None) -> Source:
    from inspector.sources.claude_code import TranscriptSource

    return TranscriptSource(path, blobs=blobs, progress=progress)


def _is_transcript(head: Head) -> bool:
    from inspector.sources.claude_code.source import is_transcript

    return is_transcript(head)


def _open_rollout(path: Path, blobs: Path | None, progress: Progress | None) -> Source:
    from inspector.sources.codex import RolloutSource

    return RolloutSource(path, progress)


def _is_rollout(head: Head) -> bool:
    from inspector.sources.codex.source import is_rollout

    return is_rollout(head)


def _open_raw(path: Path, blobs: Path | None, progress: Progress | None) -> Source:
    from inspector.sources.raw import RawSource

    return RawSource(path, progress)


def _is_raw(head: Head) -> bool:
    from inspector.sources.raw.source import is_raw

    return is_raw(head)


def _open_trace(path: Path, blobs: Path | None, progress: Progress | None) -> Source:
    from inspector.sources.otlp import TraceSource

    return TraceSource(path, progress)


def _is_trace(head: Head) -> bool:
    from inspector.sources.otlp.source import is_trace

    return not head.is_sqlite and is_trace(head)


def _open_opencode(path: Path, blobs: Path | None, progress: Progress | None) -> Source:
    from inspector.sources.opencode import OpencodeSource

    return OpencodeSource(path, progress)


def _is_opencode(head: Head) -> bool:
    from inspector.sources.opencode.source import is_opencode

    return head.is_sqlite and is_opencode(head)


def _open_library(path: Path, blobs: Path | None, progress: Progress | None) -> Source:
    from inspector.sources.library.source import LibrarySource

    return LibrarySource(path)


DEVTOOLS: Final = Format(
    id="devtools",
    label="AI SDK DevTools capture",
    detect=lambda head: not head.is_sqlite,
    open=_open_capture,
    places=("generations.json", ".devtools/generations.json"),
)
CONVERSATION_DB: Final = Format(
    id="conversation-db",
    label="conversation database",
    detect=lambda head: head.is_sqlite,
    open=_open_database,
    places=("cherrystudio.sqlite", "Data/cherrystudio.sqlite"),
)

CLAUDE_CODE: Final = Format(
    id="claude-code",
    label="Claude Code session",
    detect=_is_transcript,
    open=_open_transcript,
)
CODEX: Final = Format(id="codex", label="Codex session", detect=_is_rollout, open=_open_rollout)
RAW: Final = Format(id="raw-requests", label="recorded provider requests", detect=_is_raw, open=_open_raw)
OTLP: Final = Format(id="otlp", label="OpenTelemetry trace", detect=_is_trace, open=_open_trace)
OPENCODE: Final = Format(
    id="opencode",
    label="opencode database",
    detect=_is_opencode,
    open=_open_opencode,
    places=("opencode.db",),
)
LIBRARY: Final = Format(
    id="library", label="folder of sessions", detect=lambda head: False, open=_open_library
)

FORMATS: Final[list[Format]] = [OPENCODE, RAW, CONVERSATION_DB, CLAUDE_CODE, CODEX, OTLP, LIBRARY, DEVTOOLS]
"""In the order in which they are asked; the last one takes any JSON object and says what it misses."""


def format_of(source: Source) -> Format:
    """The row a source was opened by."""
    return next(row for row in FORMATS if row.id == source.format)
