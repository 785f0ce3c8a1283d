"""`compare`: two sides, their differences as tables and as the JSON contract."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from inspector.cli.main import run
from inspector.model.settings import ReplaySettings
from inspector.model.settings_files import save_settings
from tests.cli.test_replay import Capsys, Unpacked


@pytest.fixture
def loop(unpacked: Unpacked) -> str:
    return str(unpacked("captures", "v6-long-tool-loop"))


def test_json_is_a_list_of_replays_with_their_settings(loop: str, capsys: Capsys) -> None:
    words = ["--a", "test-profile", "--b", "test-profile,in_loop_memo=off,truncate_threshold=2000"]
    assert run(["compare", loop, *words, "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["settings"]["in_loop_memo"], second["settings"]["in_loop_memo"]) == (True, False)
    assert second["difference"]["settings"]["truncate_threshold"] == [100_000, 2_000]
    assert len(first["requests"]) == len(second["requests"]) == 21
    sums = second["totals"]["prompt_tokens_after"] - first["totals"]["prompt_tokens_after"]
    assert second["difference"]["totals"]["prompt_tokens_after"] == sums


def test_several_conversations_give_their_pairs_in_turn(unpacked: Unpacked, capsys: Capsys) -> None:
    toolloop = str(unpacked("fixtures", "toolloop"))
    assert run(["compare", toolloop, "--b", "truncate_threshold=3000", "--json"]) == 0
    pairs = json.loads(capsys.readouterr().out)
    assert [entry["conversation"] for entry in pairs[::2]] == [entry["conversation"] for entry in pairs[1::2]]
    assert ["difference" in entry for entry in pairs] == [False, True] * 2


def test_tables_show_settings_totals_requests_and_facts(loop: str, capsys: Capsys) -> None:
    words = ["--a", "reference-defaults", "--b", "truncate_threshold=2000", "--probe", "/[A-Z]{4}/"]
    assert run(["compare", loop, *words]) == 0
    text = capsys.readouterr().out
    for heading in ("Settings that differ", "Largest differences", "truncate_threshold", "B − A", "50000"):
        assert heading in text


def test_a_side_may_be_a_file(loop: str, tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "b, with = odd name.toml"
    save_settings(path, ReplaySettings(head_chars=17))
    assert run(["compare", loop, "--b", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[1]["settings"]["head_chars"] == 17


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("bogus", "--b bogus: neither a preset (reference-defaults, test-profile"),
        ("test-profile,head_chars=-1", "Setting head_chars: -1 is not allowed"),
        ("head_chars", "--b head_chars: neither a preset"),
    ],
)
def test_bad_sides_are_told(loop: str, capsys: Capsys, side: str, told: str) -> None:
    assert run(["compare", loop, "--b", side]) == 2
    assert told in capsys.readouterr().err


def test_csv_has_one_row_a_request(loop: str, capsys: Capsys) -> None:
    assert run(["compare", loop, "--b", "truncate_threshold=2000", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 21
    for row in rows:
        assert int(row["tokens_b"]) - int(row["tokens_a"]) == int(row["tokens"])
