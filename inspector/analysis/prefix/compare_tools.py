"""How the tool lists of two requests differ: added, removed, reordered, changed, or only their key order."""

from __future__ import annotations

from inspector.analysis.prefix.blocks import Block, Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.compare_text import canonical, first_key_order_path


def compare_tools(previous: PrefixRequest, current: PrefixRequest, first: int) -> Cause:
    """The cause when the first difference lies among the tools."""
    old, new = _tools(previous), _tools(current)
    if old and not new:
        return Cause(CauseId.TOOLS_EMPTY, "tools", {"count": str(len(old))}, first, first)
    old_names, new_names = [tool.key for tool in old], [tool.key for tool in new]
    added = [index for index, name in enumerate(new_names) if name not in old_names]
    removed = [index for index, name in enumerate(old_names) if name not in new_names]
    if added:
        return _named(CauseId.TOOL_ADDED, new[added[0]], added[0], first)
    if removed:
        return _named(CauseId.TOOL_REMOVED, old[removed[0]], removed[0], first)
    changed = [index for index, tool in enumerate(new) if not _same_tool(tool, old)]
    if changed:
        return _changed(previous, current, changed[0], first)
    moved = [index for index, name in enumerate(new_names) if name != old_names[index]]
    start, end = (moved[0], moved[-1]) if moved else (first, first)
    return Cause(CauseId.TOOLS_REORDERED, f"tools[{start}..{end}]", {}, first, first)


def _tools(request: PrefixRequest) -> list[Block]:
    return [block for block in request.blocks if block.level is Level.TOOLS]


def _named(cause: CauseId, tool: Block, index: int, first: int) -> Cause:
    return Cause(cause, f"tools[{index}]", {"name": tool.key}, first, first)


def _same_tool(tool: Block, others: list[Block]) -> bool:
    return any(tool.key == other.key and tool.digest == other.digest for other in others)


def _changed(previous: PrefixRequest, current: PrefixRequest, index: int, first: int) -> Cause:
    """A tool of the same name with other bytes: another key order, or really another declaration."""
    name = current.blocks[index].key
    before_index = next(i for i, block in enumerate(_tools(previous)) if block.key == name)
    before, after = previous.texts()[before_index], current.texts()[index]
    where = f"tools[{index}]"
    if canonical(before) == canonical(after):
        where += first_key_order_path(before, after)
        return Cause(CauseId.KEY_ORDER, where, {"name": name}, index, before_index)
    return Cause(CauseId.TOOL_CHANGED, where, {"name": name}, index, before_index)
