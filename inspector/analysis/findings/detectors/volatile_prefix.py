"""volatile-prefix: dates, ids and hashes early in the prompt, which no cached prefix survives (PIPELINE §15)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Span, Wording
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.prefix.causes import CauseId
from inspector.wire.common_prefix import common_prefix

_SHAPES: Final = {
    "time": re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?|\b\d{1,2}:\d\d:\d\d\b"),
    "date": re.compile(r"(?i:today|current date|now|date)\W{1,12}(?:is\W)?(?:\w+, )?20\d\d-\d\d-\d\d"),
    "id": re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE),
    "hash": re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{32,64}\b"),
    "timestamp": re.compile(r"\b1[6-9]\d{8}(?:\d{3})?\b"),
}
_IN_WORD: Final = re.compile(r"[\w:.+/-]")
_WORD: Final = re.compile(r"[\w:.+/-]{1,120}")
_VOLATILE: Final = re.compile(r"(?=.*\d)[A-Za-z0-9_:.+/,=-]+")
_HEX: Final = re.compile(r"[0-9a-fA-F]+")
_SHORTEST_WORD: Final = 4
_LONGEST_WORD: Final = 100
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
    found = _changing(chain) or _standing(chain)
    if found is None:
        return
    changing = len(found.values) > 1
    system = found.facts.system
    yield DETECTOR.finding(
        "changing" if changing else "",
        where=subject.request(found.facts.record),
        severity=Severity.WARNING if changing else Severity.INFO,
        path="system",
        span=Span(found.start, found.end),
        excerpt=evidence(system, max(0, found.start - 60), found.end + 60),
        data={"shape": found.shape, "values": list(found.values)[:10]},
        cause=_cause(subject) if changing else "",
        shape=found.shape,
        text=system[found.start : found.end],
        at=found.start,
        count=len(found.values),
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """Something in a system prompt that may change by itself, and the values it took."""

    facts: RequestFacts
    shape: str
    start: int
    end: int
    values: tuple[str, ...]


def _standing(chain: list[RequestFacts]) -> _Found | None:
    """A date, time, id or hash by its shape, whether it changed here or not."""
    for shape, pattern in _SHAPES.items():
        match = pattern.search(chain[0].system)
        if match is not None:
            values = dict.fromkeys(m[0] if (m := pattern.search(facts.system)) else "" for facts in chain)
            return _Found(chain[0], shape, *match.span(), tuple(values))
    return None


def _changing(chain: list[RequestFacts]) -> _Found | None:
    """The first word that alone differs between the system prompts of two requests and is no word of a language."""
    for before, facts in pairwise(chain):
        span = _differing_word(before.system, facts.system)
        if span is not None:
            start, end = span
            values = dict.fromkeys(_word_at(each.system, start) for each in chain)
            return _Found(facts, _shape_of(facts.system[start:end]), start, end, tuple(values))
    return None


def _differing_word(old: str, new: str) -> tuple[int, int] | None:
    """Where the word of the newer text stands in which both differ; None when more than a word does."""
    if old == new or abs(len(old) - len(new)) > _LONGEST_WORD:
        return None
    start = common_prefix(old, new)
    behind = common_prefix(old[start:][::-1], new[start:][::-1])
    left = start
    while left > 0 and _IN_WORD.match(new[left - 1]):
        left -= 1
    right = len(new) - behind
    while right < len(new) and _IN_WORD.match(new[right]):
        right += 1
    while right > left and new[right - 1] in ".:,":
        right -= 1
    word, other = new[left:right], old[left : len(old) - (len(new) - right)]
    return (left, right) if _is_volatile(word) and _is_volatile(other) else None


def _is_volatile(word: str) -> bool:
    return _SHORTEST_WORD <= len(word) <= _LONGEST_WORD and bool(_VOLATILE.fullmatch(word))


def _word_at(text: str, start: int) -> str:
    match = _WORD.match(text, start)
    return match[0].rstrip(".:,") if match else ""


def _shape_of(word: str) -> str:
    """What a word is called: by its shape where it has one, else by its letters."""
    named = next((shape for shape, pattern in _SHAPES.items() if pattern.search(word)), "")
    if named:
        return named
    return (
        "number"
        if word.replace(",", "").replace(".", "").isdigit()
        else "hash"
        if _HEX.fullmatch(word)
        else "id"
    )


def _cause(subject: ConversationSubject) -> str:
    """What the cache engine calls the change."""
    named = (CauseId.SYSTEM_TIME, CauseId.SYSTEM_CHANGED)
    return next((v.cause.id.value for v in subject.chain if v.cause.id in named), "")


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
