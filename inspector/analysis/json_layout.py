"""Lays JSON text out in lines that can be folded, without parsing it into objects (raw views of captures, FORMATS B).

Only white space between tokens changes: numbers, escapes, duplicate keys and key order stay as they were recorded,
and text that breaks off is laid out as far as it goes.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from inspector.wire import utf16

_TOKEN: Final = re.compile(r'("(?:[^"\\]|\\.)*+"?)|([{\[])|([}\]])|(,)|(:)|([^\s{}\[\],:"]+)', re.DOTALL)
_STRING, _OPEN, _CLOSE, _COMMA, _COLON, _SCALAR = range(1, 7)
_KEY: Final = re.compile(r'\s*("(?:[^"\\]|\\.)*+"):')
_INDENT: Final = "  "
_STEPS: Final = re.compile(r"""\[\d+\]|\["(?:[^"\\]|\\.)*"\]|\.?[^.\[\]]+""")
_PLAIN_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Fold:
    """One object or array that spans several lines.

    Attributes:
        head, end: its first and last line.
        items: members or elements.
        start, stop: where it lies in the source text (code points).
    """

    head: int
    end: int
    items: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class JsonLayout:
    """Laid-out JSON.

    Attributes:
        source: the text as recorded.
        text: the text in lines, two blanks of indent a level.
        folds: every object and array of more than one line, by head line.
        parents: per line the head line of the container it lies in; -1 outside; a closing line names its own head.
    """

    source: str
    text: str
    folds: dict[int, Fold]
    parents: npt.NDArray[np.int32]
    _lines: list[str] = field(repr=False)

    @property
    def line_count(self) -> int:
        """Lines of `text`."""
        return len(self._lines)

    def text_line(self, line: int) -> str:
        """One line of `text`."""
        return self._lines[line]

    def depth(self, line: int) -> int:
        """Level of a line; 0 outside of everything."""
        text = self._lines[line]
        return (len(text) - len(text.lstrip(" "))) // len(_INDENT)

    def chars(self, fold: Fold) -> int:
        """UTF-16 code units of a container as it was recorded."""
        return utf16.length(self.source[fold.start : fold.stop])

    def path(self, line: int) -> str:
        """JSONPath of what begins on a line: `$.messages[3].content`; of its container on a closing line."""
        steps: list[str] = []
        if self._closes(line):
            line = int(self.parents[line])
        while line >= 0 and (head := int(self.parents[line])) >= 0:
            steps.append(self._step(head, line))
            line = head
        return "$" + "".join(reversed(steps))

    def nearest(self, path: str) -> tuple[int, int]:
        """The line on which the value at a path begins, or what comes closest to it.

        Args:
            path: `messages[3].content`, with or without `$` before it.

        Returns:
            The line, and how many steps of the path lead to it.
        """
        line = taken = 0
        for step in _STEPS.findall(path.removeprefix("$")):
            found = self._child(line, step if step.startswith("[") else f".{step.removeprefix('.')}")
            if found is None:
                break
            line, taken = found, taken + 1
        return line, taken

    def _child(self, head: int, step: str) -> int | None:
        fold = self.folds.get(head)
        if fold is None:
            return None
        inside = np.flatnonzero(self.parents[head + 1 : fold.end] == head) + head + 1
        place = step[1:-1]
        if place.isdecimal():
            return int(inside[int(place)]) if int(place) < len(inside) else None
        return next((int(line) for line in inside if self._step(head, int(line)) == step), None)

    def value(self, line: int) -> str:
        """The value that begins on a line as JSON text, laid out; of its container on a closing line."""
        if self._closes(line):
            line = int(self.parents[line])
        fold = self.folds.get(line)
        lines = self._lines[line : fold.end + 1] if fold else [self._lines[line]]
        indent = len(_INDENT) * self.depth(line)
        key = _KEY.match(lines[0])
        first = lines[0][key.end() :].lstrip() if key else lines[0][indent:]
        return "\n".join([first, *(text[indent:] for text in lines[1:])]).removesuffix(",")

    def _closes(self, line: int) -> bool:
        return self._lines[line].lstrip(" ")[:1] in ("}", "]") and self.parents[line] >= 0

    def _step(self, head: int, line: int) -> str:
        key = _KEY.match(self._lines[line])
        if key is None:
            return f"[{int(np.count_nonzero(self.parents[head + 1 : line] == head))}]"
        name = json.loads(key.group(1), strict=False)
        return f".{name}" if _PLAIN_NAME.match(name) else f"[{key.group(1)}]"


def lay_out(source: str) -> JsonLayout:
    """Lay JSON text out; linear in its tokens, a second for about 1.3 million of them.

    A JSON string becomes the text it stands for; text that is no object or array stays as it is.
    """
    first = source.lstrip()[:1]
    if first not in ("{", "["):
        return _as_text(source, _decoded(source) if first == '"' else source)
    builder = _Builder()
    for token in _TOKEN.finditer(source):
        builder.add(token.lastindex or 0, token.group(), token.start())
    return builder.finish(source)


def _decoded(source: str) -> str:
    try:
        value = json.loads(source, strict=False)
    except json.JSONDecodeError:
        return source
    return value if isinstance(value, str) else source


def _as_text(source: str, text: str) -> JsonLayout:
    lines = text.split("\n")
    return JsonLayout(source, text, {}, np.full(len(lines), -1, dtype=np.int32), lines)


class _Builder:
    """Writes lines token by token.

    Attributes:
        lines: finished lines.
        parents: container heads of finished lines.
        folds: finished containers.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.parents: list[int] = []
        self.folds: dict[int, Fold] = {}
        self._line: list[str] = []
        self._line_parent = -1
        self._open: list[tuple[int, int]] = []
        self._items: list[int] = []
        self._just_opened = False

    def add(self, kind: int, text: str, start: int) -> None:
        """Write one token that lies at `start` in the source."""
        if kind == _CLOSE and self._open:
            self._close(text, start)
            return
        if self._just_opened:
            self._items[-1] = 1
            self._end_line()
        self._just_opened = kind == _OPEN
        self._line.append(": " if kind == _COLON else text)
        if kind == _OPEN:
            self._open.append((len(self.lines), start))
            self._items.append(0)
        elif kind == _COMMA and self._open:
            self._items[-1] += 1
            self._end_line()

    def finish(self, source: str) -> JsonLayout:
        """The layout of everything added; containers that never closed reach to the end."""
        if self._line:
            self._end_line()
        while self._open:
            head, start = self._open.pop()
            self._fold(head, len(self.lines) - 1, start, len(source))
        parents = np.array(self.parents, dtype=np.int32)
        return JsonLayout(source, "\n".join(self.lines), self.folds, parents, self.lines)

    def _close(self, text: str, start: int) -> None:
        head, opened = self._open[-1]
        if not self._just_opened:
            self._end_line(closing=True)
        self._just_opened = False
        self._open.pop()
        self._line.append(text)
        self._fold(head, len(self.lines), opened, start + 1)

    def _fold(self, head: int, end: int, start: int, stop: int) -> None:
        items = self._items.pop()
        if end > head:
            self.folds[head] = Fold(head, end, items, start, stop)

    def _end_line(self, *, closing: bool = False) -> None:
        self.lines.append("".join(self._line))
        self.parents.append(self._line_parent)
        level = len(self._open) - closing
        self._line = [_INDENT * level] if level else []
        self._line_parent = self._open[-1][0] if self._open else -1
