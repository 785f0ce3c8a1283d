"""Where and why two requests part: structural comparison of their blocks, level by level.

Digests decide where; texts are rendered only for the blocks that differ. The first level that differs, in the order
the provider hashes them, is the cause; what differs behind it is named too (`Cause.also`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from inspector.analysis.prefix.blocks import Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.compare_messages import compare_messages
from inspector.analysis.prefix.compare_system import compare_system
from inspector.analysis.prefix.compare_tools import compare_tools


def compare(previous: PrefixRequest | None, current: PrefixRequest) -> Cause:
    """The structural cause for `current`, compared with the request before it in its conversation."""
    if previous is None:
        return Cause(CauseId.FIRST)
    found = [cause for level in _LEVELS if (cause := level(previous, current)) is not None]
    if found:
        return replace(found[0], also=tuple(cause.id for cause in found[1:]))
    if len(previous.blocks) == len(current.blocks):
        return Cause(CauseId.IDENTICAL)
    return Cause(CauseId.EXTENDS, block=len(previous.blocks))


def first_difference(previous: PrefixRequest, current: PrefixRequest) -> int:
    """Index of the first block that differs; the shorter length when one is a prefix of the other."""
    for index, (left, right) in enumerate(zip(previous.blocks, current.blocks, strict=False)):
        if left.digest != right.digest:
            return index
    return min(len(previous.blocks), len(current.blocks))


def _model_changed(previous: PrefixRequest, current: PrefixRequest) -> Cause | None:
    names = ("model", "provider", "cache_key")
    changed = [name for name in names if getattr(previous, name) != getattr(current, name)]
    if not changed:
        return None
    arguments = {"before": getattr(previous, changed[0]), "after": getattr(current, changed[0])}
    return Cause(CauseId.MODEL_CHANGED, changed[0].replace("_", " "), arguments)


def _settings_changed(previous: PrefixRequest, current: PrefixRequest) -> Cause | None:
    without_tools = current.span(Level.TOOLS) == (0, 0) and not current.tool_choice
    if previous.tool_choice != current.tool_choice and not without_tools:
        arguments = {"before": previous.tool_choice or "unset", "after": current.tool_choice or "unset"}
        return Cause(CauseId.TOOL_CHOICE_CHANGED, "toolChoice", arguments)
    if previous.thinking != current.thinking:
        arguments = {"before": previous.thinking or "unset", "after": current.thinking or "unset"}
        return Cause(CauseId.THINKING_CHANGED, "thinking", arguments)
    return None


_LEVELS: Final[tuple[Callable[[PrefixRequest, PrefixRequest], Cause | None], ...]] = (
    _model_changed,
    compare_tools,
    compare_system,
    _settings_changed,
    compare_messages,
)
