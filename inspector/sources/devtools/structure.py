"""Index a capture of any layout: minified, hand-edited, CRLF, with a BOM (FORMATS B).

Walks the JSON structure token by token over blocks of the file and remembers the same offsets as the line scan, so
neither the file nor any payload is ever held whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from inspector.model.problems import Problem
from inspector.sources.devtools.entries import Element, RunEntry, StepEntry
from inspector.sources.devtools.lines import BLOCK_BYTES, HEAD_BYTES, OnBlock, RawFile

_SPACE: Final = re.compile(rb"[ \t\r\n]*")
_STRING_BODY: Final = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_BRACKET_OR_STRING: Final = re.compile(rb'["{}\[\]]')
_LITERAL: Final = re.compile(rb"[-+.\w]*")
_KINDS: Final = {b"[": "a list", b"{": "an object", b'"': "a text", b"n": "null", b"t": "true", b"f": "false"}


class _Torn(Exception):  # noqa: N818 - a signal: the file ended inside something
    """The file ends here."""


@dataclass(slots=True)
class Structure:
    """What was found.

    Attributes:
        runs, steps: complete ones.
        keys: the top-level keys in order.
        missing: what the file is cut in; "" when it is whole.
    """

    runs: list[RunEntry] = field(default_factory=list)
    steps: list[StepEntry] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    missing: str = ""


class _Cursor:
    """A window over the file that moves forward only."""

    def __init__(self, file: RawFile, on_block: OnBlock) -> None:
        file.seek(0)
        self._file = file
        self._on_block = on_block
        self._block = bytearray(BLOCK_BYTES)
        self._window = bytearray()
        self._base = 0
        self._position = 0

    @property
    def offset(self) -> int:
        return self._base + self._position

    def _more(self) -> bool:
        """Drop what was consumed and read one block on."""
        del self._window[: self._position]
        self._base += self._position
        self._position = 0
        count = self._file.readinto(self._block) or 0
        self._on_block(self._base + len(self._window), memoryview(self._block)[:count])
        self._window += self._block[:count]
        return count > 0

    def peek(self) -> bytes:
        """The next byte that is no white space; raises `_Torn` at the end of the file."""
        while True:
            match = _SPACE.match(self._window, self._position)
            self._position = match.end() if match else self._position
            if self._position < len(self._window):
                return bytes(self._window[self._position : self._position + 1])
            if not self._more():
                raise _Torn

    def at_end(self) -> bool:
        """Whether only white space follows."""
        try:
            self.peek()
        except _Torn:
            return True
        return False

    def take(self, wanted: bytes) -> bool:
        """Step over `wanted` if it comes next."""
        if self.peek() != wanted:
            return False
        self._position += 1
        return True

    def value(self) -> tuple[int, int, bytes]:
        """Step over one value: start, end, its first bytes."""
        first = self.peek()
        start = self.offset
        if len(self._window) - self._position < HEAD_BYTES:
            self._more()
        head = bytes(self._window[self._position : self._position + HEAD_BYTES])
        if first == b'"':
            self._string()
        elif first in (b"{", b"["):
            self._nested()
        else:
            self._literal()
        return start, self.offset, head[: self.offset - start]

    def _string(self) -> None:
        self._position += 1
        while True:
            match = _STRING_BODY.match(self._window, self._position)
            self._position = match.end() if match else self._position
            if self._position < len(self._window) and self._window[self._position] == 0x22:
                self._position += 1
                return
            if not self._more():
                raise _Torn

    def _nested(self) -> None:
        depth = 0
        while True:
            match = _BRACKET_OR_STRING.search(self._window, self._position)
            if match is None:
                self._position = len(self._window)
                if not self._more():
                    raise _Torn
                continue
            self._position = match.start()
            token = match[0]
            if token == b'"':
                self._string()
                continue
            self._position += 1
            depth += 1 if token in (b"{", b"[") else -1
            if depth == 0:
                return

    def _literal(self) -> None:
        match = _LITERAL.match(self._window, self._position)
        end = match.end() if match else self._position
        if end == self._position:
            raise ValueError
        self._position = end
        if end == len(self._window) and not self._more():
            raise _Torn


class _Reader:
    def __init__(self, path: Path, file: RawFile, on_block: OnBlock) -> None:
        self._path = path
        self._cursor = _Cursor(file, on_block)
        self.found = Structure()

    def read(self) -> Structure:
        try:
            self._top()
        except _Torn:
            self.found.missing = self.found.missing or "file"
        except ValueError:
            raise self._bad(self._cursor.peek()) from None
        return self.found

    def _bad(self, byte: bytes) -> Problem:
        found = f"unexpected {byte.decode('latin-1')!r}"
        return Problem(
            "not-json", {"path": str(self._path), "offset": str(self._cursor.offset), "found": found}
        )

    def _expect(self, wanted: bytes) -> None:
        if not self._cursor.take(wanted):
            raise self._bad(self._cursor.peek())

    def _key(self) -> bytes:
        if self._cursor.peek() != b'"':
            raise self._bad(self._cursor.peek())
        _, _, text = self._cursor.value()
        self._expect(b":")
        return text[1:-1]

    def _top(self) -> None:
        if self._cursor.peek() == b"\xef":
            for byte in (b"\xef", b"\xbb", b"\xbf"):
                self._expect(byte)
        self._expect(b"{")
        if self._cursor.take(b"}"):
            return
        while True:
            key = self._key().decode("utf-8", "replace")
            self.found.keys.append(key)
            if key in ("runs", "steps"):
                self._list(key)
            else:
                self._cursor.value()
            if not self._cursor.take(b","):
                break
        self._expect(b"}")
        if not self._cursor.at_end():
            raise self._bad(self._cursor.peek())

    def _list(self, name: str) -> None:
        first = self._cursor.peek()
        if first != b"[":
            found = f"`{name}` that is {_KINDS.get(first, 'a number')}"
            raise Problem("not-a-capture", {"path": str(self._path), "found": found})
        self.found.missing = name
        self._expect(b"[")
        if not self._cursor.take(b"]"):
            self._element(name)
            while self._cursor.take(b","):
                self._element(name)
            self._expect(b"]")
        self.found.missing = ""

    def _element(self, name: str) -> None:
        if self._cursor.peek() != b"{":
            self._cursor.value()
            return
        element = Element(self._cursor.offset)
        self.found.missing = "step" if name == "steps" else name
        self._expect(b"{")
        if not self._cursor.take(b"}"):
            self._field(element)
            while self._cursor.take(b","):
                self._field(element)
            self._expect(b"}")
        self.found.missing = name
        if name == "runs":
            self.found.runs.append(element.to_run())
        else:
            self.found.steps.append(element.to_step(self._cursor.offset))

    def _field(self, element: Element) -> None:
        name = self._key()
        element.add(name, *self._cursor.value())


def read_structure(path: Path, file: RawFile, on_block: OnBlock) -> Structure:
    """Index a file of any layout; raises `Problem` when it is no JSON object or its lists are none.

    `on_block` sees every block that is read, with its offset.
    """
    return _Reader(path, file, on_block).read()
