"""How the messages of two requests differ: folded, removed, moved, or one block rendered differently."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.prefix.blocks import Block, BlockKind, Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.compare_text import (
    canonical,
    first_key_order_path,
    only_whitespace,
    same_words,
)
from inspector.model.compaction import SUMMARY_OPENING, opens_with_summary
from inspector.model.figures import group
from inspector.wire.common_prefix import common_prefix
from inspector.wire.reading import decoded, text_member

_MARKER: Final = "<persisted-output>"
_SUMMARY: Final = re.compile(
    r"summary of|summari[sz]|summary\b.{0,40}(?:so far|conversation|earlier|previous)|<summary>|摘要|总结",
    re.I,
)
_SUMMARY_HEAD: Final = 400
"""Characters at the start of a block in which a summary says that it is one."""


@dataclass(frozen=True, slots=True)
class _Parting:
    """Two requests at the first message block that differs.

    Attributes:
        previous, current: the requests; `old`, `new` their message blocks.
        first: index of the first difference in both.
        left, right: index of the first message block in `previous.blocks` and `current.blocks`.
    """

    previous: PrefixRequest
    current: PrefixRequest
    old: Sequence[Block]
    new: Sequence[Block]
    first: int
    left: int
    right: int

    def cause(
        self, identifier: CauseId, where: str, arguments: dict[str, str] | None = None, variant: str = ""
    ) -> Cause:
        """A cause at this place."""
        at, before = self.right + self.first, self.left + self.first
        return Cause(identifier, where, arguments or {}, at, before, variant=variant)


def compare_messages(previous: PrefixRequest, current: PrefixRequest) -> Cause | None:
    """The cause when earlier messages differ; None when the messages are the same or only grew."""
    left, right = previous.span(Level.MESSAGES)[0], current.span(Level.MESSAGES)[0]
    old, new = previous.blocks[left:], current.blocks[right:]
    pairs = zip(old, new, strict=False)
    first = next((i for i, (a, b) in enumerate(pairs) if a.digest != b.digest), min(len(old), len(new)))
    if first == len(old):
        return None
    at = _Parting(previous, current, old, new, first, left, right)
    if first == len(new):
        return _removed(at, len(old))
    before, after = previous.texts()[left + first], current.texts()[right + first]
    if before == after and old[first].role == new[first].role:
        return at.cause(CauseId.BLOCK_SHAPE_CHANGED, new[first].path)
    return (
        _folded(at, before, after)
        or _moved_blocks(at)
        or _same_place(at, before, after)
        or _other(at, before, after)
    )


def _folded(at: _Parting, before: str, after: str) -> Cause | None:
    """A summary stands where several messages stood."""
    kept = {block.digest for block in at.new[at.first :]}
    gone = sum(block.digest not in kept for block in at.old[at.first :])
    if _is_summary(before) and _is_summary(after) and not only_whitespace(before, after):
        return at.cause(CauseId.COMPACTED, "messages", {"count": str(gone)}, "again")
    recorded = _is_summary(after)
    if at.new[at.first].kind is not BlockKind.TEXT or (gone < 2 and not recorded):
        return None
    if not recorded and not _replaced_by_summary(at, after):
        return None
    return at.cause(CauseId.COMPACTED, "messages", {"count": str(gone)})


def _is_summary(block: str) -> bool:
    """Whether a block holds a text that opens as a summary; blocks of parts are JSON."""
    value = decoded(block)
    return opens_with_summary(text_member(value, "text") or block) or SUMMARY_OPENING in block


def _replaced_by_summary(at: _Parting, after: str) -> bool:
    """Whether a block that says it is a summary, or a single one before a kept tail, replaces at least two."""
    olds = {block.digest: index for index, block in enumerate(at.old) if index > at.first}
    tail = next((i for i, block in enumerate(at.new) if i >= at.first and block.digest in olds), None)
    if tail == at.first:
        return False
    if _SUMMARY.search(after[:_SUMMARY_HEAD]) and len(at.new) < len(at.old):
        return True
    if tail is None:
        return False
    removed = at.old[at.first : olds[at.new[tail].digest]]
    texts = at.previous.texts()
    start = at.left + at.first
    joined = " ".join(texts[start : start + len(removed)])
    return len(removed) >= 2 and tail - at.first == 1 and not same_words(joined, after)


def _moved_blocks(at: _Parting) -> Cause | None:
    """Blocks that are gone, were put in between, or stand elsewhere."""
    old, new, first = [b.digest for b in at.old], [b.digest for b in at.new], at.first
    if new[first] in old[first + 1 :]:
        stop = old.index(new[first], first + 1)
        if all(block.digest in new[first:] for block in at.old[first:stop]):
            return at.cause(CauseId.BLOCK_MOVED, at.old[first].path)
        return _removed(at, stop)
    if old[first] in new[first + 1 :]:
        stop = new.index(old[first], first + 1)
        special = _special_kind({block.kind for block in at.new[first:stop]})
        where = _message_range(at.new[first].path, at.new[stop - 1].path)
        arguments = {"count": str(stop - first)}
        return at.cause(special or CauseId.MESSAGE_CHANGED, where, arguments, "" if special else "inserted")
    return None


def _removed(at: _Parting, stop: int) -> Cause:
    removed = at.old[at.first : stop]
    where = _message_range(removed[0].path, removed[-1].path)
    special = _special_kind({block.kind for block in removed})
    return at.cause(special or CauseId.MESSAGE_REMOVED, where, {"count": str(len(removed))})


def _special_kind(kinds: set[BlockKind]) -> CauseId | None:
    """The cause of kinds that have one of their own, when nothing else is concerned."""
    if len(kinds) != 1:
        return None
    return {
        BlockKind.THINKING: CauseId.THINKING_CHANGED,
        BlockKind.IMAGE: CauseId.IMAGE_CHANGED,
        BlockKind.FILE: CauseId.ATTACHMENT_CHANGED,
    }.get(next(iter(kinds)))


def _message_range(first: str, last: str) -> str:
    """`messages[3..4]` from the paths of the first and last block."""
    start, end = (re.search(r"^([a-z]+)\[(\d+)\]", path) for path in (first, last))
    if start is None or end is None:
        return first
    if start[2] == end[2]:
        return f"{start[1]}[{start[2]}]"
    return f"{start[1]}[{start[2]}..{end[2]}]"


def _same_place(at: _Parting, before: str, after: str) -> Cause | None:
    """The block at the same place, rendered differently."""
    old, new = at.old[at.first], at.new[at.first]
    sizes = {"before_chars": group(len(before)), "after_chars": group(len(after))}
    if old.kind is not new.kind or old.role != new.role:
        special = _special_kind({old.kind}) or _special_kind({new.kind})
        shape = CauseId.BLOCK_SHAPE_CHANGED if same_words(before, after) else special
        return None if shape is None else at.cause(shape, new.path, sizes)
    path = first_key_order_path(before, after) if canonical(before) == canonical(after) else None
    if path is not None:
        return at.cause(CauseId.KEY_ORDER, new.path + path, sizes)
    found = _rendered_differently(old, new, before, after)
    return None if found is None else at.cause(found, new.path, sizes)


def _rendered_differently(old: Block, new: Block, before: str, after: str) -> CauseId | None:
    """What happened to a block that kept its kind, role and keys."""
    if only_whitespace(before, after):
        return CauseId.WHITESPACE
    if _MARKER in before and _MARKER in after and _without_paths(before) == _without_paths(after):
        return CauseId.MARKER_CHANGED
    special = _special_kind({old.kind})
    if special is not None:
        return special
    if new.kind is BlockKind.TOOL_RESULT and old.key == new.key:
        return CauseId.TOOL_RESULT_CHANGED
    return CauseId.BLOCK_SHAPE_CHANGED if same_words(before, after) else None


def _other(at: _Parting, before: str, after: str) -> Cause:
    """Other words: an edit in place when what follows (or most of the block) was kept, else another branch."""
    new = at.new[at.first]
    later = {block.digest for block in at.old[at.first + 1 :]}
    kept = any(block.digest in later for block in at.new[at.first + 1 :])
    edited = new.role != "user" and _mostly_same(before, after)
    cause = CauseId.MESSAGE_CHANGED if kept or edited else CauseId.BRANCH_SWITCHED
    return at.cause(cause, new.path)


def _mostly_same(before: str, after: str) -> bool:
    start = common_prefix(before, after)
    end = common_prefix(before[start:][::-1], after[start:][::-1])
    return 2 * (start + end) >= max(len(before), len(after))


def _without_paths(text: str) -> str:
    """Text with the lines of a marker that name its place left out."""
    return re.sub(
        r"(?:\\n|\n)(?:Full output[^\\\n]*|URI \(alternative\)[^\\\n]*|Read the full content[^\\\n]*)",
        "",
        text,
    )
