"""What `fs_read` would have answered under another cap: the cap is the configured threshold (PIPELINE §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final

from inspector.pipeline.compaction.rows import Row, parts_of
from inspector.pipeline.read_back import AllowList, FileFacts, FsReadCode, fs_read
from inspector.replay.session import ReadText, RowSession
from inspector.wire import JsonValue, encode_utf8, utf16
from inspector.wire.reading import whole

_PART: Final = "tool-fs_read"


@dataclass(frozen=True, slots=True)
class Recapped:
    """A session whose read-backs were answered under another cap.

    Attributes:
        session: as given where no answer differs.
        first: row and part of the first answer that differs; None = none does.
    """

    session: RowSession
    first: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _OneText:
    """A file system that holds one text."""

    path: str
    data: bytes

    def real_path(self, path: str) -> str | None:
        return path

    def facts(self, path: str) -> FileFacts | None:
        return FileFacts(regular=True, size=len(self.data)) if path == self.path else None

    def read(self, path: str) -> bytes:
        return self.data


def recapped(session: RowSession, cap: int) -> Recapped:
    """The session with every read-back whose answer depends on the cap answered anew."""
    rows = list(session.rows)
    first: tuple[int, int] | None = None
    for index, row in enumerate(rows):
        parts = parts_of(row)
        answered = [_answered(part, cap, session.read_entry) for part in parts]
        changed = [i for i, part in enumerate(answered) if part is not parts[i]]
        if changed:
            rows[index] = {**row, "parts": answered}
            first = first or (index, changed[0])
    return Recapped(session if first is None else replace(session, rows=tuple(rows)), first)


def has_read_backs(rows: Sequence[Row]) -> bool:
    """Whether any row calls `fs_read`."""
    return any(isinstance(part, dict) and part.get("type") == _PART for row in rows for part in parts_of(row))


def _answered(part: JsonValue, cap: int, read: ReadText) -> JsonValue:
    if not isinstance(part, dict) or part.get("type") != _PART or part.get("state") != "output-available":
        return part
    output, asked = part.get("output"), part.get("input")
    if not isinstance(output, dict) or not isinstance(asked, dict) or not _depends_on(output, cap):
        return part
    path = asked.get("path")
    text = read(PurePosixPath(path).stem) if isinstance(path, str) else None
    if text is None or not isinstance(path, str):
        return part
    files = _OneText(path, encode_utf8(text))
    answer = fs_read(
        path,
        allowed=AllowList.of([path], files),
        offset=whole(asked.get("offset")),
        limit=whole(asked.get("limit")),
        cap=cap,
        files=files,
    ).to_json()
    return part if answer == output else {**part, "output": answer}


def _depends_on(output: dict[str, JsonValue], cap: int) -> bool:
    """Whether an answer may differ under a cap: one that was too large, or is now."""
    text = output.get("text")
    too_large = output.get("code") == FsReadCode.OUTPUT_TOO_LARGE.value
    return too_large or (isinstance(text, str) and utf16.length(text) > cap)
