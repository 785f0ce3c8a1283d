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


def lines_of(printed: str) -> list[str]:
    """The findings, without the summary above them."""
    return [line for line in printed.splitlines() if not line.startswith("#")]


def test_lines_can_be_grepped(refused: str, capsys: Capture) -> None:
    assert run(["lint", refused]) == 0
    lines = lines_of(capsys.readouterr().out)
    assert lines[0].startswith(f"{refused}:1: tool-schema error tools.3 tool_invoke: example 0")
    assert len(lines) == 3


def test_a_summary_comes_first(refused: str, sound: str, capsys: Capture) -> None:
    assert run(["lint", refused]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"# {refused}: error: 2, info: 1"
    assert lines[1].startswith("# error: tools.3 tool_invoke: example 0")
    assert lines[1].endswith("(places: 6, at 1)")
    assert [line[:1] for line in lines] == ["#"] * 4 + ["/"] * 3
    assert run(["lint", sound]) == 0
    assert capsys.readouterr().out == ""


def test_lines_of_a_database_name_topic_and_turn(
    unpacked: Callable[[str, str], Path], capsys: Capture
) -> None:
    path = str(unpacked("fixtures", "toolloop"))
    assert run(["lint", path]) == 0
    lines = lines_of(capsys.readouterr().out)
    places = [line.removeprefix(path).split(": ")[0].removeprefix(":") for line in lines]
    assert places.count("-") == sum("holds" in line and "echo-bloat info" in line for line in lines)
    assert any("/" in place for place in places)


@pytest.mark.parametrize(("kind", "name"), [("fixtures", "toolloop"), ("captures", "v6-truncated-markers")])
def test_a_line_can_be_pasted_into_show(
    kind: str, name: str, unpacked: Callable[[str, str], Path], capsys: Capture
) -> None:
    path = str(unpacked(kind, name))
    assert run(["lint", path]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(f"{path}:")]
    placed = [line for line in lines if not line.startswith(f"{path}:-:")]
    assert placed
    for line in placed:
        assert run(["show", line]) == 0
        shown = capsys.readouterr().out
        headings = [heading for heading in shown.splitlines() if heading[:1].isdigit()]
        assert len(headings) == 1 or "/" not in line.split(": ")[0].removeprefix(path)


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
    assert list(first) == ["id", "severity", "message", "where", "cause", "cost", "data", "path"]
    assert list(first["where"]) == ["topic", "message_id", "part", "run_id", "step", "request", "number"]
    assert first["data"]["requests"] == [0, 1, 2, 3, 4, 5]


def test_sarif_of_several_sources(refused: str, sound: str, capsys: Capture) -> None:
    assert run(["lint", sound, refused, "--sarif", "--jobs", "1"]) == 0
    log = json.loads(capsys.readouterr().out)
    (only,) = log["runs"]
    assert [result["ruleId"] for result in only["results"]] == ["tool-schema", "request-failed", "tool-drift"]


def test_many_sources_in_processes_of_their_own(refused: str, sound: str, capsys: Capture) -> None:
    assert run(["lint", refused, sound, refused, "--jobs", "2"]) == 0
    assert len(lines_of(capsys.readouterr().out)) == 6


def test_a_bad_path_does_not_stop_the_others(refused: str, tmp_path: Path, capsys: Capture) -> None:
    assert run(["lint", str(tmp_path / "nothing"), refused, "--jobs", "1", "--fail-on", "error"]) == 2
    streams = capsys.readouterr()
    assert "no such file or folder" in streams.err
    assert len(lines_of(streams.out)) == 3


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
    assert len(lines_of(capsys.readouterr().out)) == len(told) + len(document["findings"])
    assert all(
        item["where"]["topic"] == one["id"] for one in document["conversations"] for item in one["findings"]
    )


FIX = ["--set", "context_window=51000", "--set", "in_loop_memo=true"]


@pytest.fixture
def folding(unpacked: Callable[[str, str], Path]) -> str:
    return str(unpacked("captures", "v6-long-tool-loop-compacting"))


def test_settings_tell_what_becomes_of_every_finding(folding: str, capsys: Capture) -> None:
    assert run(["lint", folding, *FIX]) == 0
    out, err = capsys.readouterr()
    ends = {line.split()[1]: line.rpartition("[")[2].rstrip("]") for line in lines_of(out)}
    assert ends == {
        "refold-cost": "gone",
        "compaction-thrash": "gone",
        "cache-collapse": "gone",
        "cache-loss": "still there",
    }
    assert err.splitlines()[-1].endswith("4 findings → 1: 3 gone, 1 still there")


def test_exit_codes_count_what_the_settings_leave(folding: str, capsys: Capture) -> None:
    assert run(["lint", folding, "--fail-on", "warning"]) == 1
    assert run(["lint", folding, "--fail-on", "warning", *FIX]) == 0
    assert run(["lint", folding, "--fail-on", "info", *FIX]) == 1
    # A tiny window folds again and again: what is new counts as well.
    assert run(["lint", folding, "--fail-on", "warning", "--set", "context_window=20000"]) == 1


def test_the_json_of_a_replay_has_fates_and_what_stands_there_now(folding: str, capsys: Capture) -> None:
    assert run(["lint", folding, "--json", *FIX]) == 0
    (conversation,) = json.loads(capsys.readouterr().out)["conversations"]
    by_id = {one["id"]: one for one in conversation["findings"]}
    assert by_id["refold-cost"]["fate"] == "gone"
    assert by_id["refold-cost"]["now"] is None
    loss = by_id["cache-loss"]
    assert loss["fate"] == "still there"
    assert loss["cost"]["measured"] is True
    assert loss["now"]["cost"]["measured"] is False
    assert loss["now"]["cost"]["tokens"] < loss["cost"]["tokens"]


def test_sarif_of_a_replay_has_baseline_states(folding: str, capsys: Capture) -> None:
    assert run(["lint", folding, "--sarif", *FIX]) == 0
    (log,) = json.loads(capsys.readouterr().out)["runs"]
    states = {one["ruleId"]: one["baselineState"] for one in log["results"]}
    assert states["refold-cost"] == "absent"
    assert states["cache-loss"] == "unchanged"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--preset", "nope"], "There is no preset called nope"),
        (["--set", "context_windw=1"], "Did you mean context_window?"),
        (["--set", "compressor=live"], "live"),
    ],
)
def test_bad_settings_are_told(folding: str, given: list[str], said: str, capsys: Capture) -> None:
    assert run(["lint", folding, *given]) == 2
    assert said in capsys.readouterr().err


def test_settings_from_a_file(folding: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "fix.toml"
    file.write_text("context_window = 51000\nin_loop_memo = true\n", encoding="utf-8")
    assert run(["lint", folding, "--settings", str(file), "--fail-on", "warning"]) == 0
