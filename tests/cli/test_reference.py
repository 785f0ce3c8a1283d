"""`reference`: contents, one section, search, and a topic that does not exist."""

from __future__ import annotations

import pytest

from inspector.cli.main import run


def test_contents_topic_and_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reference"]) == 0
    assert "  pipeline 11  Folds at the start of a turn" in capsys.readouterr().out.splitlines()
    assert run(["reference", "pipeline", "11"]) == 0
    assert capsys.readouterr().out.startswith("## §11 Folds at the start of a turn")
    assert run(["reference", "--search", "surrogate pair"]) == 0
    assert "pipeline 0  Strings and JSON" in capsys.readouterr().out
    assert run(["reference", "--search", "nothing-like-it"]) == 1


def test_an_unknown_topic_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reference", "sorcery"]) == 2
    assert "no page or section sorcery" in capsys.readouterr().err
