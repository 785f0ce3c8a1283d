"""request-failed: requests that a provider refused, grouped by what it said."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence, shortened
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import SourceSubject, request_place
from inspector.analysis.findings.window_words import too_long
from inspector.model.request import RequestRecord, RequestState

_SHOWN = 160
_NUMBERS = re.compile(r"\d+")


def find(subject: SourceSubject) -> Iterator[Finding]:
    """One finding per text of an error, numbers in it apart; prompts too long for the window are `over-window`."""
    groups: defaultdict[str, list[RequestRecord]] = defaultdict(list)
    answered = {
        record.conversation_id: record.index for record in subject.records if record.state is RequestState.OK
    }
    for record in subject.records:
        if record.state is RequestState.ERROR and too_long(record.error or "") is None:
            groups[_NUMBERS.sub("#", record.error or "")].append(record)
    for records in groups.values():
        recovered = all(answered.get(record.conversation_id, -1) > record.index for record in records)
        yield _finding(records, recovered)


def _finding(records: Sequence[RequestRecord], recovered: bool) -> Finding:
    first = records[0]
    error = " ".join((first.error or "no reason recorded").split())
    return DETECTOR.finding(
        "recovered" if recovered else "",
        where=request_place(first),
        severity=Severity.INFO if recovered else Severity.ERROR,
        excerpt=evidence(error, end=1000),
        data={"requests": [record.index for record in records], "error": error, "recovered": recovered},
        count=len(records),
        noun="request" if len(records) == 1 else "requests",
        error=shortened(error, _SHOWN),
    )


DETECTOR = Detector(
    id="request-failed",
    title="Failed requests",
    severity=Severity.ERROR,
    meaning="The provider refused a request or broke off its answer.",
    remedy="Read the provider's sentence; the request as it went out stands beside it.",
    wordings={
        "": Wording(
            message="{count} {noun} failed: {error}",
            explanation="Nothing later in the conversation succeeded.",
            remedy="Read the provider's sentence; the request as it went out stands beside it.",
        ),
        "recovered": Wording(
            message="{count} {noun} failed and a later one succeeded: {error}",
            explanation="The conversation went on; the tries were lost.",
            remedy="Nothing, unless it happens often.",
        ),
    },
    source=find,
)
