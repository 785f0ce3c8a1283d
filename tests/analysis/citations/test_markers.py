"""Markers in a text and the forms the application shows."""

from __future__ import annotations

import pytest

from inspector.analysis.citations import (
    Citation,
    CitationKind,
    CitationRegistry,
    cited_ids,
    exportable,
    marker_parts,
    stripped,
    with_tags,
)
from inspector.analysis.citations.plain_content import plain_content


@pytest.fixture
def registry() -> CitationRegistry:
    one = Citation(1, "https://a/1", "A", "alpha *b*", CitationKind.WEB)
    two = Citation(2, "", "B", None, CitationKind.KNOWLEDGE)
    return CitationRegistry({"a-1": one, "a-2": two, "a-3": one}, {1: one, 2: two}, [one, two])


@pytest.mark.parametrize(
    ("text", "marked", "tagged", "exported"),
    [
        ("x [cite:a-2]", "x [cite:a-2]", "x <sup data-citation='1'>1</sup>", "x [1]"),
        ("[2] [1]", "[cite:2][cite:1]", None, "[1][2]"),
        ("[cite:a-1] [cite:a-3]\t[cite:a-1]", "[cite:a-1]", None, "[1]"),
        ("[cite:a-1]\n[cite:a-1]", "[cite:a-1]\n[cite:a-1]", None, "[1]\n[1]"),
        ("x [cite:zz] [cite:a-1]", "x [cite:zz][cite:a-1]", None, "x[1]"),
        ("[<sup>1</sup>](u) [3] [01]", "[cite:1] [3] [cite:1]", None, "[1] [3] [1]"),
        ("`[1]` ```\n[cite:a-1]\n``` ``[1]``", "`[1]` ```\n[cite:a-1]\n``` ``[cite:1]``", None, None),
        ("[CITE:a-1] [cite: a-1] [cite:é]", "[CITE:a-1] [cite: a-1] [cite:é]", None, None),
    ],
)
def test_forms(
    registry: CitationRegistry, text: str, marked: str, tagged: str | None, exported: str | None
) -> None:
    assert marker_parts([text], registry)[0].content == marked
    assert tagged is None or with_tags(text, registry).content == tagged
    assert exported is None or exportable(text, registry).content == exported


def test_numbers_run_through_the_parts_of_a_message_but_not_through_its_exports(
    registry: CitationRegistry,
) -> None:
    texts = ["[cite:a-2]", "[cite:a-1] [cite:a-2]"]
    assert [c.number for c in marker_parts(texts, registry)[1].cited] == [2, 1]
    assert exportable(texts[1], registry).content == "[1][2]"


def test_a_shown_citation_carries_its_content_without_markup(registry: CitationRegistry) -> None:
    assert marker_parts(["[1]"], registry)[0].by_marker["1"].content == "alpha b"
    assert registry.by_id["a-1"].content == "alpha *b*"


def test_without_citations_a_text_stays_as_it_is() -> None:
    text = "[cite:x] [cite:x] [1]"
    assert marker_parts([text], CitationRegistry())[0].content == text
    assert exportable(text, CitationRegistry()).content == " [1]"


def test_stripping_takes_one_space_with_each_marker_outside_code() -> None:
    assert stripped("a [cite:x]  [cite:y], `[cite:z]`\u00a0[cite:x]") == "a , `[cite:z]`\u00a0"


def test_cited_ids_are_those_outside_code() -> None:
    assert cited_ids("[cite:b] `[cite:c]` [cite:a] [cite:b] [1]") == ["b", "a"]


@pytest.mark.parametrize(
    ("content", "plain"),
    [
        ("# H\n**b** [l](u) ![i](u) `c` <b>", "H b l c b"),
        ("a === b —--", "a b"),
        ("x != y; a == b, 1+1?", "x != y; a == b, 1+1?"),
        ("see https://a.example/x_y now", "see now"),
        ("\u3000a\ufeff\u0085b ", "a \u0085b"),
    ],
)
def test_plain_content(content: str, plain: str) -> None:
    assert plain_content(content) == plain
