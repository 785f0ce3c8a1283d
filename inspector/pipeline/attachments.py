"""Attachments written into the message that they are attached to (PIPELINE §9): wording, cut, and who gets how much."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.pipeline.read_back.attachments import FileKind
from inspector.pipeline.read_back.paging import surrogate_safe_end
from inspector.wire import js_trim, utf16

CAP_WITHOUT_WINDOW: Final = 8_000
"""UTF-16 units of every body where no context window is known."""
ROOM_SHARE: Final = 0.9
"""Share of the input room that attachments and everything else may fill."""


@dataclass(frozen=True, slots=True)
class AttachedText:
    """An attachment as it is written out.

    Attributes:
        handle: what the model calls it.
        body: its text, or the note that stands for it; None = the file could not be read.
    """

    handle: str
    body: str | None

    def written(self, cap: int | None = None, *, has_tools: bool = True) -> str:
        """The text of the part; `cap` in UTF-16 units, None = whole."""
        if self.body is None:
            return f'Attached file "{self.handle}": [could not read this file].'
        return f'Attached file "{self.handle}":\n{_cut(self.body, cap, self.handle if has_tools else None)}'


def attached_text(handle: str, kind: FileKind, text: str | None) -> AttachedText:
    """What a file the model does not take itself is written out as; `text` None = it could not be read."""
    if kind in (FileKind.AUDIO, FileKind.VIDEO):
        return AttachedText(handle, f'This model can\'t process the attached {kind} file "{handle}".')
    if kind is not FileKind.TEXT:
        note = f'Cannot read the attached file "{handle}" as text (unsupported file type).'
        return AttachedText(handle, note)
    if text is None:
        return AttachedText(handle, None)
    empty = f'No extractable text found in "{handle}" — it may be a scanned or image-only document.'
    return AttachedText(handle, js_trim(text) or empty)


def share_pool(sizes: Sequence[int], pool: int) -> list[int]:
    """Water-filling, smallest first: each takes its size or an equal part of what is left; in the order given."""
    shares = [0] * len(sizes)
    left = max(0, pool)
    by_size = sorted(range(len(sizes)), key=sizes.__getitem__)
    for served, index in enumerate(by_size):
        shares[index] = min(sizes[index], left // (len(sizes) - served))
        left -= shares[index]
    return shares


def token_pool(room: float, spent: int) -> int:
    """Tokens that attachments may take of an input room when so much of it is spent."""
    return max(0, math.floor(room * ROOM_SHARE) - spent)


def longest_prefix(text: str, budget: int, count: Callable[[str], int]) -> int:
    """UTF-16 units of the longest beginning that costs at most `budget` tokens, found by halving."""
    low, high = 0, utf16.length(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count(utf16.slice_units(text, 0, middle)) <= budget:
            low = middle
        else:
            high = middle - 1
    return low


def _cut(body: str, cap: int | None, handle: str | None) -> str:
    total = utf16.length(body)
    if cap is None or total <= cap:
        return body
    kept = surrogate_safe_end(body, cap)
    more = "" if handle is None else f' — call read_file("{handle}", offset={kept}) for the rest'
    return f"{utf16.slice_units(body, 0, kept)}\n\n[Truncated {kept}/{total} chars{more}.]"
