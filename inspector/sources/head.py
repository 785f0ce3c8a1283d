"""The beginning of a file, as formats look at it to recognise their own."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import orjson

from inspector.model.user_files import io_problem
from inspector.wire.values import JsonValue

SQLITE_MAGIC: Final = b"SQLite format 3\x00"
HEAD_BYTES: Final = 8192
BOM: Final = codecs.BOM_UTF8
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_TEXT_SHARE: Final = 0.7
"""So much of a file's beginning must decode for it to be text with some bad bytes, not binary data."""
_WHITESPACE: Final = b" \t\r\n"
_MOST_RECORDS: Final = 20
_MOST_RECORD_BYTES: Final = 64_000_000


@dataclass(eq=False)
class Head:
    """A file's beginning.

    Attributes:
        path: the file.
        data: its first `HEAD_BYTES`.
    """

    path: Path
    data: bytes

    @classmethod
    def of(cls, path: Path) -> Head:
        """Read the beginning of a file; raises `Problem("io-failed")`."""
        try:
            with path.open("rb") as file:
                return cls(path, file.read(HEAD_BYTES))
        except OSError as error:
            raise io_problem(path, error) from error

    @property
    def is_whole(self) -> bool:
        """Whether the file ends within it."""
        return len(self.data) < HEAD_BYTES

    @property
    def is_sqlite(self) -> bool:
        """An SQLite file, or one whose pages are all still in its write-ahead log."""
        return self.data.startswith(SQLITE_MAGIC) or (not self.data and self._has_log())

    @property
    def is_utf16(self) -> bool:
        """By its mark, or by the zeros beside the brace that a capture begins with."""
        return self.data.startswith(_UTF16) or self.data[:2] in (b"{\0", b"\0{")

    @property
    def is_binary(self) -> bool:
        """Whether this is no text; single bytes that are no UTF-8 do not make a text binary."""
        if _CONTROL.search(self.data):
            return True
        return len(self.data.decode("utf-8", "ignore").encode()) < _TEXT_SHARE * len(self.data)

    @property
    def body(self) -> bytes:
        """It without a byte order mark and white space before the first character."""
        return self.data.removeprefix(BOM).lstrip(_WHITESPACE)

    @cached_property
    def records(self) -> tuple[dict[str, JsonValue], ...]:
        """JSON objects of the file's first lines; lines that are none are left out. A line may be very long."""
        found: list[dict[str, JsonValue]] = []
        if not self.body.startswith(b"{"):
            return ()
        try:
            with self.path.open("rb") as file:
                for _ in range(_MOST_RECORDS):
                    line = file.readline(_MOST_RECORD_BYTES).removeprefix(BOM)
                    if not line:
                        break
                    try:
                        record = orjson.loads(line)
                    except orjson.JSONDecodeError:
                        continue
                    if isinstance(record, dict):
                        found.append(record)
        except OSError as error:
            raise io_problem(self.path, error) from error
        return tuple(found)

    def _has_log(self) -> bool:
        log = self.path.with_name(self.path.name + "-wal")
        return log.is_file() and log.stat().st_size > 0
