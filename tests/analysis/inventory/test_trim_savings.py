"""`trim` equals what is known of each fixture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.inventory.trim_savings import trim_report
from inspector.sources.conversation_db import open_conversation_db
from tests.sources.conversation_db.conftest import NAMES


@pytest.mark.parametrize("name", [name for name in NAMES if name != "torn"])
def test_trim(fixture_dir: Callable[[str], Path], name: str) -> None:
    folder = fixture_dir(name)
    source = open_conversation_db(folder)
    found = trim_report(source)
    source.close()
    assert found == json.loads((folder / "expected.json").read_text())["trim"]
