"""The JSON contract of captures, checked against a full parse of the same file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.inventory.requests import inventory
from inspector.sources.devtools import CaptureSource
from tests.sources.devtools.test_index import CAPTURES
from tests.sources.devtools.writing import capture, run, step, text

SUMMARY = "This session is being continued from a previous conversation that ran out of context."


def described(path: Path) -> dict[str, Any]:
    return dict(inventory(CaptureSource.open(path)))


@pytest.mark.parametrize("name", CAPTURES)
def test_counts_are_those_of_a_full_parse(unpacked: Callable[[str, str], Path], name: str) -> None:
    path = unpacked("captures", name) / ".devtools" / "generations.json"
    content = json.loads(path.read_bytes())
    facts = described(path)
    assert list(facts) == ["kind", "runs", "steps", "conversations", "in_flight", "errors", "requests"]
    assert (facts["kind"], facts["runs"], facts["steps"]) == (
        "devtools",
        len(content["runs"]),
        len(content["steps"]),
    )
    for request, recorded in zip(facts["requests"], content["steps"], strict=True):
        given = json.loads(recorded["input"])
        assert (request["run_id"], request["step"]) == (recorded["run_id"], recorded["step_number"])
        assert (request["model"], request["type"]) == (recorded["model_id"], recorded["type"])
        assert request["prompt_messages"] == len(given["prompt"])
        compact = json.dumps(given["prompt"], ensure_ascii=False, separators=(",", ":"))
        written = re.sub("[\ud800-\udfff]", r"\\udXXX", compact)  # as JSON.stringify escapes lone halves
        assert request["prompt_chars"] == len(written.encode("utf-16-le")) // 2
        assert request["tools"] == len(given.get("tools") or [])
        opening = next((m for m in given["prompt"] if m["role"] != "system"), {"content": ""})["content"]
        words = opening if isinstance(opening, str) else opening[0].get("text", "")
        assert request["summary_boundary"] == words.startswith(SUMMARY)


def test_states_and_conversations(unpacked: Callable[[str, str], Path]) -> None:
    facts = described(unpacked("captures", "v6-aborted") / ".devtools" / "generations.json")
    assert (facts["in_flight"], facts["errors"], facts["conversations"]) == (5, 7, 40)
    assert {request["state"] for request in facts["requests"]} == {"ok", "error", "aborted", "in-flight"}
    loop = described(unpacked("captures", "v6-long-tool-loop-compacting") / ".devtools" / "generations.json")
    assert loop["conversations"] == 1
    assert sum(request["summary_boundary"] for request in loop["requests"]) == 15
    assert sum(request["tool_calls"] for request in loop["requests"]) == 20


def test_odd_inputs_are_counted_as_nothing(tmp_path: Path) -> None:
    path = capture(
        tmp_path,
        step("s1", [], input=None, usage=None),
        step("s2", "a text"),
        step("s3", [text("user", "hi")], run_id="unknown"),
        runs=[run(), run("without steps")],
    )
    facts = described(path)
    assert (facts["runs"], facts["steps"]) == (2, 3)
    assert [request["prompt_messages"] for request in facts["requests"]] == [0, 1, 1]
    assert facts["requests"][0]["prompt_chars"] == 0
    assert set(facts["requests"][0]["usage"].values()) == {None}
