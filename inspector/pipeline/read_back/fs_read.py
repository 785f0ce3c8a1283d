"""`fs_read(path, offset?, limit?)`: numbered lines of a persisted output, and its form for the model (PIPELINE §8)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from inspector.pipeline.read_back.decoding import decode_file
from inspector.pipeline.read_back.files import DiskFiles, ReadableFiles
from inspector.pipeline.read_back.paths import AllowList, is_absolute, normalise_path
from inspector.wire import utf16
from inspector.wire.values import JsonValue

DEFAULT_LIMIT: Final = 2000
DEFAULT_CAP: Final = 50_000
_ABSOLUTE_SIZE: Final = 50 * 1024 * 1024
_WHOLE_FILE_SIZE: Final = 5 * 1024 * 1024
_CAP_RESERVE: Final = 200
_NEWLINE: Final = 10


class FsReadCode(StrEnum):
    """Why `fs_read` refused."""

    RELATIVE_PATH = "relative-path"
    ACCESS_DENIED = "access-denied"
    NOT_FOUND = "not-found"
    NOT_A_FILE = "not-a-file"
    TOO_LARGE = "too-large"
    BINARY = "binary"
    OFFSET_OUT_OF_RANGE = "offset-out-of-range"
    OUTPUT_TOO_LARGE = "output-too-large"
    PARSE_ERROR = "parse-error"


@dataclass(frozen=True, slots=True)
class FsReadError:
    """A refusal; `message` tells the model what to do instead."""

    code: FsReadCode
    message: str

    def to_json(self) -> dict[str, JsonValue]:
        """The tool output as a message stores it."""
        return {"kind": "error", "code": self.code.value, "message": self.message}


@dataclass(frozen=True, slots=True)
class FsReadText:
    """Lines of a file.

    Attributes:
        text: the lines, each with its number right-aligned to 6 and a tab.
        start_line, end_line: 1-based, inclusive.
        total_lines: of the file; an empty last line after a trailing newline is not counted.
    """

    text: str
    start_line: int
    end_line: int
    total_lines: int

    def to_json(self) -> dict[str, JsonValue]:
        """The tool output as a message stores it."""
        return {
            "kind": "text",
            "text": self.text,
            "startLine": self.start_line,
            "endLine": self.end_line,
            "totalLines": self.total_lines,
        }


def fs_read(
    path: str,
    *,
    allowed: AllowList,
    offset: int | None = None,
    limit: int | None = None,
    cap: int = DEFAULT_CAP,
    files: ReadableFiles | None = None,
) -> FsReadText | FsReadError:
    """Read lines `offset` … `offset + limit - 1` of a file that is on the allow-list.

    `offset` is 1-based, `limit` counts lines (default 2000), `cap` is the most UTF-16 units an answer may have.
    """
    files = files or DiskFiles()
    if not is_absolute(path):
        return FsReadError(FsReadCode.RELATIVE_PATH, f"Path must be absolute. Got: {path}")
    if not allowed.permits(path, files):
        return FsReadError(
            FsReadCode.ACCESS_DENIED, "Access denied: path is not a persisted output of this conversation."
        )
    try:
        data = _load(path, files, paged=offset is not None or limit is not None)
    except OSError as error:
        return FsReadError(FsReadCode.PARSE_ERROR, f"Failed to read {path}: {error.strerror or error}")
    if isinstance(data, FsReadError):
        return data
    decoded = decode_file(data)
    if decoded is None:
        return FsReadError(FsReadCode.BINARY, f"Cannot read binary file: {path}")
    return _select(decoded.utf8, max(offset or 1, 1), max(DEFAULT_LIMIT if limit is None else limit, 1), cap)


def fs_read_model_output(output: JsonValue) -> dict[str, JsonValue]:
    """What the model sees of a stored `fs_read` output (`to_json`): a text, or an error text."""
    fields = output if isinstance(output, dict) else {}
    if fields.get("kind") == "error":
        return {"type": "error-text", "value": f"[Error: {fields.get('code')}] {fields.get('message')}"}
    text, start, end, total = (fields.get(name) for name in ("text", "startLine", "endLine", "totalLines"))
    if isinstance(end, int | float) and isinstance(total, int | float) and end < total:
        return {
            "type": "text",
            "value": f"{text}\n\n[showing lines {start}-{end} of {total}; {total - end} more — call again with "
            f"offset={end + 1} to continue]",
        }
    return {"type": "text", "value": text}


def _load(path: str, files: ReadableFiles, *, paged: bool) -> bytes | FsReadError:
    place = normalise_path(path)
    facts = files.facts(place)
    if facts is None:
        return FsReadError(FsReadCode.NOT_FOUND, f"File not found: {path}")
    if not facts.regular:
        return FsReadError(FsReadCode.NOT_A_FILE, f"Not a regular file: {path}")
    if facts.size > _ABSOLUTE_SIZE:
        return FsReadError(
            FsReadCode.TOO_LARGE,
            f"File is {facts.size} bytes — above the absolute cap ({_ABSOLUTE_SIZE}); "
            "cannot be read even with paging.",
        )
    if facts.size > _WHOLE_FILE_SIZE and not paged:
        return FsReadError(
            FsReadCode.TOO_LARGE,
            f"File is {facts.size} bytes (cap {_WHOLE_FILE_SIZE} for whole-file reads). "
            "Pass `offset`/`limit` to page through it.",
        )
    return files.read(place)


def _select(utf8: bytes, offset: int, limit: int, cap: int) -> FsReadText | FsReadError:
    # Line ends are found in the bytes, so that paging through 50 MB decodes no more than a page.
    ends = np.flatnonzero(np.frombuffer(utf8, dtype=np.uint8) == _NEWLINE)
    total = len(ends) + (0 if len(ends) and utf8.endswith(b"\n") else 1)
    if offset > total:
        return FsReadError(
            FsReadCode.OFFSET_OUT_OF_RANGE,
            f"offset {offset} is past end of file — it has only {total} lines.",
        )
    last = min(offset + limit - 1, total)
    start = int(ends[offset - 2]) + 1 if offset > 1 else 0
    end = int(ends[last - 1]) if last <= len(ends) else len(utf8)
    lines = utf8[start:end].decode("utf-8", "replace").split("\n")
    text = "\n".join(f"{number:>6}\t{line}" for number, line in enumerate(lines, offset))
    chars = utf16.length(text)
    if chars > cap:
        return FsReadError(FsReadCode.OUTPUT_TOO_LARGE, _over_cap(chars, offset, last, total, cap))
    return FsReadText(text, offset, last, total)


def _over_cap(chars: int, first: int, last: int, total: int, cap: int) -> str:
    if first == last:
        return (
            f"Line {first} alone is {chars} chars — above the per-call cap ({cap}). It is a single physical line "
            "(e.g. heavily minified JSON), so `offset`/`limit` paging cannot subdivide it and fs_read has no "
            "byte-range read. This line can't be retrieved in full here — reason from the inline head/tail excerpt, "
            "or narrow the upstream tool's output."
        )
    average = math.floor(chars / (last - first + 1) + 0.5)
    limit = max(1, math.floor((cap - _CAP_RESERVE) / max(1, average)))
    return (
        f"Output {chars} chars across lines {first}-{last} of {total} (avg ~{average} chars/line including the "
        f"line-number prefix) exceeds the per-call cap ({cap}). For THIS file request at most `limit: {limit}` lines "
        f"per call, stepping with `offset` (first `offset: 1, limit: {limit}`, then `offset: {limit + 1}`, …)."
    )
