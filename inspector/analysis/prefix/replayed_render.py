"""Replayed prompts as comparable requests: tools and settings of the recorded request, cache marks placed anew.

What a database does not record, the tools above all, stands as one block in front (`NOT_RECORDED`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from inspector.analysis.prefix import render_prompt
from inspector.analysis.prefix.blocks import (
    NOT_RECORDED,
    SHORT_MARK,
    BlockKind,
    BlockTable,
    Body,
    BodyKind,
    Level,
    PrefixRequest,
    RenderedBlock,
    Shapes,
)
from inspector.analysis.prefix.load import build_request
from inspector.analysis.prefix.prediction import CHARS_PER_TOKEN
from inspector.model.request import RequestPayload, RequestRecord
from inspector.model.usage import UNKNOWN_USAGE, Usage
from inspector.pipeline.cache_breakpoints import (
    BreakpointPlace,
    CacheSettings,
    message_size,
    place_breakpoints,
    tool_size,
)
from inspector.replay.result import ReplayResult, RequestOutcome
from inspector.sources.base import Source, Trait
from inspector.wire import JsonValue

_MESSAGES_API: Final = "anthropic.messages"
_UNKNOWN_TOOL: Final[JsonValue] = {"type": "function", "name": NOT_RECORDED}

Marks = tuple[bool, frozenset[str]]
"""Whether the last tool is marked, and the messages that are, by their index in the prompt."""


@dataclass(slots=True)
class ReplayRenderer:
    """Renders the requests of one replay.

    Attributes:
        source: where the recorded requests are.
        head: tokens of what was not recorded; 0 = all was.
        settings: where cache marks go; None = the application marks nothing.
    """

    source: Source
    head: int
    settings: CacheSettings | None
    _table: BlockTable = field(default_factory=BlockTable)
    _shapes: Shapes = field(default_factory=Shapes)
    _last: RequestPayload = field(default_factory=RequestPayload)
    _sizes: dict[int, tuple[JsonValue, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, source: Source, result: ReplayResult, head: int) -> ReplayRenderer:
        """A renderer for a replay."""
        marked = any(outcome.breakpoints != () for outcome in result.requests)
        return cls(source, head, _cache_settings(result.settings) if marked else None)

    def request(self, outcome: RequestOutcome, record: RequestRecord) -> PrefixRequest:
        """A comparable request; its tokens are counted from its bytes."""
        payload = self._payload(outcome)
        marks = self._marks(outcome.prompt, payload.tools or [])

        def render() -> Body:
            body = render_prompt.render(
                list(outcome.prompt), payload.tools, payload.tool_choice, payload.provider_options
            )
            return replace(body, blocks=_marked(list(body.blocks), marks, hidden=bool(self.head)))

        usage = Usage(input=self.head + outcome.after.rough) if self.head else UNKNOWN_USAGE
        # An application that marks breakpoints speaks the Messages API, whatever its provider is called.
        provider = record.provider if self.settings is None else f"{record.provider}/{_MESSAGES_API}"
        request = build_request(
            replace(record, usage=usage, provider=provider),
            render(),
            BodyKind.REPLAYED,
            texts=lambda: [block.text for block in render().hashed],
            table=self._table,
            shapes=self._shapes,
        )
        return replace(request, unrecorded=self.head * CHARS_PER_TOKEN)

    def _payload(self, outcome: RequestOutcome) -> RequestPayload:
        """The recorded request's tools and settings; those of the one before it where there is none."""
        if Trait.PROMPTS in self.source.traits and outcome.request_index is not None:
            found = self.source.payload(outcome.request_index)
            self._last = RequestPayload(
                tools=found.tools, tool_choice=found.tool_choice, provider_options=found.provider_options
            )
        return self._last

    def _marks(self, prompt: Sequence[JsonValue], tools: Sequence[JsonValue]) -> Marks:
        if self.settings is None:
            return False, frozenset()
        placed = place_breakpoints(
            prompt,
            [_UNKNOWN_TOOL] if self.head else tools,
            self.settings,
            size_of_tool=self._size_of_tool,
            size_of_message=self._size_of_message,
        ).breakpoints
        messages = (str(mark.index) for mark in placed if mark.place is not BreakpointPlace.TOOL)
        return any(mark.place is BreakpointPlace.TOOL for mark in placed), frozenset(messages)

    def _size_of_tool(self, tool: JsonValue) -> int:
        return self.head or self._known(tool, tool_size)

    def _size_of_message(self, message: JsonValue) -> int:
        return self._known(message, message_size)

    def _known(self, value: JsonValue, size: Callable[[JsonValue], int]) -> int:
        """Sizes by identity: the requests of a replay share their messages, which are kept while sizes are."""
        known = self._sizes.get(id(value))
        if known is None:
            known = self._sizes[id(value)] = (value, size(value))
        return known[1]


def _cache_settings(settings: Mapping[str, Any]) -> CacheSettings:
    return CacheSettings(
        enabled=settings["cache_breakpoints"] and settings["cache_threshold"] > 0,
        token_threshold=settings["cache_threshold"],
        cache_system=settings["cache_system"],
        last_messages=settings["cache_last_messages"],
    )


def _marked(blocks: list[RenderedBlock], marks: Marks, *, hidden: bool) -> list[RenderedBlock]:
    """Marks on the last tool and on the last block of each marked message; the block in front if need be."""
    on_tools, messages = marks
    if hidden:
        blocks.insert(0, RenderedBlock(Level.TOOLS, BlockKind.OTHER, NOT_RECORDED, "", NOT_RECORDED, ""))
    last: dict[str, int] = {}
    for at, block in enumerate(blocks):
        tool = block.level is Level.TOOLS
        last["tools" if tool else block.path.partition("]")[0].partition("[")[2]] = at
    for message, at in last.items():
        if message in messages or (message == "tools" and on_tools):
            blocks[at] = replace(blocks[at], mark=SHORT_MARK)
    return blocks
