"""Where Anthropic cache breakpoints go in a request (PIPELINE §15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Final

from inspector.tokens.tokenx import tokenx
from inspector.wire import JsonValue, JsValue, dumps, sort_key

MAX_BREAKPOINTS: Final = 4
ENDPOINT: Final = "anthropic-messages"
DEFAULT_THRESHOLD: Final = 1024
DEFAULT_LAST_MESSAGES: Final = 2
_VOLATILE: Final = ("{{time}}", "{{datetime}}")
_MARK: Final[dict[str, JsonValue]] = {"type": "ephemeral"}

JsonObject = dict[str, JsonValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheSettings:
    """A provider's cache settings.

    Attributes:
        enabled: False also when the threshold is not above 0.
        token_threshold: tokenx tokens a prefix must reach to be worth a breakpoint.
        cache_system: a system message may carry one.
        last_messages: how many of the last messages may.
    """

    enabled: bool = True
    token_threshold: float = DEFAULT_THRESHOLD
    cache_system: bool = True
    last_messages: int = DEFAULT_LAST_MESSAGES


class BreakpointPlace(StrEnum):
    """What a breakpoint stands on."""

    TOOL = "tool"
    SYSTEM = "system"
    MESSAGE = "message"


class NotPlaced(StrEnum):
    """Why a place got no breakpoint."""

    DISABLED = "disabled"
    NO_PROMPT = "no-prompt"
    VOLATILE_SYSTEM_PROMPT = "volatile-system-prompt"
    SWITCHED_OFF = "switched-off"
    NOTHING_THERE = "nothing-there"
    BELOW_THRESHOLD = "below-threshold"
    NO_BREAKPOINT_LEFT = "no-breakpoint-left"


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """One breakpoint.

    Attributes:
        place: tool, system message or message.
        index: of the tool in the sorted tools, or of the message in the prompt.
        tokens: tokenx tokens of the request up to and including it.
    """

    place: BreakpointPlace
    index: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedRequest:
    """A request with its breakpoints.

    Attributes:
        prompt, tools: as sent; `tools` sorted, None when none were given. Untouched items are the objects given.
        breakpoints: in request order.
        not_placed: places that got none, and why.
        changed: False = the request is not looked at at all.
    """

    prompt: list[JsonValue]
    tools: list[JsonValue] | None
    breakpoints: tuple[Breakpoint, ...] = ()
    not_placed: Mapping[BreakpointPlace, NotPlaced]
    changed: bool = True


def resolve_cache_settings(provider: Mapping[str, JsonValue]) -> CacheSettings:
    """Cache settings out of a provider's `settings.cacheControl`; absent members take their defaults."""
    settings = provider.get("settings")
    control = settings.get("cacheControl") if isinstance(settings, dict) else None
    given = control if isinstance(control, dict) else {}
    threshold = _number(given.get("tokenThreshold"), DEFAULT_THRESHOLD)
    return CacheSettings(
        enabled=given.get("enabled") is not False and threshold > 0,
        token_threshold=threshold,
        cache_system=given.get("cacheSystemMessage") is not False,
        last_messages=int(_number(given.get("cacheLastNMessages"), DEFAULT_LAST_MESSAGES)),
    )


def _number(value: JsValue, default: float) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else default


def applies(endpoint: str | None, settings: CacheSettings) -> bool:
    """Whether requests to an endpoint get breakpoints at all."""
    return endpoint == ENDPOINT and settings.enabled


def is_volatile(system_prompt: str) -> bool:
    """Whether an assistant's prompt template changes by the clock, so that nothing after it can be cached."""
    return any(variable in system_prompt for variable in _VOLATILE)


def tool_size(tool: JsonValue) -> int:
    """Tokens of one tool declaration as the request's body writes it; tools the provider runs count nothing.

    A pure function of it.
    """
    if not isinstance(tool, dict) or tool.get("type") != "function":
        return 0
    names = (("name", "name"), ("description", "description"), ("input_schema", "inputSchema"))
    return tokenx(dumps({written: tool[name] for written, name in names if name in tool}))


def message_size(message: JsonValue) -> int:
    """Tokens of one prompt message: its texts, the inputs of its calls and its results; reasoning and files left out.

    A pure function of it.
    """
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return tokenx(content)
    parts = content if isinstance(content, list) else []
    return sum(_part_size(part) for part in parts if isinstance(part, dict))


def _part_size(part: JsonObject) -> int:
    text = part.get("text")
    if part.get("type") == "text":
        return tokenx(text) if isinstance(text, str) else 0
    told: JsonObject = {name: part[name] for name in ("input", "output") if name in part}
    return tokenx(dumps(told)) if told else 0


