"""Taking recorded cache marks off a prompt: they move from message to message and are placed anew by a replay."""

from __future__ import annotations

from typing import Final

from inspector.wire import JsonValue

_MARKS: Final = frozenset({"cacheControl", "cache_control"})


def without_marks(message: JsonValue) -> JsonValue:
    """A prompt message without Anthropic cache marks on it or its parts; the object given when it has none."""
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
    """A message or part without the mark on it; the object given when it has none."""
    options = holder.get("providerOptions")
    anthropic = options.get("anthropic") if isinstance(options, dict) else None
    if not isinstance(options, dict) or not isinstance(anthropic, dict) or _MARKS.isdisjoint(anthropic):
        return holder
    rest: dict[str, JsonValue] = {key: value for key, value in anthropic.items() if key not in _MARKS}
    kept: dict[str, JsonValue] = {key: value for key, value in options.items() if key != "anthropic"}
    if rest:
        kept["anthropic"] = rest
    plain = {key: value for key, value in holder.items() if key != "providerOptions"}
    return {**plain, "providerOptions": kept} if kept else plain
