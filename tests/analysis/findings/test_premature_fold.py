"""Folds before their time, and folds without gain judged by the prompt that was really sent next."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.findings.conftest import Circumstances, Look, data

ID = "premature-fold"


def test_the_demo_databases_folds(database: Callable[[str], Path], look: Look) -> None:
    """70 209 tokens were estimated, because a page of 124 000 characters counted that was cut to 5 000."""
    (finding,) = look(database("demo"), ID)
    assert finding.data["estimated"] == 70_209
    assert finding.data["trigger"] == 19_200
    assert finding.data["sent_before"] == 10_331
    assert finding.data["sent_after"] == 2_329
    assert finding.data["folds"] == len(finding.data["places"]) == 3
    assert 11_000 < finding.data["would_have_sent"] < 12_500
    assert "estimated 70 209 tokens" in finding.message
    assert finding.try_settings
    assert look(database("demo"), ID, circumstances=Circumstances(context_window=200_000)) == []


@pytest.mark.parametrize("name", ["toolloop", "research", "branches", "with-wal"])
def test_folds_that_were_due_are_silent(name: str, database: Callable[[str], Path], look: Look) -> None:
    assert look(database(name), ID) == []


def test_the_prompt_after_a_turns_start_tells_whether_it_gained(
    database: Callable[[str], Path], look: Look
) -> None:
    """The event repeats 23 397 tokens; the next prompt held 21 362."""
    assert [finding.kind for finding in look(database("demo"), "compaction-no-gain")] == ["nothing"]


def fold(before: int, after: int, count: int = 2) -> dict[str, Any]:
    event = {
        "status": "done",
        "phase": "in-loop",
        "preTokens": before,
        "postTokens": after,
        "foldedCount": count,
    }
    return {"type": "data-compaction-anchor", "data": event}


def test_folds_for_nothing_are_one_finding(changed: Callable[..., Path], look: Look) -> None:
    folds = [fold(12_900 + n, 12_700 + n) for n in range(16)]
    folder = changed("no-wal", "update message set data = ? where role = 'assistant'", data(*folds))
    found = look(folder, "compaction-no-gain")
    assert len({finding.where.topic for finding in found}) == len(found)
    for finding in found:
        assert finding.data["folds"] == len(finding.data["places"]) >= 16
        assert f"made nothing smaller: {finding.data['folds']}" in finding.message
        assert json.dumps(finding.to_dict())


def test_the_case_of_96_folds(cases: Path, look: Look) -> None:
    (finding,) = look(cases / "D10-96-useless-folds", "compaction-no-gain")
    assert finding.data["folds"] == 96
    assert look(cases / "D10-96-useless-folds", ID) == []
    assert look(cases / "D10-96-useless-folds", "compaction-thrash")
