"""Full-text search: the index first, then everything the index does not hold."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from inspector.model.message import Message
from inspector.model.part import parse_part
from inspector.sources.base import Cancelled, Progress, SearchHit
from inspector.sources.conversation_db import ConversationDbSource, searchable_text
from inspector.sources.conversation_db.search import hits_in

Opened = Callable[..., ConversationDbSource]


def hit_texts(source: ConversationDbSource, hits: list[SearchHit]) -> set[str]:
    loaded: dict[str, dict[str, Message]] = {}
    texts: dict[tuple[str, int], str] = {}
    found = set()
    for hit in hits:
        if hit.conversation_id not in loaded:
            loaded[hit.conversation_id] = source.load(hit.conversation_id).messages
        place = str(hit.message_id), hit.part_index or 0
        if place not in texts:
            texts[place] = searchable_text(loaded[hit.conversation_id][place[0]].parts[place[1]])
        found.add(texts[place][hit.start : hit.start + hit.length])
    return found


@pytest.mark.parametrize("query", ["glaciers", "GLACIERS", "18: Gla", "[2]", '"', "茶", "%", "_", "'"])
def test_hits_are_the_same_with_and_without_the_index(opened: Opened, query: str) -> None:
    indexed = opened("branches")
    plain = opened("branches", "DROP TABLE message_fts")
    found = list(indexed.search(query))
    assert sorted(found, key=str) == sorted(plain.search(query), key=str)
    assert {text.lower() for text in hit_texts(indexed, found)} <= {query.lower()}


def test_what_only_the_tools_returned_is_found_after_the_indexed_rows(opened: Opened) -> None:
    source = opened("research")
    hits = list(source.search("web_fetch"))
    assert hits
    assert hit_texts(source, hits) == {"web_fetch"}


def test_letters_with_case_outside_ascii_are_found_in_either_case(opened: Opened) -> None:
    source = opened(
        "no-wal",
        """UPDATE message SET data = '{"parts":[{"type":"text","text":"Ça ÉTÉ"}]}' WHERE rowid = 2""",
        "DROP TABLE message_fts",
    )
    assert [hit.context for hit in source.search("été")] == ["Ça ÉTÉ"]


def test_a_search_in_one_conversation_stays_in_it(opened: Opened) -> None:
    source = opened("branches")
    everywhere = list(source.search("question"))
    (place,) = {hit.conversation_id for hit in everywhere if "Question 18:" in hit.context}
    within = list(source.search_in(place, "question"))
    assert {hit.conversation_id for hit in within} == {place}
    assert len(within) == sum(hit.conversation_id == place for hit in everywhere) < len(everywhere)


def test_a_damaged_row_is_found_by_its_raw_text(opened: Opened) -> None:
    (hit,) = opened("damaged").search("cut in the mid")
    assert (hit.part_index, hit.start, hit.length) == (None, 0, 0)
    assert "cut in the mid" in hit.context


def test_an_empty_query_finds_nothing(opened: Opened) -> None:
    assert list(opened("no-wal").search("")) == []


def test_a_search_can_be_cancelled(opened: Opened) -> None:
    with pytest.raises(Cancelled):
        list(opened("research").search("the", Progress(is_cancelled=lambda: True)))


def test_hits_in_a_tool_call_count_from_its_name() -> None:
    part = parse_part(
        {"type": "tool-grep", "state": "output-available", "input": {"q": 1}, "output": "one\ntwo"}
    )
    assert searchable_text(part) == 'grep\n{"q":1}\none\ntwo'
    message = Message(id="m", role="assistant", parts=(part,), topic_id="t")  # type: ignore[arg-type]
    (hit,) = hits_in(message, re.compile("TWO", re.IGNORECASE))
    assert (hit.part_index, hit.start, hit.length) == (0, 17, 3)


def test_a_broken_index_is_done_without(opened: Opened) -> None:
    sound = opened("branches")
    hits = list(sound.search("glaciers"))
    source = opened("branches", "DELETE FROM message_fts_data WHERE id > 10")
    assert sorted(source.search("glaciers"), key=str) == sorted(hits, key=str)
    assert source.notices == ()


def test_a_query_longer_than_any_pattern_is_compared_here(opened: Opened) -> None:
    text = "long 100% " * 600
    data = '{"parts":[{"type":"text","text":"' + text + '"}]}'
    source = opened("no-wal", f"UPDATE message SET data = '{data}' WHERE rowid = 2")
    assert len(list(source.search(text))) == 1
    assert source.notices == ()
