"""How the tool lists of two requests differ: added, removed, reordered, changed, or only their key order."""

from __future__ import annotations

from inspector.analysis.prefix.blocks import Block, Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.compare_text import canonical, first_key_order_path, only_whitespace


def compare_tools(previous: PrefixRequest, current: PrefixRequest) -> Cause | None:
    """The cause at the first tool that differs; None when the lists are the same."""
    old, new = _tools(previous), _tools(current)
    first = _first_difference(old, new)
    if first == len(old) == len(new):
        return None
    if not new:
        return Cause(CauseId.TOOLS_EMPTY, "tools", {"count": str(len(old))}, first, first)
    old_names, new_names = [tool.key for tool in old], [tool.key for tool in new]
    added = [index for index, name in enumerate(new_names) if name not in old_names]
    removed = [index for index, name in enumerate(old_names) if name not in new_names]
    if first in added:
        return _named(CauseId.TOOL_ADDED, new, added, first)
    if first in removed:
        return _named(CauseId.TOOL_REMOVED, old, removed, first)
    if new_names[first : first + 1] == old_names[first : first + 1]:
        return _changed(previous, current, first, new_names[first])
    moved = [i for i, (a, b) in enumerate(zip(old_names, new_names, strict=False)) if a != b]
    return Cause(
        CauseId.TOOLS_REORDERED, f"tools[{first}..{moved[-1] if moved else first}]", {}, first, first
    )


def tools_missing_for_good(count: int) -> Cause:
    """The cause when all tools are gone and do not come back."""
    return Cause(CauseId.TOOL_REMOVED, "tools", {"count": str(count)}, 0, 0, variant="all")


def _tools(request: PrefixRequest) -> tuple[Block, ...]:
    start, end = request.span(Level.TOOLS)
    return request.blocks[start:end]


def _first_difference(old: tuple[Block, ...], new: tuple[Block, ...]) -> int:
    pairs = zip(old, new, strict=False)
    shorter = min(len(old), len(new))
    return next((i for i, (a, b) in enumerate(pairs) if a.digest != b.digest), shorter)


def _named(cause: CauseId, tools: tuple[Block, ...], which: list[int], first: int) -> Cause:
    arguments = {"name": tools[first].key, "count": str(len(which))}
    variant = "many" if len(which) > 1 else ""
    return Cause(cause, f"tools[{first}]", arguments, first, first, variant=variant)


def _changed(previous: PrefixRequest, current: PrefixRequest, index: int, name: str) -> Cause:
    """A tool of the same name with other bytes: key order, whitespace, or really another declaration."""
    before, after = previous.texts()[index], current.texts()[index]
    where = f"tools[{index}]"
    path = first_key_order_path(before, after) if canonical(before) == canonical(after) else None
    if path is not None:
        return Cause(CauseId.KEY_ORDER, where + path, {"name": name}, index, index)
    kind = CauseId.WHITESPACE if only_whitespace(before, after) else CauseId.TOOL_CHANGED
    return Cause(kind, where, {"name": name}, index, index)
