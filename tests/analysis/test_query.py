"""Filter expressions: terms, comparisons, unknown values, errors with their place, completion."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.query import Language, NumberField, QueryError, TextField


@dataclass(frozen=True)
class Call:
    cause: str = "extends"
    tools: tuple[str, ...] = ()
    hit: float | None = None
    tokens: float | None = None
    text: str = ""


ROWS = (
    Call("system-time", ("read_file",), 0.0, 10_072, "Read the log"),
    Call("extends", ("web search", "read_file"), 99.4, 8_000, "Quel temps 北京"),
    Call("tool-added", (), None, None, "timeout: retry"),
)
LANGUAGE: Language[Call] = Language(
    (
        TextField("cause", lambda row: (row.cause,), known=("first",)),
        TextField("tool", lambda row: row.tools),
        NumberField("hit", lambda row: row.hit),
        NumberField("tokens", lambda row: row.tokens),
    ),
    text=lambda row: row.text.casefold(),
)


def found(expression: str) -> list[int]:
    return LANGUAGE.parse(expression).select(ROWS)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("", [0, 1, 2]),
        ("cause:system-time", [0]),
        ("cause:SYSTEM", [0]),
        ("cause:system,tool", [0, 2]),
        ("-cause:system,tool", [1]),
        ("cause=extends", [1]),
        ("tool:read_file", [0, 1]),
        ('tool:"web search"', [1]),
        ("tokens>8k", [0]),
        ("tokens>=8k", [0, 1]),
        ("tokens<10.072k", [1]),
        ("tokens<=10,072k", [0, 1]),
        ("tokens=8000", [1]),
        ("tokens:8000", [1]),
        ("hit<20", [0]),
        ("hit<20%", [0]),
        ("-hit<20", [1, 2]),
        ("hit<.5 tool:read_file", [0]),
        ("LOG", [0]),
        ("北京", [1]),
        ('"read the"', [0]),
        ("-log tool:read_file", [1]),
        ('"timeout: retry"', [2]),
    ],
)
def test_terms(expression: str, expected: list[int]) -> None:
    assert found(expression) == expected


def test_unknown_values_satisfy_no_comparison() -> None:
    assert found("hit<1000") == found("hit>=0") == [0, 1]


@pytest.mark.parametrize(
    ("expression", "reason", "place"),
    [
        ("log colour:red", "unknown-field", (4, 14)),
        ("hit<", "no-value", (0, 4)),
        ("-tokens>many", "no-number", (1, 12)),
        ("cause>3", "no-comparison", (0, 7)),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    expression: str, reason: str, place: tuple[int, int]
) -> None:
    with pytest.raises(QueryError) as caught:
        LANGUAGE.parse(expression)
    assert (caught.value.reason, (caught.value.start, caught.value.end)) == (reason, place)


def test_only_an_expression_with_terms_is_true() -> None:
    assert not LANGUAGE.parse("  ")
    assert LANGUAGE.parse("log")


def complete(expression: str, rows: tuple[Call, ...] = ROWS) -> tuple[int, tuple[str, ...]]:
    return LANGUAGE.completions(expression, len(expression), rows)


def test_field_names_are_completed_until_the_colon_stands() -> None:
    assert complete("") == (0, ("cause:", "tool:", "hit<", "tokens<"))
    assert complete("log -To") == (5, ("tool:", "tokens<"))
    assert complete("hit<") == (0, ())


def test_values_are_completed_from_the_rows_most_frequent_first() -> None:
    assert complete("log tool:") == (9, ("read_file", '"web search"'))
    assert complete("cause:extends,sys") == (14, ("system-time",))
    assert complete("cause:", ()) == (6, ("first",))
    assert complete("colour:r") == (0, ())


def error_of(expression: str) -> QueryError | None:
    try:
        LANGUAGE.parse(expression).select(ROWS)
    except QueryError as error:
        return error
    return None


@given(st.text(max_size=40))
def test_any_text_parses_or_says_why_not(expression: str) -> None:
    error = error_of(expression)
    assert error is None or expression[error.start : error.end] == error.term
