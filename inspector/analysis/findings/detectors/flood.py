"""flood: one tool output that takes a large share of the window, or that no trim covers (PIPELINE §17.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.request_facts import media_chars
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.figures import percent
from inspector.model.part import ToolPart, ToolState
from inspector.pipeline.tool_registry import load_registry
from inspector.tokens import tokenx
from inspector.wire import dumps, length

SHARE: Final = 0.2
"""Share of the window from which one output is a flood."""
LARGE: Final = 50_000
"""Characters from which an output is a flood where no window is known: the application's default threshold."""
UNCOVERED: Final = 20_000
"""Characters from which an output is worth telling because nothing would ever trim it."""

CHARS_PER_TOKEN: Final = 4
_COUNTED: Final = 2000
"""Shorter outputs are not worth an exact count."""


@dataclass(frozen=True, slots=True)
class _Output:
    where: Where
    path: str
    tool: str
    chars: int
    tokens: int
    media: int


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """The largest output of each kind; the others stand in its data."""
    outputs = list(_captured(subject) if subject.of.database is None else _stored(subject))
    window = subject.window
    shares = [o for o in outputs if window is not None and o.tokens > SHARE * window]
    if shares and window is not None:
        largest = max(shares, key=lambda output: output.tokens)
        yield _finding(subject, "share", shares, share=percent(largest.tokens / window), window=window)
    large = [output for output in outputs if window is None and output.chars > LARGE]
    if large:
        yield _finding(subject, "", large)
    told = {id(output) for output in (*shares, *large)}
    exempt = [o for o in outputs if o.chars > UNCOVERED and id(o) not in told and not _is_covered(o.tool)]
    if exempt:
        yield _finding(subject, "exempt", exempt)
    media = [output for output in outputs if output.media > UNCOVERED and id(output) not in told]
    if media:
        yield _finding(subject, "media", media)


def _finding(subject: ConversationSubject, kind: str, outputs: list[_Output], **more: Any) -> Finding:
    ranked = sorted(outputs, key=lambda output: -output.chars)
    first = ranked[0]
    trimmable = kind in ("", "share") and _is_covered(first.tool)
    return DETECTOR.finding(
        kind,
        where=first.where,
        severity=Severity.WARNING if kind in ("", "share") else Severity.INFO,
        path=first.path,
        data={
            "outputs": [
                {"tool": o.tool, "chars": o.chars, "tokens": o.tokens, "where": o.where.to_dict()}
                for o in ranked[:10]
            ],
            "count": len(ranked),
            "window": subject.window,
        },
        tool=first.tool or "(no name)",
        chars=first.chars,
        tokens=first.tokens,
        others=f" (others like it: {len(ranked) - 1})" if len(ranked) > 1 else "",
        try_settings=("truncate_threshold=5000",) if trimmable else None,
        **more,
    )


def _is_covered(tool: str) -> bool:
    return load_registry().rule(tool).in_flight


def _captured(subject: ConversationSubject) -> Iterator[_Output]:
    for facts in subject.main_facts:
        for result in facts.results:
            text_chars = result.chars - result.media
            yield _Output(
                subject.request(facts.record),
                result.path,
                result.tool,
                text_chars,
                text_chars // CHARS_PER_TOKEN,
                result.media,
            )


def _stored(subject: ConversationSubject) -> Iterator[_Output]:
    """Outputs as the next prompt would carry them: an envelope shows its excerpts only."""
    for message in subject.path:
        for index, part in enumerate(message.parts):
            finished = isinstance(part, ToolPart) and part.state is ToolState.OUTPUT_AVAILABLE
            if isinstance(part, ToolPart) and finished and part.envelope is None:
                place = subject.place(message, index)
                yield _sent(part, place, subject.in_flight_threshold)


def _sent(part: ToolPart, place: Where, threshold: float) -> _Output:
    text = part.output if isinstance(part.output, str) else dumps(part.output)
    media = media_chars(part.output)
    whole = length(text) - media
    cut = _trimmed_chars(part, whole, threshold)
    tokens = tokenx(text) if not cut and not media and whole > _COUNTED else (whole - cut) // CHARS_PER_TOKEN
    return _Output(place, "output", part.tool_name or "", whole - cut, tokens, media)


def _trimmed_chars(part: ToolPart, chars: int, threshold: float) -> int:
    """Characters that the in-flight trim takes out before the output is sent."""
    rule = load_registry().rule(part.tool_name or "")
    if not rule.in_flight:
        return 0
    deflated = rule.codec.deflate(part.output) if rule.codec is not None else None
    texts = [chars] if deflated is None else [length(item.text) for item in deflated.texts]
    return sum(text for text in texts if text > threshold)


_WHY = "One output crowds out everything else, and it stays in every later prompt until a fold."

DETECTOR = Detector(
    id="flood",
    title="Flood",
    severity=Severity.WARNING,
    meaning="One tool output alone takes a large share of the window.",
    remedy="Trim it: a lower threshold, or a codec that keeps its skeleton.",
    wordings={
        "": Wording(
            message="{tool} put {chars} chars (about {tokens} tokens) into the prompt{others}",
            explanation=_WHY,
            remedy="Lower the threshold, or give the tool a limit of its own.",
        ),
        "share": Wording(
            message="{tool} takes {share} of the window alone: about {tokens} of {window} tokens{others}",
            explanation=_WHY,
            remedy="Lower the threshold, or give the tool a limit of its own.",
        ),
        "exempt": Wording(
            message="{tool} put {chars} chars into the prompt, and no trim covers it{others}",
            explanation="The tool is exempt, because trimming what is read back would loop.",
            remedy="Page through the text with smaller limits.",
        ),
        "media": Wording(
            message="{tool} returned media of a size that no trim covers{others}",
            explanation="Trims look at text only; pictures and files stay in every later prompt.",
            remedy="Return a reference or a smaller picture.",
        ),
    },
    conversation=find,
    replays=True,
)
