"""Syntax colours of slices: the same as those of the whole line, however the slice is cut."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name

from inspector.app.text import highlight as module
from inspector.app.text.document import TextDocument
from inspector.app.text.highlight import (
    Highlighter,
    JsonHighlighter,
    LineKindHighlighter,
    PygmentsHighlighter,
    TokenKind,
)


def pieces(
    text: str, highlighter: Highlighter, start: int = 0, end: int | None = None
) -> list[tuple[str, TokenKind]]:
    document = TextDocument(text)
    stop = len(text) if end is None else end
    return [(text[a:b], kind) for a, b, kind in highlighter.spans(document, 0, start, stop)]


def test_json_tokens_get_their_kinds() -> None:
    assert pieces('"a\\"b": ["x", -1.5e3, true, null]', JsonHighlighter()) == [
        ('"a\\"b"', TokenKind.KEY),
        (":", TokenKind.PUNCTUATION),
        ("[", TokenKind.PUNCTUATION),
        ('"x"', TokenKind.STRING),
        (",", TokenKind.PUNCTUATION),
        ("-1.5e3", TokenKind.NUMBER),
        (",", TokenKind.PUNCTUATION),
        ("true", TokenKind.KEYWORD),
        (",", TokenKind.PUNCTUATION),
        ("null", TokenKind.KEYWORD),
        ("]", TokenKind.PUNCTUATION),
    ]


@given(st.dictionaries(st.text(max_size=4), st.text(max_size=9) | st.integers(), max_size=4), st.data())
def test_a_slice_is_coloured_as_within_its_line(value: dict[str, object], data: st.DataObject) -> None:
    text = json.dumps(value)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    document = TextDocument(text)
    whole = {
        at: kind for a, b, kind in JsonHighlighter().spans(document, 0, 0, len(text)) for at in range(a, b)
    }
    cut = {at: kind for a, b, kind in JsonHighlighter().spans(document, 0, start, end) for at in range(a, b)}
    assert cut == {at: kind for at, kind in whole.items() if start <= at < end}


def test_a_long_string_keeps_its_colour_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEAD", 20)
    text = '"key": "' + "x" * 1000 + '"'
    assert pieces(text, JsonHighlighter(), 900, 950) == [("x" * 50, TokenKind.STRING)]


def test_behind_the_head_of_a_long_line_of_many_tokens_nothing_is_guessed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "HEAD", 20)
    text = json.dumps(list(range(100)))
    assert pieces(text, JsonHighlighter(), 100, 150) == []


def test_markdown_is_coloured_by_pygments() -> None:
    highlighter = PygmentsHighlighter(get_lexer_by_name("markdown"))
    assert pieces("# A title", highlighter) == [("# A title", TokenKind.HEADING)]
    assert ("**bold**", TokenKind.HEADING) in pieces("some **bold** text", highlighter)
    assert pieces("plain text", highlighter) == []


def test_headings_of_ours_come_first_and_the_rest_falls_through() -> None:
    text = "heading\n12"
    highlighter = LineKindHighlighter([(0, 7, TokenKind.HEADING)], JsonHighlighter())
    document = TextDocument(text)
    assert highlighter.spans(document, 0, 2, 7) == [(2, 7, TokenKind.HEADING)]
    assert highlighter.spans(document, 1, 8, 10) == [(8, 10, TokenKind.NUMBER)]
    assert LineKindHighlighter([]).spans(document, 1, 8, 10) == []


def test_the_rows_of_a_wrapped_line_are_lexed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lexer = get_lexer_by_name("markdown")
    lexed: list[str] = []
    real = lexer.get_tokens_unprocessed

    def counting(text: str) -> object:
        lexed.append(text)
        return real(text)

    monkeypatch.setattr(lexer, "get_tokens_unprocessed", counting)
    highlighter, document = PygmentsHighlighter(lexer), TextDocument("a **b** " * 300 + "\n# c")
    for start in range(0, 2400, 80):
        highlighter.spans(document, 0, start, start + 80)
    assert len(lexed) == 1
    assert highlighter.spans(document, 1, 2401, 2404) == [(2401, 2404, TokenKind.HEADING)]
    assert len(lexed) == 2
