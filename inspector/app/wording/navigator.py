"""Words for navigator rows: headings, facts under a title, badges."""

from __future__ import annotations

import time
from typing import NamedTuple

from inspector.app.i18n import translate
from inspector.app.navigator import EntryRow, NavRow, RequestLeaf, RunRow, Section, SectionRow
from inspector.app.wording import numbers, units
from inspector.app.wording.timeline import DOT, model_name, request_state

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


class Badge(NamedTuple):
    """A dot and a text; `tone` names a colour of the theme."""

    tone: str
    text: str


def section_title(row: SectionRow) -> str:
    """`Topics · 12`."""
    name = {
        Section.TOPICS: translate("Navigator", "Topics"),
        Section.AGENT_SESSIONS: translate("Navigator", "Agent sessions"),
        Section.CONVERSATIONS: translate("Navigator", "Conversations"),
        Section.DELETED: translate("Navigator", "In the bin"),
        Section.RUNS: translate("Navigator", "Runs"),
    }[row.section]
    return f"{name}{DOT}{numbers.group(row.count)}"


def title(row: NavRow) -> str:
    """The first line of a row."""
    if isinstance(row, EntryRow):
        return row.summary.title or translate("Navigator", "(no title)")
    if isinstance(row, RunRow):
        started = row.run.started_at
        return row.run.function_id or (row.run.id if started is None else numbers.date_and_clock(started))
    if isinstance(row, RequestLeaf):
        number = row.request.step_number
        name = translate("Navigator", "Step {0}").format(row.request.number if number is None else number)
        return name + DOT + model_name(row.request.model)
    return section_title(row) if isinstance(row, SectionRow) else ""


def facts(row: NavRow) -> str:
    """The second line: how much."""
    if isinstance(row, EntryRow):
        return DOT.join(_entry_facts(row))
    if isinstance(row, RunRow):
        return DOT.join(_run_facts(row))
    if isinstance(row, RequestLeaf):
        usage = row.request.usage
        pieces = ["" if usage.input is None else units.tokens(usage.input), request_state(row.request.state)]
        return DOT.join(piece for piece in pieces if piece)
    return ""


def moment(row: NavRow) -> str:
    """How old an entry is; "" where that is unknown."""
    if isinstance(row, EntryRow) and row.summary.updated_at is not None:
        return age(row.summary.updated_at)
    return ""


def owner(row: NavRow) -> str:
    """The assistant of a topic, or the models of a conversation."""
    return model_name(row.summary.subtitle) if isinstance(row, EntryRow) else ""


def _entry_facts(row: EntryRow) -> list[str]:
    summary = row.summary
    pieces: list[str] = []
    if summary.message_count is not None:
        pieces.append(units.messages(summary.message_count))
    elif summary.request_count is not None:
        pieces.append(units.requests(summary.request_count))
    if summary.data_bytes is not None:
        pieces.append(numbers.byte_size(summary.data_bytes))
    return pieces


def _run_facts(row: RunRow) -> list[str]:
    pieces = [units.steps(len(row.run.request_indexes)), *map(model_name, row.models[:2])]
    if row.duration_ms is not None:
        pieces.append(numbers.duration(row.duration_ms))
    if not row.run.known:
        pieces.append(translate("Navigator", "run is not listed"))
    return pieces


def badges(row: NavRow) -> list[Badge]:
    """What deserves a dot: folds, trimmed outputs, errors, unfinished calls."""
    if isinstance(row, RunRow):
        return [Badge("error", units.errors(row.errors))] if row.errors else []
    if not isinstance(row, EntryRow):
        return []
    summary = row.summary
    counts = (
        ("folded", summary.fold_count, units.folds),
        ("trimmed", summary.envelope_count, units.envelopes),
        ("error", summary.error_count, units.errors),
        ("warning", summary.in_flight_count, units.in_flight),
    )
    return [Badge(tone, word(count)) for tone, count, word in counts if count]


def age(then_ms: int, now_ms: int | None = None) -> str:
    """How long ago: `5 min ago`, `3 h ago`, `2 days ago`, else the date."""
    now = time.time() if now_ms is None else now_ms / 1000
    seconds = now - then_ms / 1000
    if 0 <= seconds < _HOUR:
        return translate("Navigator", "{0} min ago").format(int(seconds // _MINUTE))
    if 0 <= seconds < _DAY:
        return translate("Navigator", "{0} h ago").format(int(seconds // _HOUR))
    if 0 <= seconds < 14 * _DAY:
        return units.days_ago(int(seconds // _DAY))
    return numbers.date_and_time(then_ms)[:10]


def describe(row: NavRow) -> str:
    """One line of plain text for any row: what screen readers get."""
    pieces = [title(row), facts(row), owner(row), moment(row), *(badge.text for badge in badges(row))]
    return DOT.join(piece for piece in pieces if piece)
