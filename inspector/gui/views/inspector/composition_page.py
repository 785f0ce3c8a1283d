"""What a prompt is made of, down to single parts, and what came and left since the request before."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.analysis.composition import Piece
from inspector.app.inspector.made_of import MadeOf, boxes, made_of, sums
from inspector.app.selection import Selection
from inspector.app.wording import numbers, units
from inspector.app.wording.composition import ingredient
from inspector.app.wording.inspector import figure
from inspector.gui.background import Background
from inspector.gui.theme import Space
from inspector.gui.views.common.facts import Fact, FactTable
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.inspector.icicle import Icicle


class CompositionPage(Page):
    """`Made of`.

    Attributes:
        part_activated: emitted with the selection on screen and the JSON path of a part.
    """

    part_activated = Signal(object, str)

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        body = QWidget()
        super().__init__(background, body, parent)
        self.facts = FactTable()
        self.icicle = Icicle()
        self._selection: Selection | None = None
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, Space.S)
        column.setSpacing(Space.S)
        column.addWidget(self.facts)
        holder = QVBoxLayout()
        holder.setContentsMargins(Space.M, 0, Space.M, 0)
        holder.addWidget(self.icicle)
        column.addLayout(holder, 1)
        self.icicle.part_activated.connect(self._on_part)

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        self._selection = selection
        if selection.request_index is None:
            return Hint(
                self.tr("No request is selected"),
                self.tr(
                    "Select an assistant turn or one of its steps: what filled its prompt is shown here."
                ),
            )
        return lambda progress: made_of(selection, progress)

    def present(self, result: MadeOf | None) -> None:
        """See `Page.present`."""
        if result is None or not result.composition.pieces:
            self.show_hint(
                Hint(
                    self.tr("No prompt is known of this request"),
                    self.tr("It was recorded without its inputs, or failed before anything was sent."),
                )
            )
            return
        self.facts.show_facts([*self._whole(result), *self._change(result)])
        self.icicle.show_boxes(boxes(result.composition))

    def _whole(self, result: MadeOf) -> list[Fact]:
        size = units.chars(result.composition.chars)
        tip = self.tr(
            "Characters of all blocks of the request; pictures count in the boxes by what they cost."
        )
        facts = [
            Fact(self.tr("Prompt"), size, tip=tip),
            Fact(self.tr("Measured"), self._measured(result.record.usage.input)),
        ]
        if result.replayed:
            facts.append(
                Fact(
                    self.tr("Basis"),
                    self.tr("replayed: this source records no prompts, tool declarations are not known"),
                    "muted",
                )
            )
        return facts

    def _measured(self, tokens: int | None) -> str:
        return figure(None) if tokens is None else units.tokens(tokens)

    def _change(self, result: MadeOf) -> list[Fact]:
        if result.change is None or result.previous is None:
            return []
        before = numbers.group(result.previous.number)
        facts = []
        for name, pieces, sign in (
            (self.tr("Came since request {0}"), result.change.came, "+"),
            (self.tr("Left since request {0}"), result.change.left, "−"),
        ):
            facts.append(Fact(name.format(before), _summed(pieces, sign) or self.tr("nothing")))
        return facts

    def _on_part(self, path: str) -> None:
        if self._selection is not None:
            self.part_activated.emit(self._selection, path)


def _summed(pieces: tuple[Piece, ...], sign: str) -> str:
    return " · ".join(
        f"{ingredient(one.ingredient)} {sign}{numbers.group(one.chars)}" for one in sums(pieces)
    )
