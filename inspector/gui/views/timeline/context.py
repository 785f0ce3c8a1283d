"""What a painter is told besides its row: where it stands, how it looks just now, what is known of blobs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from inspector.app.findings.marks import Mark
from inspector.app.replay.predictions import NOTHING, Predictions
from inspector.app.timeline.blobs import BlobStates
from inspector.app.timeline.chips import Chip
from inspector.gui.theme import Theme
from inspector.gui.views.timeline.canvas import Columns, Pens


@dataclass(slots=True)
class Paint:
    """One call of a painter.

    Attributes:
        painter, pens, theme: to draw with; the theme is paler where the row is folded away.
        figures: the theme for figures and marks, which are never paler.
        rect: the row, as wide as the view.
        columns: figure columns for this width.
        selected, hovered, is_open: state of the row; `is_open` = unfolded.
        in_frame: the row lies inside a tool call's frame.
        ends_frame: nothing of the same frame follows.
        blobs: what is known of blobs so far.
        mark: how many findings lie here; None = none.
        mark_area: where the painter put that badge.
        predictions: what a replay does differently.
        chip: what the cache did; None = not judged.
    """

    painter: QPainter
    pens: Pens
    theme: Theme
    figures: Theme
    rect: QRect
    columns: Columns
    selected: bool
    hovered: bool
    is_open: bool
    in_frame: bool
    ends_frame: bool
    blobs: BlobStates
    mark: Mark | None = None
    mark_area: QRect | None = None
    predictions: Predictions = NOTHING
    chip: Chip | None = None

    def inner(self, left: int, right: int) -> QRect:
        """A part of the row between two distances from its left edge."""
        return QRect(self.rect.left() + left, self.rect.top(), right - left, self.rect.height())
