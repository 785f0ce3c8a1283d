"""`show --composition` and `show --where`: what fills every prompt, and where a text was at every request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from inspector.analysis.composition import Composition, Ingredient, composition_of_body
from inspector.analysis.prefix.blocks import BodyKind
from inspector.analysis.sent_bodies import SentBody, sent_bodies
from inspector.analysis.whereabouts import whereabouts
from inspector.cli.figures import count
from inspector.cli.output import console, write_line
from inspector.sources.base import Source

_REPLAYED: Final = "Prompts are not recorded here; these are replayed under the conversation's own settings."
_NO_TOOLS: Final = "Tool declarations are not recorded and not counted."


def print_composition(source: Source, conversation_id: str) -> None:
    """Characters of every prompt by kind, one request a row."""
    found = [(sent, composition_of_body(sent.body)) for sent in sent_bodies(source, conversation_id)]
    if not found:
        write_line("No requests are recorded here, so no prompt can be shown.")
        return
    kinds = [kind for kind in Ingredient if any(_chars(made, kind) for _, made in found)]
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("#", *(kind.value for kind in kinds), "chars"):
        table.add_column(title, justify="right", no_wrap=True)
    for sent, made in found:
        cells = [count(_chars(made, kind)) if _chars(made, kind) else "" for kind in kinds]
        table.add_row(sent.request, *cells, count(made.chars))
    out = console()
    out.print(table)
    _print_basis([sent for sent, _ in found])


def print_whereabouts(source: Source, conversation_id: str, needle: str) -> None:
    """One line per request: what became of a text, and the block that holds it."""
    sent = list(sent_bodies(source, conversation_id))
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("#", justify="right", no_wrap=True)
    for title in ("state", "where"):
        table.add_column(title, overflow="fold")
    found = whereabouts(needle, ((at, one.body) for at, one in enumerate(sent)))
    for one, sighting in zip(sent, found, strict=True):
        more = f" and {sighting.places - 1} more" if sighting.places > 1 else ""
        table.add_row(one.request, sighting.state.value, Text(f"{sighting.path}{more}"))
    console().print(table)
    _print_basis(sent)


def _chars(made: Composition, kind: Ingredient) -> int:
    return sum(piece.chars for piece in made.pieces if piece.ingredient is kind)


def _print_basis(sent: Sequence[SentBody]) -> None:
    if any(one.kind is BodyKind.REPLAYED for one in sent):
        write_line(f"{_REPLAYED} {_NO_TOOLS}")
