"""Places of bars: in view, under the pointer, beside each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from inspector.gui.charts.bar_layout import LEAST_SLOT, BarLayout, View

AREA = QRectF(0, 0, 500, 200)


def layout(view: View, top: float = 100) -> BarLayout:
    return BarLayout(AREA, view, top)


@pytest.mark.parametrize("count", [1, 7, 100])
def test_the_pointer_finds_the_bar_it_is_over(count: int) -> None:
    found = layout(View(0, count))
    for position in range(count):
        assert found.position(found.place(position).center().x(), count) == position
    assert found.position(found.plot.left() - 1, count) == -1


def test_amounts_grow_from_the_axis_to_the_top() -> None:
    found = layout(View(0, 4))
    assert found.bar(0, 100).top() == found.plot.top()
    assert found.bar(0, 100).bottom() == found.plot.bottom()
    stacked = found.bar(0, 40, base=60)
    assert stacked.bottom() == pytest.approx(found.bar(0, 60).top())


def test_two_bars_share_the_place_of_one() -> None:
    found = layout(View(0, 4))
    left, right, whole = found.bar(1, 50, half=-1), found.bar(1, 50, half=1), found.bar(1, 50)
    assert (left.left(), right.right()) == pytest.approx((whole.left(), whole.right()))
    assert left.right() == pytest.approx(right.left())


def test_more_bars_than_fit_show_the_newest() -> None:
    view = View.whole(1_000, 400)
    assert view.count == 400 / LEAST_SLOT
    assert view.first + view.count == 1_000


def test_zooming_keeps_the_bar_under_the_pointer() -> None:
    view = View(0, 100)
    closer = view.zoomed(0.5, 40, 100, 500)
    assert closer.count == 50
    assert closer.first <= 40 < closer.first + closer.count
    assert closer.zoomed(10, 40, 100, 500) == view


def test_a_view_moves_no_further_than_needed_to_hold_a_bar() -> None:
    view = View(10, 5)
    assert view.holding(12, 100) == view
    assert view.holding(3, 100) == View(3, 5)
    assert view.holding(20, 100) == View(16, 5)
    assert view.holding(-1, 100) == view


def test_a_view_never_leaves_the_bars() -> None:
    assert View(95, 10).clamped(100) == View(90, 10)
    assert View(-3, 10).clamped(100) == View(0, 10)
    assert View(0, 10).clamped(4) == View(0, 4)
