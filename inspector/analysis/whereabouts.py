"""Where a text was at every request: not yet said, present, trimmed away, folded into a summary, or gone.

Asked of recorded prompts, or of a replay's; the answer names the block that holds the text, so that it leads to the
bytes. For facts that may survive in other words see `replay.probes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from inspector.analysis.composition import Ingredient, composition_of_body
from inspector.analysis.prefix.blocks import BlockKind, Body, RenderedBlock
from inspector.wire import js_json


class Whereabout(StrEnum):
    """Where a text is at one request."""

    NOT_YET = "not yet"
    PRESENT = "present"
    TRIMMED = "trimmed"
    FOLDED = "folded"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Sighting:
    """The answer for one request.

    Attributes:
        request: index of the request.
        state: see there.
        path: JSON path of the first block that holds the text, or of the trimmed one; "" elsewhere.
        places: how many blocks hold it.
    """

    request: int
    state: Whereabout
    path: str = ""
    places: int = 0


def whereabouts(needle: str, requests: Iterable[tuple[int, Body]]) -> Iterator[Sighting]:
    """One answer per request, in the order given; raises `ValueError` for an empty needle.

    Args:
        needle: the text, as a person reads it; it is looked for in JSON texts in its escaped form too.
        requests: index and rendered body, of one chain.
    """
    if not needle:
        raise ValueError("an empty text is everywhere")
    forms = tuple({needle, js_json.dumps(needle)[1:-1], js_json.dumps(js_json.dumps(needle)[1:-1])[1:-1]})
    last: RenderedBlock | None = None
    for index, body in requests:
        holders = [block for block in body.blocks if any(form in block.text for form in forms)]
        if holders:
            last = holders[0]
            yield Sighting(index, Whereabout.PRESENT, last.path, len(holders))
        else:
            yield _missing(index, body, last)


def _missing(index: int, body: Body, last: RenderedBlock | None) -> Sighting:
    if last is None:
        return Sighting(index, Whereabout.NOT_YET)
    cut = next((block for block in body.blocks if _same_output(block, last)), None)
    if cut is not None:
        return Sighting(index, Whereabout.TRIMMED, cut.path)
    folded = any(piece.ingredient is Ingredient.SUMMARY for piece in composition_of_body(body).pieces)
    return Sighting(index, Whereabout.FOLDED if folded else Whereabout.GONE)


def _same_output(block: RenderedBlock, last: RenderedBlock) -> bool:
    """Whether a block is the tool output that held the text before."""
    return bool(block.key) and (block.kind, block.key) == (BlockKind.TOOL_RESULT, last.key)
