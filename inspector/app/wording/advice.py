"""Advice in money, worded: cache lifetimes, folds, and whose prices they rest on."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.analysis.cost.cost import SessionCost
from inspector.analysis.cost.fold_worth import FoldWorth
from inspector.analysis.cost.lifetime import LifetimeAdvice
from inspector.app.i18n import translate
from inspector.app.wording import numbers, units


def lifetime(advice: LifetimeAdvice) -> str:
    """Which lifetime pays on the gaps a session had."""
    better = translate("Advice", "1 h") if advice.saved > 0 else translate("Advice", "5 min")
    text = translate(
        "Advice", "Cache lifetime: {0} of {1} gaps outlast 5 min, {2} outlast 1 h. {3} saves {4} (predicted)."
    )
    return text.format(
        numbers.group(advice.beyond_short),
        numbers.group(advice.gaps),
        numbers.group(advice.beyond_long),
        better,
        numbers.money(abs(advice.saved), advice.currency),
    )


def folds(worths: Sequence[FoldWorth]) -> str:
    """What all folds of a session were worth, and how many have paid back."""
    net = sum(one.net for one in worths)
    sign = "−" if net < 0 else "+"
    paid = sum(one.net >= 0 for one in worths)
    text = translate("Advice", "{0}: net {1} (predicted); paid back: {2}.")
    amount = f"{sign}{numbers.money(abs(net), worths[0].currency)}"
    return text.format(units.folds(len(worths)), amount, numbers.group(paid))


def prices(money: SessionCost) -> str:
    """Whose prices were used, and of when."""
    return translate("Advice", "Prices: {0}").format("; ".join(money.bases))
