"""Real prompts changed in every way that breaks a prefix, at every place: the cause and the accounts must agree.

The accounts come from `mock_cache`, which knows nothing of the code under test.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from inspector.analysis.prefix.blocks import BlockTable, BodyKind, PrefixRequest
from inspector.analysis.prefix.load import build_request
from inspector.analysis.prefix.render_anthropic import render
from inspector.analysis.prefix.report import PrefixReport, judge
from inspector.analysis.prefix.rules import built_in_rules
from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.request import RequestRecord
from inspector.model.timing import Timing
from inspector.sources.open import open_source
from tests.analysis.prefix.mock_cache import MockCache

Sent = dict[str, Any]
Change = Callable[[Sent, int], None]


@pytest.fixture(scope="module")
def prompt(unpacked: Callable[[str, str], Path]) -> Sent:
    """A real body of 23 messages with parallel calls, json results and marks."""
    source = open_source(unpacked("captures", "v6-cache-bust"))
    body = source.payload(12).raw_request
    source.close()
    assert isinstance(body, dict)
    return copy.deepcopy(body)


def remark(body: Sent) -> Sent:
    """Marks where the application puts them: on the last system block and on the last part."""
    for part in [*body["system"], *(part for message in body["messages"] for part in message["content"])]:
        part.pop("cache_control", None)
    for part in (body["system"][-1], body["messages"][-1]["content"][-1]):
        part["cache_control"] = {"type": "ephemeral"}
    return body


def append_turn(body: Sent, number: int) -> Sent:
    """The next step of a tool loop."""
    grown = copy.deepcopy(body)
    call = {
        "type": "tool_use",
        "id": f"toolu_new{number}",
        "name": "grep",
        "input": {"pattern": f"p{number}"},
    }
    result = {"type": "tool_result", "tool_use_id": f"toolu_new{number}", "content": f"found {number} " * 40}
    grown["messages"] += [
        {"role": "assistant", "content": [{"type": "text", "text": f"Step {number}."}, call]},
        {"role": "user", "content": [result]},
    ]
    return remark(grown)


def results_of(body: Sent) -> list[dict[str, Any]]:
    return [p for m in body["messages"] for p in m["content"] if p["type"] == "tool_result"]


def pick(items: list[Any], at: int) -> Any:
    """An item at the start (0), middle (1) or end (2)."""
    return items[(0, len(items) // 2, len(items) - 1)[at]]


def add_tool(body: Sent, at: int) -> None:
    new = {
        "name": f"extra_{at}",
        "description": "More.",
        "input_schema": {"type": "object", "properties": {}},
    }
    body["tools"].insert((0, 1, len(body["tools"]))[at], new)


def remove_tool(body: Sent, at: int) -> None:
    body["tools"].remove(pick(body["tools"], at))


def swap_tools(body: Sent, at: int) -> None:
    tools = body["tools"]
    tools.insert(0, tools.pop()) if at == 2 else tools.__setitem__(
        slice(at, at + 2), tools[at : at + 2][::-1]
    )


def change_tool(body: Sent, at: int) -> None:
    pick(body["tools"], at)["description"] += " Be careful."


def tool_space(body: Sent, at: int) -> None:
    pick(body["tools"], at)["description"] += "\n"


def tool_key_order(body: Sent, at: int) -> None:
    schema = pick(body["tools"], at)["input_schema"]
    schema["properties"] = dict(reversed(schema["properties"].items()))
    if len(schema["properties"]) < 2:
        pick(body["tools"], at)["input_schema"] = dict(reversed(schema.items()))


def drop_tools(body: Sent, at: int) -> None:
    body["tools"] = []


def insert_in_system(body: Sent, text: str, at: int) -> None:
    block = body["system"][0]
    lines = block["text"].split("\n")
    lines.insert((1, len(lines) // 2, len(lines))[at], text)
    block["text"] = "\n".join(lines)


def clock(body: Sent, at: int) -> None:
    insert_in_system(body, f"Current time: 2026-11-{10 + at}T09:1{random.randrange(10)}:00Z", at)


def chinese_date(body: Sent, at: int) -> None:
    insert_in_system(body, f"今天是2026年11月{10 + at}日。", at)


def memory(body: Sent, at: int) -> None:
    insert_in_system(body, "Remember: the user prefers tabs over spaces.", at)


def dated_memory(body: Sent, at: int) -> None:
    insert_in_system(body, f"Remember: the user moved to Bonn on 2026-0{at + 1}-02 and works from home.", at)


def system_space(body: Sent, at: int) -> None:
    insert_in_system(body, " ", at)


def trim_result(body: Sent, at: int) -> None:
    result = max(results_of(body)[at : at + 4], key=lambda part: len(json.dumps(part["content"])))
    text = result["content"] if isinstance(result["content"], str) else json.dumps(result["content"])
    result["content"] = text[:300] + f"\n... {at} left out ...\n" + text[-100:]


def result_space(body: Sent, at: int) -> None:
    part = pick(results_of(body), at)
    content = part["content"]
    if isinstance(content, str):
        part["content"] = content.replace(" ", "  ", 1) + "\n"
    else:
        content[0]["text"] += "\n "


def call_key_order(body: Sent, at: int) -> None:
    calls = [p for m in body["messages"] for p in m["content"] if p["type"] == "tool_use"]
    call = pick([c for c in calls if len(c["input"]) > 1], at)
    call["input"] = dict(reversed(call["input"].items()))


def user_space(body: Sent, at: int) -> None:
    body["messages"][0]["content"][0]["text"] += " " * (at + 1)


def remove_messages(body: Sent, at: int) -> None:
    start = (1, 3, len(body["messages"]) - 2)[at]
    del body["messages"][start : start + 2]


def remove_first(body: Sent, at: int) -> None:
    del body["messages"][: 2 * at + 1]


def fold(body: Sent, at: int) -> None:
    openings = (SUMMARY_OPENING, "Summary of the conversation so far:", "(earlier turns left out here)")
    summary = {"type": "text", "text": f"{openings[at]} The user asked for a review of three files."}
    body["messages"] = [{"role": "user", "content": [summary]}, *body["messages"][-2:]]


def force_tool(body: Sent, at: int) -> None:
    body["tool_choice"] = ({"type": "any"}, {"type": "none"}, {"type": "tool", "name": "grep"})[at]


def think(body: Sent, at: int) -> None:
    body["thinking"] = {"type": "enabled", "budget_tokens": 1024 * (at + 1)}


def other_model(body: Sent, at: int) -> None:
    body["model"] = ("claude-sonnet-4-5", "claude-opus-4-1", "claude-opus-4-8")[at]


def nothing(body: Sent, at: int) -> None:
    """The same again."""


CHANGES: Final[dict[str, tuple[Change, str]]] = {
    "other model": (other_model, "model-changed"),
    "tool added": (add_tool, "tool-added"),
    "tool removed": (remove_tool, "tool-removed"),
    "tools swapped": (swap_tools, "tools-reordered"),
    "tool text": (change_tool, "tool-changed"),
    "tool space": (tool_space, "whitespace"),
    "tool key order": (tool_key_order, "key-order"),
    "tools gone": (drop_tools, "tools-empty"),
    "clock": (clock, "system-time"),
    "Chinese date": (chinese_date, "system-time"),
    "memory block": (memory, "system-changed"),
    "memory with a date": (dated_memory, "system-changed"),
    "system space": (system_space, "whitespace"),
    "tool choice": (force_tool, "tool-choice-changed"),
    "thinking": (think, "thinking-changed"),
    "fold": (fold, "compacted"),
    "result trimmed": (trim_result, "tool-result-changed"),
    "result space": (result_space, "whitespace"),
    "call key order": (call_key_order, "key-order"),
    "user space": (user_space, "whitespace"),
    "messages removed": (remove_messages, "message-removed"),
    "first removed": (remove_first, "message-removed"),
    "same again": (nothing, "identical"),
}
CASES: Final = [(name, at) for name in CHANGES for at in range(3)]
LEVELS: Final = (
    ("other model",),
    ("tool added", "tool removed", "tools swapped", "tool text", "tool space", "tool key order"),
    ("clock", "Chinese date", "memory block", "memory with a date", "system space"),
    ("tool choice", "thinking"),
    ("fold", "result trimmed", "call key order", "user space", "messages removed"),
)


def judged(bodies: list[Sent], *, seconds: float = 1.0) -> PrefixReport:
    """The verdicts on bodies sent one after the other and accounted by the mock."""
    mock, table = MockCache(), BlockTable()
    records: list[RequestRecord] = []
    requests: list[PrefixRequest] = []
    for index, body in enumerate(bodies):
        at_s = 1_000_000 + index * seconds
        record = RequestRecord(
            index=index,
            id=str(index),
            conversation_id="c",
            model=body["model"],
            provider="anthropic.messages",
            usage=mock.account(body, at_s),
            timing=Timing(started_at=int(at_s * 1000), duration_ms=100),
        )
        rendered = render(copy.deepcopy(body))
        texts = [block.text for block in rendered.blocks]
        records.append(record)
        requests.append(
            build_request(
                record, rendered, BodyKind.RAW_REQUEST, texts=lambda texts=texts: texts, table=table
            )
        )
    return judge(records, requests, rules=built_in_rules())


def assert_accounts_agree(report: PrefixReport) -> None:
    for verdict in report.verdicts:
        measured, predicted = verdict.measured, verdict.prediction
        assert predicted is not None
        assert not verdict.disagrees
        assert predicted.read == pytest.approx(measured.cache_read, rel=0.02)
        assert predicted.write == pytest.approx(measured.cache_write, rel=0.02, abs=0.02 * measured.input)
        assert (predicted.new, predicted.total) == (measured.no_cache, measured.input)


def changed(body: Sent, name: str, at: int) -> Sent:
    other = copy.deepcopy(body)
    CHANGES[name][0](other, at)
    return remark(other)


@pytest.mark.parametrize(("name", "at"), CASES, ids=[f"{name}-{at}" for name, at in CASES])
@pytest.mark.parametrize("grows", [False, True], ids=["alone", "and appended"])
def test_cause_and_accounts_of_one_change(prompt: Sent, name: str, at: int, grows: bool) -> None:
    first = remark(copy.deepcopy(prompt))
    second = append_turn(first, 1)
    third = changed(second, name, at)
    if grows and name not in ("same again", "messages removed"):
        third = append_turn(third, 2)
    back = append_turn(second, 4)
    report = judged([first, second, third, append_turn(third, 3), back])
    causes = [verdict.cause.id.value for verdict in report.verdicts]
    assert causes[:4] == ["first", "extends", _expected(name), "extends"]
    assert_accounts_agree(report)


def _expected(name: str) -> str:
    return "tool-removed" if name == "tools gone" else CHANGES[name][1]


@pytest.mark.parametrize("seed", range(40))
def test_several_changes_at_once_name_the_first_in_hashing_order(prompt: Sent, seed: int) -> None:
    chance = random.Random(seed)
    first = remark(copy.deepcopy(prompt))
    bodies, expected = [first], []
    for _ in range(6):
        levels = sorted(chance.sample(range(len(LEVELS)), chance.randrange(1, 4)))
        names = [chance.choice(LEVELS[level]) for level in levels]
        body = first
        for name in names:
            body = changed(body, name, chance.randrange(3))
        bodies += [body, first]
        expected.append(CHANGES[names[0]][1])
    report = judged(bodies)
    assert [verdict.cause.id.value for verdict in report.verdicts[1::2]] == expected
    assert_accounts_agree(report)


def test_lapse_of_time_is_told_apart_from_a_change(prompt: Sent) -> None:
    first = remark(copy.deepcopy(prompt))
    report = judged([first, append_turn(first, 1), append_turn(first, 1)], seconds=301)
    assert [verdict.cause.id.value for verdict in report.verdicts] == ["first", "ttl-expired", "ttl-expired"]
    assert_accounts_agree(report)


def test_json_laid_out_differently_is_whitespace(prompt: Sent) -> None:
    first, second = remark(copy.deepcopy(prompt)), remark(copy.deepcopy(prompt))
    value = {"files": [{"name": "a.ts", "lines": 12}], "total": 1}
    results_of(first)[1]["content"] = json.dumps(value)
    results_of(second)[1]["content"] = json.dumps(value, indent=2)
    assert judged([first, second]).verdicts[1].cause.id == "whitespace"


def test_nested_key_order_names_the_path(prompt: Sent) -> None:
    first, second = remark(copy.deepcopy(prompt)), remark(copy.deepcopy(prompt))
    results_of(first)[1]["content"] = json.dumps({"outer": [1, {"c": 2, "d": 3}], "end": True})
    results_of(second)[1]["content"] = json.dumps({"outer": [1, {"d": 3, "c": 2}], "end": True})
    cause = judged([first, second]).verdicts[1].cause
    assert cause.id == "key-order"
    assert cause.where.endswith(".content.outer[1]")


def test_summary_folded_again_is_a_fold(prompt: Sent) -> None:
    first = changed(prompt, "fold", 0)
    second = copy.deepcopy(first)
    second["messages"][0]["content"][0]["text"] += " And then for tests."
    cause = judged([first, append_turn(second, 1)]).verdicts[1].cause
    assert (cause.id, cause.variant) == ("compacted", "again")
