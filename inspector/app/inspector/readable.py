"""Sections set one below the other as one text, each under a heading line (Qt-free apart from its words)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pygments.lexers import get_lexer_by_name

from inspector.analysis.prompt_view import Section, SectionKind
from inspector.app.text.document import TextDocument
from inspector.app.text.highlight import (
    Highlighter,
    JsonHighlighter,
    LineKindHighlighter,
    PygmentsHighlighter,
    Span,
    TokenKind,
)
from inspector.app.text.line_marks import LineTone
from inspector.app.wording.inspector import section_title

_PROSE = (SectionKind.TEXT, SectionKind.REASONING)


@dataclass(frozen=True, slots=True)
class Readable:
    """A text made of sections.

    Attributes:
        text: headings and sections.
        starts: offset of each section's heading.
        tones: a `LineTone` per line: headings are headers.
        highlighter: colours headings, prose as Markdown, the rest as JSON.
    """

    text: str
    starts: tuple[int, ...]
    tones: npt.NDArray[np.uint8]
    highlighter: Highlighter


class _BySection:
    """Chooses the highlighter of the section a line lies in."""

    def __init__(self, starts: Sequence[int], prose: Sequence[bool]) -> None:
        self._starts = np.array(starts, dtype=np.int64)
        self._prose = prose
        self._markdown = PygmentsHighlighter(get_lexer_by_name("markdown"))
        self._json = JsonHighlighter()

    def spans(self, document: TextDocument, line: int, start: int, end: int) -> list[Span]:
        """See `Highlighter.spans`."""
        section = int(np.searchsorted(self._starts, start, side="right")) - 1
        if section >= 0 and self._prose[section]:
            return self._markdown.spans(document, line, start, end)
        first, last = document.line_span(line)
        looks_like_json = document.text[first : min(last, first + 200)].lstrip()[:1] in tuple('{}[]"')
        return self._json.spans(document, line, start, end) if looks_like_json else []


def assemble(sections: Sequence[Section], *, headings: bool = True) -> Readable:
    """Set sections below each other; a single plain one needs no heading."""
    pieces: list[str] = []
    starts: list[int] = []
    heads: list[Span] = []
    tones: list[int] = []
    at = 0
    for section in sections:
        starts.append(at)
        if headings:
            title = section_title(section)
            heads.append((at, at + len(title), TokenKind.HEADING))
            pieces.append(title)
            tones.append(LineTone.HEADER)
            at += len(title) + 1
        pieces += [section.text, ""] if headings else [section.text]
        tones += [LineTone.PLAIN] * (section.text.count("\n") + (2 if headings else 1))
        at += len(section.text) + (2 if headings else 1)
    by_section = _BySection(starts, [section.kind in _PROSE for section in sections])
    return Readable(
        text="\n".join(pieces),
        starts=tuple(starts),
        tones=np.array(tones, dtype=np.uint8),
        highlighter=LineKindHighlighter(heads, by_section),
    )
