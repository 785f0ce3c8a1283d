"""`markers` equals what is known of each fixture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.inventory.markers import MarkerTally
from inspector.sources.conversation_db import ConversationDbSource, open_conversation_db, parse_data
from tests.sources.conversation_db.conftest import NAMES


def markers_report(source: ConversationDbSource, userdata: str | None) -> dict[str, Any]:
    tally = MarkerTally(source, userdata)
    for row in source.rows():
        tally.add(row, parse_data(row.data))
    return tally.report()


@pytest.mark.parametrize("name", [name for name in NAMES if name != "torn"])
def test_markers(fixture_dir: Callable[[str], Path], name: str) -> None:
    folder = fixture_dir(name)
    expected = json.loads((folder / "expected.json").read_text())["markers"]
    source = open_conversation_db(folder)
    found = markers_report(source, expected["userdata"])
    source.close()
    assert found == expected


def test_without_a_folder_of_the_application_markers_show_where_the_data_is(
    fixture_dir: Callable[[str], Path],
) -> None:
    source = open_conversation_db(fixture_dir("with-wal"))
    found = markers_report(source, None)
    source.close()
    assert found["userdata"] == str(source.path.parent.parent)
    assert found["list"][0]["path_shown"]
