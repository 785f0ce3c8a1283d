"""Files of one JSON object a line, indexed by byte offset: a line is parsed once for the index and again on sight.

Bad lines and a half last line are reported with their place and never fatal (SOURCES, rules for all readers).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import orjson

from inspector.model.problems import Notice, register_templates
from inspector.model.user_files import io_problem
from inspector.sources.base import Progress
from inspector.sources.head import BOM
from inspector.wire.values import JsonValue

_BLOCK: Final = 1 << 20
_STEP: Final = 2048
_NAMED: Final = 5

register_templates(
    {
        "lines-bad": (
            "{path}: {count} lines are no JSON objects and are left out (line {lines}). Everything else is shown."
        ),
        "lines-half": (
            "{path}: line {line} ends in the middle (byte {offset}); it is read again when the file grows."
        ),
        "lines-unknown": "{path}: record types this version does not know, kept and shown raw: {types}.",
    }
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line lies: its number from 1, its first byte, its bytes without the line end."""

    number: int
    offset: int
    length: int


@dataclass(slots=True)
class LineFile:
    """One file of JSON lines.

    Attributes:
        path: the file.
        end: bytes read so far, up to the end of the last complete line.
        count: lines read so far.
        bad: lines that are no JSON objects.
        half: a last line without an end that is no JSON yet; None = there is none.
    """

    path: Path
    end: int = 0
    count: int = 0
    bad: list[Place] = field(default_factory=list)
    half: Place | None = None

    def scan(self, progress: Progress | None = None) -> Iterator[tuple[Place, dict[str, JsonValue]]]:
        """Every object from `end` on, which moves forward; raises `Problem`, `Cancelled`."""
        self.half = None
        try:
            total = self.path.stat().st_size
            with self.path.open("rb", buffering=_BLOCK) as file:
                file.seek(self.end)
                for line in file:
                    if progress is not None and self.count % _STEP == 0:
                        progress.step(self.end, total, "lines")
                    place = Place(self.count + 1, self.end, len(line))
                    record = _object(line.removeprefix(BOM) if not self.end else line)
                    if record is None and not line.endswith(b"\n"):
                        self.half = place
                        return
                    self.end += len(line)
                    self.count += 1
                    if record is not None:
                        yield place, record
                    elif line.strip():
                        self.bad.append(place)
        except OSError as error:
            raise io_problem(self.path, error) from error

    def read(self, places: Sequence[Place]) -> list[dict[str, JsonValue]]:
        """Lines parsed again; a line that is not there any more is an empty object. Raises `Problem`."""
        found: list[dict[str, JsonValue]] = []
        try:
            with self.path.open("rb", buffering=0) as file:
                for place in places:
                    file.seek(place.offset)
                    found.append(_object(file.read(place.length).removeprefix(BOM)) or {})
        except OSError as error:
            raise io_problem(self.path, error) from error
        return found

    def text(self, place: Place) -> str:
        """A line as it stands in the file."""
        try:
            with self.path.open("rb", buffering=0) as file:
                file.seek(place.offset)
                return file.read(place.length).decode("utf-8", "replace").rstrip("\r\n")
        except OSError as error:
            raise io_problem(self.path, error) from error

    def notices(self) -> list[Notice]:
        """What is wrong with its lines."""
        found: list[Notice] = []
        path = str(self.path)
        if self.bad:
            lines = ", ".join(str(place.number) for place in self.bad[:_NAMED])
            lines += ", …" if len(self.bad) > _NAMED else ""
            found.append(Notice("lines-bad", {"path": path, "count": str(len(self.bad)), "lines": lines}))
        if self.half is not None:
            place = {"line": str(self.half.number), "offset": str(self.half.offset)}
            found.append(Notice("lines-half", {"path": path, **place}, "info"))
        return found


def _object(line: bytes) -> dict[str, JsonValue] | None:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return _repaired(line)
    return value if isinstance(value, dict) else None


def _repaired(line: bytes) -> dict[str, JsonValue] | None:
    """A line with bytes that are no UTF-8, or lone surrogates, which JavaScript writes and orjson refuses."""
    from inspector.wire import JsonSyntaxError, loads

    try:
        value = loads(line.decode("utf-8", "replace"))
    except JsonSyntaxError:
        return None
    return value if isinstance(value, dict) else None
