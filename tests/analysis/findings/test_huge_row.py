"""Rows of megabytes: one finding, at the largest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.findings.conftest import Look, data

ID = "huge-row"


def output(chars: int) -> dict[str, Any]:
    return {
        "type": "tool-run",
        "toolCallId": "c",
        "state": "output-available",
        "input": {},
        "output": "x" * chars,
    }


@pytest.mark.parametrize(("chars", "found"), [(900_000, 0), (1_000_000, 1)])
def test_from_a_megabyte_on(chars: int, found: int, changed: Callable[..., Path], look: Look) -> None:
    sql = "update message set data = ? where id = (select max(id) from message where role = 'assistant')"
    folder = changed("no-wal", sql, data({"type": "text", "text": "a"}, output(chars)))
    findings = look(folder, ID)
    assert len(findings) == found
    if found:
        (finding,) = findings
        assert (finding.where.part, finding.data["tool"], finding.data["count"]) == (1, "run", 1)
        assert finding.data["bytes"] >= 1_000_000
        assert finding.where.topic


def test_ordinary_databases_are_silent(database: Callable[[str], Path], look: Look) -> None:
    for name in ("toolloop", "research", "demo"):
        assert look(database(name), ID) == []
