"""`history.jsonl`: validity repair, turns, plans, IR both ways, budget sequences, options, whole requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.pipeline.history.plan import plan_compaction
from inspector.pipeline.history.turns import group_into_turns
from inspector.pipeline.history.validity import ensure_valid_history


def run(given: dict[str, Any]) -> Any:
    """Dispatch on the reference's function name."""
    return FUNCTIONS[given["fn"]](given)


def _turns(given: dict[str, Any]) -> Any:
    return [{"startIndex": turn.start, "endIndex": turn.end} for turn in group_into_turns(given["history"])]


def _plan(given: dict[str, Any]) -> Any:
    plan = plan_compaction(given["history"], given["keepRecentTurns"])
    return {"system": plan.system, "toSummarize": plan.to_summarize, "toKeep": plan.to_keep}


FUNCTIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "ensureValidHistory": lambda given: ensure_valid_history(given["history"]),
    "groupIntoTurns": _turns,
    "planCompaction": _plan,
}
