"""Running the detectors over a source: conversation by conversation, then the source as a whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from inspector.analysis.findings.broken import failure
from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Where
from inspector.analysis.findings.registry import all_detectors, built_in_detectors
from inspector.analysis.findings.subject import Circumstances, ConversationSubject, SourceSubject
from inspector.model.conversation import ConversationSummary
from inspector.model.problems import Problem
from inspector.sources.base import Cancelled, Progress, Source


def run_detectors(
    source: Source,
    *,
    conversation_id: str | None = None,
    disabled: Collection[str] = (),
    progress: Progress | None = None,
    detectors: Sequence[Detector] | None = None,
    circumstances: Circumstances | None = None,
    order: Iterable[str] | None = None,
    seen: Callable[[ConversationSubject], None] | None = None,
) -> Iterator[Finding]:
    """Findings as they are made, conversation by conversation; those about the source as a whole come last.

    Args:
        source: what was opened.
        conversation_id: look at one conversation only; findings about other places are left out.
        disabled: ids of detectors not to run.
        progress: told per conversation; may cancel.
        detectors: which to run (default: all there are).
        circumstances: what the caller knows and the source does not say.
        order: ids of conversations in the order to look at them, asked for one by one (default: the source's).
        seen: told of each conversation before the detectors look at it.

    Raises:
        Problem: the source cannot be read, or has no such conversation.
        Cancelled: when `progress` said so.
    """
    progress = progress or Progress()
    subject = SourceSubject(source, circumstances or Circumstances(), progress)
    chosen = [
        detector
        for detector in (all_detectors() if detectors is None else detectors)
        if detector.id not in disabled and detector.needs <= source.traits
    ]
    listed = [entry.id for entry in subject.summaries if not _is_empty(entry)]
    if conversation_id is not None:
        listed = [conversation_id]
    for done, name in enumerate(listed if order is None else order):
        progress.step(done, len(listed), "findings")
        yield from _of_conversation(subject, name, chosen, seen)
    for finding in _of_source(subject, chosen):
        if conversation_id is None or finding.where.topic == conversation_id:
            yield finding


def _is_empty(entry: ConversationSummary) -> bool:
    """Nothing was ever said in it: there is nothing to find, and a database may hold thousands of these."""
    return entry.message_count == 0 and not entry.request_count


def _of_conversation(
    subject: SourceSubject,
    name: str,
    detectors: Sequence[Detector],
    seen: Callable[[ConversationSubject], None] | None,
) -> Iterator[Finding]:
    looking = [detector for detector in detectors if detector.conversation]
    if not looking:
        return
    conversation = subject.conversation(name)
    if seen is not None:
        seen(conversation)
    for detector in looking:
        yield from findings_of_conversation(conversation, detector)


def findings_of_conversation(subject: ConversationSubject, detector: Detector) -> Iterator[Finding]:
    """What one detector finds in one conversation; nothing when it looks at whole sources only."""
    if detector.conversation is not None:
        yield from _guarded(detector, partial(detector.conversation, subject), Where(topic=subject.id))


def _of_source(subject: SourceSubject, detectors: Sequence[Detector]) -> Iterator[Finding]:
    for detector in detectors:
        if detector.source is not None:
            yield from _guarded(detector, partial(detector.source, subject), Where())


def _guarded(detector: Detector, look: Callable[[], Iterable[Finding]], where: Where) -> Iterator[Finding]:
    """A custom detector that raises is reported and left behind; a built-in one that does is our bug."""
    try:
        yield from look()
    except (Problem, Cancelled):
        raise
    except Exception as error:
        if detector in built_in_detectors():
            raise
        yield failure(detector, error, where)
