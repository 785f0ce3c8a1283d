"""Both trims side by side: where they agree and the drifts that are known."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from inspector.analysis.trim_lanes import Drift, LaneSettings, PartLanes, trim_lanes
from inspector.pipeline.trim_record import KeptReason, TrimOutcome
from inspector.sources.conversation_db import open_conversation_db
from inspector.wire import JsonValue

LONG = "long line of output\n" * 500
Lanes = Callable[..., PartLanes]


@pytest.fixture
def lanes(fixture_dir: Callable[[str], Path]) -> Lanes:
    folder = fixture_dir("no-wal")

    def run(tool: str, output: JsonValue, *, in_flight: int | None = None, **fields: JsonValue) -> PartLanes:
        kind = {"type": f"tool-{tool}"} if tool != "dynamic" else {"type": "dynamic-tool", "toolName": "x: y"}
        part = {
            **kind,
            "toolCallId": "c",
            "state": "output-available",
            "input": {},
            "output": output,
            **fields,
        }
        with closing(sqlite3.connect(folder / "Data" / "cherrystudio.sqlite")) as connection:
            connection.execute(
                "UPDATE message SET data = ? WHERE id = (SELECT id FROM message WHERE role = 'assistant' LIMIT 1)",
                (json.dumps({"parts": [part]}),),
            )
            connection.commit()
        source = open_conversation_db(folder)
        settings = LaneSettings.of(5000, "/Users/x", in_flight=in_flight)
        found = [lane for lane in trim_lanes(source, settings) if lane.part == 0 and lane.in_flight]
        source.close()
        return next(lane for lane in found if lane.storage[0].tool_call_id == "c")

    return run


@pytest.mark.parametrize(
    ("tool", "output"),
    [
        ("run", LONG),
        ("dynamic", LONG),
        (
            "mcp__srv__list_0f1e2d3c4b5a69788796",
            {"content": [{"type": "text", "text": LONG}], "metadata": {"a": 1}},
        ),
        ("web_fetch", [{"id": "a-1", "title": "t", "url": "u", "content": LONG}, {"content": "short"}]),
    ],
)
def test_strings_mcp_results_and_entities_leave_the_same_bytes(
    lanes: Lanes, tool: str, output: JsonValue
) -> None:
    found = lanes(tool, output)
    assert found.drift is Drift.NONE
    assert found.in_flight[0].outcome is TrimOutcome.MARKED
    assert found.storage[0].outcome is TrimOutcome.STORED
    assert found.in_flight[0].place == f"/Users/x/Data/Files/{found.storage[0].place}.txt"


def test_reads_are_stored_by_field_and_so_drift(lanes: Lanes) -> None:
    page = {"text": LONG, "totalChars": 20_000, "nextOffset": 10_000}
    assert lanes("read_file", page).drift is Drift.OTHER_BYTES
    lines = {"kind": "text", "text": LONG, "startLine": 1, "endLine": 500, "totalLines": 500}
    found = lanes("fs_read", lines)
    assert found.in_flight[0].reason is KeptReason.PRESERVED
    assert found.drift is Drift.OTHER_BYTES


def test_between_the_thresholds_the_path_will_change(lanes: Lanes) -> None:
    found = lanes("run", "x" * 4000, in_flight=3000)
    assert found.in_flight[0].outcome is TrimOutcome.MARKED
    assert found.storage[0].reason is KeptReason.WITHIN_THRESHOLD
    assert found.drift is Drift.NEW_PATH


def test_short_outputs_stay_in_both(lanes: Lanes) -> None:
    found = lanes("run", "short")
    assert (found.drift, found.in_flight[0].saved, found.storage[0].saved) == (Drift.NONE, 0, 0)


def test_an_envelope_is_what_both_lanes_see(fixture_dir: Callable[[str], Path]) -> None:
    source = open_conversation_db(fixture_dir("research"))
    found = list(trim_lanes(source, LaneSettings.of(5000, "/Users/x")))
    source.close()
    again = [lane for lane in found if lane.stored_again]
    assert len(again) == 4
    assert {lane.drift for lane in again} == {Drift.UNKNOWN}
    assert {record.reason for lane in again for record in lane.storage} == {KeptReason.ENVELOPE}
