"""Tool rules as both trims read them: the user's registry with the settings' overrides on top (PIPELINE §4–§6)."""

from __future__ import annotations

from functools import lru_cache

from inspector.model.tool_rule import CodecKind
from inspector.model.tool_rule import ToolRule as RuleSetting
from inspector.pipeline.codecs import Codec, EntitiesCodec, TextFieldCodec
from inspector.pipeline.tool_registry import ToolRegistry, ToolRule, load_registry


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
    own = [_rule(override, in_storage=in_storage) for override in overrides]
    return ToolRegistry.of([*_base().rules.values(), *own])


def _rule(override: RuleSetting, *, in_storage: bool) -> ToolRule:
    trimmed = override.storage if in_storage else override.in_flight
    return ToolRule(
        name=override.tool,
        codec=_codec(override) if trimmed else None,
        truncatable=trimmed,
        in_flight=trimmed,
    )


def _codec(override: RuleSetting) -> Codec | None:
    if override.codec is CodecKind.ENTITIES:
        return EntitiesCodec(override.key)
    return TextFieldCodec(override.key) if override.codec is CodecKind.TEXT_FIELD else None
