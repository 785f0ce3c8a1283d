"""What fills a prompt: its bytes by kind, per request, and what left and came between two requests.

Everything is read off the rendered blocks of `analysis.prefix`, so the composition describes the very bytes that the
cache engine compares. Sizes are UTF-16 code units of the blocks; `weight` counts media by what a provider charges for
it and not by the length of its base64, or one picture would hide the whole conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import xxhash

from inspector.analysis.prefix.blocks import BlockKind, Body, Level, RenderedBlock
from inspector.analysis.sent_bodies import rendered
from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.request import RequestPayload
from inspector.tokens.media import Dialect, image_tokens
from inspector.wire import js_json, utf16
from inspector.wire.reading import decoded, text_member

_CHARS_PER_TOKEN: Final = 4
_ATTACHMENT_OPENING: Final = 'Attached file "'
"""How an attachment's text is led in (PIPELINE §9)."""
_OPENING_CHARS: Final = 200
"""How far from its start a block's text is looked at for an opening: wrappers and JSON stand before it."""


class Ingredient(StrEnum):
    """What a piece of a prompt is; in the order of bars and legends."""

    TOOLS = "tools"
    SYSTEM = "system"
    SUMMARY = "summary"
    USER = "user"
    ATTACHMENT = "attachment"
    ASSISTANT = "assistant"
    REASONING = "reasoning"
    TOOL_CALL = "tool-call"
    TOOL_RESULT = "tool-result"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Piece:
    """One block of a prompt.

    Attributes:
        ingredient: what it is.
        label: tool name of declarations, calls and results; "" elsewhere or where unknown.
        path: JSON path in the body or prompt it was rendered from.
        chars: UTF-16 code units.
        weight: the same, media counted as 4 units per token that they cost.
        digest: XXH3-64 of role and text, to recognise it in another request.
    """

    ingredient: Ingredient
    label: str
    path: str
    chars: int
    weight: int
    digest: int


@dataclass(frozen=True, slots=True)
class Share:
    """All pieces of one kind (and, for tools, of one name) in a prompt.

    Attributes:
        ingredient, label: as in `Piece`.
        pieces: how many.
        chars, weight: their sums.
    """

    ingredient: Ingredient
    label: str
    pieces: int
    chars: int
    weight: int


@dataclass(frozen=True, slots=True)
class Composition:
    """What one prompt is made of, in the order of its bytes.

    Attributes:
        pieces: every block.
    """

    pieces: tuple[Piece, ...] = ()

    @property
    def chars(self) -> int:
        """UTF-16 code units of the whole prompt."""
        return sum(piece.chars for piece in self.pieces)

    @property
    def weight(self) -> int:
        """Weighted units of the whole prompt; the 100 % of a bar."""
        return sum(piece.weight for piece in self.pieces)

    def by_ingredient(self) -> list[Share]:
        """One share per kind, in the order of `Ingredient`; kinds without a piece are left out."""
        return _shares(self.pieces, lambda piece: "")

    def by_label(self) -> list[Share]:
        """One share per kind and tool name, largest first."""
        return sorted(_shares(self.pieces, lambda piece: piece.label), key=lambda share: -share.weight)

    def to_dict(self) -> dict[str, Any]:
        """JSON form: sums by kind and, for tools, by name."""
        return {
            "chars": self.chars,
            "weight": self.weight,
            "by_kind": {
                share.ingredient.value: {"pieces": share.pieces, "chars": share.chars, "weight": share.weight}
                for share in self.by_ingredient()
            },
            "by_tool": [
                {"kind": share.ingredient.value, "tool": share.label, "chars": share.chars}
                for share in self.by_label()
                if share.label
            ],
        }


@dataclass(frozen=True, slots=True)
class CompositionChange:
    """What changed in a prompt from one request to another.

    Attributes:
        left: pieces of the earlier prompt that the later one lacks.
        came: pieces of the later prompt that the earlier one lacked.
    """

    left: tuple[Piece, ...]
    came: tuple[Piece, ...]


def composition_of(payload: RequestPayload) -> Composition:
    """The composition of a recorded request: of its wire body where it has one, else of its prompt."""
    return composition_of_body(rendered(payload)[0])


def composition_of_body(body: Body) -> Composition:
    """The composition of rendered blocks."""
    tools = _tool_names(body.blocks)
    return Composition(tuple(_piece(block, tools) for block in body.blocks))


