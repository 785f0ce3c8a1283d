"""Beside the prompt as sent: the same prompt as replayed, and the row as it would be stored, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from inspector.analysis.text_diff import diff_texts
from inspector.app.diff.aligned import Aligned, align
from inspector.app.replay.sides import Lane, Sides, prompt_sides, stored_sides
from inspector.app.selection import Selection
from inspector.app.wording import numbers, units
from inspector.app.wording.timeline import DOT
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.views.common.page import Hint, Page, Work
from inspector.gui.views.diff.side_by_side import SideBySide
from inspector.replay.result import Size
from inspector.sources.base import Progress


@dataclass(frozen=True, slots=True)
class _Loaded:
    sides: Sides | None
    aligned: Aligned | None


class ReplayedPage(Page):
    """One lane of the prompt's tab.

    Attributes:
        lane: what is compared.
        texts: the two sides.
    """

    def __init__(self, controller: ReplayController, lane: Lane, parent: QWidget | None = None) -> None:
        self.texts = SideBySide()
        super().__init__(controller.background, self.texts, parent)
        self.lane = lane
        self._controller = controller
        self._channel = f"{self._channel}-{lane}"
        self.texts.probe_requested.connect(self.probe_requested)

    def plan(self, selection: Selection) -> Hint | Work:
        """See `Page.plan`."""
        own, other = self._controller.recorded, self._controller.result
        if other is None:
            return Hint(
                self.tr("Nothing is replayed"),
                self.tr("Open the replay panel (F5): it replays the conversation on screen."),
            )
        find = prompt_sides if self.lane is Lane.PROMPT else stored_sides

        def work(progress: Progress) -> _Loaded:
            sides = find(selection, own, other)
            progress.step(1, 2)
            return _Loaded(sides, None if sides is None else align(diff_texts(sides.left, sides.right)))

        return work

    def present(self, result: _Loaded) -> None:
        """See `Page.present`."""
        sides = result.sides
        if sides is None or result.aligned is None:
            self.show_hint(self._why_not())
            return
        left = self.tr("Recorded")
        right = self.tr("Replay")
        self.texts.show_texts(
            result.aligned,
            left=_titled(left, sides.left_size, sides.left_bytes),
            right=_titled(right + (" *" if sides.stand_in else ""), sides.right_size, sides.right_bytes),
        )

    def _why_not(self) -> Hint:
        if self.lane is Lane.STORED:
            return Hint(
                self.tr("No stored row is selected"),
                self.tr("Select an answer of a database: it shows what the replay would keep of it."),
            )
        return Hint(
            self.tr("No replayed request is selected"),
            self.tr("Select an answer or one of its steps, or a bar in the replay panel."),
        )


def _titled(name: str, size: Size | None, stored: int | None) -> str:
    """`Replay · 5 646 chars · 2 480 tok`."""
    pieces = [name]
    if size is not None:
        pieces += [units.chars(size.chars), units.estimated_tokens(size.tokens)]
    if stored is not None:
        pieces.append(numbers.byte_size(stored))
    return DOT.join(pieces)
