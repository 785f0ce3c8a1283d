"""What a path is: a file of a format we know, or one sentence why it is none (FORMATS)."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from inspector.model.problems import Problem, register_templates
from inspector.model.user_files import io_problem
from inspector.sources.formats import FORMATS, LIBRARY, Format
from inspector.sources.head import BOM, Head
from inspector.sources.library.find import candidates
from inspector.wire import JsonSyntaxError, JsonValue, loads
from inspector.wire.reading import text_member

_LINE_BYTES: Final = 1 << 20
_RECORDS: Final = {
    "a Claude Code session": {"sessionId", "type"},
    "a Codex session": {"timestamp", "type", "payload"},
    "OpenTelemetry traces": {"resourceSpans"},
    "a batch of requests": {"custom_id", "body"},
    "training examples": {"messages"},
}
"""Kinds of JSON lines by the keys of a record."""

_UNSUPPORTED: Final = (
    ("Gemini CLI chat", (b'"projectHash"', b'"sessionId"', b'"messages"')),
    ("Langfuse export", (b'"observations"', b'"traceId"')),
    ("LibreChat conversation", (b'"conversationId"', b'"endpoint"', b'"messages"')),
)
"""Formats by members near the beginning of their files."""
_STREAM_TYPES: Final = frozenset({"system", "assistant", "user", "result"})
_MOST_LOOKED_AT: Final = 500
"""So many files of a folder are looked at before it is said to hold no session."""

register_templates(
    {
        "file-utf16": (
            "{path}: UTF-16 text, as `>` writes it in PowerShell; captures are UTF-8. "
            "Open a converted copy: iconv -f UTF-16 -t UTF-8, or Get-Content … | Set-Content -Encoding utf8."
        ),
        "json-lines": (
            "{path}: JSON lines ({found}), one record a line; this format is not supported. "
            "Expected a DevTools capture (one object with `runs` and `steps`) or a conversation database."
        ),
        "format-unsupported": "{path}: {found}: not supported yet.",
        "path-not-a-file": "{path}: neither a file nor a folder ({found}). Choose a capture or a database.",
        "file-whitespace": "{path}: only white space; expected a capture or a conversation database.",
    }
)


@dataclass(frozen=True, slots=True)
class Detected:
    """A path resolved to the file to open.

    Attributes:
        format: which row of the table reads it.
        path: the file.
    """

    format: Format
    path: Path


def detect(path: Path) -> Detected:
    """Resolve a file or folder; raises `Problem` naming what was expected and what was found."""
    path = path.expanduser()
    mode = _mode(path)
    if stat.S_ISDIR(mode):
        return _detect_folder(path)
    if not stat.S_ISREG(mode):
        raise Problem("path-not-a-file", {"path": str(path), "found": _special_name(mode)})
    return Detected(_format_of_file(path), path)


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError as error:
        raise io_problem(path, error) from error


def _special_name(mode: int) -> str:
    names = ((stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"))
    return next((name for test, name in names if test(mode)), "a special file")


def _detect_folder(folder: Path) -> Detected:
    try:
        with os.scandir(folder) as entries:
            next(entries, None)
    except OSError as error:
        raise io_problem(folder, error) from error
    for row in reversed(FORMATS):
        for place in row.places:
            if (candidate := folder / place).is_file():
                # A name tells of a database even when its pages are damaged; any JSON may be called a capture.
                return Detected(_format_of_file(candidate) if row is FORMATS[-1] else row, candidate)
    if _holds_sessions(folder):
        return Detected(LIBRARY, folder)
    raise Problem("path-is-directory", {"path": str(folder)})


def _holds_sessions(folder: Path) -> bool:
    """Whether any file below is of a format that is told by its beginning."""
    for path, _ in islice(candidates(folder), _MOST_LOOKED_AT):
        try:
            head = Head.of(path)
        except Problem:
            continue
        if not head.is_sqlite and any(row.detect(head) for row in FORMATS[:-1]):
            return True
    return False


def _format_of_file(path: Path) -> Format:
    head = Head.of(path)
    if not head.is_sqlite:
        _check_text(head)
    found = next(row for row in FORMATS if row.detect(head))
    if found is FORMATS[-1] and (name := _unsupported(head)):
        raise Problem("format-unsupported", {"path": str(path), "found": name})
    if found is FORMATS[-1] and head.body:
        _check_json_object(path, head.body, offset=len(head.data) - len(head.body))
    return found


def _unsupported(head: Head) -> str:
    """A format that is known and not read yet; "" when it is none of these."""
    if any("session_id" in one and text_member(one, "type") in _STREAM_TYPES for one in head.records):
        return "Claude Agent SDK stream"
    return next((name for name, keys in _UNSUPPORTED if all(key in head.data for key in keys)), "")


def _check_text(head: Head) -> None:
    if not head.data:
        raise Problem("file-empty", {"path": str(head.path)})
    if head.is_utf16:
        raise Problem("file-utf16", {"path": str(head.path)})
    if head.is_binary:
        raise Problem("file-binary", {"path": str(head.path)})
    if not head.body and head.is_whole:
        raise Problem("file-whitespace", {"path": str(head.path)})


def _json_lines(path: Path) -> str:
    """What the records are, when a file holds one JSON object a line; "" when it does not."""
    try:
        with path.open("rb") as file:
            first, second = file.readline(_LINE_BYTES), file.readline(_LINE_BYTES)
    except OSError as error:
        raise io_problem(path, error) from error
    if not second.lstrip().startswith(b"{"):
        return ""
    try:
        record = loads(first.removeprefix(BOM))
    except JsonSyntaxError:
        return ""
    return _record_name(record) if isinstance(record, dict) else ""


def _record_name(record: dict[str, JsonValue]) -> str:
    for name, keys in _RECORDS.items():
        if keys <= record.keys():
            return name
    return "records with " + ", ".join(f"`{key}`" for key in list(record)[:4])


def _check_json_object(path: Path, body: bytes, *, offset: int) -> None:
    if body.startswith(b"{"):
        if records := _json_lines(path):
            raise Problem("json-lines", {"path": str(path), "found": records})
        return
    found = {b"[": "a list", b'"': "a text"}.get(body[:1])
    if found is None and body[:1] in b"-0123456789":
        found = "a number"
    if found is None and body.startswith((b"null", b"true", b"false")):
        found = body[:5].split()[0].decode()
    if found is not None:
        raise Problem("not-a-capture", {"path": str(path), "found": found})
    start = body[:20].decode("utf-8", "replace").split("\n")[0]
    raise Problem(
        "not-json", {"path": str(path), "offset": str(offset), "found": f"it starts with {start!r}"}
    )
