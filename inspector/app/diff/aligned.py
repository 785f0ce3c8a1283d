"""A diff as two texts of the same lines, so that they stand beside each other (Qt-free)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np
import numpy.typing as npt

from inspector.analysis.text_diff import Change, DiffLine, TextDiff
from inspector.app.text.line_marks import LineTone

Span = tuple[int, int]


@dataclass(slots=True)
class Side:
    """One of the two texts.

    Attributes:
        lines: its lines, empty ones where the other side has more.
        tones: a `LineTone` per line.
        marks: changed ranges of the text.
        numbers: line numbers of the original text; "" for filling lines.
    """

    lines: list[str] = field(default_factory=list)
    tones: list[int] = field(default_factory=list)
    marks: list[Span] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    _at: int = 0

    def put(self, line: DiffLine | None, tone: LineTone, number: int | None) -> None:
        """Add a line; None adds an empty one."""
        text = "" if line is None else line.text
        if line is not None:
            self.marks += [(self._at + start, self._at + end) for start, end in line.marks]
        self.lines.append(text)
        self.tones.append(tone)
        self.numbers.append("" if number is None else str(number + 1))
        self._at += len(text) + 1

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)

    @property
    def tone_array(self) -> npt.NDArray[np.uint8]:
        """The tones as the text view takes them."""
        return np.array(self.tones, dtype=np.uint8)

    def label(self, line: int) -> str:
        """The gutter's text for a line."""
        return self.numbers[line] if line < len(self.numbers) else ""


@dataclass(frozen=True, slots=True)
class Aligned:
    """Both texts.

    Attributes:
        left, right: line by line beside each other.
        changes: lines at which a change begins.
    """

    left: Side
    right: Side
    changes: tuple[int, ...]

    def folds(self, *, context: int) -> dict[int, int]:
        """Ranges of lines that are the same, to fold away: last line to hide by the line before the first."""
        changed = [n for n, tone in enumerate(self.left.tones) if tone or self.right.tones[n]]
        folds: dict[int, int] = {}
        shown_to = -1
        for place in [*changed, len(self.left.lines) + context]:
            head, last = shown_to + context, place - context - 1
            head = 0 if shown_to < 0 else head
            if last - head > 1:
                folds[head] = min(last, len(self.left.lines) - 1)
            shown_to = place
        return folds


def align(diff: TextDiff) -> Aligned:
    """Lay a diff out in two columns; removed lines stand beside the added ones that replace them."""
    left, right = Side(), Side()
    changes: list[int] = []
    removed: list[DiffLine] = []
    added: list[DiffLine] = []
    for line in diff.lines:
        if line.change is Change.REMOVED and added:
            _flush(left, right, removed, added, changes)
        if line.change is Change.SAME:
            _flush(left, right, removed, added, changes)
            left.put(line, LineTone.PLAIN, line.old)
            right.put(line, LineTone.PLAIN, line.new)
        else:
            (removed if line.change is Change.REMOVED else added).append(line)
    _flush(left, right, removed, added, changes)
    return Aligned(left, right, tuple(changes))


def _flush(
    left: Side, right: Side, removed: list[DiffLine], added: list[DiffLine], changes: list[int]
) -> None:
    """Put a changed region, the shorter side filled up with empty lines."""
    if removed or added:
        changes.append(len(left.lines))
    pairs: Sequence[tuple[DiffLine | None, DiffLine | None]] = list(zip_longest(removed, added))
    for old, new in pairs:
        left.put(old, LineTone.PLAIN if old is None else LineTone.REMOVED, None if old is None else old.old)
        right.put(new, LineTone.PLAIN if new is None else LineTone.ADDED, None if new is None else new.new)
    removed.clear()
    added.clear()
