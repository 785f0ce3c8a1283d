"""`trim` prints both lanes, per part and per tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run


@pytest.fixture
def toolloop(fixture_dir: Callable[[str], Path]) -> str:
    return str(fixture_dir("toolloop"))


def test_json(toolloop: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trim", toolloop, "--threshold", "5000", "--threshold", "50000", "--json"]) == 0
    small, large = json.loads(capsys.readouterr().out)
    assert (small["threshold"], large["threshold"]) == (5000, 50000)
    stored = [part for part in small["parts"] if any(text["outcome"] == "stored" for text in part["storage"])]
    assert len(stored) == 25
    assert sum(tool["storage"] for tool in small["tools"].values()) == small["saved"]["storage"] == 200520
    assert large["saved"] == {"in_flight": 0, "storage": 0}


def test_a_window_caps_the_lane_in_flight(toolloop: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trim", toolloop, "--threshold", "50000", "--window", "16000", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["threshold"], found["in_flight_threshold"]) == (50000, 4800)
    assert {part["drift"] for part in found["parts"] if part["tool"] == "read_file"} == {
        "new-path",
        "unknown",
    }


def test_tables_and_the_database_s_own_threshold(toolloop: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trim", toolloop]) == 0
    out = capsys.readouterr().out
    assert "Threshold 50\u202f000" in out
    assert out.splitlines()[-2].startswith("total")
