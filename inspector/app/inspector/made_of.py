"""What the composition page shows of a request: boxes down to single parts, what came and left since the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.composition import (
    Composition,
    CompositionChange,
    Ingredient,
    Piece,
    Share,
    change_between,
    composition_of_body,
)
from inspector.analysis.prefix.blocks import BodyKind
from inspector.analysis.sent_bodies import rendered, sent_bodies
from inspector.app.selection import Selection
from inspector.model import RequestPurpose, RequestRecord
from inspector.sources.base import Progress

LEVELS: Final = 3
"""Kinds, tools of a kind, single parts."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the prompt, placed in an icicle from top to bottom.

    Attributes:
        level: 0 = kind, 1 = tool (or the kind again where it has none), 2 = part.
        start, end: shares of the whole weight, 0–1.
        ingredient, label: what it is.
        chars, weight: its size.
        path: JSON path of a part; "" on other levels.
    """

    level: int
    start: float
    end: float
    ingredient: Ingredient
    label: str
    chars: int
    weight: int
    path: str = ""


@dataclass(frozen=True, slots=True)
class MadeOf:
    """The composition of one request.

    Attributes:
        record: the request.
        composition: of its prompt.
        replayed: the prompt is that of a replay; tool declarations are not part of it.
        previous: the request of the conversation before it; None = it is the first.
        change: what came and left since then; None without one.
    """

    record: RequestRecord
    composition: Composition
    replayed: bool = False
    previous: RequestRecord | None = None
    change: CompositionChange | None = None


def made_of(selection: Selection, progress: Progress) -> MadeOf | None:
    """Read the prompts of a request and of the one before it (a worker's job); None when there is no prompt."""
    conversation, index = selection.conversation, selection.request_index
    if conversation is None or index is None:
        return None
    record = next((one for one in conversation.requests if one.index == index), None)
    if record is None:
        return None
    previous = _before(conversation.requests, record)
    wanted = [one for one in (record, previous) if one is not None]
    numbers = {one.number for one in wanted}
    if record.has_payload:
        source = selection.source
        found = {
            one.number: composition_of_body(rendered(source.payload(one.index))[0])
            for one in wanted
            if one.has_payload
        }
        return _made(record, previous, found, replayed=False)
    labels = {str(number): number for number in numbers}
    found = {
        labels[sent.request]: composition_of_body(sent.body)
        for sent in sent_bodies(selection.source, conversation.summary.id, progress)
        if sent.request in labels and sent.kind is BodyKind.REPLAYED
    }
    return _made(record, previous, found, replayed=True)


def boxes(composition: Composition) -> list[Box]:
    """Boxes of all levels, the kinds in their order, parts in the order of the prompt."""
    whole = composition.weight
    if not whole:
        return []
    placed: list[Box] = []
    start = 0
    for kind in Ingredient:
        pieces = [piece for piece in composition.pieces if piece.ingredient is kind]
        if not pieces:
            continue
        placed.append(_box(0, start, whole, kind, "", pieces))
        at = start
        for label in dict.fromkeys(piece.label for piece in pieces):
            own = [piece for piece in pieces if piece.label == label]
            placed.append(_box(1, at, whole, kind, label, own))
            for piece in own:
                placed.append(_box(2, at, whole, kind, label, [piece], piece.path))
                at += piece.weight
        start = at
    return placed


def sums(pieces: Sequence[Piece]) -> list[Share]:
    """Pieces summed up by kind."""
    return Composition(tuple(pieces)).by_ingredient()


def _box(
    level: int, start: int, whole: int, kind: Ingredient, label: str, pieces: Sequence[Piece], path: str = ""
) -> Box:
    weight = sum(piece.weight for piece in pieces)
    chars = sum(piece.chars for piece in pieces)
    return Box(level, start / whole, (start + weight) / whole, kind, label, chars, weight, path)


def _before(records: Sequence[RequestRecord], record: RequestRecord) -> RequestRecord | None:
    """The request before it in its chain: side calls are compared with nothing."""
    if record.purpose is not RequestPurpose.MAIN:
        return None
    earlier = [one for one in records if one.purpose is RequestPurpose.MAIN and one.number < record.number]
    return max(earlier, key=lambda one: one.number, default=None)


def _made(
    record: RequestRecord,
    previous: RequestRecord | None,
    found: dict[int, Composition],
    *,
    replayed: bool,
) -> MadeOf | None:
    own = found.get(record.number)
    if own is None:
        return None
    before = None if previous is None else found.get(previous.number)
    change = None if before is None else change_between(before, own)
    return MadeOf(record, own, replayed, previous if change is not None else None, change)
