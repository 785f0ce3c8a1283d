"""The citations that a message can show, numbered (PIPELINE §16)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from inspector.analysis.citations.hostname import hostname
from inspector.analysis.citations.lookups import Finding, lookup_findings
from inspector.model.part import Part, SourceUrlPart
from inspector.wire.values import JsonValue

_SOURCE_ID: Final = re.compile(r"citation-([0-9]+)\Z")
_MOST_DIGITS: Final = 15
_MARKER_NUMBER: Final = re.compile(r"(?:^|-)([0-9]+)\Z")


class CitationKind(StrEnum):
    """Where a citation leads."""

    WEB = "websearch"
    KNOWLEDGE = "knowledge"


@dataclass(frozen=True, slots=True)
class Citation:
    """One source.

    Attributes:
        number: its number in the registry or, in a marked text, the number shown.
        url: "" for knowledge bases.
        title: the source's, or its host.
        content: as found; None for sources that came with the answer.
        kind: web pages show their icon.
    """

    number: int
    url: str
    title: str
    content: str | None
    kind: CitationKind

    def to_json(self) -> dict[str, JsonValue]:
        """The reference's record of a citation."""
        fields: dict[str, JsonValue] = {"number": self.number, "url": self.url, "title": self.title}
        if self.content is not None:
            fields["content"] = self.content
        return {**fields, "showFavicon": self.kind is CitationKind.WEB, "type": self.kind.value}


@dataclass(slots=True)
class CitationRegistry:
    """The citations of one message.

    Attributes:
        by_id: what `[cite:id]` names; ids of one source share its citation.
        by_marker_number: what a bare `[N]` names.
        all: every citation, in order.
    """

    by_id: dict[str, Citation] = field(default_factory=dict)
    by_marker_number: dict[int, Citation] = field(default_factory=dict)
    all: list[Citation] = field(default_factory=list)

    def resolve(self, marker_id: str) -> Citation | None:
        """The citation behind a marker; a number also names what the bare `[N]` does."""
        citation = self.by_id.get(marker_id)
        if citation is None and marker_id.isascii() and marker_id.isdigit():
            citation = self.by_marker_number.get(marker_number(marker_id))
        return citation


def build_registry(parts: Sequence[Part]) -> CitationRegistry:
    """The registry of a message, from its own parts alone: `source-url` parts first, then look-ups."""
    registry = CitationRegistry()
    by_source: dict[object, Citation] = {}
    for part in parts:
        if isinstance(part, SourceUrlPart) and part.url and part.url not in by_source:
            _add_source(registry, by_source, part)
    calls = lookup_findings(parts)
    for finding in itertools.chain.from_iterable(calls):
        # A number alone is ambiguous once two look-ups number their findings from 1.
        _add_finding(registry, by_source, finding, numbered=len(calls) == 1)
    return registry


def _add_source(registry: CitationRegistry, by_source: dict[object, Citation], source: SourceUrlPart) -> None:
    match = _SOURCE_ID.match(source.source_id)
    number = int(match[1]) + 1 if match else len(registry.all) + 1
    citation = Citation(number, source.url, source.title or hostname(source.url), None, CitationKind.WEB)
    registry.all.append(citation)
    registry.by_id[str(number)] = registry.by_marker_number[number] = by_source[source.url] = citation


def _add_finding(
    registry: CitationRegistry, by_source: dict[object, Citation], finding: Finding, *, numbered: bool
) -> None:
    if finding.id in registry.by_id:
        return
    identity = _identity(finding)
    known = by_source.get(identity) if identity is not None else None
    if known is not None:
        registry.by_id[finding.id] = known
        return
    number = max((citation.number for citation in registry.all), default=0) + 1
    citation = _citation(number, finding)
    registry.all.append(citation)
    registry.by_id[finding.id] = citation
    if identity is not None:
        by_source[identity] = citation
    if numbered and (match := _MARKER_NUMBER.search(finding.id)):
        registry.by_marker_number.setdefault(marker_number(match[1]), citation)


def marker_number(digits: str) -> int:
    """The number that digits write; -1, which names nothing, where they are more than any list has use for."""
    return int(digits) if len(digits) <= _MOST_DIGITS else -1


def _identity(finding: Finding) -> object:
    """What makes two findings one source; None = each is its own."""
    if finding.url is not None:
        return finding.url or None
    return finding.source if finding.source and finding.source[1] else None


def _citation(number: int, finding: Finding) -> Citation:
    if finding.url is None:
        return Citation(number, "", finding.title, finding.content, CitationKind.KNOWLEDGE)
    title = finding.title or hostname(finding.url)
    return Citation(number, finding.url, title, finding.content, CitationKind.WEB)
