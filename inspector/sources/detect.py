"""What a path is: a DevTools capture, a conversation database, or one sentence why it is neither (FORMATS)."""

from __future__ import annotations

import codecs
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.model.problems import Problem, register_templates
from inspector.model.user_files import io_problem
from inspector.sources.base import SourceKind
from inspector.wire import JsonSyntaxError, JsonValue, loads

CAPTURE_NAME: Final = "generations.json"
DATABASE_NAME: Final = "cherrystudio.sqlite"
SQLITE_MAGIC: Final = b"SQLite format 3\x00"

_CAPTURE_PLACES: Final = (CAPTURE_NAME, f".devtools/{CAPTURE_NAME}")
_DATABASE_PLACES: Final = (DATABASE_NAME, f"Data/{DATABASE_NAME}")
_HEAD_BYTES: Final = 8192
_BOM: Final = codecs.BOM_UTF8
_WHITESPACE: Final = b" \t\r\n"

_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_LINE_BYTES: Final = 1 << 20
_RECORDS: Final = {
    "a Claude Code session": {"sessionId", "type"},
    "a Codex session": {"timestamp", "type", "payload"},
    "OpenTelemetry traces": {"resourceSpans"},
    "a batch of requests": {"custom_id", "body"},
    "training examples": {"messages"},
}
"""Kinds of JSON lines by the keys of a record."""
_TEXT_SHARE: Final = 0.7
"""So much of a file's beginning must decode for it to be text with some bad bytes, not binary data."""

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
        "path-not-a-file": "{path}: neither a file nor a folder ({found}). Choose a capture or a database.",
        "file-whitespace": "{path}: only white space; expected a capture or a conversation database.",
    }
)


@dataclass(frozen=True, slots=True)
class Detected:
    """A path resolved to the file to open.

    Attributes:
        kind: which source reads it.
        path: the generations.json or the sqlite file.
    """

    kind: SourceKind
    path: Path


def detect(path: Path) -> Detected:
    """Resolve a file or folder; raises `Problem` naming what was expected and what was found."""
    path = path.expanduser()
    mode = _mode(path)
    if stat.S_ISDIR(mode):
        return _detect_folder(path)
    if not stat.S_ISREG(mode):
        raise Problem("path-not-a-file", {"path": str(path), "found": _special_name(mode)})
    return Detected(_kind_of_file(path), path)


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
    for places, kind in (
        (_CAPTURE_PLACES, SourceKind.DEVTOOLS),
        (_DATABASE_PLACES, SourceKind.CONVERSATION_DB),
    ):
        for place in places:
            if (candidate := folder / place).is_file():
                return Detected(_kind_of_file(candidate) if kind is SourceKind.DEVTOOLS else kind, candidate)
    raise Problem("path-is-directory", {"path": str(folder)})


def _kind_of_file(path: Path) -> SourceKind:
    head = _head(path)
    if head.startswith(SQLITE_MAGIC) or (not head and _has_log(path)):
        return SourceKind.CONVERSATION_DB
    if not head:
        raise Problem("file-empty", {"path": str(path)})
    body = head.removeprefix(_BOM).lstrip(_WHITESPACE)
    if _is_utf16(head):
        raise Problem("file-utf16", {"path": str(path)})
    if _is_binary(head):
        raise Problem("file-binary", {"path": str(path)})
    if not body:
        if len(head) == _HEAD_BYTES:
            return SourceKind.DEVTOOLS
        raise Problem("file-whitespace", {"path": str(path)})
    _check_json_object(path, body, offset=len(head) - len(body))
    return SourceKind.DEVTOOLS


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD_BYTES)
    except OSError as error:
        raise io_problem(path, error) from error


def _has_log(path: Path) -> bool:
    """A database whose pages are all still in its write-ahead log has an empty main file."""
    log = path.with_name(path.name + "-wal")
    return log.is_file() and log.stat().st_size > 0


def _is_utf16(head: bytes) -> bool:
    """By its mark, or by the zeros beside the brace that a capture begins with."""
    return head.startswith(_UTF16) or head[:2] in (b"{\0", b"\0{")


def _is_binary(head: bytes) -> bool:
    """Whether this is no text; single bytes that are no UTF-8 do not make a text binary."""
    if _CONTROL.search(head):
        return True
    return len(head.decode("utf-8", "ignore").encode()) < _TEXT_SHARE * len(head)


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
        record = loads(first.removeprefix(_BOM))
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
