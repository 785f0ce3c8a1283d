"""`info`: tables for people, the JSON contract for scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run
from tests.sources.devtools.writing import capture, step, text


def test_json_of_a_capture(unpacked: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["info", str(unpacked("captures", "v6-web-search-recall")), "--json"]) == 0
    captured = capsys.readouterr()
    facts = json.loads(captured.out)
    assert (facts["kind"], facts["steps"], facts["runs"]) == ("devtools", 24, 9)
    assert captured.err == ""


def test_json_of_a_database(unpacked: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder = unpacked("fixtures", "research")
    expected = json.loads((folder / "expected.json").read_bytes())
    assert run(["info", str(folder), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    for key in ("topics", "messages", "parts", "tool_outputs", "envelopes", "usage"):
        assert facts[key] == expected[key], key


def test_lone_surrogates_survive_as_json_escapes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = capture(tmp_path, step("s", [text("user", "hi")], model_id="m\\ud800"))
    path.write_text(path.read_text().replace("m\\\\ud800", "m\\ud800"))
    assert run(["info", str(path), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["requests"][0]["model"] == "m\ud800"


def test_tables_of_a_capture(
    unpacked: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["info", str(unpacked("captures", "v6-long-tool-loop-compacting"))]) == 0
    text = capsys.readouterr().out
    for word in (
        "Conversations",
        "Requests",
        "Tool outputs",
        "read_file",
        "summarize",
        "main (folded)",
        "claude-sonnet-4-6",
    ):
        assert word in text
    assert "12\u202f543" in text


def test_unknown_figures_are_dashes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = capture(tmp_path, step("s", [text("user", "hi")], usage=None))
    assert run(["info", str(path)]) == 0
    (row,) = (line for line in capsys.readouterr().out.splitlines() if "run-1/1" in line)
    assert row.count("–") == 6


def test_tables_of_a_database(
    unpacked: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["info", str(unpacked("fixtures", "research"))]) == 0
    text = capsys.readouterr().out
    for word in (
        "Conversations",
        "Tool outputs",
        "web_fetch",
        "Messages",
        "Envelopes",
        "Folds",
        "Compaction anchors",
    ):
        assert word in text


def test_notices_go_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = capture(tmp_path, step("s", [text("user", "hi")]), step("t", [text("user", "hi")]))
    path.write_bytes(path.read_bytes()[:-50])
    assert run(["info", str(path), "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["steps"] == 1
    assert "in the middle of a step" in captured.err
    assert captured.err.count("\n") == 1
