"""The bytes where a prefix breaks, as lines of a diff: blocks around it, − and + with what differs marked (Qt-free).

Blocks are shown as they are hashed. Their escaped line ends (`\\n`) stay in the text, and a line ends behind each, so
that a prompt of one line can be read and compared line by line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

import numpy as np

from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.evidence import Divergence
from inspector.analysis.text_diff import Change, DiffLine, diff_texts, hunks
from inspector.app.diff.shown import SIGNS, TONES, ShownDiff, assembled
from inspector.app.text.line_marks import LineTone
from inspector.wire.common_prefix import common_prefix

CONTEXT_LINES: Final = 3
MOST_LINES: Final = 60
"""Lines shown of one block; what differs beyond them is counted."""
_BLOCK_CHARS: Final = 160
_LINE_CHARS: Final = 200
_LONGEST_RUN: Final = 14
_MOST_CHARS: Final = 400_000
"""Of larger blocks only the surroundings of the difference are compared."""
_AROUND: Final = 4000
_NEAR: Final = 40_000
_ESCAPED_END: Final = re.compile(r"(?<!\\)((?:\\\\)*\\n)")


@dataclass(frozen=True, slots=True)
class BreakLine:
    """One line.

    Attributes:
        change: what became of it.
        text: its bytes; long ones are cut to what differs.
        is_path: it names the block below it.
        marks: ranges of `text` that differ; empty = all of it.
    """

    change: Change
    text: str
    is_path: bool = False
    marks: tuple[tuple[int, int], ...] = ()


def break_lines(found: Divergence, cause: Cause) -> list[BreakLine]:
    """The blocks before, the difference, the blocks behind."""
    setting = _setting(cause)
    if setting:
        return setting
    lines = [line for path, text in found.context for line in _whole(path, text, Change.SAME)]
    removed, added = sides(found, cause)
    if len(removed) == len(added) == 1:
        lines += _compared(found.path or found.previous_path, removed[0][1], added[0][1])
    else:
        lines += [line for path, text in removed for line in _whole(path, text, Change.REMOVED)]
        lines += [line for path, text in added for line in _whole(path, text, Change.ADDED)]
    for path, text in _behind(found, cause):
        lines += _whole(path, text, Change.SAME)
    return lines


def shown(lines: Sequence[BreakLine]) -> ShownDiff:
    """Lines as the text view takes them."""
    tones = np.array(
        [LineTone.HEADER if line.is_path else TONES[line.change] for line in lines], dtype=np.uint8
    )
    labels = [" " if line.is_path else SIGNS[line.change] for line in lines]
    return assembled(lines, tones, labels)


def as_text(lines: Sequence[BreakLine]) -> str:
    """Lines with their signs, for a report."""
    signs = {**SIGNS, Change.REMOVED: "-"}
    return "\n".join(
        f"@@ {line.text}" if line.is_path else f"{signs[line.change]} {line.text}" for line in lines
    )


def _setting(cause: Cause) -> list[BreakLine]:
    """A setting beside the prompt, before and after; nothing when the cause lies in the prompt itself."""
    sides = cause.arguments or {}
    if cause.block is not None or not {"before", "after"} <= set(sides):
        return []
    return [
        BreakLine(Change.SAME, cause.where, is_path=True),
        BreakLine(Change.REMOVED, sides["before"]),
        BreakLine(Change.ADDED, sides["after"]),
    ]


def sides(found: Divergence, cause: Cause) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Blocks that are gone and blocks that came: one of each, unless the cause says how many there were."""
    count = int((cause.arguments or {}).get("count", "1"))
    old = (found.previous_path, found.before)
    new = (found.path, found.after)
    if cause.id in (CauseId.MESSAGE_REMOVED, CauseId.TOOL_REMOVED, CauseId.TOOLS_EMPTY):
        return [old, *found.previous_following[: count - 1]], []
    if cause.id is CauseId.EXTENDS:
        return [], [new, *found.following] if new[0] else []
    if cause.id is CauseId.TOOL_ADDED or cause.variant == "inserted":
        return [], [new, *found.following[: count - 1]]
    return ([old] if old[0] else []), ([new] if new[0] else [])


