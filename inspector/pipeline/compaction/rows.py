"""Rows of a path and the boundary a summary makes in them (PIPELINE §11).

A row is a stored message in the application's JSON form: `id`, `role`, `parts`, and on assistant rows perhaps
`compactionSummary` (the summary of everything up to and including it) and `contextTokens`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from inspector.pipeline.compaction.wording import archived_note, attachments_note, wrap_summary
from inspector.tokens import Dialect, row_tokens
from inspector.wire import JsonValue

Row: TypeAlias = "dict[str, JsonValue]"
RowEstimate: TypeAlias = Callable[[Row], int]
"""Row estimate (§1) of a row, tokens."""

SUMMARY_ID_PREFIX = "compaction:"
"""Before the boundary row's id in the id of a summary row."""


def parts_of(row: Row) -> list[JsonValue]:
    """The parts of a row; empty when it has none."""
    parts = row.get("parts")
    return parts if isinstance(parts, list) else []


def estimate_row(row: Row, dialect: Dialect) -> int:
    """Row estimate (§1) of one row, tokens."""
    return row_tokens(parts_of(row), dialect)


def summary_of(row: Row) -> str:
    """The summary stored on a row; "" when there is none."""
    summary = row.get("compactionSummary")
    return summary if isinstance(summary, str) else ""


def summary_row(
    boundary_id: str, summary: str, handles: Sequence[str] = (), paths: Sequence[str] = ()
) -> Row:
    """The user row served in place of everything up to the boundary.

    `handles` and `paths` name what is folded behind it and stays readable: attachments through `read_file`,
    archived tool outputs through `fs_read`.
    """
    text = wrap_summary(summary) + attachments_note(handles) + archived_note(paths)
    parts: list[JsonValue] = [{"type": "text", "text": text}]
    return {"id": f"{SUMMARY_ID_PREFIX}{boundary_id}", "role": "user", "parts": parts}


def find_deepest_marker(rows: Sequence[Row]) -> int:
    """Index of the last row with a summary, -1 when there is none."""
    return next((i for i in range(len(rows) - 1, -1, -1) if summary_of(rows[i])), -1)


def apply_deepest_marker(
    rows: Sequence[Row], handles: Sequence[str] = (), paths: Sequence[str] = ()
) -> Sequence[Row]:
    """The rows as served: a summary row and what follows the boundary; the object given without a boundary."""
    at = find_deepest_marker(rows)
    if at < 0:
        return rows
    return [summary_row(str(rows[at]["id"]), summary_of(rows[at]), handles, paths), *rows[at + 1 :]]


def after_clear(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows after the last one that clears the context, which goes too."""
    for index in range(len(rows) - 1, -1, -1):
        if any(isinstance(part, dict) and part.get("type") == "data-clear" for part in parts_of(rows[index])):
            return rows[index + 1 :]
    return rows


def plan_keep_boundary(rows: Sequence[Row], keep_budget: float, estimate: RowEstimate) -> int | None:
    """Index of the first row a fold keeps: the earliest user row that fits the budget, else the last user row.

    None where nothing would be folded: that row is the first one, or there is no user row.
    """
    boundary = _earliest_user_within(rows, keep_budget, estimate)
    if boundary is None:
        boundary = next((i for i in range(len(rows) - 1, -1, -1) if rows[i].get("role") == "user"), 0)
    return boundary or None


def _earliest_user_within(rows: Sequence[Row], budget: float, estimate: RowEstimate) -> int | None:
    earliest, used = None, 0
    for index in range(len(rows) - 1, -1, -1):
        used += estimate(rows[index])
        if used > budget:
            break
        if rows[index].get("role") == "user":
            earliest = index
    return earliest
