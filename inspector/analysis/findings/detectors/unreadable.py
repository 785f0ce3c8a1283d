"""unreadable: requests whose record is no valid JSON inside (FORMATS B)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.request import Unreadable
from inspector.sources.base import Trait


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """One finding per field, with all requests it concerns."""
    found: defaultdict[str, list[tuple[Where, Unreadable]]] = defaultdict(list)
    for facts in subject.facts:
        for field in facts.unreadable:
            found[field.field].append((subject.request(facts.record), field))
    for name, places in found.items():
        where, first = places[0]
        yield DETECTOR.finding(
            where=where,
            path=name,
            excerpt=evidence(first.text, start=max(0, len(first.text) - 160)),
            data={"field": name, "reason": first.reason, "requests": [place.request for place, _ in places]},
            field=name,
            reason=first.reason,
            others=f" (requests: {len(places)})" if len(places) > 1 else "",
        )


DETECTOR = Detector(
    id="unreadable",
    title="Unreadable record",
    severity=Severity.WARNING,
    meaning="A field of a recorded request is no JSON: it was cut or overwritten.",
    remedy="Look at its raw text; what is complete is shown.",
    needs=frozenset({Trait.PROMPTS}),
    wordings={
        "": Wording(
            message="the recorded {field} is {reason}{others}",
            explanation="The recorder or a later tool cut it. What stands before the fault is shown, figures that "
            "depend on the rest are unknown.",
            remedy="Look at the raw text under Wire; nothing can be added to it.",
        )
    },
    conversation=find,
)
