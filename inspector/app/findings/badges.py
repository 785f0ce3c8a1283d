"""From the list of findings to the badges beside conversations, turns and requests (Qt-free)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from inspector.analysis.findings import Severity
from inspector.app.findings.marks import FindingMarks, Mark
from inspector.app.findings.places import Places
from inspector.app.findings.shelf import Entry, Group

Key = TypeVar("Key", str, int)


def marks_of(entries: Iterable[Entry], places: Places) -> FindingMarks:
    """The badges of all findings; those about the source as a whole have none."""
    conversations: dict[str, Mark] = {}
    messages: dict[str, Mark] = {}
    requests: dict[int, Mark] = {}
    for entry in entries:
        if entry.group is Group.BROKEN:
            continue
        severity = entry.finding.severity
        _count(conversations, places.topics_of(entry.finding), severity)
        _count(messages, places.messages_of(entry.finding), severity)
        _count(requests, places.requests_of(entry.finding), severity)
    return FindingMarks(conversations=conversations, messages=messages, requests=requests)


def _count(marks: dict[Key, Mark], keys: Iterable[Key], severity: Severity) -> None:
    for key in keys:
        before = marks.get(key, Mark(0, severity))
        worst = min(Severity(before.severity), severity, key=lambda one: one.rank)
        marks[key] = Mark(before.count + 1, worst)
