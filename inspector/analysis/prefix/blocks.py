"""The unit of a provider's prefix cache: a block of the request in the order the provider hashes it.

Order is tools → system → messages (PROVIDER_CACHE §6.1). A request keeps digests and sizes only; texts are rendered
again when two requests have to be shown side by side. Requests that begin alike share their blocks (`BlockTable`), so
a growing conversation takes memory by what is new in each request and not by the whole of every prompt.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final

import xxhash

from inspector.model.request import RequestPurpose
from inspector.model.usage import UNKNOWN_USAGE, Usage

SHORT_MARK: Final = "5m"
LONG_MARK: Final = "1h"
"""Lifetimes a cache breakpoint may ask for."""


NOT_RECORDED: Final = "tools (not recorded)"
"""Path and key of the block that stands for what a source does not hold: tools, and a system prompt."""


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


class Shape(StrEnum):
    """How a text was sent where a provider hashes forms apart: as a plain string or as a list of blocks.

    A block that stands alone with a cache mark may be a string that was wrapped for the mark: it is either.
    """

    STRING = "string"
    BLOCK = "block"
    EITHER = ""


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
        shape: see `Shape`.
        hashed: False for what is sent but is no part of the prefix, such as deferred tools.
    """

    level: Level
    kind: BlockKind
    path: str
    role: str
    key: str
    text: str
    mark: str = ""
    shape: Shape = Shape.EITHER
    hashed: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """A block without its text.

    Attributes:
        digest: XXH3-64 of level, role and text, and of how often the text changed its shape.
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
    shape: Shape = Shape.EITHER


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What a renderer makes of one request.

    Attributes:
        blocks: in hashing order.
        settings: JSON text of settings a cache may depend on, by the names of `cache_rules.toml`; unset ones left out.
        retention: lifetime the request asked for (`24h`, `30m`); "" when it asked for none.
        previous: id of the answer whose history the provider adds (`previous_response_id`); "" = all is sent.
        explicit: name of a cache the request reads from (Gemini `cachedContent`); "" = none.
        automatic: one top-level cache mark moves with the conversation (Anthropic automatic mode).
    """

    blocks: Sequence[RenderedBlock]
    settings: Mapping[str, str] = field(default_factory=dict)
    retention: str = ""
    previous: str = ""
    explicit: str = ""
    automatic: bool = False

    @property
    def hashed(self) -> list[RenderedBlock]:
        """The blocks that are part of the prefix."""
        return [block for block in self.blocks if block.hashed]


@dataclass(frozen=True, slots=True, eq=False)
class BlockNode:
    """A block behind all that stands before it; two requests share the nodes of their common beginning.

    Attributes:
        parent: the block before; None at the start.
        block: the block itself.
        end: characters up to and including it.
        depth: its place, counted from 0.
    """

    parent: BlockNode | None
    block: Block
    end: int
    depth: int

    def at(self, depth: int) -> BlockNode | None:
        """The node at a place on the way here; None = beyond."""
        node: BlockNode | None = self
        while node is not None and node.depth > depth:
            node = node.parent
        return node if node is not None and node.depth == depth else None


