"""cross-lane-drift: an output whose later prompt bytes differ from what was sent first (PIPELINE §6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.prefix.causes import CauseId
from inspector.model.message import Message, Role
from inspector.model.part import ToolPart, ToolState
from inspector.pipeline.stored_output import storable_text
from inspector.pipeline.tool_registry import load_registry
from inspector.wire import length

_CHANGED: Final = (CauseId.TOOL_RESULT_CHANGED, CauseId.MARKER_CHANGED)
_FORMS: Final = frozenset({"read_file", "fs_read"})
"""Tools whose stored form can never be the bytes of the in-flight one."""


@dataclass(frozen=True, slots=True)
class _Drift:
    kind: str
    message: Message
    part: int
    tool: str
    chars: int


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Captures show it; in a database it follows from the thresholds and the forms of the tools."""
    if subject.of.database is None:
        yield from _captured(subject)
        return
    drifts = [drift for message in subject.path for drift in _drifts(subject, message)]
    for kind in ("between", "form"):
        of_kind = [drift for drift in drifts if drift.kind == kind]
        if of_kind:
            yield _stored(subject, kind, of_kind)


def _stored(subject: ConversationSubject, kind: str, drifts: list[_Drift]) -> Finding:
    first = drifts[0]
    threshold = int(subject.in_flight_threshold)
    return DETECTOR.finding(
        kind,
        where=subject.place(first.message, first.part),
        severity=Severity.WARNING if kind == "between" else Severity.INFO,
        data={
            "outputs": [
                {"message_id": d.message.id, "part": d.part, "tool": d.tool, "chars": d.chars} for d in drifts
            ],
            "in_flight_threshold": threshold,
            "storage_threshold": subject.settings.truncate_threshold,
        },
        count=len(drifts),
        low=threshold,
        high=subject.settings.truncate_threshold,
        tools=", ".join(sorted({drift.tool for drift in drifts})),
        try_settings=(f"truncate_threshold={threshold}",) if kind == "between" else None,
    )


def _drifts(subject: ConversationSubject, message: Message) -> Iterator[_Drift]:
    if message.role is not Role.ASSISTANT or not subject.settings.pipeline:
        return
    for index, part in enumerate(message.parts):
        if not isinstance(part, ToolPart) or part.state is not ToolState.OUTPUT_AVAILABLE:
            continue
        name = part.tool_name or ""
        if part.envelope is not None and name in _FORMS:
            yield _Drift("form", message, index, name, part.envelope.total_chars)
        elif part.envelope is None and not part.deferred:
            chars = _between(subject, part)
            if chars:
                yield _Drift("between", message, index, name, chars)


def _between(subject: ConversationSubject, part: ToolPart) -> int:
    """Length of an output that was trimmed in flight and stored whole; 0 = it was not."""
    rule = load_registry().rule(part.tool_name or "")
    settings = subject.settings
    if not rule.in_flight:
        return 0
    deflated = rule.codec.deflate(part.output) if rule.codec is not None else None
    if deflated is not None:
        lengths = [length(item.text) for item in deflated.texts]
    else:
        whole = storable_text(part.output)
        lengths = [] if whole is None else [length(whole.text)]
    low, high = subject.in_flight_threshold, settings.truncate_threshold
    cut = [n for n in lengths if low < n <= high and settings.head_chars + settings.tail_chars < n]
    return max(cut, default=0)


def _captured(subject: ConversationSubject) -> Iterator[Finding]:
    for record in subject.main:
        verdict = subject.of.verdicts.get(record.index)
        if verdict is not None and verdict.cause.id in _CHANGED:
            yield DETECTOR.finding(
                "bytes",
                where=subject.request(record),
                path=verdict.cause.where,
                data={
                    "cause": verdict.cause.id.value,
                    "compared_with": verdict.compared_with,
                    "tokens_lost": verdict.tokens_lost,
                },
                cause=verdict.cause.id.value,
                detail=verdict.cause.detail.rstrip("."),
                lost=verdict.lost or 0,
            )


DETECTOR = Detector(
    id="cross-lane-drift",
    title="Cross-lane drift",
    severity=Severity.WARNING,
    meaning="The same output was sent with other bytes later, which breaks the provider's prefix cache.",
    remedy="Use one threshold for both trims, and one form per tool.",
    wordings={
        "bytes": Wording(
            message="{detail} ({lost} tokens sent again)",
            explanation="What the history renders from storage is not what the turn itself sent.",
            remedy="Render the same output to the same bytes in every request.",
        ),
        "between": Wording(
            message="outputs of {low} to {high} chars that were trimmed in flight but stored whole: {count} ({tools})",
            explanation="The window caps the in-flight threshold, the storage trim uses the configured one. In the "
            "next turn they are trimmed again into a new entry: another path in the marker ends the cached prefix.",
            remedy="Set the threshold to what the window allows.",
        ),
        "form": Wording(
            message="archived outputs that come back in another form than they were sent in: {count} ({tools})",
            explanation="read_file is trimmed in flight as text with its note but stored by field; fs_read goes out in "
            "full and comes back as a marker.",
            remedy="Expected with these tools: the cached prefix ends there once.",
        ),
    },
    conversation=find,
    replays=True,
)
