"""Where and why two requests part: structural comparison of their blocks, level by level.

Digests decide where; texts are rendered only for the blocks that differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from inspector.analysis.prefix.blocks import BlockKind, Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.compare_text import (
    canonical,
    common_prefix,
    first_key_order_path,
    only_whitespace,
)
from inspector.analysis.prefix.compare_tools import compare_tools
from inspector.model.compaction import SUMMARY_OPENING

_MARKER: Final = "<persisted-output>"
_TIME: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|\d{4}年|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
)


def compare(previous: PrefixRequest | None, current: PrefixRequest) -> Cause:
    """The structural cause for `current`, compared with the request before it in its conversation."""
    if previous is None:
        return Cause(CauseId.FIRST)
    if (previous.provider, previous.model, previous.cache_key) != (
        current.provider,
        current.model,
        current.cache_key,
    ):
        return _model_changed(previous, current)
    first = first_difference(previous, current)
    level = _level_at(previous, current, first)
    if level is Level.TOOLS:
        return compare_tools(previous, current, first)
    if level is Level.SYSTEM:
        return _compare_system(previous, current, first)
    settings = _compare_settings(previous, current)
    if settings is not None:
        return settings
    if first == len(previous.blocks) == len(current.blocks):
        return Cause(CauseId.IDENTICAL)
    if first == len(previous.blocks):
        return Cause(CauseId.EXTENDS, block=first)
    if first == len(current.blocks):
        return Cause(CauseId.BRANCH_SWITCHED, previous.blocks[first].path, {}, first, first)
    return _compare_messages(previous, current, first)


def first_difference(previous: PrefixRequest, current: PrefixRequest) -> int:
    """Index of the first block that differs; the shorter length when one is a prefix of the other."""
    for index, (left, right) in enumerate(zip(previous.blocks, current.blocks, strict=False)):
        if left.digest != right.digest:
            return index
    return min(len(previous.blocks), len(current.blocks))


def _level_at(previous: PrefixRequest, current: PrefixRequest, first: int) -> Level:
    """Level of the difference: the earlier of the two sides' levels."""
    order = list(Level)
    levels = [side.blocks[first].level for side in (previous, current) if first < len(side.blocks)]
    return min(levels, key=order.index, default=Level.MESSAGES)


def _model_changed(previous: PrefixRequest, current: PrefixRequest) -> Cause:
    if previous.model != current.model:
        where, before, after = "model", previous.model, current.model
    elif previous.provider != current.provider:
        where, before, after = "provider", previous.provider, current.provider
    else:
        where, before, after = "cache key", previous.cache_key, current.cache_key
    return Cause(CauseId.MODEL_CHANGED, where, {"before": before, "after": after})


def _compare_settings(previous: PrefixRequest, current: PrefixRequest) -> Cause | None:
    if previous.tool_choice != current.tool_choice:
        arguments = {"before": previous.tool_choice or "unset", "after": current.tool_choice or "unset"}
        return Cause(CauseId.TOOL_CHOICE_CHANGED, "toolChoice", arguments)
    if previous.thinking != current.thinking:
        return Cause(CauseId.THINKING_CHANGED, "thinking", {})
    return None


def _compare_system(previous: PrefixRequest, current: PrefixRequest, first: int) -> Cause:
    before = _system_text(previous)
    after = _system_text(current)
    start = common_prefix(before, after)
    end = common_prefix(before[start:][::-1], after[start:][::-1])
    changed = after[max(0, start - 20) : len(after) - end + 20]
    core = after[start : len(after) - end]
    arguments = {"offset": f"{start}", "after": " ".join(changed.split())[:120]}
    if only_whitespace(before, after):
        return Cause(CauseId.WHITESPACE, "system", arguments, first, first)
    timely = core.strip() and _TIME.search(_whole_words(after, start, len(after) - end))
    cause = CauseId.SYSTEM_TIME if timely else CauseId.SYSTEM_CHANGED
    return Cause(cause, "system", arguments, first, first)


def _system_text(request: PrefixRequest) -> str:
    texts = request.texts()
    return "\n".join(
        text for block, text in zip(request.blocks, texts, strict=True) if block.level is Level.SYSTEM
    )


def _whole_words(text: str, start: int, end: int) -> str:
    """The changed stretch widened to whole tokens, so that one changed digit still shows its clock."""
    while start > 0 and not text[start - 1].isspace() and text[start - 1] not in '"\\':
        start -= 1
    while end < len(text) and not text[end].isspace() and text[end] not in '"\\':
        end += 1
    return text[start:end]


