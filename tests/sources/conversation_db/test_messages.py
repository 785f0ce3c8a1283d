"""From row to message: damaged data, steps and their calls, recorded usage."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from inspector import wire
from inspector.model.message import DataState, Role
from inspector.model.part import UnknownPart
from inspector.model.request import RequestRecord
from inspector.model.usage import UNKNOWN_USAGE, Usage
from inspector.sources.conversation_db import ConversationDbSource, MessageRow, parse_data
from inspector.sources.conversation_db.messages import build_message

START = {"type": "step-start"}
TEXT = {"type": "text", "text": "x"}


def row(data: str | None = '{"parts":[]}', **changes: object) -> MessageRow:
    fields = {"rowid": 1, "id": "m", "parent_id": None, "topic_id": "t", "role": "assistant"}
    fields |= {"status": "success", "data": data, "data_bytes": 0}
    return MessageRow(**(fields | changes))  # type: ignore[arg-type]


def calls(count: int) -> list[RequestRecord]:
    return [
        RequestRecord(index=7 + n, id=str(n), conversation_id="t", usage=Usage(input=n)) for n in range(count)
    ]


def parts(values: Iterable[object]) -> str:
    return wire.dumps({"parts": list(values)})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("data", "state"),
    [
        ('{"parts":[]}', DataState.OK),
        ('{"parts":[', DataState.INVALID_JSON),
        ("", DataState.INVALID_JSON),
        ("undefined", DataState.INVALID_JSON),
        ('{"parts":[NaN]}', DataState.INVALID_JSON),
        ('{"parts":[-Infinity]}', DataState.INVALID_JSON),
        ('\ufeff{"parts":[]}', DataState.INVALID_JSON),
        ("null", DataState.NOT_OBJECT),
        ("[]", DataState.NOT_OBJECT),
        ("42", DataState.NOT_OBJECT),
        (None, DataState.NOT_OBJECT),
        ("{}", DataState.NO_PARTS),
        ('{"parts":{"0":{}}}', DataState.PARTS_NOT_ARRAY),
        ('{"parts":null}', DataState.PARTS_NOT_ARRAY),
    ],
)
def test_the_state_of_the_data_is_what_json_parse_makes_of_it(data: str | None, state: DataState) -> None:
    assert parse_data(data).state is state
    message = build_message(row(data))
    assert message.data_state is state
    assert message.raw_data == (None if state is DataState.OK else data)


def test_the_last_of_two_parts_keys_wins() -> None:
    assert parse_data('{"parts":[1],"parts":[2,3]}').parts == [2, 3]


def test_parts_of_any_kind_are_kept() -> None:
    message = build_message(row(parts([None, "str", 7, [], {"type": 7}, TEXT])))
    assert [type(part) for part in message.parts[:5]] == [UnknownPart] * 5
    assert len(message.parts) == 6


def test_steps_start_at_step_start_and_get_the_calls_in_order() -> None:
    message = build_message(row(parts([START, TEXT, START, TEXT, TEXT])), calls(2))
    assert [(step.first_part, step.end_part, step.request_index) for step in message.steps] == [
        (0, 2, 7),
        (2, 5, 8),
    ]
    assert [step.usage.input for step in message.steps] == [0, 1]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_steps_get_no_call_when_there_are_not_as_many(count: int) -> None:
    message = build_message(row(parts([START, START])), calls(count))
    assert [(step.request_index, step.usage) for step in message.steps] == [(None, UNKNOWN_USAGE)] * 2


def test_parts_before_the_first_step_start_belong_to_the_first_step() -> None:
    message = build_message(row(parts([TEXT, START, TEXT, START])))
    assert [(step.first_part, step.end_part) for step in message.steps] == [(0, 3), (3, 4)]


def test_only_assistant_rows_have_steps() -> None:
    assert build_message(row(parts([TEXT]), role="user")).steps == ()
    assert build_message(row(parts([TEXT]))).steps[0].end_part == 1
    assert build_message(row(parts([]))).steps == ()


def test_an_unknown_role_is_kept_as_unknown() -> None:
    assert build_message(row(role="narrator")).role is Role.UNKNOWN


def test_stats_give_usage_context_and_timing(opened: Callable[..., ConversationDbSource]) -> None:
    source = opened("research")
    message = next(iter(list(source.load(source.conversations()[1].id).path())[1:]))
    assert message.context_tokens == 9734
    assert message.usage == Usage(
        input=21258, no_cache=8, cache_read=11930, cache_write=9320, output=680, reasoning=0
    )
    assert message.timing.started_at == 1786800061050
    assert message.timing.spans[2].tool_name == "web_fetch"


@pytest.mark.parametrize(
    "stats", [None, "", '{"inputTokens":', "[]", '{"inputTokens":"12","contextTokens":-5}']
)
def test_unreadable_stats_are_unknown(stats: str | None) -> None:
    message = build_message(row(stats=stats))
    assert message.usage == UNKNOWN_USAGE
    assert message.context_tokens is None


@pytest.mark.parametrize(
    ("model_id", "snapshot", "expected"),
    [
        ("gw::a::b", None, ("gw", "a::b")),
        ("bare", None, ("", "bare")),
        (None, '{"model":{"id":"old","provider":"gone"}}', ("gone", "old")),
        (None, "oops", ("", "")),
        (None, '{"model":{"id":3}}', ("", "")),
    ],
)
def test_the_model_is_the_rows_or_that_of_its_snapshot(
    model_id: str | None, snapshot: str | None, expected: tuple[str, str]
) -> None:
    message = build_message(row(model_id=model_id, snapshot=snapshot))
    assert (message.provider, message.model) == expected


def test_sums_of_older_applications_are_no_steps_call(opened: Callable[..., ConversationDbSource]) -> None:
    source = opened("branches")
    entry = next(found for found in source.conversations() if found.title == "迁移自 v1")
    conversation = source.load(entry.id)
    assert [(request.is_aggregate, request.calls) for request in conversation.requests] == [(True, 1)]
    assert [step.request_index for message in conversation.path() for step in message.steps] == [None]


def test_text_that_is_no_utf8_is_read_with_replacement_characters(
    opened: Callable[..., ConversationDbSource],
) -> None:
    source = opened("damaged")
    entry = next(found for found in source.conversations() if found.title == "Broken JSON")
    texts = [getattr(part, "text", "") for message in source.load(entry.id).path() for part in message.parts]
    assert "bad \ufffd\ufffd bytes" in texts
