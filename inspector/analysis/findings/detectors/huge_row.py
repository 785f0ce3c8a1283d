"""huge-row: stored messages of megabytes, which every view, sync and search of the topic has to carry (PIPELINE §6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import SourceSubject
from inspector.sources.base import Trait
from inspector.sources.conversation_db import MessageRow
from inspector.sources.conversation_db.messages import parse_data
from inspector.wire import dumps_length
from inspector.wire.reading import text_member

HUGE: Final = 1_000_000
"""Bytes of a row's data from which on it is huge: twenty outputs at the default threshold."""
_LISTED: Final = 20


def find(subject: SourceSubject) -> Iterator[Finding]:
    """One finding for a database, at its largest row."""
    if subject.database is None:
        return
    topics = {summary.id for summary in subject.summaries}
    counted = subject.database.count_badges()
    sizes: list[tuple[int, str, str]] = []
    largest: MessageRow | None = None
    for topic in (entry.id for entry in counted if entry.id in topics and (entry.data_bytes or 0) >= HUGE):
        for row in subject.database.rows(topic):
            if row.data_bytes >= HUGE:
                sizes.append((row.data_bytes, row.topic_id, row.id))
                largest = row if largest is None or row.data_bytes > largest.data_bytes else largest
    if largest is None:
        return
    part, tool = _largest_part(largest)
    sizes.sort(reverse=True)
    yield DETECTOR.finding(
        where=Where(topic=largest.topic_id, message_id=largest.id, part=part),
        data={
            "rows": [
                {"topic": topic, "message_id": name, "bytes": size} for size, topic, name in sizes[:_LISTED]
            ],
            "count": len(sizes),
            "bytes": sum(size for size, _, _ in sizes),
            "tool": tool,
        },
        try_settings=("truncate_threshold=5000",),
        count=len(sizes),
        largest=largest.data_bytes,
        tool=tool or "text",
        whole=sum(size for size, _, _ in sizes),
    )


def _largest_part(row: MessageRow) -> tuple[int | None, str]:
    """Index of the part that fills a row, and the tool it is of; None when the data cannot be read."""
    parts = parse_data(row.data).parts
    if not parts:
        return None, ""
    index = max(range(len(parts)), key=lambda at: dumps_length(parts[at]))
    kind = text_member(parts[index], "type")
    return index, kind.removeprefix("tool-") if kind.startswith("tool-") else text_member(
        parts[index], "toolName"
    )


DETECTOR = Detector(
    id="huge-row",
    title="Huge row",
    severity=Severity.WARNING,
    meaning="A stored message holds megabytes: it was not trimmed, or no trim covers it.",
    remedy="Trim it on a copy with `backfill`; lower the threshold, or let a codec cover the tool.",
    needs=frozenset({Trait.ROWS}),
    wordings={
        "": Wording(
            message="stored messages above 1 MB: {count}, the largest {largest} bytes ({tool}); together {whole} bytes",
            explanation="Each time the topic is opened, copied or searched all of it is read and parsed.",
            remedy="Trim it on a copy with the backfill command; lower the threshold, or let a codec cover the tool.",
        )
    },
    source=find,
)
