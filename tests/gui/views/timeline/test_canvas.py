"""Columns of figures, and a line that fills from both ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from inspector.gui.views.timeline.canvas import NARROW, VERY_NARROW, Columns, Line, Pens

INK = QColor("#000000")


@pytest.fixture
def paper() -> QImage:
    image = QImage(400, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    return image


@pytest.fixture
def line(paper: QImage) -> Iterator[Line]:
    painter = QPainter(paper)
    yield Line(painter, Pens(), QRect(0, 0, 300, 30))
    painter.end()


def inked(image: QImage) -> list[int]:
    """Columns of pixels that are not white."""
    white = QColor("#ffffff").rgb()
    return [x for x in range(image.width()) if any(image.pixel(x, y) != white for y in range(image.height()))]


@pytest.mark.parametrize("width", [300, VERY_NARROW, 450, NARROW, 800, 2000])
def test_columns_stand_side_by_side_inside_the_row(width: int) -> None:
    columns = Columns.of(width)
    edges = [edge for edge in (columns.time, columns.chip, columns.tokens) if edge is not None]
    flat = [x for edge in edges for x in edge]
    assert flat == sorted(flat)
    assert 0 < columns.content_right < flat[0]
    assert flat[-1] < width


def test_narrow_rows_leave_out_the_time_first_and_then_the_chip() -> None:
    assert Columns.of(NARROW).time is not None
    assert Columns.of(NARROW - 1).time is None
    assert Columns.of(NARROW - 1).chip is not None
    assert Columns.of(VERY_NARROW - 1).chip is None


def test_a_text_too_long_is_cut_where_the_line_ends(line: Line, paper: QImage) -> None:
    line.put("word " * 200, line.pens.body, INK)
    assert 250 < inked(paper)[-1] < 301


def test_texts_from_the_right_keep_their_place_and_bound_those_from_the_left(
    line: Line, paper: QImage
) -> None:
    line.put_right("12 345 chars", line.pens.body, INK)
    bound = line.right
    line.put("word " * 200, line.pens.body, INK)
    assert line.left >= bound - 8
    gap = [x for x in range(bound - 2, bound + 4) if x in inked(paper)]
    assert len(gap) < 4


def test_a_text_from_the_right_that_does_not_fit_whole_is_left_out(line: Line, paper: QImage) -> None:
    line.left = 290
    line.put_right("much too long for ten pixels", line.pens.body, INK)
    assert inked(paper) == []
    assert line.right == 300