def place_breakpoints(
    prompt: Sequence[JsonValue],
    tools: Sequence[JsonValue] | None,
    settings: CacheSettings,
    *,
    volatile: bool = False,
    size_of_tool: Callable[[JsonValue], int] = tool_size,
    size_of_message: Callable[[JsonValue], int] = message_size,
) -> MarkedRequest:
    """Sort the tools and mark at most four places: the last function tool, a system message, the last messages.

    A place is marked when the request up to it reaches the threshold. With a volatile system prompt only tools
    are. The size functions may be memoised ones.
    """
    if not settings.enabled or not prompt:
        why = NotPlaced.NO_PROMPT if settings.enabled else NotPlaced.DISABLED
        missing = dict.fromkeys(BreakpointPlace, why)
        unsorted = None if tools is None else list(tools)
        return MarkedRequest(prompt=list(prompt), tools=unsorted, not_placed=missing, changed=False)
    planner = _Planner(settings, {})
    ordered = None if tools is None else sorted(tools, key=_tool_key)
    tool_tokens = sum(map(size_of_tool, ordered or []))
    tool_marks = planner.tool(ordered or [], tool_tokens)
    sums = list(accumulate(map(size_of_message, prompt), initial=tool_tokens))[1:]
    message_marks = planner.messages(prompt, sums, MAX_BREAKPOINTS - len(tool_marks), volatile)
    return MarkedRequest(
        prompt=_marked(prompt, [mark.index for mark in message_marks]),
        tools=None if ordered is None else _marked(ordered, [mark.index for mark in tool_marks]),
        breakpoints=(*tool_marks, *message_marks),
        not_placed=planner.not_placed,
    )


def _tool_key(tool: JsonValue) -> bytes:
    """Tools sort by name, those the provider runs by their id."""
    fields = tool if isinstance(tool, dict) else {}
    name = fields.get("name") if fields.get("type") == "function" else fields.get("id", fields.get("name"))
    return sort_key(name if isinstance(name, str) else "")


@dataclass(frozen=True, slots=True)
class _Planner:
    """Chooses the places and notes why the others got nothing."""

    settings: CacheSettings
    not_placed: dict[BreakpointPlace, NotPlaced]

    def tool(self, tools: Sequence[JsonValue], tokens: int) -> list[Breakpoint]:
        functions = [
            index
            for index, tool in enumerate(tools)
            if isinstance(tool, dict) and tool.get("type") == "function"
        ]
        if not functions or tokens < self.settings.token_threshold:
            self.not_placed[BreakpointPlace.TOOL] = (
                NotPlaced.BELOW_THRESHOLD if functions else NotPlaced.NOTHING_THERE
            )
            return []
        return [Breakpoint(BreakpointPlace.TOOL, functions[-1], tokens)]

    def messages(
        self, prompt: Sequence[JsonValue], sums: list[int], left: int, volatile: bool
    ) -> list[Breakpoint]:
        if volatile:
            for place in (BreakpointPlace.SYSTEM, BreakpointPlace.MESSAGE):
                self.not_placed[place] = NotPlaced.VOLATILE_SYSTEM_PROMPT
            return []
        system = self._system(prompt, sums)
        last = self._last(prompt, sums, left - len(system))
        return sorted([*system, *last], key=lambda mark: mark.index)

    def _system(self, prompt: Sequence[JsonValue], sums: list[int]) -> list[Breakpoint]:
        place = BreakpointPlace.SYSTEM
        if not self.settings.cache_system:
            self.not_placed[place] = NotPlaced.SWITCHED_OFF
            return []
        systems = [index for index, message in enumerate(prompt) if _role(message) == "system"]
        for index in systems:
            if sums[index] >= self.settings.token_threshold:
                return [Breakpoint(place, index, sums[index])]
        self.not_placed[place] = NotPlaced.BELOW_THRESHOLD if systems else NotPlaced.NOTHING_THERE
        return []

    def _last(self, prompt: Sequence[JsonValue], sums: list[int], left: int) -> list[Breakpoint]:
        place, wanted = BreakpointPlace.MESSAGE, self.settings.last_messages
        eligible = [
            i for i, message in enumerate(prompt) if _role(message) != "system" and _has_parts(message)
        ]
        reaching = [index for index in reversed(eligible) if sums[index] >= self.settings.token_threshold]
        chosen = reaching[: max(min(wanted, left), 0)]
        if not chosen:
            self.not_placed[place] = self._why_no_message(eligible, reaching, left)
        return [Breakpoint(place, index, sums[index]) for index in chosen]

    def _why_no_message(self, eligible: list[int], reaching: list[int], left: int) -> NotPlaced:
        if self.settings.last_messages <= 0:
            return NotPlaced.SWITCHED_OFF
        if not eligible:
            return NotPlaced.NOTHING_THERE
        return NotPlaced.BELOW_THRESHOLD if not reaching else NotPlaced.NO_BREAKPOINT_LEFT


def _role(message: JsonValue) -> JsonValue:
    return message.get("role") if isinstance(message, dict) else None


def _has_parts(message: JsonValue) -> bool:
    content = message.get("content") if isinstance(message, dict) else None
    return isinstance(content, list) and bool(content)


def _marked(items: Sequence[JsonValue], indexes: list[int]) -> list[JsonValue]:
    return [_with_mark(item) if index in indexes else item for index, item in enumerate(items)]


def _with_mark(item: JsonValue) -> JsonValue:
    """The tool or system message marked itself, any other message on its last part."""
    content = item.get("content") if isinstance(item, dict) else None
    if isinstance(item, dict) and isinstance(content, list):
        return {**item, "content": [*content[:-1], _with_option(content[-1])]}
    return _with_option(item)


def _with_option(item: JsonValue) -> JsonValue:
    fields = item if isinstance(item, dict) else {}
    options = fields.get("providerOptions")
    options = options if isinstance(options, dict) else {}
    own = options.get("anthropic")
    own = own if isinstance(own, dict) else {}
    marked: JsonObject = {**options, "anthropic": {**own, "cacheControl": dict(_MARK)}}
    return {**fields, "providerOptions": marked}
