"""Findings in the order they are listed: by cause and cost, filtered by words and by severity; and what a replay makes
of them (Qt-free).

The one truth about what the tab shows; the item model, the card and the badges are thin views of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Final

from inspector.analysis.findings import Cause, Finding, FindingCost, session_summary
from inspector.analysis.findings.broken import BROKEN_ID
from inspector.analysis.findings.order import cause_key, grouped, sum_costs
from inspector.analysis.findings.replayed import Fate, FindingFate
from inspector.app.findings.places import Places


class Group(StrEnum):
    """What can be filtered, in order: three severities of findings, and detectors that failed themselves."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    BROKEN = "broken"


_SETTLED: Final = frozenset({Fate.GONE})
"""Fates of findings that are no trouble any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A finding in the list.

    Attributes:
        key: names it across runs.
        finding: itself.
        group: by what it can be filtered.
        is_new: only the replay shows it.
    """

    key: str
    finding: Finding
    group: Group
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """The listed findings of one cause.

    Attributes:
        key: what they have in common: see `order.CauseGroup`.
        entries: in order.
    """

    key: str
    entries: tuple[Entry, ...]

    @property
    def group(self) -> Group:
        """The worst of them."""
        return min((entry.group for entry in self.entries), key=list(Group).index)

    @property
    def cost(self) -> FindingCost | None:
        """What those cost that the recording shows."""
        return sum_costs(entry.finding.cost for entry in self.entries if not entry.is_new)


@dataclass(slots=True)
class Shelf:
    """The list.

    Attributes:
        places: where findings lie.
        text_of: the words the filter looks at.
        query: words that must all occur; "" = no filter.
        hidden: groups that are left out.
        compares: a replay is compared with the recording.
    """

    places: Places = field(default_factory=Places)
    text_of: Callable[[Finding], str] = lambda finding: finding.message
    query: str = ""
    hidden: frozenset[Group] = frozenset()
    compares: bool = False
    _entries: list[Entry] = field(default_factory=list)
    _new: list[Entry] = field(default_factory=list)
    _ordered: list[Entry] = field(default_factory=list)
    _fates: dict[str, FindingFate] = field(default_factory=dict)
    _counts: Counter[str] = field(default_factory=Counter)
    _at: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _topics: dict[str, int] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)

    # -- content

    def add(self, findings: Iterable[Finding]) -> None:
        """Add findings as they are made."""
        for finding in findings:
            name = _name(finding)
            self._counts[name] += 1
            self._entries.append(_entry(f"{name}#{self._counts[name]}", finding))
        self._sort()

    def _sort(self) -> None:
        everything = [*self._entries, *self._new]
        by_finding = {id(entry.finding): entry for entry in everything}
        ordered = grouped((entry.finding for entry in everything), self._place)
        self._ordered = [by_finding[id(finding)] for group in ordered for finding in group.findings]
        self._entries = [entry for entry in self._ordered if not entry.is_new]

    def _place(self, finding: Finding) -> tuple[int, ...]:
        """What names a place before what does not, conversation by conversation, in the order of the session."""
        found = self._at.get(id(finding))
        if found is None:
            topic, place = self.places.topic_of(finding), self.places.spot(finding).place
            rank = self._topics.setdefault(topic or "", len(self._topics))
            found = self._at[id(finding)] = topic is None, rank, -1 if place is None else place
        return found

    # -- what a replay makes of them

    def of_conversation(self, conversation_id: str) -> list[Entry]:
        """The findings that a replay of a conversation is compared with."""
        return [
            entry
            for entry in self._entries
            if entry.group is not Group.BROKEN and self.places.topic_of(entry.finding) == conversation_id
        ]

    def show_fates(self, entries: Sequence[Entry], fates: Sequence[FindingFate]) -> None:
        """Take up what a replay makes of some findings: their fates in the same order, then what is new."""
        self.forget_fates()
        self._fates = {entry.key: fate for entry, fate in zip(entries, fates, strict=False)}
        new = fates[len(entries) :]
        self._new = [
            _entry(f"new|{_name(one.finding)}#{n}", one.finding, is_new=True) for n, one in enumerate(new)
        ]
        self._fates |= {entry.key: fate for entry, fate in zip(self._new, new, strict=True)}
        self.compares = True
        self._sort()

    def forget_fates(self) -> None:
        """There is no replay to compare with any more."""
        for entry in self._new:
            self._at.pop(id(entry.finding), None)
        self._fates, self._new, self.compares = {}, [], False
        self._sort()

    def fate(self, entry: Entry) -> FindingFate | None:
        """What the replay makes of a finding; None = it was not compared."""
        return self._fates.get(entry.key)

    def count_of(self, fate: Fate) -> int:
        """How many findings have a fate."""
        return sum(one.fate is fate for one in self._fates.values())

    @property
    def remaining(self) -> int:
        """How many findings there would be under the replay's settings; what cannot be told stays."""
        known = len(self.findings) + len(self._new)
        return known - sum(one.fate in _SETTLED for one in self._fates.values())

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything recorded, whatever the filter, in order."""
        return self._entries

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with the session: failed detectors are no finding of it."""
        return [entry.finding for entry in self._entries if entry.group is not Group.BROKEN]

    def count(self, group: Group) -> int:
        """How many there are in a group, whatever the filter."""
        return sum(entry.group is group for entry in self._entries)

    # -- what is listed

    def listed(self) -> list[Entry]:
        """What the filter leaves, in order."""
        words = self.query.casefold().split()
        return [
            entry for entry in self._ordered if entry.group not in self.hidden and self._holds(entry, words)
        ]

    def listed_groups(self) -> list[Listed]:
        """The same by cause."""
        return [Listed(key, tuple(found)) for key, found in groupby(self.listed(), _cause)]

    def _holds(self, entry: Entry, words: Sequence[str]) -> bool:
        if not words:
            return True
        text = self._texts.get(entry.key)
        if text is None:
            session = self.places.spot(entry.finding).session
            text = self._texts[entry.key] = f"{self.text_of(entry.finding)} {session}".casefold()
        return all(word in text for word in words)

    def forget_texts(self) -> None:
        """The language changed: what the filter looks at is worded anew."""
        self._texts.clear()

    def step(self, key: str, direction: int) -> Entry | None:
        """The listed entry after (1) or before (−1) another, from the other end beyond the last; None = none."""
        listed = self.listed()
        if not listed:
            return None
        keys = [entry.key for entry in listed]
        if key in keys:
            return listed[(keys.index(key) + direction) % len(listed)]
        return listed[0 if direction > 0 else -1]

    def entry(self, key: str) -> Entry | None:
        """The entry with a key."""
        return next((entry for entry in self._ordered if entry.key == key), None)

    def worst(self, count: int) -> list[tuple[Entry, Cause]]:
        """The worst causes, each with the entry that stands for it: what a card can sum up."""
        entries = {id(entry.finding): entry for entry in self._entries}
        return [(entries[id(cause.finding)], cause) for cause in session_summary(self.findings).worst(count)]


def _entry(key: str, finding: Finding, *, is_new: bool = False) -> Entry:
    group = Group.BROKEN if finding.id == BROKEN_ID else Group(finding.severity)
    return Entry(key=key, finding=finding, group=group, is_new=is_new)


def _cause(entry: Entry) -> str:
    return cause_key(entry.finding)


def _name(finding: Finding) -> str:
    """What makes a finding the same one when the source is looked at again."""
    where, span = finding.where, finding.span
    pieces = (
        finding.template_id,
        *where.to_dict().values(),
        finding.path,
        None if span is None else span.start,
    )
    return "|".join("" if piece is None else str(piece) for piece in pieces)
