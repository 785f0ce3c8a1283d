"""Automatic caches (Chat Completions shape): longest common prefix in steps, whatever changed where.

The accounts come from a tiny cache over plain characters that knows nothing of blocks.
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any, Final

import pytest

from inspector.analysis.prefix.blocks import BlockTable, BodyKind, PrefixRequest
from inspector.analysis.prefix.load import build_request
from inspector.analysis.prefix.render_openai import render_chat
from inspector.analysis.prefix.report import PrefixReport, judge
from inspector.analysis.prefix.rules import built_in_rules
from inspector.model.request import RequestRecord
from inspector.model.timing import Timing
from inspector.model.usage import Usage

Sent = dict[str, Any]
PROVIDERS: Final = {"openai.chat": ("gpt-5.1", 1024, 128), "litellm.chat": ("openai/gpt-4o", 1024, 128)}


def conversation(chance: random.Random, turns: int = 8) -> Sent:
    def words(count: int) -> str:
        return " ".join(f"w{chance.randrange(10**5)}" for _ in range(count))

    tools = [
        {
            "type": "function",
            "function": {"name": name, "description": words(60), "parameters": {"a": 1, "b": 2}},
        }
        for name in ("read", "grep", "run")
    ]
    messages: list[dict[str, Any]] = [{"role": "system", "content": words(400)}]
    for turn in range(turns):
        call = {"id": f"c{turn}", "type": "function", "function": {"name": "read", "arguments": "{}"}}
        messages += [
            {"role": "user", "content": words(50)},
            {"role": "assistant", "content": words(20), "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"c{turn}", "content": words(150)},
        ]
    return {"tools": tools, "messages": messages}


def changed(body: Sent, chance: random.Random) -> tuple[Sent, str]:
    other = copy.deepcopy(body)
    messages = other["messages"]
    place = 1 + 3 * chance.randrange((len(messages) - 1) // 3)
    kind = chance.choice(
        (
            "extends",
            "system-time",
            "system-changed",
            "message-removed",
            "tool-result-changed",
            "tools-reordered",
            "tool-added",
            "whitespace",
            "key-order",
            "tool-choice-changed",
        )
    )
    if kind == "extends":
        messages += [{"role": "user", "content": f"more {chance.random()}"}]
    elif kind == "system-time":
        messages[0]["content"] += f"\nNow: 2026-11-02 10:{chance.randrange(10, 60)}"
    elif kind == "system-changed":
        messages[0]["content"] = messages[0]["content"].replace("w", "v", 1 + chance.randrange(300))
    elif kind == "message-removed":
        del messages[place : place + 3]
    elif kind == "tool-result-changed":
        messages[place + 2]["content"] = messages[place + 2]["content"][:300] + "… cut"
    elif kind == "tools-reordered":
        other["tools"].reverse()
    elif kind == "tool-added":
        other["tools"].append({"type": "function", "function": {"name": "new", "parameters": {}}})
    elif kind == "whitespace":
        messages[place]["content"] += " "
    elif kind == "key-order":
        function = other["tools"][chance.randrange(3)]["function"]
        function["parameters"] = dict(reversed(function["parameters"].items()))
    else:
        other["tool_choice"] = "required"
    return other, kind


class StepCache:
    """Longest common prefix with anything sent before, in steps."""

    def __init__(self, minimum: int, step: int) -> None:
        self._minimum, self._step = minimum, step
        self._seen: list[str] = []

    def account(self, body: Sent) -> Usage:
        text = json.dumps(body["tools"]) + json.dumps(body["messages"])
        shared = 0
        for other in self._seen:
            low = 0
            while low < min(len(text), len(other)) and text[low] == other[low]:
                low += 1
            shared = max(shared, low)
        self._seen.append(text)
        total, tokens = len(text) // 4, shared // 4
        read = tokens // self._step * self._step if tokens >= self._minimum else 0
        return Usage(input=total, no_cache=total - read, cache_read=read, output=1)


def judged(bodies: list[Sent], provider: str) -> PrefixReport:
    model, minimum, step = PROVIDERS[provider]
    cache, table = StepCache(minimum, step), BlockTable()
    records: list[RequestRecord] = []
    requests: list[PrefixRequest] = []
    for index, body in enumerate(bodies):
        timing = Timing(started_at=1_000_000 + index * 1000, duration_ms=100)
        record = RequestRecord(
            index=index,
            id=str(index),
            conversation_id="c",
            model=model,
            provider=provider,
            usage=cache.account(body),
            timing=timing,
        )
        rendered = render_chat(body)
        texts = [block.text for block in rendered.blocks]
        records.append(record)
        requests.append(
            build_request(
                record, rendered, BodyKind.RAW_REQUEST, texts=lambda texts=texts: texts, table=table
            )
        )
    return judge(records, requests, rules=built_in_rules())


@pytest.mark.parametrize("provider", list(PROVIDERS))
@pytest.mark.parametrize("seed", range(25))
def test_reads_are_predicted_to_the_step(provider: str, seed: int) -> None:
    chance = random.Random(seed)
    first = conversation(chance)
    bodies, expected = [first], []
    for _ in range(5):
        body, kind = changed(first, chance)
        bodies += [body, first]
        # Tool choice is no part of an automatic cache's prefix: the bytes are the same.
        expected.append("identical" if kind == "tool-choice-changed" else kind)
    report = judged(bodies, provider)
    assert [verdict.cause.id.value for verdict in report.verdicts[1::2]] == expected
    step = PROVIDERS[provider][2]
    for verdict in report.verdicts:
        assert verdict.prediction is not None
        assert abs((verdict.prediction.read or 0) - (verdict.measured.cache_read or 0)) <= max(
            step, 0.02 * (verdict.measured.input or 0)
        )


def test_tool_choice_is_no_part_of_an_automatic_prefix() -> None:
    first = conversation(random.Random(1))
    second = {**copy.deepcopy(first), "tool_choice": "required"}
    verdict = judged([first, second], "openai.chat").verdicts[1]
    assert verdict.cause.id == "identical"
    assert [remark.id for remark in verdict.cause.remarks] == ["setting-keeps"]
    assert verdict.prediction is not None
    assert verdict.prediction.read == verdict.measured.cache_read
    assert verdict.tokens_lost == 0
    assert not verdict.is_break
