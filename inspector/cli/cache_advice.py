"""What follows from a session's cache: which lifetime pays, what folds were worth, what tool declarations cost."""

from __future__ import annotations

from typing import Any, Final

from inspector.analysis.cost.fold_worth import fold_worths
from inspector.analysis.cost.lifetime import lifetime_advice
from inspector.analysis.cost.prices import PriceTable
from inspector.analysis.cost.tool_schemas import tool_costs
from inspector.analysis.prefix.report import PrefixReport
from inspector.cli.output import write_line
from inspector.model.figures import UNKNOWN, count, money
from inspector.sources.base import Source

_SHOWN_FOLDS: Final = 10


def print_advice(report: PrefixReport, prices: PriceTable) -> None:
    """A line on the lifetime, and one for every fold, the worst first."""
    if (advice := lifetime_advice(report, prices)) is not None:
        write_line(advice.sentence)
    worths = sorted(fold_worths(report, prices), key=lambda one: one.net)
    for one in worths[:_SHOWN_FOLDS]:
        write_line(one.sentence)
    if len(worths) > 1:
        net = sum(one.net for one in worths)
        sign = "−" if net < 0 else "+"
        write_line(f"{count(len(worths))} folds: net {sign}{money(abs(net), worths[0].currency)}")


def advice_dict(report: PrefixReport, prices: PriceTable) -> dict[str, Any]:
    """The same for scripts."""
    advice = lifetime_advice(report, prices)
    return {
        "lifetime": None if advice is None else advice.to_dict(),
        "folds": [one.to_dict() for one in fold_worths(report, prices)],
    }


def print_tools(source: Source, report: PrefixReport, prices: PriceTable) -> None:
    """A table of tool declarations by conversation."""
    from inspector.cli.info_tables import print_table

    for name in dict.fromkeys(verdict.record.conversation_id for verdict in report.verdicts):
        rows = [
            (
                one.name,
                "never" if not one.calls else count(one.calls),
                count(one.tokens),
                count(one.requests),
                count(one.sent),
                UNKNOWN if one.cost is None else money(one.cost, one.currency),
            )
            for one in tool_costs(source, name, prices)
        ]
        print_table(
            f"Tool declarations [{name}]", ("tool", ">called", ">tokens", ">requests", ">sent", ">cost"), rows
        )


def tools_dict(source: Source, conversation_id: str, prices: PriceTable) -> list[dict[str, Any]]:
    """The same for scripts."""
    return [one.to_dict() for one in tool_costs(source, conversation_id, prices)]
