"""Tool rules as both trims read them: the user's registry with the settings' overrides on top (PIPELINE §4–§6)."""

from __future__ import annotations

from functools import lru_cache

from inspector.model.tool_rule import REFERENCE_RULES
from inspector.model.tool_rule import ToolRule as RuleSetting
from inspector.pipeline.tool_registry import ToolRegistry, ToolRule, codec_of, load_registry


@lru_cache(maxsize=1)
def _base() -> ToolRegistry:
    return load_registry()


def in_flight_registry(overrides: tuple[RuleSetting, ...]) -> ToolRegistry:
    """Rules of the in-flight trim."""
    return _registry(overrides, in_storage=False)


def storage_registry(overrides: tuple[RuleSetting, ...]) -> ToolRegistry:
    """Rules of the storage trim."""
    return _registry(overrides, in_storage=True)


@lru_cache(maxsize=64)
def _registry(overrides: tuple[RuleSetting, ...], *, in_storage: bool) -> ToolRegistry:
    # A rule that is the application's own overrides nothing: a user's tools.toml may say otherwise.
    own = [_rule(rule, in_storage=in_storage) for rule in overrides if rule not in REFERENCE_RULES]
    return ToolRegistry.of([*_base().rules.values(), *own])


def _rule(override: RuleSetting, *, in_storage: bool) -> ToolRule:
    trimmed = override.storage if in_storage else override.in_flight
    return ToolRule(
        name=override.tool,
        codec=codec_of(override) if trimmed else None,
        truncatable=trimmed,
        in_flight=trimmed,
    )
