"""`gc` tells what a collection would do and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_json_equals_what_is_known(
    fixture_dir: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = fixture_dir("damaged")
    expected = json.loads((folder / "expected.json").read_text())
    before = snapshot(folder)
    assert run(["gc", str(folder), "--now", str(expected["now_ms"]), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdicts"] == expected["gc"]
    collectable = [name for name, entry in expected["file_entries"].items() if entry["gc"] == "collect"]
    assert sorted(entry["id"] for entry in found["collectable"]) == sorted(collectable)
    assert found["passes"] == 1
    spared = found["sweep"]["spared"]
    assert sorted(spared) == sorted(expected["disk"]["orphan_uuid_files"] + expected["disk"]["tmp_residue"])
    assert snapshot(folder) == before


def test_as_a_table(fixture_dir: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gc", str(fixture_dir("research")), "--now", str(2**41)]) == 0
    out = capsys.readouterr().out
    assert "keep:ref" in out
    assert "To be collected in 1 pass," in out


def test_a_capture_is_no_database(
    capture_dir: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["gc", str(capture_dir("v6-aborted"))]) == 2
    assert "needs a conversation database" in capsys.readouterr().err
