"""Index a capture laid out as `JSON.stringify(db, null, 2)` writes it, line by line (FORMATS B).

Every field of a run or step stands on a line of its own, indented by six spaces, so no payload has to be parsed to
know where it lies. Anything that is not laid out so raises `LayoutMismatch`; `structure` reads it then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from inspector.sources.devtools.entries import Element, RunEntry, StepEntry
from inspector.sources.devtools.lines import Line


class LayoutMismatch(Exception):  # noqa: N818 - a signal to read the file the slow way
    """The file is not laid out as the package writes it."""


class _Place(Enum):
    START = auto()
    TOP = auto()
    RUNS = auto()
    STEPS = auto()
    OTHER = auto()
    END = auto()


_LISTS = {b'  "runs": [': _Place.RUNS, b'  "steps": [': _Place.STEPS}
_EMPTY_LISTS = {b'  "runs": []', b'  "steps": []'}
_LIST_NAMES = ("runs", "steps")
_OPENING = (b"{", b"[")
_CLOSING = (b"      }", b"      ]")


class LayoutScan:
    """A line-fed state machine.

    Attributes:
        runs: complete runs so far.
        keys: the top-level keys seen, in order.
        resume: offset at which scanning can go on after the last complete step.
    """

    def __init__(self) -> None:
        self.runs: list[RunEntry] = []
        self.keys: list[str] = []
        self.resume = 0
        self._place = _Place.START
        self._element: Element | None = None
        self._nested: tuple[bytes, int] | None = None

    @classmethod
    def resumed(cls, offset: int, head: LayoutScan) -> LayoutScan:
        """A scan that goes on at a step boundary; `head` has read what stands before the steps."""
        scan = cls()
        scan.runs, scan.keys = head.runs, head.keys
        scan._place, scan.resume = _Place.STEPS, offset
        return scan

    @property
    def in_steps(self) -> bool:
        """Whether the next line belongs to the list of steps."""
        return self._place is _Place.STEPS

    @property
    def complete(self) -> bool:
        """Whether the closing brace of the file was seen."""
        return self._place is _Place.END

    @property
    def missing(self) -> str:
        """What a file ending here is cut in, for the notice; "" when it is whole."""
        if self.complete:
            return ""
        if self._place is _Place.STEPS:
            return "step" if self._element else "steps"
        return "runs" if self._place is _Place.RUNS else "file"

    def steps(self, lines: Iterable[Line]) -> Iterator[StepEntry]:
        """Feed lines, yield each step as it is completed."""
        for line in lines:
            element = self._element
            # Nearly every line is a field of a step; it goes straight there.
            if element is not None and self._nested is None and _is_plain_field(line):
                self._feed_field(line, element)
            elif (step := self.feed(line)) is not None:
                yield step

    def feed(self, line: Line) -> StepEntry | None:
        """Take one line; returns the step that it completes."""
        if not line.closed and self._place not in (_Place.START, _Place.TOP):
            return None  # the tail of a half-written file; `missing` tells
        if line.last == 0x0D:
            raise LayoutMismatch
        if self._place in (_Place.RUNS, _Place.STEPS):
            return self._feed_list(line)
        self._feed_top(line)
        return None

    def _feed_top(self, line: Line) -> None:
        head = line.head
        if self._place is _Place.START:
            if head != b"{":
                raise LayoutMismatch
            self._place = _Place.TOP
        elif self._place is _Place.OTHER:
            if head.rstrip(b",") in (b"  ]", b"  }"):
                self._place = _Place.TOP
        elif self._place is _Place.TOP:
            self._feed_key(line)
        elif head.strip():
            raise LayoutMismatch

    def _feed_key(self, line: Line) -> None:
        head = line.head
        if head == b"}":
            self._place = _Place.END
            return
        if not head.startswith(b'  "') or not line.closed:
            raise LayoutMismatch
        key = head.split(b'"')[1].decode("utf-8", "replace")
        self.keys.append(key)
        if head in _LISTS:
            self._place = _LISTS[head]
            self.resume = line.end + 1
        elif key in _LIST_NAMES and head.rstrip(b",") not in _EMPTY_LISTS:
            raise LayoutMismatch
        elif head.endswith(_OPENING):
            self._place = _Place.OTHER

    def _feed_list(self, line: Line) -> StepEntry | None:
        head = line.head
        if self._nested is not None:
            self._feed_nested(line)
        elif head.startswith(b'      "') and self._element is not None:
            self._feed_field(line, self._element)
        elif head == b"    {" and self._element is None:
            self._element = Element(line.start + 4)
        elif head in (b"    }", b"    },") and self._element is not None:
            return self._finish(line)
        elif head in (b"  ]", b"  ],") and self._element is None:
            self._place = _Place.TOP
        elif head not in (b"    {}", b"    {},"):
            raise LayoutMismatch
        return None

    def _feed_field(self, line: Line, element: Element) -> None:
        line_start, line_end, head, last, _ = line
        name_end = head.find(b'": ', 7)
        if name_end < 0:
            raise LayoutMismatch
        name, value_start = head[7:name_end], name_end + 3
        start, end = line_start + value_start, line_end - (last == 0x2C)
        value = head[value_start : value_start + end - start]
        if value in _OPENING:
            self._nested = (name, start)
        else:
            element.add(name, start, end, value)

    def _feed_nested(self, line: Line) -> None:
        """A hand-made value of several lines ends with its bracket at the field's own indent."""
        if line.head.startswith(_CLOSING) and self._nested is not None and self._element is not None:
            name, start = self._nested
            self._element.add(name, start, line.end - (line.last == 0x2C), b"...")
            self._nested = None

    def _finish(self, line: Line) -> StepEntry | None:
        element, self._element = self._element, None
        assert element is not None
        self.resume = line.end + 1
        if self._place is _Place.RUNS:
            self.runs.append(element.to_run())
            return None
        return element.to_step(line.start + 5)


def _is_plain_field(line: Line) -> bool:
    _, _, head, last, closed = line
    return closed and last != 0x0D and head.startswith(b'      "')
