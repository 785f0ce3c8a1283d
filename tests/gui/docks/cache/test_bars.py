"""Bars keep measured and predicted apart; every cause that breaks has a family with a colour and a shape of its own."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from inspector.analysis.prefix.causes import CAUSES, Cause, CauseId
from inspector.analysis.prefix.prediction import Prediction
from inspector.analysis.prefix.report import RequestVerdict
from inspector.analysis.prefix.rules import built_in_rules
from inspector.app.cache.bars import cache_bars, with_replays
from inspector.app.cache.families import Family, family_of
from inspector.app.replay.prompt_bars import Part
from inspector.gui.docks.cache.family_marks import family_color, paint_mark
from inspector.gui.theme import DARK, LIGHT
from inspector.model.request import RequestPurpose, RequestRecord
from inspector.model.usage import UNKNOWN_USAGE, Usage

RULE = built_in_rules().rules[0]


def verdict(
    usage: Usage = UNKNOWN_USAGE, *, index: int = 0, cause: CauseId = CauseId.EXTENDS
) -> RequestVerdict:
    record = RequestRecord(index=index, id="r", conversation_id="c", usage=usage)
    prediction = Prediction(rule=RULE, read=50, write=10, new=5, total=65)
    return RequestVerdict(record=record, cause=Cause(cause), prediction=prediction, tokens_lost=7)


def test_measured_parts_add_up_to_the_prompt() -> None:
    [bar] = cache_bars([verdict(Usage(input=100, no_cache=10, cache_read=60, cache_write=30))])
    assert bar.parts == ((Part.READ, 60), (Part.WRITTEN, 30), (Part.NEW, 10))
    assert (bar.total, bar.predicted_read, bar.ratio) == (100, 50, 0.6)


def test_what_nobody_measured_is_not_drawn_as_zero() -> None:
    unknown, unsplit = cache_bars([verdict(), verdict(Usage(input=100))])
    assert unknown.parts == ()
    assert unsplit.parts == ((Part.UNSPLIT, 100),)
    assert unsplit.ratio is None


def test_replays_are_found_by_request() -> None:
    bars = with_replays(cache_bars([verdict(), verdict(index=4)]), {4: 70}, {0: 3, 4: None})
    assert [bar.replayed for bar in bars] == [(None, 3), (70, None)]
    assert bars[1].highest == 70


def test_every_cause_that_breaks_has_a_family() -> None:
    for cause, info in CAUSES.items():
        assert (family_of(cause) is not None) == (info.breaks or cause is CauseId.UNKNOWN)


def test_side_calls_stand_apart() -> None:
    side = verdict(cause=CauseId.SIDE_CALL)
    object.__setattr__(side.record, "purpose", RequestPurpose.SUMMARIZE)
    [bar] = cache_bars([side])
    assert (bar.is_side_call, bar.family) == (True, None)


def test_families_differ_in_shape_as_well_as_in_colour() -> None:
    shapes = set()
    for family in Family:
        image = QImage(24, 24, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        paint_mark(painter, QPointF(12, 12), 8, family, LIGHT)
        painter.end()
        filled = frozenset(
            (x, y) for x in range(24) for y in range(24) if image.pixelColor(x, y).alpha() > 127
        )
        assert filled
        shapes.add(filled)
    assert len(shapes) == len(Family)
    for theme in (LIGHT, DARK):
        assert len({family_color(theme, family).name() for family in Family}) == len(Family)
