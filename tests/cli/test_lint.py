"""`lint`: lines for grep, JSON for scripts, SARIF for code hosts, and its exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def refused(unpacked: Callable[[str, str], Path]) -> str:
    return str(unpacked("captures", "v6-schema-400"))


@pytest.fixture
def sound(unpacked: Callable[[str, str], Path]) -> str:
    return str(unpacked("captures", "v6-long-tool-loop"))


def test_lines_can_be_grepped(refused: str, capsys: Capture) -> None:
    assert run(["lint", refused]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{refused}:1: tool-schema error tools.3 tool_invoke: example 0")
    assert len(lines) == 3


def test_a_finding_about_no_request_has_a_dash(unpacked: Callable[[str, str], Path], capsys: Capture) -> None:
    path = str(unpacked("fixtures", "toolloop"))
    assert run(["lint", path]) == 0
    assert all(line.startswith(f"{path}:-: ") for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(("threshold", "code"), [("error", 1), ("warning", 1), ("info", 1)])
def test_fail_on(threshold: str, code: int, refused: str, sound: str, capsys: Capture) -> None:
    assert run(["lint", refused, "--fail-on", threshold]) == code
    assert run(["lint", sound, "--fail-on", threshold]) == 0


def test_fail_on_leaves_milder_ones_pass(refused: str, capsys: Capture) -> None:
    without_errors = ["lint", refused, "--disable", "tool-schema", "--disable", "request-failed"]
    assert run([*without_errors, "--fail-on", "warning"]) == 0
    assert run([*without_errors, "--fail-on", "info"]) == 1


def test_json(refused: str, capsys: Capture) -> None:
    assert run(["lint", refused, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["contract", "version", "conversations", "findings"]
    assert {one["path"] for one in document["conversations"]} == {refused}
    assert document["conversations"][0]["id"] == "conversation-1"
    first = document["conversations"][0]["findings"][0]
    assert list(first) == ["id", "severity", "message", "where", "data", "path"]
    assert list(first["where"]) == ["topic", "message_id", "part", "run_id", "step", "request", "number"]
    assert first["data"]["requests"] == [0, 1, 2, 3, 4, 5]


def test_sarif_of_several_sources(refused: str, sound: str, capsys: Capture) -> None:
    assert run(["lint", sound, refused, "--sarif", "--jobs", "1"]) == 0
    log = json.loads(capsys.readouterr().out)
    (only,) = log["runs"]
    assert [result["ruleId"] for result in only["results"]] == ["tool-schema", "request-failed", "tool-drift"]


def test_many_sources_in_processes_of_their_own(refused: str, sound: str, capsys: Capture) -> None:
    assert run(["lint", refused, sound, refused, "--jobs", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6


def test_a_bad_path_does_not_stop_the_others(refused: str, tmp_path: Path, capsys: Capture) -> None:
    assert run(["lint", str(tmp_path / "nothing"), refused, "--jobs", "1", "--fail-on", "error"]) == 2
    streams = capsys.readouterr()
    assert "no such file or folder" in streams.err
    assert len(streams.out.splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--disable", "toolschema"], "did you mean tool-schema?"),
        (["--jobs", "0"], "expected a whole number from 1 on"),
        (["--window", "-5"], "expected a whole number from 1 on"),
        (["--traces", "/nowhere/at/all"], "no such file or folder"),
        (["--fail-on", "fatal"], "lint --help"),
        (["--json", "--sarif"], "lint --help"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], sentence: str, refused: str, capsys: Capture) -> None:
    assert run(["lint", refused, *arguments]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_a_folder_of_own_detectors(refused: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "mine.py").write_text("1 / 0", encoding="utf-8")
    assert run(["lint", refused, "--detectors", str(tmp_path)]) == 0
    assert "broken-detector warning" in capsys.readouterr().out


def test_a_window_given_on_the_command_line(refused: str, capsys: Capture) -> None:
    assert run(["lint", refused, "--window", "500"]) == 0
    assert "over-window error 982 prompt tokens, but the window holds 500" in capsys.readouterr().out


def test_json_keeps_findings_about_a_whole_source_apart(
    unpacked: Callable[[str, str], Path], capsys: Capture
) -> None:
    path = str(unpacked("fixtures", "research"))
    assert run(["lint", path, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {one["path"] for one in document["conversations"]} == {path}
    told = [item for one in document["conversations"] for item in one["findings"]]
    assert run(["lint", path]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(told) + len(document["findings"])
    assert all(
        item["where"]["topic"] == one["id"] for one in document["conversations"] for item in one["findings"]
    )
