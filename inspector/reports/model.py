"""A report as plain data: who, when and from what, under which settings, and sections of figures, charts and tables.

Every figure says what it rests on, and measured, computed and predicted ones are never mixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from inspector.reports.tables import Table, Value


class Rests(StrEnum):
    """What a figure rests on.

    `measured` reported by the provider · `recorded` written down by the application · `computed` from bytes we have ·
    `predicted` by published cache rules · `stand-in` depends on a summary that was never written.
    """

    MEASURED = "measured"
    RECORDED = "recorded"
    COMPUTED = "computed"
    PREDICTED = "predicted"
    STAND_IN = "stand-in"


MEANINGS: Mapping[Rests, str] = {
    Rests.MEASURED: "reported by the provider",
    Rests.RECORDED: "written down by the application",
    Rests.COMPUTED: "computed from the bytes in the source",
    Rests.PREDICTED: "predicted by the provider's published cache rules",
    Rests.STAND_IN: "* depends on a stand-in for a summary that was never written",
}
"""How the marks are explained to readers."""


class Topic(StrEnum):
    """What a report may be about."""

    REQUESTS = "requests"
    COMPARISON = "comparison"
    STORAGE = "storage"
    CACHE = "cache"
    COST = "cost"
    FINDINGS = "findings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure that stands for itself.

    Attributes:
        name: what it counts.
        value: None = unknown.
        unit: as in `Column.unit`, or a word behind the number.
        rests: what it rests on.
        before: what it is compared with, if anything.
    """

    name: str
    value: Value
    rests: Rests
    unit: str = ""
    before: Value = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar of a chart.

    Attributes:
        label: below it.
        tip: everything about it, in words.
        parts: (kind, amount) from the bottom up; kinds are those of `Chart.legend`.
        outline: what it is compared with; None = nothing.
        hatched: depends on a stand-in.
        mark: a sign above it, such as a fold's; "" = none.
    """

    label: str
    tip: str
    parts: tuple[tuple[str, float], ...]
    outline: float | None = None
    hatched: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Bars over the requests of a conversation.

    Attributes:
        title, unit: what is shown.
        bars: in order.
        lines: (name, value) of limits drawn across.
        legend: (kind, words).
    """

    title: str
    unit: str
    bars: tuple[Bar, ...]
    lines: tuple[tuple[str, float], ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One topic of a conversation.

    Attributes:
        id, title: which.
        rests: what its tables rest on.
        text: a sentence before everything else.
        figures, charts, tables: its content.
        data: the same for machines.
    """

    id: str
    title: str
    rests: tuple[Rests, ...] = ()
    text: str = ""
    figures: tuple[Figure, ...] = ()
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    data: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationReport:
    """One conversation.

    Attributes:
        id, title: which.
        settings: every setting, changed ones first.
        changed: number of settings that differ from the session's own.
        sections: by topic.
        verdict: what it comes to, in a sentence.
        facts: facts × settings; None = no facts were followed.
    """

    id: str
    title: str
    settings: Table
    changed: int
    sections: tuple[Section, ...]
    verdict: str = ""
    facts: Table | None = None

    @property
    def changed_settings(self) -> Table:
        """Settings that differ from the session's own or from the defaults."""
        return replace(self.settings, rows=tuple(row for row in self.settings.rows if row[-1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report.

    Attributes:
        title: of the whole.
        facts: (name, text) that say what this was made from, by what and when.
        sections: about the source as a whole.
        conversations: in order.
        stand_ins: a figure depends on a stand-in.
        redacted: secrets taken out, by kind; None = not redacted, because the user said so.
        notices: what was said of the source when it was opened.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    conversations: tuple[ConversationReport, ...]
    sections: tuple[Section, ...] = ()
    stand_ins: bool = False
    redacted: Mapping[str, int] | None = field(default_factory=dict)
    notices: tuple[str, ...] = ()
