"""A diff as the text view shows it: text, tones, marks, gutter signs, and folds over what is the same (Qt-free)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from inspector.analysis.text_diff import Change, DiffLine, TextDiff, hunks
from inspector.app.text.line_marks import LineTone

TONES: Final = {Change.SAME: LineTone.PLAIN, Change.REMOVED: LineTone.REMOVED, Change.ADDED: LineTone.ADDED}
SIGNS: Final = {Change.SAME: " ", Change.REMOVED: "−", Change.ADDED: "+"}
CONTEXT = 3
"""Same lines shown around a change."""
_WINDOW = 160
"""Characters of a long line shown in an excerpt, around its first change."""

Span = tuple[int, int]


class MarkedLine(Protocol):
    """A line of a diff: what became of it, its text, and the ranges of that which differ."""

    @property
    def change(self) -> Change: ...

    @property
    def text(self) -> str: ...

    @property
    def marks(self) -> Sequence[Span]: ...


@dataclass(frozen=True, slots=True)
class ShownDiff:
    """Lines of a diff, ready to be shown.

    Attributes:
        text: the lines.
        tones: a `LineTone` per line.
        removed, added: marked ranges of the text.
        labels: what stands beside each line.
    """

    text: str
    tones: npt.NDArray[np.uint8]
    removed: Sequence[Span]
    added: Sequence[Span]
    labels: Sequence[str]

    def label(self, line: int) -> str:
        """The gutter's text for a line."""
        return self.labels[line] if line < len(self.labels) else ""


def show_all(diff: TextDiff, headings: frozenset[int]) -> ShownDiff:
    """Every line, with its number on its side."""
    return _shown(diff.lines, lambda line: f"{SIGNS[line.change]}{_number(line)}", headings)


def excerpt(diff: TextDiff, headings: frozenset[int], *, context: int, most: int) -> ShownDiff:
    """The first change with lines around it, long lines cut to what differs."""
    start, end = next(hunks(diff, context=context), (0, 0))
    lines = [_cut(line) for line in diff.lines[start : min(end, start + most)]]
    inside = frozenset(index - start for index in headings if start <= index < start + len(lines))
    return _shown(lines, lambda line: SIGNS[line.change], inside)


def same_stretches(diff: TextDiff, *, context: int) -> dict[int, int]:
    """Ranges of lines to fold away, by the last line shown before them."""
    folds: dict[int, int] = {}
    shown_to = 0
    for start, end in [*hunks(diff, context=context), (len(diff.lines), len(diff.lines))]:
        if start - shown_to > 1:
            folds[max(0, shown_to - 1) if shown_to else 0] = start - 1
        shown_to = end
    return folds


def _number(line: DiffLine) -> int:
    return 1 + ((line.old if line.new is None else line.new) or 0)


def _shown(
    lines: Sequence[DiffLine], label: Callable[[DiffLine], str], headings: frozenset[int]
) -> ShownDiff:
    tones = np.array([TONES[line.change] for line in lines], dtype=np.uint8)
    for index in headings:
        tones[index] = tones[index] or LineTone.HEADER
    return assembled(lines, tones, [label(line) for line in lines])


def assembled(lines: Sequence[MarkedLine], tones: npt.NDArray[np.uint8], labels: Sequence[str]) -> ShownDiff:
    """Lines put together, their marks as ranges of the whole text."""
    marks: dict[Change, list[Span]] = {change: [] for change in Change}
    at = 0
    for line in lines:
        marks[line.change] += [(at + start, at + end) for start, end in line.marks]
        at += len(line.text) + 1
    return ShownDiff(
        text="\n".join(line.text for line in lines),
        tones=tones,
        removed=marks[Change.REMOVED],
        added=marks[Change.ADDED],
        labels=labels,
    )


def _cut(line: DiffLine) -> DiffLine:
    """A long line reduced to the surroundings of its first mark."""
    if len(line.text) <= _WINDOW:
        return line
    first = line.marks[0][0] if line.marks else 0
    start = max(0, min(first - _WINDOW // 3, len(line.text) - _WINDOW))
    end = min(len(line.text), start + _WINDOW)
    head, tail = "…" if start else "", "…" if end < len(line.text) else ""
    shift = len(head) - start
    marks = tuple(
        (max(a, start) + shift, min(b, end) + shift) for a, b in line.marks if a < end and b > start
    )
    return DiffLine(line.change, head + line.text[start:end] + tail, line.old, line.new, marks)
