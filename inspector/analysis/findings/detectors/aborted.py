"""aborted: requests and turns that did not come to an end of their own (PIPELINE §17.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.findings.turn_errors import turn_error
from inspector.analysis.findings.window_words import too_long
from inspector.model.compaction import AnchorStatus
from inspector.model.message import Message, Role
from inspector.model.part import AnchorPart, DataPart, ToolPart
from inspector.model.request import RequestRecord, RequestState
from inspector.wire.reading import text_member

PATIENCE_MS: Final = 10 * 60_000
"""A younger request without an end may still be running."""
LOOP_STEPS: Final = 3
_LOOP_ERROR: Final = "ToolLoop"


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Requests, then stored turns."""
    for record in subject.conversation.requests:
        yield from _request(subject, record)
    yield from _loop_without_answer(subject)
    for message in subject.conversation.messages.values():
        if message.role is Role.ASSISTANT and subject.of.database is not None and not message.deleted:
            yield from _turn(subject, message)


def _request(subject: ConversationSubject, record: RequestRecord) -> Iterator[Finding]:
    if record.state is RequestState.IN_FLIGHT:
        started = record.timing.started_at
        if started is None or subject.of.circumstances.now_ms - started > PATIENCE_MS:
            yield DETECTOR.finding("no-end", where=subject.request(record), data={"started_at": started})
    elif record.state is RequestState.ABORTED:
        partial = _arrived(subject, record)
        yield DETECTOR.finding(
            "request",
            where=subject.request(record),
            severity=Severity.INFO,
            data={"error": record.error, "partial_chars": partial},
            error=evidence(record.error or "aborted", end=120),
            partial=f"; {partial} chars had arrived" if partial else "",
        )
    elif record.state is RequestState.ERROR and (tools := _tools_before(subject, record)):
        yield DETECTOR.finding(
            "after-tools",
            where=subject.request(record),
            severity=Severity.ERROR,
            data={"error": record.error, "tools": tools},
            count=len(tools),
            error=evidence(record.error or "no reason recorded", end=120),
        )


def _arrived(subject: ConversationSubject, record: RequestRecord) -> int:
    """Characters that had arrived before the abort: text, reasoning and arguments of calls."""
    return sum(facts.reply.chars for facts in subject.facts if facts.record.index == record.index)


def _tools_before(subject: ConversationSubject, record: RequestRecord) -> list[str]:
    """Tools that had run in the same turn before this request failed for good."""
    chain = subject.main_facts
    place = next((n for n, facts in enumerate(chain) if facts.record.index == record.index), None)
    if place is None or any(
        f.record.run_id == record.run_id and not f.opens_turn for f in chain[place + 1 :]
    ):
        return []
    turn: list[RequestFacts] = []
    for facts in reversed(chain[: place + 1]):
        if facts.record.run_id != record.run_id:
            break
        turn.append(facts)
        if facts.opens_turn:
            break
    # What its first request brings along had run before.
    return [result.tool for facts in reversed(turn[:-1]) for result in facts.results]


def _loop_without_answer(subject: ConversationSubject) -> Iterator[Finding]:
    """A turn that ended asking for tools although it had gone on after tools before: its step limit was hit."""
    chain, steps = subject.main_facts, 0
    for facts, following in zip_longest(chain, chain[1:]):
        run = facts.record.run_id
        steps = steps + 1
        ended = following is None or following.record.run_id != run or following.opens_turn
        if run and ended and facts.finish == "tool-calls" and steps >= LOOP_STEPS:
            yield DETECTOR.finding(
                "loop-limit", where=subject.request(facts.record), data={"steps": steps}, steps=steps
            )
        steps = 0 if ended else steps


def _turn(subject: ConversationSubject, message: Message) -> Iterator[Finding]:
    age = subject.of.circumstances.now_ms - (message.created_at or 0)
    if message.status == "pending" and age > PATIENCE_MS:
        yield DETECTOR.finding(
            "pending",
            where=subject.place(message),
            data={"created_at": message.created_at},
            hours=age // 3_600_000,
        )
    elif message.status == "paused":
        yield DETECTOR.finding("paused", where=subject.place(message), severity=Severity.INFO)
    for index, part in enumerate(message.parts):
        if isinstance(part, DataPart) and part.type == "data-error":
            yield from _error(subject, message, index, part)
        elif isinstance(part, AnchorPart) and part.status is AnchorStatus.COMPACTING:
            yield DETECTOR.finding("fold", where=subject.place(message, index))


def _error(subject: ConversationSubject, message: Message, index: int, part: DataPart) -> Iterator[Finding]:
    name, text = text_member(part.data, "name"), turn_error(part) or ""
    if too_long(text):
        return  # told as `over-window`
    tools = [p.tool_name for p in message.parts if isinstance(p, ToolPart)]
    if _LOOP_ERROR in name:
        yield DETECTOR.finding(
            "loop-limit",
            where=subject.place(message, index),
            data={"error": name, "steps": len(message.steps)},
            steps=len(message.steps) or len(tools),
        )
    else:
        yield DETECTOR.finding(
            "after-tools" if tools else "turn",
            where=subject.place(message, index),
            severity=Severity.ERROR,
            data={"error": name, "tools": tools},
            count=len(tools),
            error=evidence(text, end=120),
        )


DETECTOR = Detector(
    id="aborted",
    title="Broken off",
    severity=Severity.WARNING,
    meaning="A request or a turn did not come to an end of its own.",
    remedy="Try it again; look at what had been sent and received until then.",
    wordings={
        "no-end": Wording(
            message="a request has no end: neither an answer nor an error was recorded",
            explanation="The process ended, another one overwrote the file, or the recorder never closes such steps.",
            remedy="Nothing can be read off it but the prompt.",
        ),
        "request": Wording(
            message="a request was aborted ({error}{partial})",
            explanation="The user stopped it, or the connection was cut: both are recorded alike.",
            remedy="Nothing, if the user stopped it; else look at the connection.",
        ),
        "after-tools": Wording(
            message="failed after its tools had run (calls: {count}): {error}",
            explanation="What the tools did and found is lost to the conversation unless the turn is tried again.",
            remedy="Try again; check whether the tools changed anything that must not happen twice.",
        ),
        "turn": Wording(
            message="a turn ended in an error: {error}",
            explanation="Its answer is missing or incomplete.",
            remedy="Try the turn again.",
        ),
        "pending": Wording(
            message="a turn is still pending after {hours} hours",
            explanation="The application ended while it ran; nothing will ever complete it.",
            remedy="Try the turn again, or delete it.",
        ),
        "paused": Wording(
            message="a turn was stopped by the user",
            explanation="What had arrived until then was kept.",
            remedy="Nothing.",
        ),
        "loop-limit": Wording(
            message="the tool loop ended after {steps} steps without an answer",
            explanation="The limit of tool rounds was reached while the model still asked for tools.",
            remedy="Raise the limit, or ask for less at once.",
        ),
        "fold": Wording(
            message="a fold never ended",
            explanation="The turn died while the summariser ran; the window may show it as still compacting.",
            remedy="Nothing: the next turn folds again.",
        ),
    },
    conversation=find,
)
