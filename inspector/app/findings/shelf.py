"""Findings in the order they are listed: grouped by severity, filtered by words and by severity (Qt-free).

The one truth about what the tab shows; the item model, the card and the badges are thin views of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from inspector.analysis.findings import Cause, Finding, session_summary
from inspector.analysis.findings.broken import BROKEN_ID
from inspector.app.findings.places import Places


class Group(StrEnum):
    """Headings of the list, in order: three severities of findings, and detectors that failed themselves."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    BROKEN = "broken"


_RANKS: Final = {group: rank for rank, group in enumerate(Group)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A finding in the list.

    Attributes:
        key: names it across runs.
        finding: itself.
        group: where it is listed.
        order: sorts it among all others: by severity, then what names a place before what does not, conversation
            by conversation, in the order of the session.
    """

    key: str
    finding: Finding
    group: Group
    order: tuple[int, bool, int, int] = (0, False, 0, 0)


@dataclass(slots=True)
class Shelf:
    """The list.

    Attributes:
        places: where findings lie.
        text_of: the words the filter looks at.
        query: words that must all occur; "" = no filter.
        hidden: groups that are left out.
    """

    places: Places = field(default_factory=Places)
    text_of: Callable[[Finding], str] = lambda finding: finding.message
    query: str = ""
    hidden: frozenset[Group] = frozenset()
    _entries: list[Entry] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)
    _topics: dict[str, int] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)

    # -- content

    def add(self, findings: Iterable[Finding]) -> None:
        """Add findings as they are made."""
        for finding in findings:
            name = _name(finding)
            self._counts[name] += 1
            group = Group.BROKEN if finding.id == BROKEN_ID else Group(finding.severity)
            key = f"{name}#{self._counts[name]}"
            order = self._order(finding, group)
            self._entries.append(Entry(key=key, finding=finding, group=group, order=order))
        self._entries.sort(key=lambda entry: entry.order)

    def _order(self, finding: Finding, group: Group) -> tuple[int, bool, int, int]:
        topic, place = self.places.topic_of(finding), self.places.spot(finding).place
        rank = self._topics.setdefault(topic or "", len(self._topics))
        return _RANKS[group], topic is None, rank, -1 if place is None else place

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything, whatever the filter, worst first."""
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
            entry for entry in self._entries if entry.group not in self.hidden and self._holds(entry, words)
        ]

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
        return next((entry for entry in self._entries if entry.key == key), None)

    def worst(self, count: int) -> list[tuple[Entry, Cause]]:
        """The worst causes, each with the entry that stands for it: what a card can sum up."""
        entries = {id(entry.finding): entry for entry in self._entries}
        return [(entries[id(cause.finding)], cause) for cause in session_summary(self.findings).worst(count)]


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
