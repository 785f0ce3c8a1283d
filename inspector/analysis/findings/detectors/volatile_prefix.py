"""volatile-prefix: dates, ids and hashes early in the prompt, which no cached prefix survives (PIPELINE §15)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Span, Wording
from inspector.analysis.findings.subject import ConversationSubject

_SHAPES: Final = {
    "time": re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?|\b\d{1,2}:\d\d:\d\d\b"),
    "date": re.compile(r"(?i:today|current date|now|date)\W{1,12}(?:is\W)?(?:\w+, )?20\d\d-\d\d-\d\d"),
    "id": re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE),
    "hash": re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{32,64}\b"),
    "timestamp": re.compile(r"\b1[6-9]\d{8}(?:\d{3})?\b"),
}
_VARIABLE: Final = re.compile(r"\{\{\s*(?:date|time|datetime|now)\s*\}\}", re.IGNORECASE)


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """In captures what stands in the system prompt; in databases the variables of the assistant's prompt."""
    assistant = subject.conversation.assistant
    variable = None if assistant is None else _VARIABLE.search(assistant.prompt)
    if assistant is not None and variable is not None and subject.of.first_time((DETECTOR.id, assistant.id)):
        yield DETECTOR.finding(
            "variable",
            where=subject.place(),
            path="assistant.prompt",
            span=Span(*variable.span()),
            excerpt=variable[0],
            data={"variable": variable[0], "assistant": assistant.id},
            text=variable[0],
            name=assistant.name,
        )
    yield from _captured(subject)


def _captured(subject: ConversationSubject) -> Iterator[Finding]:
    chain = [facts for facts in subject.main_facts if facts.system]
    if not chain:
        return
    for shape, pattern in _SHAPES.items():
        found = pattern.search(chain[0].system)
        if found is None:
            continue
        values = dict.fromkeys(m[0] if (m := pattern.search(facts.system)) else "" for facts in chain)
        changing = len(values) > 1
        yield DETECTOR.finding(
            "changing" if changing else "",
            where=subject.request(chain[0].record),
            severity=Severity.WARNING if changing else Severity.INFO,
            path="system",
            span=Span(*found.span()),
            excerpt=evidence(chain[0].system, max(0, found.start() - 60), found.end() + 60),
            data={"shape": shape, "values": list(values)[:10]},
            shape=shape,
            text=found[0],
            at=found.start(),
            count=len(values),
        )
        return


_WHAT = "Move it to the last user message; the system prompt then stays the same."

DETECTOR = Detector(
    id="volatile-prefix",
    title="Volatile prefix",
    severity=Severity.WARNING,
    meaning="Something that changes by itself stands early in the prompt.",
    remedy=_WHAT,
    wordings={
        "": Wording(
            message="a {shape} stands at character {at} of the system prompt: {text}",
            explanation="It stayed the same here, but a conversation begun at another time shares no prefix with it.",
            remedy=_WHAT,
        ),
        "changing": Wording(
            message="a {shape} at character {at} of the system prompt took {count} values: {text}",
            explanation="Each change ends the cached prefix there: everything behind it is sent and cached anew.",
            remedy=_WHAT,
        ),
        "variable": Wording(
            message="the prompt of assistant {name} holds {text}",
            explanation="It is filled in anew for every request, so nothing behind it is ever read from the cache, "
            "and such prompts get no cache mark at all.",
            remedy=_WHAT,
        ),
    },
    conversation=find,
)
