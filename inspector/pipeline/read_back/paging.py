"""Pages of a text by UTF-16 units that never split a pair and always move forward (PIPELINE §8)."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.wire import utf16


@dataclass(frozen=True, slots=True)
class Page:
    """A page.

    Attributes:
        text: the page.
        total_chars: UTF-16 units of the whole text.
        next_offset: where the next page starts; None on the last.
    """

    text: str
    total_chars: int
    next_offset: int | None


def surrogate_safe_end(text: str, end: int) -> int:
    """`end`, or one less where it would leave a high surrogate without what follows it."""
    if 0 < end < utf16.length(text) and _is_high(_unit(text, end - 1)):
        return end - 1
    return end


def page_text(text: str, offset: int, limit: int) -> Page:
    """The page of at most `limit` units from `offset`.

    An offset on a low surrogate moves one on. A page that would come out empty takes two units, so that a limit of 0
    or 1 before a pair still gets on.
    """
    total = utf16.length(text)
    start = min(max(offset, 0), total)
    if start < total and _is_low(_unit(text, start)):
        start += 1
    end = surrogate_safe_end(text, min(start + limit, total))
    if end <= start:
        end = min(start + 2, total)
    return Page(utf16.slice_units(text, start, end), total, end if end < total else None)


def _unit(text: str, index: int) -> str:
    return utf16.slice_units(text, index, index + 1)


def _is_high(unit: str) -> bool:
    return "\ud800" <= unit <= "\udbff"


def _is_low(unit: str) -> bool:
    return "\udc00" <= unit <= "\udfff"
