"""trace: turns without a trace, looked at only where a trace folder is given (PIPELINE §17.5)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import SourceSubject
from inspector.sources.base import Trait


def find(subject: SourceSubject) -> Iterator[Finding]:
    """Topics whose trace id has no spans in the folder, and topics without a trace id."""
    folder, database = subject.circumstances.traces, subject.database
    if folder is None or database is None:
        return
    known = _names(folder)
    asked = {record.conversation_id for record in subject.records}
    for topic in database.topics():
        if topic.deleted or topic.id not in asked:
            continue
        if not topic.trace_id:
            yield DETECTOR.finding("no-id", where=Where(topic=topic.id))
        elif not any(topic.trace_id in name for name in known):
            yield DETECTOR.finding(
                where=Where(topic=topic.id), data={"trace_id": topic.trace_id}, trace=topic.trace_id
            )


def _names(folder: Path) -> list[str]:
    """Names of the files with anything in them, and of the folders they lie in."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and path.stat().st_size > 0
    ]


DETECTOR = Detector(
    id="trace",
    title="Missing trace",
    severity=Severity.INFO,
    meaning="Model calls were made and no trace of them was written.",
    remedy="Switch tracing on before the turn; a trace cannot be made afterwards.",
    needs=frozenset({Trait.ROWS}),
    wordings={
        "": Wording(
            message="the trace {trace} has no spans in the trace folder",
            explanation="The topic names a trace, but no file with anything in it bears that id.",
            remedy="Check that the folder belongs to this database; else the trace was never written.",
        ),
        "no-id": Wording(
            message="the topic has no trace id although model calls were made",
            explanation="Its turns ended without a trace.",
            remedy="Switch tracing on before the turn; a trace cannot be made afterwards.",
        ),
    },
    source=find,
)
