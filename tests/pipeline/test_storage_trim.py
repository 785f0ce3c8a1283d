"""The storage trim: envelopes, what stays and why, and that both trims give the model the same bytes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.model.envelope import EnvelopeShape, parse_envelope
from inspector.model.problems import Problem
from inspector.pipeline.codecs import EntitiesCodec
from inspector.pipeline.conversion.mcp_text import mcp_text_summary
from inspector.pipeline.envelope_render import inflate_envelope, render_output
from inspector.pipeline.in_flight_trim import InFlightOptions, trim_tool_results
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions, TrimmedParts, trim_for_storage
from inspector.pipeline.tool_registry import ToolRegistry, ToolRule, built_in_registry
from inspector.pipeline.trim_record import KeptReason, TrimOutcome
from inspector.wire import JsonValue, dumps, length, vfs_filename
from tests.pipeline.shelves import MemoryShelf, ShelfStorage
from tests.pipeline.texts import LONG_TEXTS, entities, numbered_lines, output_of, stored_part, tool_message

LONG = numbered_lines(200)
BUDGET = TrimBudget(threshold=2000)


def trim(*parts: JsonValue, shelf: MemoryShelf | None = None, **settings: Any) -> TrimmedParts:
    options = StorageTrimOptions(**{"budget": BUDGET, **settings})
    return trim_for_storage(parts, options, shelf or MemoryShelf())


def output(trimmed: TrimmedParts, index: int = 0) -> Any:
    part: Any = trimmed.parts[index]
    return part["output"]


def test_a_text_becomes_a_v1_envelope() -> None:
    trimmed = trim(stored_part(LONG))
    body = output(trimmed)["$persistedToolOutput"]
    assert list(body) == ["fileEntryId", "vfsFilename", "head", "tail", "totalChars", "totalLines", "shape"]
    assert body["vfsFilename"] == vfs_filename(LONG)
    assert (body["totalChars"], body["totalLines"], body["shape"]) == (len(LONG), 200, "text")
    (record,) = trimmed.records
    assert (record.outcome, record.place, record.chars_before) == (TrimOutcome.STORED, "entry-1", len(LONG))
    assert record.chars_after == length(body["head"]) + length(body["tail"])


@pytest.mark.parametrize("extra", [{}, {"metadata": {"s": 1}}, {"metadata": None}, {"isError": False}])
def test_an_mcp_result_of_texts_becomes_a_v1_envelope_with_its_metadata(extra: dict[str, Any]) -> None:
    content = [{"type": "text", "text": LONG}, {"type": "text", "text": "b"}, {"type": "text"}]
    body = output(trim(stored_part({"content": content, **extra})))["$persistedToolOutput"]
    assert body["shape"] == "mcp-content"
    assert body["totalChars"] == len(LONG) + 3
    assert {key: body[key] for key in body if key == "metadata"} == {
        key: value for key, value in extra.items() if key == "metadata"
    }


def test_entities_become_a_v2_envelope_with_snippets() -> None:
    value = [{"id": 1, "content": LONG}, {"id": 2, "content": "short"}]
    shelf = MemoryShelf()
    body = output(trim(stored_part(value, name="web_search"), shelf=shelf))["$persistedToolOutput"]
    assert list(body) == ["shape", "skeleton", "blobRefs"]
    assert body["skeleton"][0] == {"id": 1, "content": LONG[:300] + "…"}
    assert body["skeleton"][1] is value[1]
    assert [(ref["key"], shelf.texts[ref["fileEntryId"]]) for ref in body["blobRefs"]] == [
        ("/0/content", LONG)
    ]


def test_equal_texts_share_a_blob() -> None:
    shelf = MemoryShelf()
    value = [{"content": LONG}, {"content": LONG}]
    trim(stored_part(LONG), stored_part(value, name="web_search"), shelf=shelf)
    assert list(shelf.texts.values()) == [LONG]


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        (stored_part("x" * 2000), KeptReason.WITHIN_THRESHOLD),
        ({**stored_part(LONG), "state": "output-error"}, KeptReason.UNFINISHED),
        (stored_part({"$persistedToolOutput": {}}), KeptReason.ENVELOPE),
        (
            stored_part({"$deferredToolResult": {"topicId": "t", "messageId": "m", "toolCallId": "c"}}),
            KeptReason.DEFERRED,
        ),
        (stored_part({"error": LONG}, name="web_search"), KeptReason.NOT_RECOGNISED),
        (stored_part(LONG, name="web_search"), KeptReason.NOT_RECOGNISED),
        (stored_part(LONG, name="keep_me"), KeptReason.EXEMPT),
        (stored_part({"out": LONG}), KeptReason.NO_TEXT),
        (stored_part({"content": [{"type": "text", "text": LONG}], "isError": "no"}), KeptReason.NO_TEXT),
        (stored_part({"content": [{"type": "text", "text": LONG}], "_meta": None}), KeptReason.NO_TEXT),
        (stored_part({"content": [{"type": "image", "data": LONG}]}), KeptReason.NO_TEXT),
        ({"type": "tool-run_cmd", "state": "output-available"}, KeptReason.NO_TEXT),
    ],
)
def test_what_stays_is_the_same_object_and_says_why(part: dict[str, Any], reason: KeptReason) -> None:
    rules = {**built_in_registry().rules, "keep_me": ToolRule(name="keep_me", truncatable=False)}
    trimmed = trim(part, registry=ToolRegistry(rules))
    assert trimmed.parts[0] is part
    assert not trimmed.changed
    assert [record.reason for record in trimmed.records] == [reason]


def test_dynamic_tools_go_by_their_name_and_other_parts_pass_by() -> None:
    dynamic = {**stored_part({"kind": "text", "text": LONG}), "type": "dynamic-tool", "toolName": "read_file"}
    text: JsonValue = {"type": "text", "text": LONG, "output": LONG}
    trimmed = trim(dynamic, text, "odd")
    assert output(trimmed)["$persistedToolOutput"]["blobRefs"][0]["key"] == "/text"
    assert trimmed.parts[1:] == [text, "odd"]
    assert len(trimmed.records) == 1


def test_switched_off_everything_stays() -> None:
    trimmed = trim(stored_part(LONG), enabled=False)
    assert trimmed.records[0].reason is KeptReason.SWITCHED_OFF
    assert not trimmed.changed


@pytest.mark.parametrize("fail_at", ["all", "lookup", 1, 2, 3])
def test_a_failing_store_loses_nothing(fail_at: str | int) -> None:
    value = [{"id": index, "content": f"{index} {LONG}"} for index in range(2)]
    parts: list[JsonValue] = [stored_part(LONG), stored_part(value, name="web_search")]
    shelf = MemoryShelf(fail_at)
    trimmed = trim(*parts, shelf=shelf)
    assert [record.error for record in trimmed.records if record.error]
    for before, after in zip(parts, trimmed.parts, strict=True):
        envelope = parse_envelope(after["output"])  # type: ignore[index,call-overload]
        if envelope is None:
            assert after is before
        else:
            back = inflate_envelope(envelope, lambda ref: shelf.texts[ref.file_entry_id])
            assert dumps(back) == dumps(before["output"])  # type: ignore[index,call-overload]


def test_texts_stored_before_a_failure_are_named_as_orphans() -> None:
    value = [{"content": f"{index} {LONG}"} for index in range(3)]
    records = trim(stored_part(value, name="web_search"), shelf=MemoryShelf(2)).records
    assert [record.place for record in records] == ["entry-1", None, None]
    assert [record.error for record in records] == [None, "disk full", None]


def test_a_problem_of_the_environment_is_a_failing_store() -> None:
    class Broken(MemoryShelf):
        def create(self, text: str) -> str:
            raise Problem("write-failed", {"path": "/blobs", "found": "disk full"})

    trimmed = trim(stored_part(LONG), shelf=Broken())
    assert trimmed.records[0].error == "/blobs: could not be written: disk full."


OUTPUTS = st.one_of(
    LONG_TEXTS,
    LONG_TEXTS.map(lambda text: {"content": [{"type": "text", "text": text}]}),
    st.tuples(LONG_TEXTS, LONG_TEXTS).map(
        lambda texts: {"content": [{"type": "text", "text": text} for text in texts], "metadata": {"b": 1}}
    ),
    entities(),
)


def model_output(stored: JsonValue) -> JsonValue:
    """The output of a run of conversion: text for strings and MCP results, json for entities."""
    if isinstance(stored, list):
        return {"type": "json", "value": stored}
    return {"type": "text", "value": stored if isinstance(stored, str) else mcp_text_summary(stored)}


@given(OUTPUTS, st.integers(0, 300), st.integers(0, 80), st.integers(0, 80))
def test_bytes_rendered_from_storage_are_those_trimmed_in_flight(
    value: JsonValue, threshold: int, head: int, tail: int
) -> None:
    budget = TrimBudget(threshold=threshold, head_chars=head, tail_chars=tail)
    shelf = MemoryShelf()
    rule = ToolRule(name="web_search", codec=EntitiesCodec("content") if isinstance(value, list) else None)

    def path(entry_id: str) -> str:
        return f"/blobs/{entry_id}.txt"

    options = StorageTrimOptions(budget=budget, registry=ToolRegistry.of([rule]))
    stored = output(trim_for_storage([stored_part(value, name="web_search")], options, shelf))
    in_flight = trim_tool_results(
        [tool_message(model_output(value), name="web_search")],
        InFlightOptions(budget=budget, per_tool=(rule.policy(),)),
        ShelfStorage(shelf, path),
    )
    assert dumps(model_output(render_output(stored, path))) == dumps(output_of(in_flight.prompt[0]))
    assert len(shelf.texts) == len(set(shelf.texts.values()))


@given(OUTPUTS, st.integers(0, 300))
def test_inflating_an_envelope_gives_the_output_back(value: JsonValue, threshold: int) -> None:
    shelf = MemoryShelf()
    budget = TrimBudget(threshold=threshold, head_chars=10, tail_chars=10)
    options = StorageTrimOptions(budget=budget)
    name = "web_search" if isinstance(value, list) else "mcp__srv__tool"
    envelope = parse_envelope(output(trim_for_storage([stored_part(value, name=name)], options, shelf)))
    if envelope is None:
        return
    back = inflate_envelope(envelope, lambda ref: shelf.texts[ref.file_entry_id])
    if envelope.shape is EnvelopeShape.MCP_CONTENT:
        assert mcp_text_summary(back) == mcp_text_summary(value)
    else:
        assert dumps(back) == dumps(value)


@given(entities(), st.integers(0, 300))
def test_identity_fields_survive_in_the_skeleton(value: list[dict[str, Any]], threshold: int) -> None:
    budget = TrimBudget(threshold=threshold, head_chars=10, tail_chars=10)
    options = StorageTrimOptions(budget=budget)
    stored = output(trim_for_storage([stored_part(value, name="web_search")], options, MemoryShelf()))
    skeleton = stored if isinstance(stored, list) else stored["$persistedToolOutput"]["skeleton"]
    assert [{**item, "content": ""} for item in skeleton] == [{**item, "content": ""} for item in value]


@given(OUTPUTS, st.integers(0, 300))
def test_trimming_for_storage_twice_is_trimming_once(value: JsonValue, threshold: int) -> None:
    budget = TrimBudget(threshold=threshold, head_chars=10, tail_chars=10)
    options, shelf = StorageTrimOptions(budget=budget), MemoryShelf()
    once = trim_for_storage([stored_part(value, name="web_search")], options, shelf)
    again = trim_for_storage(once.parts, options, shelf)
    assert dumps(again.parts) == dumps(once.parts)
    assert shelf.attempts == len(shelf.texts)
