"""A report opens with what it comes to, in every format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run

FIX = ["--set", "context_window=51000", "--set", "in_loop_memo=true"]


@pytest.fixture
def folding(unpacked: Callable[[str, str], Path]) -> str:
    return str(unpacked("captures", "v6-long-tool-loop-compacting"))


def written(path: str, target: Path, *more: str) -> str:
    assert run(["report", path, "-o", str(target), *more]) == 0
    return target.read_text("utf-8")


def verdict_of(path: str, tmp_path: Path, *more: str) -> str:
    (one,) = json.loads(written(path, tmp_path / "r.json", *more))["conversations"]
    return str(one["verdict"])


def test_b_against_a_in_one_sentence(folding: str, tmp_path: Path) -> None:
    said = verdict_of(folding, tmp_path, *FIX)
    assert said.startswith("B against A: prompt +")
    assert "summariser −" in said
    assert re.search(r"folds 15 → [0-3]\b", said)
    assert "findings 4 → 1" in said


def test_without_other_settings_it_tells_the_worst(folding: str, tmp_path: Path) -> None:
    said = verdict_of(folding, tmp_path)
    assert said.startswith("As recorded: 21 requests, ")
    assert "15 folds" in said
    assert "worst of 4 findings: 15 folds in one turn" in said


def test_the_page_and_the_document_begin_with_it(folding: str, tmp_path: Path) -> None:
    page = written(folding, tmp_path / "r.html", *FIX)
    assert page.index("B against A: prompt") < page.index("SHA")
    document = written(folding, tmp_path / "r.md", *FIX)
    assert document.index("B against A: prompt") < document.index("SHA")
    assert "B against A: prompt" in written(folding, tmp_path / "r.csv", *FIX)


def test_facts_by_settings_follow_it(folding: str, tmp_path: Path) -> None:
    facts = ["--probe", "seen=LOG-0412", "--probe", "never=no such text anywhere"]
    (one,) = json.loads(written(folding, tmp_path / "r.json", *FIX, *facts))["conversations"]
    assert [row["fact"] for row in one["facts"]] == ["seen", "never"]
    assert set(one["facts"][0]) == {"fact", "a", "b"}
    assert one["facts"][1]["a"] == one["facts"][1]["b"] == "never"
    page = written(folding, tmp_path / "r.html", *FIX, *facts)
    assert page.index("A: recorded") < page.index("SHA")


def test_a_fact_that_b_loses_is_counted(folding: str, tmp_path: Path) -> None:
    assert "fact" not in verdict_of(folding, tmp_path, *FIX, "--probe", "sensor-log-2026-07.txt")
    # Only the recorded summary names this figure, and B makes no such summary.
    assert "1 fact lost" in verdict_of(folding, tmp_path, *FIX, "--probe", "119.7")


def test_the_same_settings_make_no_difference(folding: str, tmp_path: Path) -> None:
    assert verdict_of(folding, tmp_path, "--set", "cache_threshold=4") == "B against A: no difference."