class BlockTable:
    """All beginnings seen so far: equal ones are one node."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[BlockNode | None, int], BlockNode] = {}

    def node(self, parent: BlockNode | None, block: Block) -> BlockNode:
        """The node of a block behind `parent`."""
        key = (parent, block.digest)
        found = self._nodes.get(key)
        if found is None:
            end = block.chars + (0 if parent is None else parent.end)
            depth = 0 if parent is None else parent.depth + 1
            found = self._nodes[key] = BlockNode(parent, block, end, depth)
        return found


@lru_cache(maxsize=16)
def _nodes(leaf: BlockNode | None) -> tuple[BlockNode, ...]:
    """All nodes of a request in order; of few requests at a time, as they are rebuilt in no time."""
    found: list[BlockNode] = []
    while leaf is not None:
        found.append(leaf)
        leaf = leaf.parent
    return tuple(reversed(found))


@lru_cache(maxsize=16)
def _blocks(leaf: BlockNode | None) -> tuple[Block, ...]:
    return tuple(node.block for node in _nodes(leaf))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixRequest:
    """One request, ready for comparison.

    Attributes:
        index: request index in its source.
        chain_key: requests of one conversation share it.
        model, provider: as recorded.
        started_at, ready_at: ms since epoch of sending and of the first answer (an entry is usable from then).
        leaf: its last block; None = nothing of its prompt is known.
        marks: cache breakpoints: index of the block and lifetime (`5m`, `1h`).
        texts: renders the block texts again.
        purpose: side calls are kept out of the main chain.
        failed: the provider refused it or it was aborted before an answer; it caches nothing.
        in_flight: it has not been answered yet.
        usage: measured.
        body_kind: what the blocks were rendered from.
        settings, retention, previous, explicit, automatic: see `Body`.
        unrecorded: characters of the prompt that stand before the first block and were not recorded.
        lifetime: of what it wrote, by the provider's account (`5m`, `1h`); "" when it does not say.
        salts: digest of the settings a level depends on, by level.
        provider_reason: why the provider itself says that it missed; "" when it says nothing.
        edits: edits of the history that the provider applied by itself.
        served_by: who answered behind a gateway; "" when it does not say.
    """

    index: int
    chain_key: str
    model: str
    provider: str
    started_at: int | None
    ready_at: int | None
    leaf: BlockNode | None
    texts: Callable[[], list[str]]
    marks: tuple[tuple[int, str], ...] = ()
    purpose: RequestPurpose = RequestPurpose.MAIN
    failed: bool = False
    in_flight: bool = False
    usage: Usage = UNKNOWN_USAGE
    body_kind: BodyKind = BodyKind.RAW_REQUEST
    settings: Mapping[str, str] = field(default_factory=dict)
    retention: str = ""
    previous: str = ""
    explicit: str = ""
    automatic: bool = False
    unrecorded: int = 0
    lifetime: str = ""
    salts: tuple[int, int, int] = (0, 0, 0)
    provider_reason: str = ""
    served_by: str = ""
    edits: tuple[str, ...] = ()

    @property
    def caches_nothing(self) -> bool:
        """Whether nothing was written by it, or not yet."""
        return self.failed or self.in_flight

    @property
    def nodes(self) -> tuple[BlockNode, ...]:
        """Its blocks with all that stands before each, in order."""
        return _nodes(self.leaf)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its blocks in order."""
        return _blocks(self.leaf)

    @property
    def chars(self) -> int:
        """Characters of all blocks."""
        return self.end_of(len(self.nodes) - 1)

    def end_of(self, block: int) -> int:
        """Characters up to and including a block; what was not recorded included."""
        return (self.nodes[block].end if block >= 0 else 0) + self.unrecorded

    def key_at(self, block: int) -> PrefixKey:
        """What identifies the prefix that ends with a block: its bytes and the settings it depends on."""
        node = self.nodes[block]
        return node, self.salts[_ORDER[node.block.level]]

    def span(self, level: Level) -> tuple[int, int]:
        """Indexes of a level's blocks, end excluded; empty at its place when there are none."""
        start, end = (
            bisect_left(self.blocks, rank, key=lambda block: _ORDER[block.level])
            for rank in (_ORDER[level], _ORDER[level] + 1)
        )
        return start, end


PrefixKey = tuple[BlockNode, int]
"""A prefix by its last block's node and the digest of the settings it depends on."""

_ORDER: Final = {level: number for number, level in enumerate(Level)}


class Shapes:
    """How often the texts of a conversation changed between string and block; each change is another prefix."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Shape, int]] = {}

    def turn(self, digest: int, shape: Shape) -> int:
        """How often a text has changed its shape by now; one that may be either has not."""
        before, turns = self._known.get(digest, (Shape.EITHER, 0))
        if shape is Shape.EITHER or shape is before:
            return turns
        if before is not Shape.EITHER:
            turns += 1
        self._known[digest] = (shape, turns)
        return turns


def chain_blocks(blocks: Sequence[RenderedBlock], table: BlockTable, shapes: Shapes) -> BlockNode | None:
    """Hash each block once and hang it behind the one before; None when there are none."""
    node: BlockNode | None = None
    for rendered in blocks:
        digest = _digest(f"{rendered.level}\0{rendered.role}\0{rendered.text}")
        turn = shapes.turn(digest, rendered.shape)
        if turn:
            digest = _digest(f"{digest}\0{turn}")
        node = table.node(
            node,
            Block(
                rendered.level,
                rendered.kind,
                rendered.path,
                rendered.role,
                rendered.key,
                digest,
                len(rendered.text),
                rendered.shape,
            ),
        )
    return node


def salts_of(by_level: Mapping[Level, str]) -> tuple[int, int, int]:
    """Digests of the settings each level depends on, earlier levels' included; 0 = on none."""
    found: list[int] = []
    text = ""
    for level in Level:
        text += by_level.get(level, "")
        found.append(_digest(text) if text else 0)
    return found[0], found[1], found[2]


def _digest(text: str) -> int:
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))
