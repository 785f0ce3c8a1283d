"""The unit of a provider's prefix cache: a block of the request in the order the provider hashes it.

Order is tools → system → messages (PROVIDER_CACHE §6.1). A request keeps digests and sizes only; texts are rendered
again when two requests have to be shown side by side, so 500 prompts of 400 KB stay small in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import xxhash

from inspector.model.request import RequestPurpose
from inspector.model.usage import UNKNOWN_USAGE, Usage

SHORT_MARK: Final = "5m"
LONG_MARK: Final = "1h"
"""Lifetimes a cache breakpoint may ask for."""


class Level(StrEnum):
    """The three levels; a change in one invalidates it and all later ones."""

    TOOLS = "tools"
    SYSTEM = "system"
    MESSAGES = "messages"


class BlockKind(StrEnum):
    """What a block holds."""

    TOOL = "tool"
    TEXT = "text"
    TOOL_CALL = "tool-call"
    TOOL_RESULT = "tool-result"
    IMAGE = "image"
    FILE = "file"
    THINKING = "thinking"
    OTHER = "other"


class BodyKind(StrEnum):
    """Which bytes the blocks were rendered from."""

    RAW_REQUEST = "raw-request"
    PROMPT = "prompt"
    REPLAYED = "replayed"


@dataclass(frozen=True, slots=True)
class RenderedBlock:
    """A block with its text, as a renderer makes it.

    Attributes:
        level, kind: where it belongs and what it is.
        path: JSON path in the body it came from, such as `messages[3].content[0]`.
        role: speaker; "" outside messages.
        key: what identifies it across requests: tool name, tool call id, or "".
        text: the bytes a provider would hash, without cache marks.
        mark: "5m" or "1h" when a cache breakpoint sits on it, else "".
    """

    level: Level
    kind: BlockKind
    path: str
    role: str
    key: str
    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A block without its text.

    Attributes:
        digest: XXH3-64 of level, role and text.
        chars: characters of the text.
        (others as in `RenderedBlock`)
    """

    level: Level
    kind: BlockKind
    path: str
    role: str
    key: str
    digest: int
    chars: int
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What a renderer makes of one request.

    Attributes:
        blocks: in hashing order.
        tool_choice, thinking: text of the settings that are mixed in before the first message; "" when absent.
        cache_key: an explicit routing key (`prompt_cache_key`); "" when absent.
        automatic: one top-level cache mark moves with the conversation (Anthropic automatic mode).
    """

    blocks: Sequence[RenderedBlock]
    tool_choice: str = ""
    thinking: str = ""
    cache_key: str = ""
    automatic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixRequest:
    """One request, ready for comparison.

    Attributes:
        index: request index in its source.
        chain_key: requests of one conversation share it.
        model, provider: as recorded.
        started_at, ready_at: ms since epoch of sending and of the first answer (an entry is usable from then).
        purpose: side calls are kept out of the main chain.
        failed: the provider refused it or it was aborted before an answer; it caches nothing.
        usage: measured.
        body_kind: what the blocks were rendered from.
        blocks: in hashing order.
        chain: chain[i] = digest of everything up to and including block i.
        ends: ends[i] = characters up to and including block i.
        tool_choice, thinking, cache_key, automatic: see `Body`.
        texts: renders the block texts again.
        provider_reason: why the provider itself says that it missed; "" when it says nothing.
    """

    index: int
    chain_key: str
    model: str
    provider: str
    started_at: int | None
    ready_at: int | None
    blocks: tuple[Block, ...]
    chain: tuple[int, ...]
    ends: tuple[int, ...]
    texts: Callable[[], list[str]]
    purpose: RequestPurpose = RequestPurpose.MAIN
    failed: bool = False
    usage: Usage = UNKNOWN_USAGE
    body_kind: BodyKind = BodyKind.RAW_REQUEST
    tool_choice: str = ""
    thinking: str = ""
    cache_key: str = ""
    automatic: bool = False
    provider_reason: str = ""

    @property
    def chars(self) -> int:
        """Characters of all blocks."""
        return self.ends[-1] if self.ends else 0

    def span(self, level: Level) -> tuple[int, int]:
        """Indexes of a level's blocks, end excluded; empty at its place when there are none."""
        order = list(Level)
        before = order[: order.index(level)]
        start = sum(block.level in before for block in self.blocks)
        return start, start + sum(block.level is level for block in self.blocks)


def digest_blocks(
    body: Body, *, mix_settings: bool = True
) -> tuple[tuple[Block, ...], tuple[int, ...], tuple[int, ...]]:
    """Hash each block once: blocks without text, chain digests, cumulative characters.

    `tool_choice` and `thinking` are mixed into the chain before the first message block, where the provider's
    cache depends on them (`mix_settings`).
    """
    blocks: list[Block] = []
    chain: list[int] = []
    ends: list[int] = []
    running, end, in_messages = 0, 0, False
    for rendered in body.blocks:
        digest = xxhash.xxh3_64_intdigest(
            f"{rendered.level}\0{rendered.role}\0{rendered.text}".encode("utf-8", "surrogatepass")
        )
        if rendered.level is Level.MESSAGES and not in_messages:
            in_messages = True
            if mix_settings:
                running = _mix(
                    running, f"{body.tool_choice}\0{body.thinking}".encode("utf-8", "surrogatepass")
                )
        running = _mix(running, digest.to_bytes(8, "little"))
        end += len(rendered.text)
        blocks.append(_without_text(rendered, digest))
        chain.append(running)
        ends.append(end)
    return tuple(blocks), tuple(chain), tuple(ends)


def _mix(running: int, data: bytes) -> int:
    return int(xxhash.xxh3_128_intdigest(running.to_bytes(16, "little") + data))


def _without_text(rendered: RenderedBlock, digest: int) -> Block:
    return Block(
        rendered.level,
        rendered.kind,
        rendered.path,
        rendered.role,
        rendered.key,
        digest,
        len(rendered.text),
        rendered.mark,
    )
