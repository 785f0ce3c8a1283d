"""The threshold a capture ran under, told from its outputs."""

from __future__ import annotations

import pytest

from inspector.pipeline.excerpt import excerpt
from inspector.pipeline.marker import marker
from inspector.replay.captured_threshold import ThresholdEvidence
from inspector.wire import JsonValue


def result(text: str, *, call: str = "c", tool: str = "mcp__a__b") -> JsonValue:
    output = {"type": "text", "value": text}
    part = {"type": "tool-result", "toolCallId": call, "toolName": tool, "output": output}
    return {"role": "tool", "content": [part]}


def cut(chars: int, *, call: str = "c", tool: str = "mcp__a__b") -> JsonValue:
    return result(marker(excerpt("w" * chars), "context://vfs/vfs_0.txt", "/d/x.txt"), call=call, tool=tool)


USER: JsonValue = {"role": "user", "content": [{"type": "text", "text": "go on"}]}


@pytest.mark.parametrize(
    ("prompt", "threshold"),
    [
        ([], None),
        ([result("w" * 50_000)], None),
        ([result("w" * 50_001)], 100_000),
        ([cut(12_345)], 10_000),
        ([cut(12_345), result("w" * 12_000)], 12_000),
        ([cut(12_345), result("w" * 12_344)], 12_344),
        ([cut(12_345), result("w" * 12_345)], None),
        ([cut(12_345), cut(9_000), result("w" * 1_500)], 5_000),
        ([cut(12_345), result("w" * 40_000, tool="fs_read")], 10_000),
    ],
)
def test_the_roundest_threshold_that_agrees(prompt: list[JsonValue], threshold: int | None) -> None:
    evidence = ThresholdEvidence()
    evidence.see(prompt)
    assert evidence.threshold() == threshold
    assert not evidence.before_middleware


def test_a_call_whole_in_its_turn_and_a_marker_later_was_recorded_before_the_middleware() -> None:
    evidence = ThresholdEvidence()
    evidence.see([USER, result("w" * 9_000)])
    evidence.see([USER, cut(9_000), USER])
    assert evidence.before_middleware
    assert evidence.threshold() == 5_000
    evidence.see([USER, cut(9_000), result("w" * 6_000, call="d"), USER])
    assert evidence.threshold() == 8_000


@pytest.mark.parametrize("tool", ["fs_read", "other"])
def test_another_call_or_a_tool_that_is_never_trimmed_says_nothing_of_it(tool: str) -> None:
    evidence = ThresholdEvidence()
    evidence.see([USER, result("w" * 9_000, tool=tool, call="c" if tool == "fs_read" else "d")])
    evidence.see([USER, cut(9_000, tool=tool), USER])
    assert not evidence.before_middleware
