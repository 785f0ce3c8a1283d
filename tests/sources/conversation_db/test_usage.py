"""Usage records: order, unknown figures, records without a message, sums of older applications."""

from __future__ import annotations

from collections.abc import Callable

from inspector.model.request import RequestPurpose
from inspector.model.usage import Usage
from inspector.sources.conversation_db import ConversationDbSource

Opened = Callable[..., ConversationDbSource]


def test_what_the_provider_did_not_report_stays_unknown(opened: Opened) -> None:
    legacy, title = opened("branches").requests()
    assert legacy.usage == Usage(input=100, output=20)
    assert title.usage == Usage(input=5)
    assert (title.cost, title.timing.duration_ms) == (None, None)


def test_a_call_without_a_message_belongs_to_no_conversation(opened: Opened) -> None:
    legacy, title = opened("branches").requests()
    assert (title.conversation_id, title.message_id, title.purpose) == ("", None, RequestPurpose.OTHER)
    assert legacy.conversation_id == "6d799b6a-2af2-4715-bde9-208e331cade9"


def test_records_are_in_order_of_time_then_id(opened: Opened) -> None:
    source = opened("research", "UPDATE ai_usage_record SET created_at = 5 WHERE rowid IN (20, 3, 9)")
    rows = source.usage_records()
    assert [row.created_at for row in rows[:3]] == [5, 5, 5]
    assert [row.id for row in rows] == [
        row.id for row in sorted(rows, key=lambda row: (row.created_at or 0, row.id))
    ]


def test_a_conversations_requests_are_the_same_alone_and_among_all(opened: Opened) -> None:
    alone, after = opened("research"), opened("toolloop")
    for source in (alone, after):
        if source is after:
            source.requests()
        for entry in source.conversations():
            own = source.load(entry.id).requests
            assert list(own) == [found for found in source.requests() if found.conversation_id == entry.id]


def test_a_message_in_another_topic_does_not_lend_its_records(opened: Opened) -> None:
    source = opened(
        "research", "UPDATE ai_usage_record SET message_id = 'gone', message_kind = 'chat' WHERE rowid = 1"
    )
    assert source.requests()[0].conversation_id == ""
    assert sum(len(source.load(entry.id).requests) for entry in source.conversations()) == 24


def test_calls_and_usage_of_a_topic_are_summed_in_its_badge(opened: Opened) -> None:
    source = opened("research", "UPDATE ai_usage_record SET cache_write_tokens = NULL")
    (battery,) = (entry for entry in source.conversations() if entry.title.startswith("Battery"))
    assert battery.request_count == 24
    assert battery.usage.cache_write is None
    assert battery.usage.input == sum(row.input_tokens or 0 for row in source.usage_records()[:24])
