"""Markers of persisted outputs as they stand in a prompt (PIPELINE §3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.wire import utf16

OPEN: Final = "<persisted-output>"
CLOSE: Final = "</persisted-output>"
_MARKER: Final = re.compile(
    r"<persisted-output>\noutput truncated \((?P<lines>\d{1,15}) lines, (?P<chars>\d{1,15}) chars total[^)\n]*\)\n"
    r"(?:Full output saved to: (?P<path>[^\n]*)\n)?(?:URI \(alternative\)|Full output): "
    r"context://vfs/(?P<name>vfs_[0-9a-f]{16}\.txt)"
)

_BLOCK: Final = re.compile(
    r"<persisted-output>\noutput truncated \(\d{1,15} lines, \d{1,15} chars total"
    r"(?:; first (?P<head>\d{1,15}) chars shown above)?"
    r"(?:[;,][^)\n]*?last (?P<tail>\d{1,15}) chars shown below)?[^)\n]*\)"
    r"\n(?:[^\n]*\n){1,4}?</persisted-output>"
)


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker.

    Attributes:
        vfs_filename: `vfs_<16 hex>.txt`.
        path: what fs_read takes; "" = the marker shows none.
        chars, lines: of the full text.
    """

    vfs_filename: str
    path: str
    chars: int
    lines: int


def markers_in(text: str) -> Iterator[Marker]:
    """The markers of a text."""
    if OPEN in text:
        for found in _MARKER.finditer(text):
            yield Marker(found["name"], found["path"] or "", int(found["chars"]), int(found["lines"]))


def is_nested(text: str) -> bool:
    """Whether the excerpt that a marker shows holds a marker itself, so that reading one back leads to the next.

    Markers joined one behind the other (the blocks of one result) are not nested: each has its excerpt to itself,
    and a marker says how long that is.
    """
    if text.count(OPEN) + text.count(CLOSE) <= 2:
        return False
    return any(_excerpt_has_marker(text, found) for found in _BLOCK.finditer(text))


def _excerpt_has_marker(text: str, found: re.Match[str]) -> bool:
    head, tail = int(found["head"] or 0), int(found["tail"] or 0)
    before = utf16.slice_units(text[: found.start()].removesuffix("\n\n"), -head) if head else ""
    after = utf16.slice_units(text[found.end() :].removeprefix("\n\n"), 0, tail)
    return any(tag in excerpt for tag in (OPEN, CLOSE) for excerpt in (before, after))
