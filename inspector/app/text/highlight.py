"""Syntax colours for the slices of a text that are on screen, and only for those.

Pygments reads JSON at 8 MB/s, so nothing is ever tokenised as a whole. JSON has a cheap tokenizer of its own;
other kinds go through a Pygments lexer line by line. No Qt here.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from enum import StrEnum
from typing import Final, Protocol

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    String,
    _TokenType,
)

from inspector.app.text.document import TextDocument

HEAD: Final = 4096
"""Code points of a line that are looked at to know in what state a later slice begins."""


class TokenKind(StrEnum):
    """What a piece of text is; the painter chooses the colour."""

    KEY = "key"
    STRING = "string"
    NUMBER = "number"
    KEYWORD = "keyword"
    PUNCTUATION = "punctuation"
    COMMENT = "comment"
    HEADING = "heading"
    EMPHASIS = "emphasis"


Span = tuple[int, int, TokenKind]


class Highlighter(Protocol):
    """Colours one slice of one line."""

    def spans(self, document: TextDocument, line: int, start: int, end: int) -> list[Span]:
        """Sorted, non-overlapping spans inside [start, end) of the document."""
        ...


_JSON_TOKEN: Final = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*+"(?=\s*:))|(?P<string>"(?:[^"\\]|\\.)*+(?P<close>"?))'
    r"|(?P<number>-?\d[\d.eE+-]*)|(?P<keyword>true|false|null)|(?P<punctuation>[{}\[\],:]+)"
)


class _LineHighlighter(ABC):
    """Works out a whole line at a time and keeps the last one: the rows of a wrapped line come one after the other."""

    def __init__(self) -> None:
        self._last: tuple[TextDocument | None, int] = (None, 0)
        self._spans: list[Span] = []

    def spans(self, document: TextDocument, line: int, start: int, end: int) -> list[Span]:
        """See `Highlighter.spans`."""
        if self._last[0] is not document or self._last[1] != line:
            self._last, self._spans = (document, line), self._line_spans(document, line)
        return _clipped(self._spans, start, end)

    @abstractmethod
    def _line_spans(self, document: TextDocument, line: int) -> list[Span]:
        """The spans of one line, in order."""


class JsonHighlighter(_LineHighlighter):
    """JSON, pretty-printed or not; a long string keeps its colour however far one scrolls into it."""

    def _line_spans(self, document: TextDocument, line: int) -> list[Span]:
        first, last = document.line_span(line)
        stop = min(last, first + HEAD)
        spans: list[Span] = []
        for found in _JSON_TOKEN.finditer(document.text, first, stop):
            kind = TokenKind(str(found.lastgroup))
            open_end = kind is TokenKind.STRING and not found.group("close") and found.end() == stop
            spans.append((found.start(), last if open_end else found.end(), kind))
        return spans


def _clipped(spans: list[Span], start: int, end: int) -> list[Span]:
    return [(max(start, a), min(end, b), kind) for a, b, kind in spans if a < end and b > start]


_PYGMENTS_KINDS: Final[dict[_TokenType, TokenKind]] = {
    Generic.Heading: TokenKind.HEADING,
    Generic.Subheading: TokenKind.HEADING,
    Generic.Strong: TokenKind.HEADING,
    Generic.Emph: TokenKind.EMPHASIS,
    Comment: TokenKind.COMMENT,
    Keyword: TokenKind.KEYWORD,
    Name.Tag: TokenKind.KEY,
    Name.Attribute: TokenKind.KEY,
    Number: TokenKind.NUMBER,
    String: TokenKind.STRING,
    Literal: TokenKind.STRING,
    Operator: TokenKind.PUNCTUATION,
}


class PygmentsHighlighter(_LineHighlighter):
    """Any Pygments lexer, one line at a time (constructs over several lines are not followed)."""

    def __init__(self, lexer: Lexer) -> None:
        super().__init__()
        self._lexer = lexer

    def _line_spans(self, document: TextDocument, line: int) -> list[Span]:
        first, last = document.line_span(line)
        # Lexers know a heading by the newline behind it.
        tokens = self._lexer.get_tokens_unprocessed(document.text[first : min(last, first + HEAD)] + "\n")
        return [
            (first + index, first + index + len(value), kind)
            for index, token, value in tokens
            if (kind := _pygments_kind(token)) is not None
        ]


def _pygments_kind(token: _TokenType) -> TokenKind | None:
    """The kind of the nearest ancestor that has one."""
    families = token.split()
    return next((kind for family in reversed(families) if (kind := _PYGMENTS_KINDS.get(family))), None)


class LineKindHighlighter:
    """Colours ranges that are known beforehand, such as headings of ours; leaves the rest to another one."""

    def __init__(self, ranges: list[Span], otherwise: Highlighter | None = None) -> None:
        """`ranges` are sorted and do not overlap."""
        self._ranges = ranges
        self._starts = [start for start, _, _ in ranges]
        self._otherwise = otherwise

    def spans(self, document: TextDocument, line: int, start: int, end: int) -> list[Span]:
        """See `Highlighter.spans`."""
        first = max(0, bisect_right(self._starts, start) - 1)
        own = _clipped(self._ranges[first : bisect_right(self._starts, end)], start, end)
        if own or self._otherwise is None:
            return own
        return self._otherwise.spans(document, line, start, end)
