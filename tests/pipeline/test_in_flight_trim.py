"""The in-flight trim: what is trimmed, what is not, why, and that nothing is lost on the way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.codecs import EntitiesCodec
from inspector.pipeline.in_flight_trim import (
    InFlightOptions,
    ToolPolicy,
    TrimmedPrompt,
    cut,
    trim_tool_results,
)
from inspector.pipeline.json_memo import JsonMemo
from inspector.pipeline.offload import OffloadStorage, StorageError, TrimBudget
from inspector.pipeline.trim_record import KeptReason, TrimOutcome, TrimRule
from inspector.wire import JsonValue, dumps, length
from tests.pipeline.shelves import MemoryShelf, ShelfStorage
from tests.pipeline.texts import LONG_TEXTS, entities, numbered_lines, output_of, tool_message

BUDGET = TrimBudget(threshold=200, head_chars=40, tail_chars=60)
SEARCH = ToolPolicy(name="web_search", codec=EntitiesCodec("content"))
LONG = numbered_lines(60)


def storage() -> ShelfStorage:
    return ShelfStorage(MemoryShelf(), lambda entry_id: f"/blobs/{entry_id}.txt")


def trim(
    output: JsonValue, where: OffloadStorage | None = None, *policies: ToolPolicy, name: str = "run_cmd"
) -> TrimmedPrompt:
    options = InFlightOptions(budget=BUDGET, per_tool=policies)
    return trim_tool_results([tool_message(output, name=name)], options, where)


@pytest.mark.parametrize(
    "output",
    [
        {"type": "text", "value": LONG},
        {"type": "error-text", "value": LONG},
        {"type": "json", "value": {"out": LONG}},
        {"type": "error-json", "value": [LONG]},
        {
            "type": "content",
            "value": [{"type": "text", "text": LONG}, {"type": "image-data"}, {"type": "text"}],
        },
    ],
)
def test_a_long_output_becomes_a_marker_and_its_text_is_stored(output: dict[str, Any]) -> None:
    where = storage()
    trimmed = trim(output, where)
    (record,) = trimmed.records
    (full,) = where.shelf.texts.values()
    shown = output_of(trimmed.prompt[0])
    assert shown["type"] == "text"
    assert "Full output saved to: /blobs/entry-1.txt" in shown["value"]
    assert (record.rule, record.outcome, record.place) == (
        TrimRule.WHOLE,
        TrimOutcome.MARKED,
        "/blobs/entry-1.txt",
    )
    assert (record.chars_before, record.chars_after) == (length(full), length(shown["value"]))
    assert record.saved == length(full) - length(shown["value"])


def test_without_a_storage_head_and_tail_stand_as_they_fall() -> None:
    trimmed = trim({"type": "text", "value": LONG})
    assert output_of(trimmed.prompt[0])["value"] == (
        f"{LONG[:40]}\n--- truncated (60 lines, {len(LONG)} chars total) ---\n{LONG[-60:]}"
    )
    assert trimmed.records[0].outcome is TrimOutcome.CUT


def test_the_plain_form_drops_an_empty_tail_and_may_cut_pairs() -> None:
    assert cut("😀" * 200, TrimBudget(threshold=1, head_chars=3, tail_chars=0)) == (
        "😀\ud83d\n--- truncated (1 lines, 400 chars total) ---"
    )


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ({"type": "text", "value": "x" * 200}, KeptReason.WITHIN_THRESHOLD),
        ({"type": "text", "value": f"{LONG}<persisted-output>"}, KeptReason.ALREADY_TRIMMED),
        ({"type": "execution-denied", "reason": LONG}, KeptReason.NO_TEXT),
        ({"type": "content", "value": [{"type": "image-data", "data": LONG}]}, KeptReason.NO_TEXT),
    ],
)
def test_what_is_not_trimmed_is_the_same_object(output: dict[str, Any], reason: KeptReason) -> None:
    message = tool_message(output)
    trimmed = trim_tool_results([message], InFlightOptions(budget=BUDGET), storage())
    assert trimmed.prompt[0] is message
    assert [record.reason for record in trimmed.records] == [reason]


def test_an_excerpt_that_covers_the_text_spares_it() -> None:
    budget = TrimBudget(threshold=10, head_chars=500, tail_chars=1000)
    options = InFlightOptions(budget=budget)
    trimmed = trim_tool_results([tool_message({"type": "text", "value": "x" * 1500})], options)
    assert trimmed.records[0].reason is KeptReason.EXCERPT_COVERS


def test_policies_override_and_the_last_of_a_tool_wins() -> None:
    output: JsonValue = {"type": "text", "value": LONG}
    preserve, narrow = ToolPolicy(name="run_cmd", preserve=True), ToolPolicy(name="run_cmd", tail_chars=0)
    assert trim(output, None, narrow, preserve).records[0].reason is KeptReason.PRESERVED
    assert output_of(trim(output, None, preserve, narrow).prompt[0])["value"].endswith("chars total) ---")
    high = ToolPolicy(name="run_cmd", threshold=100_000)
    assert trim(output, None, high).records[0].reason is KeptReason.WITHIN_THRESHOLD


def test_a_codec_trims_text_by_text_and_leaves_the_rest() -> None:
    value: list[Any] = [{"id": 1, "content": LONG}, {"id": 2, "content": "short"}]
    where = storage()
    trimmed = trim({"type": "json", "value": value}, where, SEARCH, name="web_search")
    output = output_of(trimmed.prompt[0])
    assert output["type"] == "json"
    assert output["value"][1] is value[1]
    assert "/blobs/entry-1.txt" in output["value"][0]["content"]
    assert [(r.key, r.outcome) for r in trimmed.records] == [
        ("/0/content", TrimOutcome.MARKED),
        ("/1/content", TrimOutcome.KEPT),
    ]


def test_what_a_codec_does_not_recognise_is_trimmed_as_one_text() -> None:
    trimmed = trim({"type": "json", "value": {"error": LONG}}, storage(), SEARCH, name="web_search")
    assert output_of(trimmed.prompt[0])["type"] == "text"


class Failing(ShelfStorage):
    """A storage whose `stage` fails."""

    stage: str

    def __init__(self, stage: str) -> None:
        super().__init__(MemoryShelf(), str)
        self.stage = stage

    def exists(self, vfs_filename: str) -> bool:
        if self.stage == "exists":
            raise OSError("stale handle")
        return False

    def write(self, vfs_filename: str, text: str) -> None:
        if self.stage == "write":
            raise StorageError("disk full")
        super().write(vfs_filename, text)

    def path(self, vfs_filename: str) -> str | None:
        raise StorageError("no path")


@pytest.mark.parametrize(
    ("stage", "error"), [("exists", "stale handle"), ("write", "disk full"), ("path", "no path")]
)
def test_a_failing_storage_costs_the_middle_of_a_text_but_no_entity(stage: str, error: str) -> None:
    whole = trim({"type": "text", "value": LONG}, Failing(stage))
    assert output_of(whole.prompt[0])["value"] == cut(LONG, BUDGET)
    assert (whole.records[0].reason, whole.records[0].error) == (KeptReason.STORAGE_FAILED, error)
    value: JsonValue = [{"id": 1, "content": LONG}]
    found = trim({"type": "json", "value": value}, Failing(stage), SEARCH, name="web_search")
    assert output_of(found.prompt[0])["value"] is value
    assert (found.records[0].outcome, found.records[0].error) == (TrimOutcome.KEPT, error)


@given(
    st.one_of(
        LONG_TEXTS.map(lambda text: {"type": "text", "value": text}),
        entities().map(lambda v: {"type": "json", "value": v}),
    )
)
def test_trimming_twice_is_trimming_once(output: dict[str, Any]) -> None:
    where = storage()
    once = trim(output, where, SEARCH, name="web_search")
    options = InFlightOptions(budget=BUDGET, per_tool=(SEARCH,))
    again = trim_tool_results(once.prompt, options, where)
    assert dumps(again.prompt) == dumps(once.prompt)


@given(entities(), st.integers(0, 400))
def test_identity_fields_survive_any_threshold(value: list[dict[str, Any]], threshold: int) -> None:
    budget = TrimBudget(threshold=threshold, head_chars=20, tail_chars=20)
    options = InFlightOptions(budget=budget, per_tool=(SEARCH,))
    prompt = [tool_message({"type": "json", "value": value}, name="web_search")]
    for where in (None, storage()):
        trimmed = output_of(trim_tool_results(prompt, options, where).prompt[0])["value"]
        assert [{**item, "content": ""} for item in trimmed] == [{**item, "content": ""} for item in value]


def test_other_messages_and_parts_pass_by() -> None:
    prompt: list[JsonValue] = [
        {"role": "user", "content": [{"type": "tool-result", "output": {"type": "text", "value": LONG}}]},
        {"role": "tool", "content": LONG},
        {"role": "tool", "content": [{"type": "tool-approval-response"}]},
        LONG,
    ]
    trimmed = trim_tool_results(prompt, InFlightOptions(budget=BUDGET))
    assert all(after is before for after, before in zip(trimmed.prompt, prompt, strict=True))
    assert trimmed.records == ()


def test_a_shared_memo_writes_an_output_once() -> None:
    value: JsonValue = {"out": LONG}
    memo = JsonMemo()
    assert memo.dumps(value) is memo.dumps(value)
    options = InFlightOptions(budget=BUDGET)
    prompt = [tool_message({"type": "json", "value": value})]
    with_memo = trim_tool_results(prompt, options, json_memo=memo)
    assert with_memo == trim_tool_results(prompt, options)
