"""`[cite:id]` and `[N]` in a text: recognised outside code, numbered by first appearance, written in each form the
application shows (PIPELINE §16)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inspector.analysis.citations.plain_content import plain_content
from inspector.analysis.citations.registry import Citation, CitationRegistry, marker_number

_CODE: Final = re.compile(r"(```[\s\S]*?```|`[^`\n]*`)")
_MARKER: Final = re.compile(r"\[cite:([A-Za-z0-9_-]+)\]")
_SPACED_MARKER: Final = re.compile(r"[ \t]?\[cite:([A-Za-z0-9_-]+)\]")
_RUN: Final = re.compile(r"\[cite:[A-Za-z0-9_-]+\](?:[ \t]*\[cite:[A-Za-z0-9_-]+\])+")
_BARE: Final = re.compile(r"\[<sup>([0-9]+)</sup>\]\([^)]*\)|\[([0-9]+)\]")
_LINKED: Final = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text in one of its forms.

    Attributes:
        content: the text.
        cited: its citations by first appearance, with the numbers shown and their content without markup.
        by_marker: the same by marker id.
    """

    content: str
    cited: tuple[Citation, ...]
    by_marker: dict[str, Citation]


@dataclass(slots=True)
class _Numbering:
    """Numbers shown, given out by first appearance: registry number → number shown."""

    shown: dict[int, int]

    def show(self, citation: Citation) -> Citation:
        number = self.shown.setdefault(citation.number, len(self.shown) + 1)
        content = None if citation.content is None else plain_content(citation.content)
        return replace(citation, number=number, content=content)


def marker_parts(contents: Iterable[str], registry: CitationRegistry) -> list[MarkedText]:
    """The text parts of one message with every marker as `[cite:id]`; numbers run through all of them."""
    numbering = _Numbering({})
    return [_mark(content, registry, numbering) for content in contents]


def with_tags(content: str, registry: CitationRegistry) -> MarkedText:
    """A text with resolved markers as numbered links; the others stay."""
    return _rewrite(content, registry, _tag, keep_unknown=True)


def exportable(content: str, registry: CitationRegistry) -> MarkedText:
    """A text with resolved markers as `[N]`; the others are dropped with the space before them."""
    return _rewrite(content, registry, lambda citation: f"[{citation.number}]", keep_unknown=False)


def stripped(content: str) -> str:
    """A text without any `[cite:id]`, each dropped with one space or tab before it."""
    return _outside_code(content, lambda text: _SPACED_MARKER.sub("", text))


def cited_ids(content: str) -> list[str]:
    """Ids of the `[cite:id]` markers outside code, each once, by first appearance, resolved or not."""
    ids: dict[str, None] = {}
    for text in _CODE.split(content)[::2]:
        ids.update(dict.fromkeys(_MARKER.findall(text)))
    return list(ids)


def split_at_markers(content: str) -> list[tuple[str, str]]:
    """A text as (text, marker id behind it) pairs; the last id is "". Markers inside code are text."""
    pairs: list[tuple[str, str]] = []
    rest = ""
    for index, piece in enumerate(_CODE.split(content)):
        if index % 2:
            rest += piece
            continue
        texts = _MARKER.split(piece)
        for text, marker_id in zip(texts[::2], texts[1::2], strict=False):
            pairs.append((rest + text, marker_id))
            rest = ""
        rest += texts[-1]
    return [*pairs, (rest, "")]


def _mark(content: str, registry: CitationRegistry, numbering: _Numbering) -> MarkedText:
    """Name bare markers, resolve all, and join runs of markers, each source once."""
    if not registry.all:
        return MarkedText(content, (), {})
    named = _outside_code(content, lambda text: _BARE.sub(lambda match: _named(match, registry), text))
    by_marker: dict[str, Citation] = {}
    for marker_id in _marker_ids(named):
        citation = registry.resolve(marker_id)
        if citation is not None and marker_id not in by_marker:
            by_marker[marker_id] = numbering.show(citation)
    joined = _outside_code(named, lambda text: _RUN.sub(lambda match: _join(match[0], by_marker), text))
    cited = {citation.number: citation for citation in by_marker.values()}
    return MarkedText(joined, tuple(cited.values()), by_marker)


def _rewrite(
    content: str, registry: CitationRegistry, write: Callable[[Citation], str], *, keep_unknown: bool
) -> MarkedText:
    marked = _mark(content, registry, _Numbering({}))

    def known(match: re.Match[str]) -> str:
        citation = marked.by_marker.get(match[1])
        return match[0] if citation is None else write(citation)

    def unknown(match: re.Match[str]) -> str:
        return match[0] if keep_unknown or match[1] in marked.by_marker else ""

    written = _outside_code(
        marked.content, lambda text: _MARKER.sub(known, _SPACED_MARKER.sub(unknown, text))
    )
    return replace(marked, content=written)


def _tag(citation: Citation) -> str:
    number = f"<sup data-citation='{citation.number}'>{citation.number}</sup>"
    return f"[{number}]({citation.url})" if _LINKED.match(citation.url) else number


def _named(match: re.Match[str], registry: CitationRegistry) -> str:
    number = marker_number(match[1] or match[2])
    return f"[cite:{number}]" if number in registry.by_marker_number else match[0]


def _join(run: str, by_marker: dict[str, Citation]) -> str:
    """The markers of a run without the space between them; of those that show one source, the first."""
    seen: set[int] = set()
    kept: list[str] = []
    for marker in _MARKER.finditer(run):
        citation = by_marker.get(marker[1])
        if citation is None or citation.number not in seen:
            kept.append(marker[0])
        if citation is not None:
            seen.add(citation.number)
    return "".join(kept)


def _marker_ids(content: str) -> Sequence[str]:
    return [marker_id for text in _CODE.split(content)[::2] for marker_id in _MARKER.findall(text)]


def _outside_code(content: str, change: Callable[[str], str]) -> str:
    pieces = _CODE.split(content)
    pieces[::2] = [change(text) for text in pieces[::2]]
    return "".join(pieces)
