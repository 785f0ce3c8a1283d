"""`info --json` of a database equals what is known to be in it, for every fixture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.inventory.conversation_db import inventory
from inspector.sources.base import Cancelled, Progress
from inspector.sources.conversation_db import ConversationDbSource, open_conversation_db
from tests.sources.conversation_db.conftest import NAMES

KEYS = (
    "topics",
    "messages",
    "paths",
    "parts",
    "tool_outputs",
    "file_entries",
    "gc",
    "disk",
    "refs_to_missing_entries",
    "envelopes",
    "markers",
    "trim",
    "compaction",
    "anchors",
    "citations",
    "usage",
)
Opened = Callable[..., ConversationDbSource]


def report(source: ConversationDbSource, **options: Any) -> dict[str, Any]:
    return json.loads(json.dumps(inventory(source, **({"now_ms": 2**41} | options))))  # type: ignore[no-any-return]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "torn"])
def test_it_equals_what_is_known_of_each_fixture(
    fixture_dir: Callable[[str], Path], name: str, key: str
) -> None:
    folder = fixture_dir(name)
    expected = json.loads((folder / "expected.json").read_text())
    source = open_conversation_db(folder)
    found = report(source, now_ms=expected["now_ms"], userdata=expected["markers"]["userdata"])
    source.close()
    assert found[key] == expected[key]


def test_a_torn_database_is_counted_as_far_as_it_can_be_read(
    fixture_dir: Callable[[str], Path],
) -> None:
    folder = fixture_dir("torn")
    tables = json.loads((folder / "expected.json").read_text())["tables"]
    source = open_conversation_db(folder)
    found = report(source)
    source.close()
    assert found["topics"]["total"] == tables["topic"]["rows_readable"]
    assert found["messages"]["rows"] == tables["message"]["rows_readable"]
    assert len(found["file_entries"]) == tables["file_entry"]["rows_readable"]
    assert found["usage"]["records"] == tables["ai_usage_record"]["rows_readable"]
    assert found["tables"] == tables
    assert "damaged" in found["notices"][0]


def test_the_clock_is_used_when_no_moment_is_given(opened: Opened) -> None:
    source = opened("damaged", "UPDATE file_entry SET created_at = 4102444800000")
    assert "collect" not in inventory(source)["gc"]


def test_agent_sessions_are_counted_apart(opened: Opened) -> None:
    found = report(opened("damaged"))
    assert list(found["agent_sessions"].values()) == [1]
    assert found["messages"]["rows"] == 80


def test_outputs_are_counted_by_key_not_by_value(opened: Opened) -> None:
    parts = [
        {"type": "tool-a", "state": "output-available", "output": None},
        {"type": "tool-a", "state": "output-error", "errorText": "x"},
        {"type": "tool-", "output": "é😀"},
        {"type": "dynamic-tool", "toolName": 5, "state": 7, "output": {"b": 1e21, "1": float("1.0")}},
        {"type": None},
        {"type": True},
    ]
    data = json.dumps({"parts": parts}).replace("'", "''")
    found = report(opened("no-wal", f"UPDATE message SET data = '{data}' WHERE rowid = 2"))
    assert found["tool_outputs"]["by_tool"] == {
        "a": {"parts": 2, "output_bytes": 4},
        "(no name)": {"parts": 1, "output_bytes": 8},
        "5": {"parts": 1, "output_bytes": len('{"1":1,"b":1e+21}')},
    }
    assert found["parts"]["tool_states"] == {
        "output-available": 1,
        "output-error": 1,
        "(none)": 1,
        "7": 1,
    }
    assert found["parts"]["by_type"]["None"] == 1


def test_counting_can_be_cancelled(opened: Opened) -> None:
    with pytest.raises(Cancelled):
        inventory(opened("no-wal"), progress=Progress(is_cancelled=lambda: True))
