"""Cells of a sweep as rows of a table: every combination of every session with all its measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.app.cells import Cell
from inspector.app.i18n import translate
from inspector.app.replay.sweep_grid import Axis, Measure, SweepGrid, measured
from inspector.app.wording import replay as replay_words
from inspector.app.wording import settings as setting_words
from inspector.app.wording import sweep as words

if TYPE_CHECKING:
    from inspector.replay.sweep_work import SweepCell


def sweep_heads(axes: Sequence[Axis]) -> list[str]:
    """Session, the varied settings, every measure."""
    return [
        translate("Replay", "session"),
        *(setting_words.name_of(axis.spec) for axis in axes),
        *(words.measure(kind) for kind in Measure),
    ]


def sweep_rows(axes: Sequence[Axis], cells: Sequence[SweepCell]) -> list[list[Cell]]:
    """One row a cell, in the order they came."""
    return [_row(axes, cell) for cell in cells]


def _row(axes: Sequence[Axis], cell: SweepCell) -> list[Cell]:
    title = cell.title or cell.conversation
    values = [_setting(axis, cell.assignments.get(axis.spec.name, "")) for axis in axes]
    measures = [_measure(cell, kind) for kind in Measure]
    return [Cell(title, title, f"{cell.source}\n{cell.problem}".strip()), *values, *measures]


def _setting(axis: Axis, written: str) -> Cell:
    value = axis.spec.parse(written)
    text = setting_words.value_text(axis.spec, value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return Cell(text, float(value) if is_number else text)


def _measure(cell: SweepCell, kind: Measure) -> Cell:
    value = measured(cell, kind)
    if value is None:
        return Cell(replay_words.UNKNOWN, None, cell.problem)
    star = cell.totals.get("rests_on_stand_in", False) and kind is not Measure.STORED
    text = words.amount(SweepGrid(measure=kind), value)
    return Cell(f"{text} *" if star else text, value, replay_words.stand_in_tip() if star else "")
