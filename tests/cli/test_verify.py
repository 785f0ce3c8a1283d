"""`verify` answers with its exit code and says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run


def test_a_sound_database(fixture_dir: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(fixture_dir("research"))]) == 0
    assert capsys.readouterr().out == "4 envelopes with 4 texts and 1 other files checked, 0 flaws.\n"


def test_a_damaged_one(fixture_dir: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder = fixture_dir("damaged")
    assert run(["verify", str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith("15 flaws.")
    assert any(line.startswith("size-differs") and "3000 bytes instead of 5940" in line for line in lines)
    assert run(["verify", str(folder), "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert (facts["database"], facts["envelopes"], len(facts["flaws"])) == ("ok", 19, 15)


def test_torn_pages_are_a_flaw(
    fixture_dir: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(fixture_dir("torn"))]) == 1
    assert "The database itself is damaged" in capsys.readouterr().out
