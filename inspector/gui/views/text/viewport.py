"""What painting and dragging need of the text view, so that they need not know the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QScrollBar, QWidget

from inspector.app.text.caret import Caret
from inspector.app.text.document import TextDocument
from inspector.app.text.folds import FoldState
from inspector.app.text.highlight import Highlighter
from inspector.app.text.line_marks import Marks
from inspector.app.text.row_map import RowMap
from inspector.gui.views.text.painting import Grid


class Viewport(Protocol):
    """A text on screen.

    Attributes:
        document, rows, caret, marks, folds, highlighter: the text and what is known of it.
        grid: size of a cell.
        line_tones: a `LineTone` per line; None = all plain.
        gutter_label: what to write beside a line (0-based); None = its number.
        gutter_cells: room for labels in cells; 0 = as many as the line count has digits.
    """

    document: TextDocument
    rows: RowMap
    caret: Caret
    marks: Marks
    folds: FoldState | None
    highlighter: Highlighter | None
    grid: Grid
    line_tones: npt.NDArray[np.uint8] | None
    gutter_label: Callable[[int], str] | None
    gutter_cells: int

    @property
    def page_cells(self) -> int:
        """Whole cells that fit beside the gutter."""
        ...

    def extend_to(self, point: QPoint) -> None:
        """Extend the selection to the character under a point."""

    def viewport(self) -> QWidget:
        """What is painted on."""
        ...

    def verticalScrollBar(self) -> QScrollBar:
        """Its value is the first row on screen."""
        ...

    def horizontalScrollBar(self) -> QScrollBar:
        """Its value is the first cell on screen."""
        ...

    def hasFocus(self) -> bool:
        """Whether the caret is shown."""
        ...