def change_between(earlier: Composition, later: Composition) -> CompositionChange:
    """Pieces that left and pieces that came; a piece that only moved did neither."""
    return CompositionChange(
        left=tuple(_missing(earlier.pieces, later.pieces)), came=tuple(_missing(later.pieces, earlier.pieces))
    )


def _missing(pieces: Sequence[Piece], others: Sequence[Piece]) -> Iterator[Piece]:
    """Pieces without a counterpart among the others; equal ones are counted, not just looked up."""
    left: dict[int, int] = {}
    for other in others:
        left[other.digest] = left.get(other.digest, 0) + 1
    for piece in pieces:
        if left.get(piece.digest, 0):
            left[piece.digest] -= 1
        else:
            yield piece


def _shares(pieces: Iterable[Piece], label_of: Callable[[Piece], str]) -> list[Share]:
    sums: dict[tuple[Ingredient, str], list[int]] = {}
    for piece in pieces:
        entry = sums.setdefault((piece.ingredient, label_of(piece)), [0, 0, 0])
        for at, amount in enumerate((1, piece.chars, piece.weight)):
            entry[at] += amount
    order = list(Ingredient)
    return [
        Share(ingredient, label, count, chars, weight)
        for (ingredient, label), (count, chars, weight) in sorted(
            sums.items(), key=lambda item: order.index(item[0][0])
        )
    ]


def _piece(block: RenderedBlock, tools: dict[str, str]) -> Piece:
    chars = utf16.length(block.text)
    is_media = block.kind is BlockKind.IMAGE or (block.kind is BlockKind.FILE and '"data' in block.text)
    weight = min(chars, image_tokens(Dialect.ANTHROPIC) * _CHARS_PER_TOKEN) if is_media else chars
    digest = xxhash.xxh3_64_intdigest(f"{block.role}\0{block.text}".encode("utf-8", "surrogatepass"))
    label = block.key if block.level is Level.TOOLS else tools.get(block.key, "")
    return Piece(_ingredient(block), label, block.path, chars, weight, digest)


_BY_KIND: Final = {
    BlockKind.TOOL_CALL: Ingredient.TOOL_CALL,
    BlockKind.TOOL_RESULT: Ingredient.TOOL_RESULT,
    BlockKind.IMAGE: Ingredient.ATTACHMENT,
    BlockKind.FILE: Ingredient.ATTACHMENT,
    BlockKind.THINKING: Ingredient.REASONING,
}
_BY_ROLE: Final = {
    "user": Ingredient.USER,
    "assistant": Ingredient.ASSISTANT,
    "model": Ingredient.ASSISTANT,
    "tool": Ingredient.TOOL_RESULT,
    "function": Ingredient.TOOL_RESULT,
    "system": Ingredient.SYSTEM,
    "developer": Ingredient.SYSTEM,
}


def _ingredient(block: RenderedBlock) -> Ingredient:
    if block.level is not Level.MESSAGES:
        return Ingredient.TOOLS if block.level is Level.TOOLS else Ingredient.SYSTEM
    if block.kind in _BY_KIND:
        return _BY_KIND[block.kind]
    opening = block.text[: len(SUMMARY_OPENING) + _OPENING_CHARS]
    if SUMMARY_OPENING in opening:
        return Ingredient.SUMMARY
    if block.role == "user" and _is_attachment(opening):
        return Ingredient.ATTACHMENT
    return _BY_ROLE.get(block.role, Ingredient.OTHER)


def _is_attachment(opening: str) -> bool:
    """Whether a user's text is an attachment put in place of the file, as plain text or within its JSON."""
    return opening.startswith(_ATTACHMENT_OPENING) or js_json.dumps(_ATTACHMENT_OPENING)[:-1] in opening


def _tool_names(blocks: Sequence[RenderedBlock]) -> dict[str, str]:
    """Tool names by call id, read off the calls; results are asked only where their call is gone."""
    names: dict[str, str] = {}
    for kind in (BlockKind.TOOL_CALL, BlockKind.TOOL_RESULT):
        for block in blocks:
            if block.kind is kind and block.key and block.key not in names:
                names[block.key] = _name_in(block.text)
    return names


def _name_in(text: str) -> str:
    """The tool's name in a call of any wire format: beside its id, or within `function` (Chat, Gemini)."""
    value = decoded(text)
    if not isinstance(value, dict):
        return ""
    for holder in (value, value.get("function"), value.get("functionCall"), value.get("functionResponse")):
        name = text_member(holder, "toolName") or text_member(holder, "name")
        if name:
            return name
    return ""
