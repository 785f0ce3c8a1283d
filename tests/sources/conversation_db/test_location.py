"""Where a database and its blobs lie."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.sources.conversation_db.location import locate


def test_a_blob_folder_we_may_not_read_is_told_and_left_alone(
    fixture_dir: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = fixture_dir("research")
    monkeypatch.setattr("os.access", lambda path, mode: False)
    found = locate(folder)
    assert found.blobs is None
    assert [notice.id for notice in found.notices] == ["io-failed"]
    assert str(folder / "Data" / "Files") in str(found.notices[0])
