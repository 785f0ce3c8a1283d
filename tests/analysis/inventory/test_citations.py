"""`citations` equals what is known of each fixture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.inventory.citations import CitationTally
from inspector.sources.conversation_db import open_conversation_db, parse_data
from tests.sources.conversation_db.conftest import NAMES


@pytest.mark.parametrize("name", [name for name in NAMES if name != "torn"])
def test_citations(fixture_dir: Callable[[str], Path], name: str) -> None:
    folder = fixture_dir(name)
    source = open_conversation_db(folder)
    tally = CitationTally()
    for row in source.rows():
        tally.add(row, parse_data(row.data))
    found = tally.report()
    source.close()
    assert found == json.loads((folder / "expected.json").read_text())["citations"]
