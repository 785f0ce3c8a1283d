"""The figures of the chart as rows of a table."""

from __future__ import annotations

from inspector.app.cells import Cell
from inspector.app.i18n import translate
from inspector.app.replay.prompt_bars import Bar, PromptBars
from inspector.app.wording import numbers
from inspector.app.wording import replay as words


def bar_heads(bars: PromptBars) -> list[str]:
    """Headings, those of parts as the legend words them."""
    heads = [
        translate("Replay", "request"),
        translate("Replay", "turn"),
        translate("Replay", "step"),
        *(words.part(kind) for kind in bars.parts),
        translate("Replay", "tokens"),
    ]
    heads += [words.rival()] if bars.compares else []
    heads += [words.recorded()] if bars.has_outline else []
    return [
        *heads,
        translate("Replay", "trimmed"),
        translate("Replay", "fold"),
        translate("Replay", "trigger"),
    ]


def bar_rows(bars: PromptBars) -> list[list[Cell]]:
    """One row a bar."""
    return [_row(bar, bars) for bar in bars.bars]


def _row(bar: Bar, bars: PromptBars) -> list[Cell]:
    star = " *" if bar.stand_in else ""
    cells = [
        Cell(bar.label, bar.outcome.index),
        _figure(bar.outcome.turn),
        _figure(bar.outcome.step),
        *(_figure(bar.tokens(kind)) for kind in bars.parts),
        Cell(_figure(bar.total).text + star, bar.total, words.stand_in_tip() if star else ""),
    ]
    cells += [_figure(bar.rival)] if bars.compares else []
    cells += [_figure(bar.outline)] if bars.has_outline else []
    return [*cells, _figure(len(bar.outcome.trimmed)), _fold(bar), _trigger(bar)]


def _figure(value: int | None) -> Cell:
    return Cell(words.UNKNOWN) if value is None else Cell(numbers.group(value), value)


def _fold(bar: Bar) -> Cell:
    if bar.fold is not None:
        return Cell(words.summary_source(bar.fold.source), words.summary_source(bar.fold.source))
    reason = words.no_fold(bar.outcome.no_fold_reason) if bar.outcome.no_fold_reason else ""
    return Cell(reason, reason)


def _trigger(bar: Bar) -> Cell:
    if bar.outcome.budget is None:
        return Cell(words.UNKNOWN)
    trigger = bar.outcome.budget.trigger
    return Cell(numbers.group(int(trigger.value)), trigger.value, str(trigger))
