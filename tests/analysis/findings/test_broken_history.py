"""Histories that providers refuse: pairs, ids, empty texts, tools and marks, with their places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.findings import Severity
from inspector.analysis.findings.history import cache_marks, history_flaws
from inspector.model.request import RequestPayload
from tests.analysis.findings.conftest import Look, assistant, step, tool, user

ID = "broken-history"
OPENAI = {"provider": "openai.chat", "model_id": "gpt-5.1"}


def calls(*ids: str, words: str = "") -> dict[str, Any]:
    texts = [{"type": "text", "text": words}] if words else []
    return {
        "role": "assistant",
        "content": [
            *texts,
            *({"type": "tool-call", "toolCallId": i, "toolName": "run", "input": {}} for i in ids),
        ],
    }


def results(*ids: str) -> dict[str, Any]:
    output = {"type": "text", "value": "ok"}
    return {
        "role": "tool",
        "content": [
            {"type": "tool-result", "toolCallId": i, "toolName": "run", "output": output} for i in ids
        ],
    }


def flaws(*prompt: Any, **payload: Any) -> list[tuple[str, str]]:
    found = history_flaws(RequestPayload(prompt=list(prompt), **payload))
    return [(flaw.kind.value, flaw.path) for flaw in found]


@pytest.mark.parametrize(
    ("prompt", "found"),
    [
        ([user("a"), calls("1"), results("1"), user("b")], []),
        ([user("a"), calls("1", "2"), results("2"), results("1")], []),
        ([user("a"), calls("1"), assistant("thinking"), results("1")], []),
        ([user("a"), calls("1"), user("wait"), results("1")], []),
        ([user("a"), calls("1"), user("b")], [("no-result", "prompt[1].content[0]")]),
        ([user("a"), calls("1", words="so")], [("no-result", "prompt[1].content[1]")]),
        ([user("a"), calls("1", "2"), results("1")], [("no-result", "prompt[1].content[1]")]),
        (
            [user("a"), calls("1"), user("b"), assistant("c"), results("1")],
            [("no-result", "prompt[1].content[0]"), ("no-call", "prompt[4].content[0]")],
        ),
        ([results("1"), user("a")], [("no-call", "prompt[0].content[0]")]),
        ([user("a"), calls("1", "1"), results("1")], [("same-id", "prompt[1].content[1]")]),
        (
            [user("a"), calls("1"), results("1"), calls("1"), results("1")],
            [("same-id", "prompt[3].content[0]")],
        ),
        (
            [user(""), assistant(" \n")],
            [("empty-text", "prompt[0].content[0]"), ("empty-text", "prompt[1].content[0]")],
        ),
        ([{"role": "system", "content": ""}, user("a")], []),
        (["odd", None, {"role": "user"}], []),
        ([], []),
    ],
)
def test_what_is_wrong_with_a_history(prompt: list[Any], found: list[tuple[str, str]]) -> None:
    assert flaws(*prompt) == found


def test_tools_of_the_provider_and_calls_that_wait_for_approval_need_no_result() -> None:
    own = calls("1")
    own["content"][0]["providerExecuted"] = True
    assert flaws(user("a"), own, user("b")) == []
    waiting = calls("1")
    waiting["content"].append({"type": "tool-approval-request", "approvalId": "p", "toolCallId": "1"})
    assert flaws(user("a"), waiting, {"role": "tool", "content": [{"type": "tool-approval-response"}]}) == []


@pytest.mark.parametrize(
    "where",
    [
        {"provider_options": {"openai": {"previousResponseId": "r"}}},
        {"raw_request": {"previous_response_id": "r"}},
    ],
)
def test_a_history_at_the_provider_may_hold_the_calls(where: dict[str, Any]) -> None:
    assert flaws(results("1"), user("a"), **where) == []


def test_marks_are_counted_where_they_went_out() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    body: Any = {
        "system": [{"type": "text", "text": "s", **mark}],
        "tools": [{"name": "a", **mark}],
        "messages": [
            {
                "role": "user",
                "content": [{"type": "text", "text": "a", **mark}, {"type": "text", "text": "b"}],
            }
        ],
    }
    assert cache_marks(RequestPayload(raw_request=body)) == (
        "system[0]",
        "tools[0]",
        "messages[0].content[0]",
    )
    noted = {"providerOptions": {"anthropic": {"cacheControl": {"type": "ephemeral"}}}}
    stated: Any = [{"role": "user", "content": [{"type": "text", "text": "a", **noted}], **noted}]
    assert len(cache_marks(RequestPayload(prompt=stated))) == 2
    bedrock: Any = {"system": [{"text": "s"}, {"cachePoint": {"type": "default"}}]}
    assert cache_marks(RequestPayload(raw_request=bedrock)) == ("system[1]",)


@pytest.mark.parametrize(("marks", "found"), [(4, 0), (5, 1)])
def test_more_marks_than_the_provider_takes(
    marks: int, found: int, made: Callable[..., Path], look: Look
) -> None:
    system = [{"type": "text", "text": str(n), "cache_control": {"type": "ephemeral"}} for n in range(marks)]
    body = {"system": system, "messages": []}
    assert len(look(made(step(1, [user("a")], raw_request=body)), ID)) == found
    assert look(made(step(1, [user("a")], raw_request=body, **OPENAI)), ID) == []


@pytest.mark.parametrize(("count", "found"), [(128, 0), (129, 1)])
def test_more_tools_than_the_provider_takes(
    count: int, found: int, made: Callable[..., Path], look: Look
) -> None:
    tools = [tool(f"t{n}") for n in range(count)]
    assert [f.kind for f in look(made(step(1, [user("a")], tools=tools, **OPENAI)), ID)] == ["tools"] * found
    assert look(made(step(1, [user("a")], tools=tools)), ID) == []


def test_one_finding_a_fault_and_worse_when_it_was_refused(made: Callable[..., Path], look: Look) -> None:
    prompt = [user("a"), calls("1"), user("b")]
    failed = [step(n, prompt, error="400", output=None, usage=None) for n in (1, 2, 3)]
    (finding,) = look(made(*failed), ID)
    assert (finding.severity, finding.data["stuck"], finding.data["requests"]) == (
        Severity.ERROR,
        True,
        [0, 1, 2],
    )
    assert finding.path == "prompt[1].content[0]"
    (taken,) = look(made(*failed, step(4, prompt)), ID)
    assert (taken.severity, taken.data["failed_requests"]) == (Severity.INFO, 3)


@pytest.mark.parametrize(
    ("error", "found"),
    [("", 0), ("Duplicate tool call ids found", 1), ("ids must be unique", 1), ("Overloaded", 0)],
)
def test_ids_used_again_later_trouble_strict_providers_only(
    error: str, found: int, made: Callable[..., Path], look: Look
) -> None:
    prompt = [user("a"), calls("1"), results("1"), user("b"), calls("1"), results("1")]
    extra = {"error": error, "output": None, "usage": None} if error else {}
    assert len(look(made(step(1, prompt, **extra, **OPENAI)), ID)) == found
    assert len(look(made(step(1, prompt, **extra)), ID)) == 1


@pytest.mark.parametrize(
    ("case", "kind", "path", "words"),
    [
        ("L13-duplicate-tool-call-ids", "same-id", "prompt[2].content[1]", "toolu_dup1"),
        (
            "L14-tool-use-without-result",
            "no-result",
            "prompt[2].content[0]",
            "find_part (toolu_orph) has no result",
        ),
        ("L17-empty-text-block", "empty-text", "prompt[2].content[0]", "empty text of role assistant"),
        ("orphan-tool-use", "no-result", "prompt[2].content[1]", "search (toolu_01ab)"),
        ("anth-five-marks", "marks", "tools[2]", "cache marks: 5; the provider takes 4: system[0]"),
    ],
)
def test_cases(case: str, kind: str, path: str, words: str, cases: Path, look: Look) -> None:
    (finding,) = look(cases / case, ID)
    assert (finding.kind, finding.path) == (kind, path)
    assert words in finding.message
    assert look(cases / case, "aborted") == []
