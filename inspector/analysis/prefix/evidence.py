"""The bytes at a point of divergence: both sides, aligned, with blocks of context before and behind."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.prefix.blocks import PrefixRequest
from inspector.analysis.prefix.causes import Cause
from inspector.analysis.prefix.compare import first_difference
from inspector.wire.common_prefix import common_prefix

CONTEXT_BLOCKS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Divergence:
    """Where two requests part.

    Attributes:
        block: index of the first differing block in the later request; equal to its length when it ends there.
        path, previous_path: JSON paths on both sides; "" where a side has ended.
        offset: characters both blocks share from their start.
        shared_chars: characters of the common prefix, `total_chars` of the later request.
        before, after: texts of the differing blocks ("" where a side has ended).
        context: (path, text) of the blocks just before, which both share.
        following, previous_following: (path, text) of the blocks behind the difference on either side.
    """

    block: int
    path: str
    previous_path: str
    offset: int
    shared_chars: int
    total_chars: int
    before: str
    after: str
    context: tuple[tuple[str, str], ...]
    following: tuple[tuple[str, str], ...]
    previous_following: tuple[tuple[str, str], ...]


def divergence(previous: PrefixRequest, current: PrefixRequest, cause: Cause | None = None) -> Divergence:
    """The evidence for two requests; both are rendered again for their texts.

    A cause that names its own pair of blocks (one tool among reordered ones) is shown at that pair.
    """
    old, new = previous.texts(), current.texts()
    first = first_difference(previous, current)
    left = right = first
    if cause is not None and cause.block is not None and cause.previous_block is not None:
        left, right = cause.previous_block, cause.block
    before = old[left] if left < len(old) else ""
    after = new[right] if right < len(new) else ""
    offset = common_prefix(before, after)
    shared = current.end_of(first - 1) + (offset if right == first else 0)
    return Divergence(
        block=right,
        path=_path(current, right),
        previous_path=_path(previous, left),
        offset=offset,
        shared_chars=shared,
        total_chars=current.chars,
        before=before,
        after=after,
        context=_excerpt(current, new, right - CONTEXT_BLOCKS, right),
        following=_excerpt(current, new, right + 1, right + 1 + CONTEXT_BLOCKS),
        previous_following=_excerpt(previous, old, left + 1, left + 1 + CONTEXT_BLOCKS),
    )


def _path(request: PrefixRequest, index: int) -> str:
    return request.blocks[index].path if index < len(request.blocks) else ""


def _excerpt(request: PrefixRequest, texts: list[str], start: int, end: int) -> tuple[tuple[str, str], ...]:
    chosen = range(max(0, start), max(0, min(end, len(texts))))
    return tuple((request.blocks[index].path, texts[index]) for index in chosen)
