"""Where and why two requests part: structural comparison of their blocks, level by level.

Digests decide where; texts are rendered only for the blocks that differ. The first level that differs, in the order
the provider hashes them, is the cause; what differs behind it is named too (`Cause.also`). A setting that is no part
of this provider's prefix is a remark and no cause (`cache_rules.toml`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from inspector.analysis.prefix.blocks import BlockKind, Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId, Remark, RemarkId
from inspector.analysis.prefix.compare_messages import compare_messages
from inspector.analysis.prefix.compare_system import compare_system
from inspector.analysis.prefix.compare_tools import compare_tools
from inspector.analysis.prefix.names import host_name, model_name
from inspector.analysis.prefix.rules import CacheRules, Loses, built_in_rules

_SETTINGS: Final[dict[str, tuple[CauseId, str]]] = {
    "tool_choice": (CauseId.TOOL_CHOICE_CHANGED, "toolChoice"),
    "thinking": (CauseId.THINKING_CHANGED, "thinking"),
    "effort": (CauseId.EFFORT_CHANGED, "effort"),
    "verbosity": (CauseId.VERBOSITY_CHANGED, "verbosity"),
    "text_format": (CauseId.TEXT_FORMAT_CHANGED, "text format"),
    "service_tier": (CauseId.SERVICE_TIER_CHANGED, "service tier"),
    "speed": (CauseId.SERVICE_TIER_CHANGED, "speed"),
    "cache_key": (CauseId.CACHE_KEY_CHANGED, "prompt_cache_key"),
}
"""Settings in the order they are named, with their cause and the name people know them by."""


def compare(previous: PrefixRequest | None, current: PrefixRequest, rules: CacheRules | None = None) -> Cause:
    """The structural cause for `current`, compared with the request before it in its conversation."""
    if previous is None:
        return Cause(CauseId.FIRST)
    if current.previous:
        return Cause(CauseId.NOT_COMPARABLE, arguments={"previous": current.previous})
    if previous.previous:
        return Cause(CauseId.NOT_COMPARABLE, arguments={"previous": previous.previous})
    lost, remarks = _settings(previous, current, rules or built_in_rules())
    found = [cause for level in _LEVELS if (cause := level(previous, current, lost)) is not None]
    if found:
        also = tuple(dict.fromkeys(cause.id for cause in found[1:]))
        return replace(found[0], also=also, remarks=remarks)
    if len(previous.blocks) == len(current.blocks):
        return Cause(CauseId.IDENTICAL, remarks=remarks)
    return Cause(CauseId.EXTENDS, block=len(previous.blocks), remarks=remarks)


def doubtful_cause(previous: PrefixRequest, current: PrefixRequest, rules: CacheRules) -> Cause | None:
    """What changed that may have lost the cache, for a request that was seen to lose it though its bytes match."""
    rule = rules.rule_for(current.provider, current.model)
    for name, before, after in _changed_settings(previous, current):
        if rules.effect_of(rule, name) is Loses.MAYBE and name in _SETTINGS:
            return _setting_cause(name, before, after)
    if host_name(previous.provider) != host_name(current.provider):
        arguments = {"before": previous.provider, "after": current.provider}
        return Cause(CauseId.MODEL_CHANGED, "provider", arguments, variant="provider")
    return None


def first_difference(previous: PrefixRequest, current: PrefixRequest) -> int:
    """Index of the first block that differs; the shorter length when one is a prefix of the other."""
    shorter = min(len(previous.nodes), len(current.nodes))
    low, high = 0, shorter
    while low < high:
        middle = (low + high) // 2
        if previous.nodes[middle] is current.nodes[middle]:
            low = middle + 1
        else:
            high = middle
    # Requests of different tables share no nodes.
    while low < shorter and previous.blocks[low].digest == current.blocks[low].digest:
        low += 1
    return low


_Lost = dict[Loses, list[Cause]]


def _settings(
    previous: PrefixRequest, current: PrefixRequest, rules: CacheRules
) -> tuple[_Lost, tuple[Remark, ...]]:
    """Changed settings by the level they lose, and remarks on those that lose nothing."""
    rule = rules.rule_for(current.provider, current.model)
    lost: _Lost = {}
    remarks: list[Remark] = []
    for name, before, after in _changed_settings(previous, current):
        effect = rules.effect_of(rule, name)
        if effect in (Loses.NOTHING, Loses.MAYBE):
            if name in _SETTINGS:
                kept = RemarkId.SETTING_KEEPS if effect is Loses.NOTHING else RemarkId.SETTING_SPARED
                shown = {"name": _SETTINGS[name][1], "before": before or "unset", "after": after or "unset"}
                remarks.append(Remark(kept, shown))
        elif name in _SETTINGS:
            lost.setdefault(effect, []).append(_setting_cause(name, before, after))
        else:
            lost.setdefault(effect, []).append(_images_cause(previous, current))
    if host_name(previous.provider) != host_name(current.provider):
        shown = {"before": previous.provider, "after": current.provider}
        remarks.append(Remark(RemarkId.PROVIDER_RENAMED, shown))
    if previous.settings.get("deferred") != current.settings.get("deferred"):
        remarks.append(Remark(RemarkId.DEFERRED_TOOLS))
    return lost, tuple(remarks)


def _changed_settings(previous: PrefixRequest, current: PrefixRequest) -> list[tuple[str, str, str]]:
    """Name, value before and after of every setting that differs."""
    without_tools = current.span(Level.TOOLS) == (0, 0) and "tool_choice" not in current.settings
    names = [name for name in (*_SETTINGS, "images") if not (name == "tool_choice" and without_tools)]
    pairs = ((name, previous.settings.get(name, ""), current.settings.get(name, "")) for name in names)
    return [pair for pair in pairs if pair[1] != pair[2]]


def _setting_cause(name: str, before: str, after: str) -> Cause:
    cause, shown = _SETTINGS[name]
    arguments = {"before": before.strip('"') or "unset", "after": after.strip('"') or "unset"}
    return Cause(cause, shown, arguments)


def _images_cause(previous: PrefixRequest, current: PrefixRequest) -> Cause:
    """The first image of the request that has some, where the other has none."""
    holder = current if current.settings.get("images") else previous
    at = next(i for i, block in enumerate(holder.blocks) if block.kind is BlockKind.IMAGE)
    where = holder.blocks[at].path
    return Cause(CauseId.IMAGE_CHANGED, where, {}, at if holder is current else None)


def _model_changed(previous: PrefixRequest, current: PrefixRequest, lost: _Lost) -> Cause | None:
    if model_name(previous.model) == model_name(current.model):
        return None
    arguments = {"before": previous.model, "after": current.model}
    return Cause(CauseId.MODEL_CHANGED, "model", arguments)


def _by_setting(effect: Loses) -> Callable[[PrefixRequest, PrefixRequest, _Lost], Cause | None]:
    return lambda previous, current, lost: next(iter(lost.get(effect, ())), None)


_LEVELS: Final[tuple[Callable[[PrefixRequest, PrefixRequest, _Lost], Cause | None], ...]] = (
    _model_changed,
    _by_setting(Loses.TOOLS),
    lambda previous, current, lost: compare_tools(previous, current),
    _by_setting(Loses.SYSTEM),
    lambda previous, current, lost: compare_system(previous, current),
    _by_setting(Loses.MESSAGES),
    lambda previous, current, lost: compare_messages(previous, current),
)
