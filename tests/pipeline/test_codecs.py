"""Codecs: taking apart and putting together, stored keys, snippets."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.codecs import EntitiesCodec, TextFieldCodec, snippet, splice
from inspector.wire import JsonValue, dumps, length
from tests.pipeline.texts import FIELDS, LONG_TEXTS, entities

ENTITIES = EntitiesCodec("content")
TEXT = TextFieldCodec("text")


@given(entities())
def test_entities_come_back_from_their_texts(value: list[dict[str, Any]]) -> None:
    deflated = ENTITIES.deflate(value)
    assert deflated is not None
    texts = {item.key: item.text for item in deflated.texts}
    emptied = ENTITIES.assemble(deflated.skeleton, dict.fromkeys(texts, "…"))
    assert dumps(ENTITIES.assemble(emptied, texts)) == dumps(value)
    spliced: JsonValue = emptied
    for key, text in texts.items():
        spliced = splice(spliced, key, text)
    assert dumps(spliced) == dumps(value)


@given(FIELDS, LONG_TEXTS)
def test_a_text_field_comes_back_from_its_text(fields: dict[str, Any], text: str) -> None:
    value = {**fields, "text": text, "kind": "text"}
    deflated = TEXT.deflate(value)
    assert deflated is not None
    assert [(item.key, item.text) for item in deflated.texts] == [("/text", text)]
    emptied = TEXT.assemble(deflated.skeleton, {"/text": "…"})
    assert dumps(TEXT.assemble(emptied, {"/text": text})) == dumps(value)


@given(entities(), st.sets(st.integers(0, 3)))
def test_items_whose_text_stays_are_the_same_objects(value: list[dict[str, Any]], changed: set[int]) -> None:
    texts = {f"/{index}/content": "other" for index in changed}
    assembled: Any = ENTITIES.assemble(value, {**texts, "/9/content": "nowhere"})
    for index, (before, after) in enumerate(zip(value, assembled, strict=True)):
        assert (after is before) == (index not in changed or before["content"] == "other")
        assert {**after, "content": ""} == {**before, "content": ""}


@pytest.mark.parametrize(
    "value", [None, 1, "s", [], {}, [1], [None], [[]], [{"content": 1}], [{"content": "a"}, {"text": "b"}]]
)
def test_other_forms_are_not_recognised(value: JsonValue) -> None:
    assert ENTITIES.deflate(value) is None
    assert TEXT.deflate(value) is None


ITEMS: JsonValue = [{"content": "a"}, {"content": "b", "x": 1}]


@pytest.mark.parametrize("key", ["/1/content", "1/content", "//1//content/", "/0x1/content", "/1e0/content"])
def test_indexes_are_read_as_javascript_numbers(key: str) -> None:
    assert splice(ITEMS, key, "NEW") == [{"content": "a"}, {"content": "NEW", "x": 1}]


@pytest.mark.parametrize("key", ["/ 0 /content", "/00/content", "/+0/content", "/ /content", "/0b0/content"])
def test_and_so_are_zeroes(key: str) -> None:
    assert splice(ITEMS, key, "NEW") == [{"content": "NEW"}, {"content": "b", "x": 1}]


@pytest.mark.parametrize(
    "key",
    ["", "/", "/1", "/2/content", "/-1/content", "/0.5/content", "/0_0/content", "/abc/content", "/0/other"],
)
def test_unknown_places_change_nothing(key: str) -> None:
    assert splice(ITEMS, key, "NEW") is ITEMS


def test_objects_take_one_field() -> None:
    value: JsonValue = {"9": 1, "text": "x", "1": 2}
    assert dumps(splice(value, "/text", "NEW")) == '{"1":2,"9":1,"text":"NEW"}'
    assert splice(value, "/text/more", "NEW") is value
    assert splice(5, "/a/b", "NEW") == 5


def test_a_rebuilt_object_loses_its_own_proto_and_an_inherited_name_gives_a_copy() -> None:
    value: JsonValue = {"__proto__": {"z": 1}, "text": "x"}
    assert splice(value, "/text", "NEW") == {"text": "NEW"}
    assert splice(value, "/toString", "NEW") == {"text": "x"}
    assert TEXT.assemble(value, {"/text": "x"}) is value


@given(LONG_TEXTS)
def test_snippets_are_at_most_300_units_and_an_ellipsis(text: str) -> None:
    short = snippet(text)
    assert length(short) <= 301
    assert short.endswith("…") or len(short) <= len(text)


def test_a_snippet_may_cut_a_pair() -> None:
    assert snippet(" a" + "😀" * 150) == "a" + "😀" * 149 + "\ud83d…"
    assert snippet("😀" * 150) == "😀" * 150