def _behind(found: Divergence, cause: Cause) -> tuple[tuple[str, str], ...]:
    """Blocks behind the difference in this request."""
    _, added = sides(found, cause)
    if not added and found.path:
        return ((found.path, found.after), *found.following[:-1])
    return found.following[max(0, len(added) - 1) :]


def _whole(path: str, text: str, change: Change) -> list[BreakLine]:
    """A block in two lines: its path and its beginning."""
    short = text if len(text) <= _BLOCK_CHARS else f"{text[:_BLOCK_CHARS]}…"
    return [BreakLine(change, path, is_path=True), BreakLine(change, short.replace("\n", "↵"))]


def _compared(path: str, before: str, after: str) -> list[BreakLine]:
    before, after = _near(before, after)
    diff = diff_texts(_broken(before), _broken(after))
    lines = [BreakLine(Change.SAME, path, is_path=True)]
    shown_to = 0
    for start, end in hunks(diff, context=CONTEXT_LINES):
        if len(lines) > MOST_LINES:
            break
        if start > shown_to:
            lines.append(_GAP)
        lines += _hunk(diff.lines[start:end])
        shown_to = end
    if shown_to < len(diff.lines):
        lines.append(_GAP)
    return lines


def _hunk(lines: Sequence[DiffLine]) -> list[BreakLine]:
    """Lines of one change; long runs lose their middle, lines that replace each other are cut at the same place."""
    runs = [(change, list(run)) for change, run in groupby(lines, key=lambda line: line.change)]
    found: list[BreakLine] = []
    for place, (change, run) in enumerate(runs):
        other = runs[place - 1] if change is Change.ADDED and place else None
        if change is Change.REMOVED and place + 1 < len(runs):
            other = runs[place + 1]
        partners = other[1] if other is not None and other[0] is not Change.SAME else []
        marked = [_marked(line, partners[n : n + 1]) for n, line in enumerate(run)]
        cut = [_cut(line, first) for line, first in marked]
        found += cut if len(cut) <= _LONGEST_RUN else [*cut[: _LONGEST_RUN - 3], _GAP, *cut[-3:]]
    return found


def _marked(line: DiffLine, partner: Sequence[DiffLine]) -> tuple[DiffLine, int]:
    """The line with what differs from its partner marked, and the first character that does."""
    if line.marks or not partner:
        return line, line.marks[0][0] if line.marks else 0
    other = partner[0].text
    start = common_prefix(line.text, other)
    end = len(line.text) - common_prefix(line.text[start:][::-1], other[start:][::-1])
    some = start < end and (start, end) != (0, len(line.text))
    return (replace(line, marks=((start, end),)) if some else line), start


def _near(before: str, after: str) -> tuple[str, str]:
    """Huge blocks cut to where they begin to differ."""
    if max(len(before), len(after)) <= _MOST_CHARS:
        return before, after
    start = common_prefix(before, after)
    same = common_prefix(before[start:][::-1], after[start:][::-1])
    ends = (min(len(text) - same, start + _NEAR) + _AROUND for text in (before, after))
    first = max(0, start - _AROUND)
    left, right = ends
    return before[first:left], after[first:right]


def _broken(text: str) -> str:
    return _ESCAPED_END.sub("\\1\n", text)


def _cut(line: DiffLine, first: int) -> BreakLine:
    """A long line reduced to the surroundings of a character."""
    if len(line.text) <= _LINE_CHARS:
        return BreakLine(line.change, line.text, marks=line.marks)
    start = max(0, min(first - _LINE_CHARS // 3, len(line.text) - _LINE_CHARS))
    end = start + _LINE_CHARS
    head, tail = "…" if start else "", "…" if end < len(line.text) else ""
    shift = len(head) - start
    marks = tuple(
        (max(a, start) + shift, min(b, end) + shift) for a, b in line.marks if a < end and b > start
    )
    return BreakLine(line.change, head + line.text[start:end] + tail, marks=marks)


_GAP: Final = BreakLine(Change.SAME, "⋯")
