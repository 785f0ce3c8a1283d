"""Taking recorded cache marks off a prompt: they move from message to message and are placed anew by a replay."""

from __future__ import annotations

from typing import Final

from inspector.wire import JsonValue

_MARKS: Final = frozenset({"cacheControl", "cache_control", "cachePoint"})


def without_marks(message: JsonValue) -> JsonValue:
    """A prompt message without cache marks on it or its parts; the object given when it has none."""
    if not isinstance(message, dict):
        return message
    cleaned = unmarked(message)
    content = cleaned.get("content")
    if not isinstance(content, list):
        return cleaned
    parts: list[JsonValue] = [unmarked(part) if isinstance(part, dict) else part for part in content]
    changed = any(part is not before for part, before in zip(parts, content, strict=True))
    return {**cleaned, "content": parts} if changed else cleaned


def unmarked(holder: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """A message or part without the marks any provider has on it; the object given when it has none."""
    options = holder.get("providerOptions")
    if not isinstance(options, dict) or not any(map(_has_mark, options.values())):
        return holder
    kept: dict[str, JsonValue] = {}
    for provider, value in options.items():
        rest = _without_mark(value)
        if rest or not _has_mark(value):
            kept[provider] = rest
    plain = {key: value for key, value in holder.items() if key != "providerOptions"}
    return {**plain, "providerOptions": kept} if kept else plain


def _has_mark(options: JsonValue) -> bool:
    return isinstance(options, dict) and not _MARKS.isdisjoint(options)


def _without_mark(options: JsonValue) -> JsonValue:
    if not isinstance(options, dict):
        return options
    return {key: value for key, value in options.items() if key not in _MARKS}