def _compare_messages(previous: PrefixRequest, current: PrefixRequest, first: int) -> Cause:
    before, after = previous.texts()[first], current.texts()[first]
    if SUMMARY_OPENING in after:
        dropped = len(previous.blocks) - len(current.blocks) + 1
        arguments = {"count": str(max(dropped, 1))}
        return Cause(CauseId.COMPACTED, "messages", arguments, first, first)
    for rule in (_moved_blocks, _same_place):
        cause = rule(previous, current, first, before, after)
        if cause is not None:
            return cause
    where = current.blocks[first].path
    if current.blocks[first].role == "user" and not _tail_kept(previous, current, first):
        return Cause(CauseId.BRANCH_SWITCHED, where, {}, first, first)
    return Cause(CauseId.MESSAGE_CHANGED, where, {}, first, first)


def _tail_kept(previous: PrefixRequest, current: PrefixRequest, first: int) -> bool:
    """Whether blocks behind the difference are the same on both sides (an edit in place)."""
    later = {block.digest for block in previous.blocks[first + 1 :]}
    return any(block.digest in later for block in current.blocks[first + 1 :])


def _moved_blocks(
    previous: PrefixRequest, current: PrefixRequest, first: int, before: str, after: str
) -> Cause | None:
    """Blocks that are gone, were put in between, or stand elsewhere."""
    old = [block.digest for block in previous.blocks]
    new = [block.digest for block in current.blocks]
    if new[first] in old[first + 1 :]:
        stop = old.index(new[first], first + 1)
        removed = previous.blocks[first:stop]
        if all(block.digest in new for block in removed):
            return Cause(CauseId.BLOCK_MOVED, previous.blocks[first].path, {}, first, first)
        kinds = {block.kind for block in removed}
        return _removed(kinds, previous, first, stop)
    if old[first] in new[first + 1 :]:
        stop = new.index(old[first], first + 1)
        kinds = {block.kind for block in current.blocks[first:stop]}
        special = _special_kind(kinds)
        return Cause(special or CauseId.MESSAGE_CHANGED, current.blocks[first].path, {}, first, first)
    return None


def _removed(kinds: set[BlockKind], previous: PrefixRequest, first: int, stop: int) -> Cause:
    special = _special_kind(kinds)
    where = _message_range(previous.blocks[first].path, previous.blocks[stop - 1].path)
    arguments = {"count": str(stop - first)}
    return Cause(special or CauseId.MESSAGE_REMOVED, where, arguments, first, first)


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


def _same_place(
    previous: PrefixRequest, current: PrefixRequest, first: int, before: str, after: str
) -> Cause | None:
    """The block at the same place, rendered differently."""
    old, new = previous.blocks[first], current.blocks[first]
    where = new.path
    arguments = {"before_chars": f"{len(before):,}", "after_chars": f"{len(after):,}"}

    def cause(identifier: CauseId, at: str = where) -> Cause:
        return Cause(identifier, at, arguments, first, first)

    if old.kind is not new.kind or old.role != new.role:
        shape = _same_words(before, after)
        return cause(CauseId.BLOCK_SHAPE_CHANGED) if shape else _other_kind(old.kind, new.kind, cause)
    if canonical(before) == canonical(after):
        return cause(CauseId.KEY_ORDER, where + first_key_order_path(before, after))
    if only_whitespace(before, after):
        return cause(CauseId.WHITESPACE)
    if _MARKER in before and _MARKER in after and _without_paths(before) == _without_paths(after):
        return cause(CauseId.MARKER_CHANGED)
    special = _special_kind({old.kind})
    if special is not None:
        return cause(special)
    if new.kind is BlockKind.TOOL_RESULT and old.key == new.key:
        return cause(CauseId.TOOL_RESULT_CHANGED)
    return cause(CauseId.BLOCK_SHAPE_CHANGED) if _same_words(before, after) else None


def _other_kind(old: BlockKind, new: BlockKind, cause: Callable[[CauseId], Cause]) -> Cause | None:
    """An image, file or thinking block in the place of something else."""
    special = _special_kind({old}) or _special_kind({new})
    return None if special is None else cause(special)


def _same_words(before: str, after: str) -> bool:
    """Whether the words agree although the JSON around them does not (string against parts)."""
    words = re.compile(r"[^\W_]+")
    ignored = {"type", "text", "content", "value", "json"}
    left, right = ([w for w in words.findall(text) if w not in ignored] for text in (before, after))
    return bool(left) and left == right


def _without_paths(text: str) -> str:
    """Text with the lines of a marker that name its place left out."""
    return re.sub(
        r"(?:\\n|\n)(?:Full output[^\\\n]*|URI \(alternative\)[^\\\n]*|Read the full content[^\\\n]*)",
        "",
        text,
    )
