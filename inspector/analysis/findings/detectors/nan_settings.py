"""nan-settings: stored settings that are no usable numbers (PIPELINE §5, §11)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import ConversationSubject, SourceSubject
from inspector.sources.base import Trait
from inspector.wire import JsonValue

_NUMBERS: Final = {
    "chat.context_settings.truncate_threshold": ("truncateThreshold", False),
    "chat.context_settings.max_messages": ("maxMessages", True),
}
"""Preference key → name in an assistant's override, and whether null is allowed."""


def find_shared(subject: SourceSubject) -> Iterator[Finding]:
    """Preferences, then models."""
    database = subject.database
    if database is None:
        return
    preferences = database.preferences()
    for key, (_, nullable) in _NUMBERS.items():
        if key in preferences and (flaw := _flaw(preferences[key], nullable=nullable)):
            yield _finding(key, preferences[key], flaw, Where())
    for model in database.models():
        if model.context_window is not None and (flaw := _flaw(model.context_window, nullable=True)):
            yield _finding(f"context window of {model.id}", model.context_window, flaw, Where())


def find_own(subject: ConversationSubject) -> Iterator[Finding]:
    """Overrides of the conversation's assistant, each assistant once."""
    assistant = subject.conversation.assistant
    if assistant is None or not subject.of.first_time((DETECTOR.id, assistant.id)):
        return
    override = assistant.settings.get("contextSettings")
    for name, nullable in _NUMBERS.values():
        if isinstance(override, dict) and name in override:
            flaw = _flaw(override[name], nullable=nullable)
            if flaw:
                label = f"{name} of assistant {assistant.name or assistant.id}"
                yield _finding(label, override[name], flaw, subject.place())


def _flaw(value: JsonValue, *, nullable: bool) -> str:
    """What is wrong with a number; "" when nothing is."""
    if value is None:
        return "" if nullable else "it is not set"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "it is no number"
    if not math.isfinite(value):
        return "it is not finite"
    return "it is not above 0" if value <= 0 else ""


def _finding(name: str, value: JsonValue, flaw: str, where: Where) -> Finding:
    return DETECTOR.finding(
        where=where, data={"name": name, "value": str(value)}, name=name, value=str(value), flaw=flaw
    )


DETECTOR = Detector(
    id="nan-settings",
    title="Unusable settings",
    severity=Severity.WARNING,
    meaning="A stored setting is no usable number; the application falls back to something else without saying so.",
    remedy="Set it anew.",
    needs=frozenset({Trait.ROWS}),
    wordings={
        "": Wording(
            message="{name} is {value}: {flaw}",
            explanation="Comparisons with such a value are always false, or always true: trimming or folding is off or "
            "runs at every request.",
            remedy="Set {name} anew.",
        )
    },
    conversation=find_own,
    replays=True,
    source=find_shared,
)
