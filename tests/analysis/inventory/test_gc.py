"""Verdicts on the file entries of each fixture, by the collector's own function."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.inventory.gc import gc_report, gc_verdicts
from inspector.sources.conversation_db import open_conversation_db
from tests.sources.conversation_db.conftest import NAMES


@pytest.mark.parametrize("name", [name for name in NAMES if name != "torn"])
def test_verdicts(fixture_dir: Callable[[str], Path], name: str) -> None:
    folder = fixture_dir(name)
    expected = json.loads((folder / "expected.json").read_text())
    source = open_conversation_db(folder)
    entries, refs = source.file_entries(), source.file_refs()
    source.close()
    assert gc_report(entries, refs, expected["now_ms"]) == expected["gc"]
    verdicts = gc_verdicts(entries, refs, expected["now_ms"])
    assert verdicts == {name: entry["gc"] for name, entry in expected["file_entries"].items()}
