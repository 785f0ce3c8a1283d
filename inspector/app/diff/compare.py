"""Two requests of a conversation compared: the cause, the shared prefix, the first difference, all lines (Qt-free)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.prefix.causes import Cause
from inspector.analysis.prefix.compare import compare
from inspector.analysis.prefix.evidence import divergence
from inspector.analysis.prefix.load import load_pair
from inspector.analysis.prompt_view import Section, SectionKind, prompt_sections, tool_sections
from inspector.analysis.text_diff import TextDiff, diff_texts
from inspector.app.timeline.request_place import RequestPlace, place_of
from inspector.model import RequestPayload, RequestRecord
from inspector.sources.base import Progress, Source
from inspector.wire import utf16


@dataclass(frozen=True, slots=True)
class Place:
    """Where the first difference lies.

    Attributes:
        section: the part of this request's prompt (of the earlier one's when this one has ended).
        char: UTF-16 code units of that section before the difference.
        line: line of the section, from 0.
    """

    section: Section
    char: int
    line: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A request and the one before it.

    Attributes:
        record, previous: the two.
        request_place, previous_place: their numbers in their conversation.
        cause: why the prefix stopped matching, structurally.
        provider_reason: the provider's own reason; "" when it gave none.
        shared_chars, total_chars: of the common prefix and of this request, as a provider hashes them.
        diff: the readable texts, line by line.
        headings: lines of `diff` that are section headings.
        place: of the first difference; None when there is none.
    """

    record: RequestRecord
    previous: RequestRecord
    request_place: RequestPlace
    previous_place: RequestPlace
    cause: Cause
    provider_reason: str
    shared_chars: int
    total_chars: int
    diff: TextDiff
    headings: frozenset[int]
    place: Place | None

    @property
    def gap_ms(self) -> int | None:
        """Time between the two; None when it is not known."""
        before, after = self.previous.timing.started_at, self.record.timing.started_at
        return None if before is None or after is None else after - before

    @property
    def tokens_lost(self) -> int | None:
        """Measured: tokens that had been in the cache and were sent anew; None when it cannot be told."""
        held = self.previous.usage.cache_read, self.previous.usage.cache_write
        read, sent = self.record.usage.cache_read, self.record.usage.input
        if held[0] is None or held[1] is None or read is None or sent is None:
            return None
        return max(0, min(held[0] + held[1], sent) - read)


def previous_request(record: RequestRecord, requests: Sequence[RequestRecord]) -> RequestRecord | None:
    """The last request before `record` in its conversation that was sent for the same purpose."""
    earlier = [
        other
        for other in requests
        if other.index < record.index
        and other.conversation_id == record.conversation_id
        and other.purpose is record.purpose
        and other.has_payload
    ]
    return earlier[-1] if earlier else None


def compare_requests(
    source: Source, record: RequestRecord, previous: RequestRecord, progress: Progress
) -> Comparison:
    """Compare two recorded requests (a worker's job: it parses both payloads)."""
    old, new = _sections(source.payload(previous.index)), _sections(source.payload(record.index))
    progress.step(1, 3)
    left, right = load_pair(source, previous, record)
    cause = compare(left, right)
    where = divergence(left, right, cause)
    progress.step(2, 3)
    old_text, new_text = _Flat(old), _Flat(new)
    diff = diff_texts(old_text.text, new_text.text)
    return Comparison(
        record=record,
        previous=previous,
        request_place=place_of(record, source.requests()),
        previous_place=place_of(previous, source.requests()),
        cause=cause,
        provider_reason=right.provider_reason,
        shared_chars=where.shared_chars,
        total_chars=where.total_chars,
        diff=diff,
        headings=_headings(diff, old_text, new_text),
        place=_place(diff, old_text, new_text),
    )


def heading(section: Section) -> str:
    """The line above a section; the same for the same section wherever it stands, so that it never differs."""
    return " ".join(("──", section.role or section.kind, section.label, section.kind, "──")).replace(
        "  ", " "
    )


class _Flat:
    """Sections as one text that remembers where they begin.

    Attributes:
        text: everything, headings included.
        starts: line of each section's heading.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = sections
        self.starts: list[int] = []
        lines: list[str] = []
        for section in sections:
            self.starts.append(len(lines))
            lines += [heading(section), *section.text.split("\n")]
        self.text = "\n".join(lines)

    def section_at(self, line: int) -> int:
        """Index of the section that holds a line."""
        return max(0, sum(1 for start in self.starts if start <= line) - 1)


def _sections(payload: RequestPayload) -> list[Section]:
    sent = [s for s in prompt_sections(payload.prompt) if s.kind is not SectionKind.NOT_SENT]
    return [*tool_sections(payload.tools or []), *sent]


def _headings(diff: TextDiff, old: _Flat, new: _Flat) -> frozenset[int]:
    olds, news = set(old.starts), set(new.starts)
    return frozenset(
        index
        for index, line in enumerate(diff.lines)
        if (line.new in news if line.new is not None else line.old in olds)
    )


def _place(diff: TextDiff, old: _Flat, new: _Flat) -> Place | None:
    first = diff.first_change()
    if first is None:
        return None
    line = diff.lines[first]
    flat, number = (old, line.old) if line.new is None else (new, line.new)
    if number is None or not flat.sections:
        return None
    index = flat.section_at(number)
    section, inside = flat.sections[index], max(0, number - flat.starts[index] - 1)
    before = section.text.split("\n")[:inside]
    char = sum(utf16.length(text) + 1 for text in before)
    if line.marks:
        char += utf16.length(line.text[: line.marks[0][0]])
    return Place(section, char, inside)
