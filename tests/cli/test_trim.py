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


@pytest.fixture
def capture(capture_dir: Callable[[str], Path]) -> str:
    return str(capture_dir("v6-truncated-markers"))


def test_a_capture_s_outputs_are_put_back_and_trimmed_as_its_replay_does(
    capture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["trim", capture, "--threshold", "2000", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert "storage" not in found["saved"]
    assert "20 trimmed outputs were restored to their full texts" in found["notes"]
    texts = [
        (part["tool"], text["key"], text["chars_before"], text["chars_after"])
        for part in found["parts"]
        for text in part["in_flight"]
        if text["outcome"] == "marked"
    ]
    assert run(["replay", capture, "--set", "truncate_threshold=2000", "--json"]) == 0
    (replayed,) = json.loads(capsys.readouterr().out)["conversations"]
    names = ("tool", "key", "chars_before", "chars_after")
    expected = {
        tuple(cut[name] for name in names)
        for request in replayed["requests"]
        for cut in request["trimmed"]
        if cut["lane"] == "in-flight"
    }
    assert texts
    assert set(texts) == expected


def test_a_capture_in_tables(capture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trim", capture, "--threshold", "5000", "--threshold", "50000"]) == 0
    out = capsys.readouterr().out
    assert "Threshold 5\u202f000" in out
    assert "their middle is gone" in out


@pytest.mark.parametrize(
    "words", [["--threshold", "-5"], ["--threshold", "many"], ["--window", "0"], ["--window", "1e999"]]
)
def test_what_is_no_number_of_characters_or_tokens_is_said(
    toolloop: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["trim", toolloop, *words]) == 2
    assert f"{words[1]}: expected a whole number from" in capsys.readouterr().err
