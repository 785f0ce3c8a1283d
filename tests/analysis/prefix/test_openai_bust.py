"""The capture of 29 reasons spoken as OpenAI's chat: the same reasons, except that tool choice loses nothing there.

The accounts come from a cache over plain characters that knows nothing of the code under test.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from inspector.analysis.prefix.blocks import BlockTable, BodyKind, PrefixRequest
from inspector.analysis.prefix.load import build_request
from inspector.analysis.prefix.render_openai import render_chat
from inspector.analysis.prefix.report import PrefixReport, judge
from inspector.analysis.prefix.rules import built_in_rules
from inspector.analysis.prefix.verdict import Evidence, VerdictState
from inspector.model.request import RequestRecord
from inspector.model.timing import Timing
from inspector.model.usage import Usage
from inspector.sources.open import open_source
from tests.analysis.prefix.test_automatic_caches import StepCache

_MODELS: Final = {"claude-sonnet-4-6": "gpt-5.1", "claude-haiku-4-5": "gpt-5-mini"}


def chat_body(body: dict[str, Any]) -> dict[str, Any]:
    """A Messages body as a Chat Completions body."""
    tools = [
        {
            "type": "function",
            "function": {
                "name": tool["name"],
                "description": tool["description"],
                "parameters": tool["input_schema"],
            },
        }
        for tool in body["tools"]
    ]
    messages = [{"role": "system", "content": "\n".join(part["text"] for part in body["system"])}]
    for message in body["messages"]:
        messages.extend(_messages(message))
    choice = {"auto": "auto", "any": "required"}[body["tool_choice"]["type"]]
    return {
        "model": _MODELS[body["model"]],
        "tools": tools,
        "messages": messages,
        "tool_choice": choice,
        "stream": True,
    }


def _messages(message: dict[str, Any]) -> list[dict[str, Any]]:
    texts = [part["text"] for part in message["content"] if part["type"] == "text"]
    calls = [
        {
            "id": part["id"],
            "type": "function",
            "function": {"name": part["name"], "arguments": json.dumps(part["input"])},
        }
        for part in message["content"]
        if part["type"] == "tool_use"
    ]
    results = [part for part in message["content"] if part["type"] == "tool_result"]
    if results:
        return [
            {"role": "tool", "tool_call_id": part["tool_use_id"], "content": _flat(part["content"])}
            for part in results
        ]
    made: dict[str, Any] = {"role": message["role"], "content": "\n".join(texts)}
    return [made | {"tool_calls": calls} if calls else made]


def _flat(content: Any) -> str:
    return content if isinstance(content, str) else "\n".join(part["text"] for part in content)


@pytest.fixture(scope="module")
def report(unpacked: Callable[[str, str], Path]) -> PrefixReport:
    source = open_source(unpacked("captures", "v6-cache-bust"))
    bodies = [chat_body(source.payload(record.index).raw_request) for record in source.requests()]
    source.close()
    caches: dict[str, StepCache] = {}
    table = BlockTable()
    records: list[RequestRecord] = []
    requests: list[PrefixRequest] = []
    for index, body in enumerate(bodies):
        cache = caches.setdefault(body["model"], StepCache(1024, 128))
        record = RequestRecord(
            index=index,
            id=str(index),
            conversation_id="c",
            number=index + 1,
            model=body["model"],
            provider="openai.chat",
            usage=cache.account(body),
            timing=Timing(started_at=1_000_000 + index * 1000, duration_ms=100),
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


def test_the_same_reasons_but_for_tool_choice(
    report: PrefixReport, unpacked: Callable[[str, str], Path]
) -> None:
    expected = json.loads((unpacked("captures", "v6-cache-bust") / "expected.json").read_text())
    reasons = [request["reason"] for request in expected["requests"]]
    assert len(reasons) == 29
    assert [at for at, reason in enumerate(reasons) if reason == "tool-choice-changed"] == [20, 21]
    reasons[20], reasons[21] = "extends", "identical"
    assert [verdict.cause.id.value for verdict in report.verdicts] == reasons


def test_tool_choice_is_a_remark_and_loses_nothing(report: PrefixReport) -> None:
    for verdict in report.verdicts[20:22]:
        assert [remark.id.value for remark in verdict.cause.remarks] == ["setting-keeps"]
        assert (verdict.tokens_lost, verdict.state) == (0, VerdictState.GREEN)


def test_predictions_hold_and_losses_are_measured(report: PrefixReport) -> None:
    for verdict in report.verdicts:
        assert not verdict.disagrees
        assert verdict.predicted_lost is None
        assert verdict.evidence is Evidence.BYTES
    assert report.tokens_lost == sum(verdict.tokens_lost or 0 for verdict in report.verdicts) > 0


def test_a_measured_loss_needs_both_accounts() -> None:
    assert Usage(input=100, cache_read=None).cached is None
    assert Usage(input=100, cache_read=40, cache_write=20).cached == 60
