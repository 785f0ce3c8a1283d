"""Every way in which a moved-out text can be lost is found, and sound databases have no flaw."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.sources.base import Cancelled, Progress
from inspector.sources.conversation_db import open_conversation_db
from inspector.store.verification import FlawKind, Verification, verify_source


def verified(folder: Path) -> Verification:
    source = open_conversation_db(folder)
    try:
        return verify_source(source)
    finally:
        source.close()


@pytest.mark.parametrize(
    ("name", "counts"),
    [("research", (4, 4, 1)), ("toolloop", (3, 3, 3)), ("branches", (6, 6, 2)), ("with-wal", (1, 1, 0))],
)
def test_sound_databases(fixture_dir: Callable[[str], Path], name: str, counts: tuple[int, int, int]) -> None:
    found = verified(fixture_dir(name))
    assert (found.envelopes, found.refs, found.other_entries) == counts
    assert found.flaws == ()


def test_a_damaged_database_shows_every_kind_of_flaw(fixture_dir: Callable[[str], Path]) -> None:
    found = verified(fixture_dir("damaged"))
    assert {flaw.kind for flaw in found.flaws} == set(FlawKind) - {FlawKind.NO_FOLDER}
    sizes = [flaw.detail for flaw in found.flaws if flaw.kind is FlawKind.SIZE_DIFFERS]
    assert sizes == ["3000 bytes instead of 5940", "0 bytes instead of 6008"]
    other = next(flaw for flaw in found.flaws if flaw.kind is FlawKind.OTHER_TEXT)
    assert (
        other.detail == "name vfs_0000000000000000.txt in the envelope, vfs_272fd7aee505ed38.txt in the blob"
    )


def test_a_file_changed_by_one_byte_is_found(fixture_dir: Callable[[str], Path]) -> None:
    folder = fixture_dir("with-wal")
    file = next((folder / "Data" / "Files").glob("*.txt"))
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert [flaw.kind for flaw in verified(folder).flaws] == [FlawKind.HASH_DIFFERS]


def test_it_can_be_cancelled(fixture_dir: Callable[[str], Path]) -> None:
    source = open_conversation_db(fixture_dir("research"))
    with pytest.raises(Cancelled):
        verify_source(source, Progress(is_cancelled=lambda: True))
    source.close()
