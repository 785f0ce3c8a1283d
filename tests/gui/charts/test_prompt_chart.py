"""What the chart of prompts paints: unknown is no zero, a stand-in is hatched, lines are named."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from inspector.app.replay.prompt_bars import Bar, BarView, Part, PromptBars
from inspector.gui.charts.prompt_chart import PromptChart
from inspector.gui.theme import LIGHT
from inspector.replay.result import RequestOutcome, Size

OUTCOME = RequestOutcome(index=0, turn=1, step=1, before=Size(), after=Size())


def bar(number: int, **more: object) -> Bar:
    return Bar(outcome=replace(OUTCOME, index=number - 1, number=number), **more)  # type: ignore[arg-type]


@pytest.fixture
def chart(qtbot: QtBot) -> PromptChart:
    made = PromptChart()
    qtbot.addWidget(made)
    made.resize(600, 220)
    made.show()
    return made


def picture(chart: PromptChart) -> QImage:
    image = QImage(chart.size(), QImage.Format.Format_ARGB32)
    image.fill(LIGHT.surface)
    chart.render(image)
    return image


def colors_in(image: QImage, chart: PromptChart, position: int, amount: float) -> set[int]:
    area = chart.layout_now().bar(position, amount).toRect().adjusted(2, 2, -2, -2)
    return {
        image.pixel(x, y) for x in range(area.left(), area.right()) for y in range(area.top(), area.bottom())
    }


def test_a_bar_is_filled_with_its_parts(chart: PromptChart) -> None:
    chart.show_bars(PromptBars(bars=(bar(1, parts=((Part.READ, 500), (Part.NEW, 500))),)))
    found = colors_in(picture(chart), chart, 0, 1_000)
    assert LIGHT.cache_read.rgba() in found
    assert LIGHT.cache_new.rgba() in found


def test_a_stand_in_is_hatched(chart: PromptChart) -> None:
    plain = bar(1, parts=((Part.REUSED, 1_000),))
    shaky = bar(2, parts=((Part.REUSED, 1_000),), stand_in=True)
    chart.show_bars(PromptBars(bars=(plain, shaky)))
    image = picture(chart)
    assert colors_in(image, chart, 0, 1_000) == {LIGHT.cache_read.rgba()}
    assert len(colors_in(image, chart, 1, 1_000)) > 1


def test_a_textured_part_differs_from_a_plain_one_without_colour(chart: PromptChart) -> None:
    bars = (bar(1, parts=((Part.READ, 1_000),)), bar(2, parts=((Part.WRITTEN, 1_000),)))
    chart.show_bars(PromptBars(bars=bars, view=BarView.MEASURED))
    image = picture(chart)
    assert len(colors_in(image, chart, 0, 1_000)) == 1
    assert len(colors_in(image, chart, 1, 1_000)) == 2


def test_what_is_unknown_is_an_empty_dotted_place(chart: PromptChart) -> None:
    chart.show_bars(PromptBars(bars=(bar(1), bar(2, parts=((Part.READ, 10),))), view=BarView.MEASURED))
    assert LIGHT.cache_read.rgba() not in colors_in(picture(chart), chart, 0, 10)


def test_lines_near_the_bars_are_drawn_and_far_ones_only_named(chart: PromptChart) -> None:
    parts = ((Part.REUSED, 1_000),)
    chart.show_bars(PromptBars(bars=(bar(1, parts=parts, trigger=1_200.0, window=1_500_000.0),)))
    layout = chart.layout_now()
    assert 1_200 <= layout.top < 1_500_000
    image = picture(chart)
    line = {image.pixel(x, round(layout.y(1_200))) for x in range(60, 300)}
    assert LIGHT.folded.rgba() in line


def test_many_bars_are_thin_and_all_in_reach(chart: PromptChart) -> None:
    bars = tuple(bar(n, parts=((Part.REUSED, n),)) for n in range(1, 1_001))
    chart.show_bars(PromptBars(bars=bars))
    assert chart.view.first + chart.view.count == 1_000
    chart.select(0)
    assert chart.view.first == 0


def test_repainting_loses_no_references_to_none(chart: PromptChart) -> None:
    chart.show_bars(PromptBars(bars=tuple(bar(n, parts=((Part.READ, n),)) for n in range(1, 30))))
    picture(chart)
    before = sys.getrefcount(None)
    for _ in range(200):
        chart.repaint()
    assert abs(sys.getrefcount(None) - before) < 50
