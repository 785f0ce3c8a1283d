"""AI SDK prompts as blocks, for requests whose body was not recorded and for replayed prompts.

`custom` parts are never sent (FORMATS B), so they are left out. Cache marks stand in
`providerOptions.<provider>.cacheControl` (or `cachePoint`) of a message (then it sits on its last part) or of a part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.prefix.blocks import BlockKind, Body, Level, RenderedBlock
from inspector.analysis.prefix.json_text import mark_of, settings_from
from inspector.replay.cache_marks import unmarked
from inspector.wire import js_json
from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue

_KINDS: Final = {
    "text": BlockKind.TEXT,
    "reasoning": BlockKind.THINKING,
    "tool-call": BlockKind.TOOL_CALL,
    "tool-result": BlockKind.TOOL_RESULT,
    "file": BlockKind.FILE,
    "image": BlockKind.IMAGE,
}
_OPTIONS: Final = (
    ("thinking", ("thinking", "thinkingConfig")),
    ("effort", ("effort", "reasoningEffort")),
    ("verbosity", ("textVerbosity",)),
    ("service_tier", ("serviceTier",)),
    ("speed", ("speed",)),
    ("cache_key", ("promptCacheKey",)),
)
"""Settings by the names of `cache_rules.toml` and the provider options they stand in."""
_NEVER_SENT: Final = frozenset({"custom"})


class MessageMemo:
    """Blocks of the messages of the last prompt: the next one mostly repeats them, as the same objects."""

    def __init__(self) -> None:
        self._last: dict[tuple[int, int], tuple[JsonValue, tuple[RenderedBlock, ...]]] = {}
        self._now: dict[tuple[int, int], tuple[JsonValue, tuple[RenderedBlock, ...]]] = {}

    def turn(self) -> None:
        """A new prompt begins; what the one before the last held is forgotten."""
        self._last, self._now = self._now, {}

    def blocks(self, number: int, message: JsonValue) -> tuple[RenderedBlock, ...]:
        """Blocks of a message at its place."""
        key = (id(message), number)
        known = self._last.get(key)
        if known is None or known[0] is not message:
            known = (message, tuple(_message(number, message)))
        self._now[key] = known
        return known[1]


def render(
    prompt: list[JsonValue],
    tools: list[JsonValue] | None,
    tool_choice: JsonValue,
    provider_options: JsonValue,
    memo: MessageMemo | None = None,
) -> Body:
    """Blocks of an AI SDK prompt, one per tool and per message part; `memo` is of the prompts before it."""
    memo = memo or MessageMemo()
    memo.turn()
    blocks = list(_tools(tools or []))
    system: list[RenderedBlock] = []
    messages: list[RenderedBlock] = []
    for number, message in enumerate(prompt):
        target = system if text_member(message, "role") == "system" else messages
        target.extend(memo.blocks(number, message))
    return Body(
        blocks=[*blocks, *system, *messages],
        settings=settings_from(
            {
                "tool_choice": tool_choice,
                **{name: _option(provider_options, *keys) for name, keys in _OPTIONS},
            }
        ),
        retention=_text_option(provider_options, "promptCacheRetention"),
        previous=_text_option(provider_options, "previousResponseId", "conversation"),
        explicit=_text_option(provider_options, "cachedContent"),
    )


def _option(provider_options: JsonValue, *names: str) -> JsonValue:
    """A setting among the options of any provider."""
    if not isinstance(provider_options, dict):
        return None
    of_each = [options for options in provider_options.values() if isinstance(options, dict)]
    return next((o[name] for name in names for o in of_each if o.get(name) is not None), None)


def _text_option(provider_options: JsonValue, *names: str) -> str:
    found = _option(provider_options, *names)
    return found if isinstance(found, str) else ""


def _tools(tools: list[JsonValue]) -> Iterator[RenderedBlock]:
    for index, tool in enumerate(tools):
        name = text_member(tool, "name")
        yield RenderedBlock(
            Level.TOOLS, BlockKind.TOOL, f"tools[{index}]", "", name, _text(tool), _mark(tool)
        )


def _message(number: int, message: JsonValue) -> Iterator[RenderedBlock]:
    if not isinstance(message, dict):
        return
    role = text_member(message, "role")
    level = Level.SYSTEM if role == "system" else Level.MESSAGES
    content = message.get("content")
    if isinstance(content, str):
        path = f"messages[{number}].content"
        yield RenderedBlock(level, BlockKind.TEXT, path, role, "", content, _mark(message))
        return
    parts = [
        (index, part)
        for index, part in enumerate(as_list(content))
        if text_member(part, "type") not in _NEVER_SENT
    ]
    for index, part in parts:
        mark = _mark(part) or (_mark(message) if index == parts[-1][0] else "")
        path = f"messages[{number}].content[{index}]"
        key = text_member(part, "toolCallId")
        yield RenderedBlock(level, _kind(part), path, role, key, _text(part), mark)


def _kind(part: JsonValue) -> BlockKind:
    kind = _KINDS.get(text_member(part, "type"), BlockKind.OTHER)
    is_image = kind is BlockKind.FILE and text_member(part, "mediaType").startswith("image/")
    return BlockKind.IMAGE if is_image else kind


def _text(part: JsonValue) -> str:
    """JSON of a part without its cache mark; other provider options (signatures, item ids) are sent."""
    return js_json.dumps(unmarked(part) if isinstance(part, dict) else part)


def _mark(value: JsonValue) -> str:
    """The mark in the options of any provider: gateways and clouds have their own."""
    options = value.get("providerOptions") if isinstance(value, dict) else None
    of_each = options.values() if isinstance(options, dict) else ()
    return next((mark for one in of_each if (mark := mark_of(one))), "")
