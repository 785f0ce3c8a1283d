"""`sweep`: a grid over several sources as a table, CSV and JSON; Ctrl+C leaves what is done."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from inspector.cli.main import run
from inspector.cli.sweep import parse_grid
from inspector.model.problems import Problem
from inspector.replay import sweep as engine
from inspector.replay.result import ProbeState
from inspector.replay.sweep import SweepCell
from tests.cli.test_replay import Capsys, Unpacked


@pytest.fixture
def paths(unpacked: Unpacked) -> list[str]:
    return [str(unpacked("fixtures", "toolloop")), str(unpacked("captures", "v6-long-tool-loop"))]


GRID = ["--grid", "truncate_threshold=2000,50000", "--grid", "in_loop=on,off"]


def test_csv_has_a_row_for_every_combination_of_every_session(paths: list[str], capsys: Capsys) -> None:
    assert run(["sweep", *paths, *GRID, "--jobs", "1", "--csv", "--probe", "x=section"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 3 * 4
    assert [row["source"] for row in rows[::4]] == [paths[0], paths[0], paths[1]]
    assert [(row["truncate_threshold"], row["in_loop"]) for row in rows[:4]] == [
        ("2000", "on"), ("2000", "off"), ("50000", "on"), ("50000", "off"),
    ]  # fmt: skip
    assert {row["probe:x"] for row in rows} <= set(ProbeState)


def test_json_is_a_list_of_replays_with_their_settings(paths: list[str], capsys: Capsys) -> None:
    assert run(["sweep", paths[1], *GRID, "--jobs", "1", "--json"]) == 0
    cells = json.loads(capsys.readouterr().out)
    assert [cell["settings"]["in_loop"] for cell in cells] == [True, False, True, False]
    assert {len(cell["requests"]) for cell in cells} == {21}
    assert run(["sweep", paths[1], *GRID, "--jobs", "1", "--json", "--totals"]) == 0
    brief = json.loads(capsys.readouterr().out)
    assert [cell["totals"] for cell in brief] == [cell["totals"] for cell in cells]
    assert "requests" not in brief[0]


def test_tables_name_sources_without_the_folders_they_share(paths: list[str], capsys: Capsys) -> None:
    assert run(["sweep", *paths, *GRID, "--jobs", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("fixtures/toolloop") for line in lines) == 8
    assert sum(line.startswith("captures/v6-long-tool-loop") for line in lines) == 4


def test_interrupt_prints_what_is_done(
    paths: list[str], capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = engine.sweep

    def interrupted(*arguments: object, **more: object) -> object:
        cells: list[SweepCell] = list(whole(*arguments, **more))
        yield from cells[:5]
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "sweep", interrupted)
    assert run(["sweep", *paths, *GRID, "--jobs", "1", "--csv"]) == 1
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1 + 5
    assert "interrupted after 5 replays" in captured.err


def test_grid_of_one_name_twice_is_one_axis() -> None:
    assert parse_grid(["head_chars=1, 2", "tail_chars=3", "head_chars=2,4"]) == {
        "head_chars": ["1", "2", "4"],
        "tail_chars": ["3"],
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("head_chars", "expected NAME=VALUE,VALUE"),
        ("head_chars=", "expected NAME=VALUE,VALUE"),
        ("=5", "expected NAME=VALUE,VALUE"),
        ("head_chars=5,x", "Setting head_chars: x is not allowed"),
        ("heads=5", "no setting called heads"),
    ],
)
def test_bad_grids_are_told(text: str, told: str) -> None:
    with pytest.raises(Problem, match=told):
        parse_grid([text])


def test_cells_with_a_problem_are_shown_and_exit_1(paths: list[str], capsys: Capsys) -> None:
    words = ["--grid", "compressor=live,outline", "--jobs", "1", "--csv"]
    assert run(["sweep", paths[1], *words]) == 1
    first, second = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert "live needs an endpoint" in first["problem"]
    assert second["problem"] == ""


def test_jobs_must_be_a_number_of_processes(paths: list[str], capsys: Capsys) -> None:
    assert run(["sweep", paths[1], *GRID, "--jobs", "0"]) == 2
    assert "--jobs: 0: expected a whole number" in capsys.readouterr().err


def rules_file(tmp_path: Path, text: str) -> str:
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_rules_make_a_matrix_and_the_exit_code(paths: list[str], tmp_path: Path, capsys: Capsys) -> None:
    rules = rules_file(tmp_path, '[[rule]]\nfigure = "folds"\nat_most = 0\n[[rule]]\nno_error = true\n')
    command = ["sweep", paths[1], "--grid", "context_window=20000,900000", "--jobs", "1", "--expect", rules]
    assert run(command) == 1
    out, err = capsys.readouterr()
    assert "FAILED" in out
    assert "passed: 0" in out
    assert "rule folds ≤ 0: failed in 1 of 2" in err
    assert "no error" not in err
    assert run([*command[:2], "--grid", "context_window=900000", *command[4:]]) == 0
    capsys.readouterr()
    assert run([*command, "--json", "--totals"]) == 1
    cells = json.loads(capsys.readouterr().out)
    assert [one["passed"] for one in cells[0]["expected"]] == [False, True]


def test_a_rule_that_nothing_is_meant_by_fails(paths: list[str], tmp_path: Path, capsys: Capsys) -> None:
    rules = rules_file(tmp_path, '[[rule]]\nno_error = true\nsession = "nobody"\n')
    assert run(["sweep", paths[1], "--grid", "in_loop=on", "--jobs", "1", "--expect", rules]) == 1
    assert "no session and no combination is meant by it" in capsys.readouterr().err


def test_bad_rules_are_told_before_anything_runs(paths: list[str], tmp_path: Path, capsys: Capsys) -> None:
    rules = rules_file(tmp_path, "[[rule]]\nfact = 'x'\n")
    assert run(["sweep", paths[1], "--grid", "in_loop=on", "--expect", rules]) == 2
    assert "rule 1: no --probe is called x" in capsys.readouterr().err
