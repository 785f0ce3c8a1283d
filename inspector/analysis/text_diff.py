"""What changed between two long texts: lines by longest common subsequence, then words within changed lines.

Opcodes of rapidfuzz over line ids stay fast where character diffs take seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rapidfuzz.distance import Indel

_WORD: Final = re.compile(
    r"\d+(?:[-:./, T]\d+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
    r"|\s+|.",
    re.DOTALL,
)
_CELLS: Final = 400_000_000
"""Line pairs (a bit each, 50 MB) up to which changed regions are aligned; beyond, they are replaced as a whole."""
_WORD_CELLS: Final = 4_000_000
_ALIKE: Final = 0.5
"""Share of common words from which two lines count as one that changed."""

Span = tuple[int, int]


class Change(IntEnum):
    """What became of a line."""

    SAME = 0
    REMOVED = 1
    ADDED = 2


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff.

    Attributes:
        change: what became of it.
        text: the line.
        old, new: its number on either side, from 0; None where it is not.
        marks: code point ranges that differ from the line it replaced or that replaced it; empty = all or nothing.
    """

    change: Change
    text: str
    old: int | None
    new: int | None
    marks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class TextDiff:
    """A whole diff.

    Attributes:
        lines: in order, removed lines before the added ones that replace them.
        coarse: a changed region was too large to align and is shown as replaced.
    """

    lines: tuple[DiffLine, ...]
    coarse: bool = False

    @property
    def changed(self) -> bool:
        """Whether the texts differ."""
        return any(line.change is not Change.SAME for line in self.lines)

    def first_change(self) -> int | None:
        """Index of the first line that is not the same."""
        return next((n for n, line in enumerate(self.lines) if line.change is not Change.SAME), None)


def diff_texts(old: str, new: str) -> TextDiff:
    """Compare two texts line by line, changed lines word by word."""
    left, right = old.split("\n"), new.split("\n")
    head = _common(left, right)
    tail = _common(left[head:][::-1], right[head:][::-1])
    middle_left, middle_right = left[head : len(left) - tail], right[head : len(right) - tail]
    coarse = len(middle_left) * len(middle_right) > _CELLS
    lines = [DiffLine(Change.SAME, text, n, n) for n, text in enumerate(left[:head])]
    for removed, added in _regions(middle_left, middle_right, coarse=coarse):
        lines += _region(middle_left, middle_right, removed, added, head)
    first_left, first_right = len(left) - tail, len(right) - tail
    lines += [
        DiffLine(Change.SAME, text, first_left + n, first_right + n)
        for n, text in enumerate(left[first_left:])
    ]
    return TextDiff(tuple(lines), coarse)


def hunks(diff: TextDiff, *, context: int = 3) -> Iterator[tuple[int, int]]:
    """Ranges of `diff.lines` that hold all changes with some same lines around them."""
    start = end = -1
    for index, line in enumerate(diff.lines):
        if line.change is Change.SAME:
            continue
        if start >= 0 and index - context > end:
            yield start, end
            start = -1
        if start < 0:
            start = max(0, index - context)
        end = min(len(diff.lines), index + context + 1)
    if start >= 0:
        yield start, end


def diff_words(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]] | None:
    """Ranges that differ in either line; None when the lines have too little in common to say so."""
    left, right = _WORD.findall(old), _WORD.findall(new)
    if len(left) * len(right) > _WORD_CELLS:
        return _edges(old, new)
    ids = _ids(left, right)
    left_ids, right_ids = [ids[word] for word in left], [ids[word] for word in right]
    if Indel.normalized_similarity(left_ids, right_ids) < _ALIKE:
        return None
    starts = _starts(left), _starts(right)
    marks: tuple[list[Span], list[Span]] = ([], [])
    for step in Indel.opcodes(left_ids, right_ids):
        if step.tag != "equal":
            bounds = ((step.src_start, step.src_end), (step.dest_start, step.dest_end))
            for side, (first, last) in enumerate(bounds):
                if first < last:
                    _extend(marks[side], (starts[side][first], starts[side][last]))
    return tuple(marks[0]), tuple(marks[1])


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _ids(left: Sequence[str], right: Sequence[str]) -> dict[str, int]:
    return {text: number for number, text in enumerate(dict.fromkeys([*left, *right]))}


def _regions(left: list[str], right: list[str], *, coarse: bool) -> Iterator[tuple[range, range]]:
    """Alternating: changed ranges on both sides; equal stretches as ranges of the same length and content."""
    if coarse:
        yield range(len(left)), range(len(right))
        return
    ids = _ids(left, right)
    removed, added = range(0), range(0)
    for step in Indel.opcodes([ids[text] for text in left], [ids[text] for text in right]):
        if step.tag == "equal":
            if removed or added:
                yield removed, added
            yield range(step.src_start, step.src_end), range(step.dest_start, step.dest_end)
            removed, added = range(0), range(0)
        elif step.tag == "delete":
            removed = range(removed.start if removed else step.src_start, step.src_end)
        else:
            added = range(added.start if added else step.dest_start, step.dest_end)
    if removed or added:
        yield removed, added


def _region(left: list[str], right: list[str], removed: range, added: range, head: int) -> Iterator[DiffLine]:
    """Lines of one region; the n-th removed line is compared with the n-th added one."""
    if left[removed.start : removed.stop] == right[added.start : added.stop]:
        for one, other in zip(removed, added, strict=True):
            yield DiffLine(Change.SAME, left[one], head + one, head + other)
        return
    pairs = [diff_words(left[a], right[b]) for a, b in zip(removed, added, strict=False)]
    for place, one in enumerate(removed):
        marks = pairs[place] if place < len(pairs) else None
        yield DiffLine(Change.REMOVED, left[one], head + one, None, marks[0] if marks else ())
    for place, other in enumerate(added):
        marks = pairs[place] if place < len(pairs) else None
        yield DiffLine(Change.ADDED, right[other], None, head + other, marks[1] if marks else ())


def _edges(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """For very long lines: everything between the common start and the common end."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    return _span(head, len(old) - tail), _span(head, len(new) - tail)


def _span(start: int, end: int) -> tuple[Span, ...]:
    return ((start, end),) if start < end else ()


def _starts(words: Sequence[str]) -> list[int]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return starts


def _extend(marks: list[Span], span: Span) -> None:
    """Add a range, joined to the one before when they touch."""
    if marks and marks[-1][1] == span[0]:
        span = (marks.pop()[0], span[1])
    marks.append(span)
