"""Blobs and attachments: checked, refused, missing, and never read outside the folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.model.blob import BlobState
from inspector.model.envelope import BlobRef
from inspector.sources.conversation_db import ConversationDbSource, FileEntry, open_conversation_db
from inspector.sources.conversation_db.blobs import BlobFolder

Opened = Callable[..., ConversationDbSource]
INTACT = "01a00595-3e44-76ac-ba6e-2543e12c66f9"


def ref(entry_id: str) -> BlobRef:
    return BlobRef("", entry_id, "vfs_0.txt", "", "", 0, 1)


@pytest.mark.parametrize(
    ("entry_id", "state"),
    [
        (INTACT, BlobState.OK),
        ("01a00595-5514-7201-a732-035a4145dec9", BlobState.MISSING_FILE),
        ("01a00595-607c-7743-9f7a-5db541f84df7", BlobState.HASH_DIFFERS),
        ("01a00595-6be4-71b2-a577-dd2f945ffe2c", BlobState.SIZE_DIFFERS),
        ("01a00595-774c-7859-b35f-01e4c7d41d4f", BlobState.SIZE_DIFFERS),
        ("01a00595-8e1c-7d7c-8d6d-6d916ff5ecc3", BlobState.OK),
        ("01a00595-91b4-7ef3-9c18-cca89f7d3cbd", BlobState.MISSING_ENTRY),
        ("01a00595-91a0-7b7b-9c51-2afa71093acc", BlobState.REFUSED),
        ("01a00595-91a0-7448-b73c-77e2256a06e8", BlobState.REFUSED),
        ("01a00595-91a0-7fa4-a071-78984c410a3b", BlobState.REFUSED),
    ],
)
def test_every_kind_of_damage_has_its_name(opened: Opened, entry_id: str, state: BlobState) -> None:
    blob = opened("damaged").blob(ref(entry_id))
    assert blob.state is state
    assert (blob.text is None) == (
        state in (BlobState.MISSING_FILE, BlobState.MISSING_ENTRY, BlobState.REFUSED)
    )


def test_an_intact_blob_is_its_text(opened: Opened) -> None:
    blob = opened("damaged").blob(ref(INTACT))
    assert str(blob.text).startswith("# Damaged case ok")
    assert (blob.size, blob.expected_size, blob.user_attachment) == (5803, 5803, False)
    assert blob.found_hash == blob.expected_hash


def test_a_users_own_txt_passes_the_gate_and_is_marked(opened: Opened) -> None:
    blob = opened("damaged").blob(ref("01a00595-91a0-7de9-9621-b05cdae64034"))
    assert blob.user_attachment
    assert blob.text is not None


def test_a_file_that_outlived_its_row_is_shown_under_its_state(opened: Opened) -> None:
    blob = opened("damaged").blob(ref("01a00595-49ac-7cd8-98e0-cef55e20c886"))
    assert blob.state is BlobState.MISSING_ENTRY
    assert str(blob.text).startswith("# Damaged case row-gone")


def test_an_external_attachment_is_named_and_not_read(opened: Opened) -> None:
    blob = opened("damaged").attachment("01a00595-91a0-7448-b73c-77e2256a06e8")
    assert (blob.state, blob.text) == (BlobState.UNCHECKED, None)
    assert str(blob.path).endswith("id_rsa")


def test_a_binary_attachment_has_no_text(opened: Opened) -> None:
    blob = opened("branches").attachment("01a0059e-9e8f-70a4-bd6e-2ceb22464b84")
    assert (blob.state, blob.text, blob.size) == (BlobState.OK, None, 1820)


def test_an_attachment_of_an_older_schema_is_unchecked(opened: Opened) -> None:
    source = opened("older-schema")
    blob = source.attachment("01a00595-84a8-7be5-ad41-5f1789592e10")
    assert blob.state is BlobState.UNCHECKED
    assert blob.text is not None
    assert source.attachment("nothing").state is BlobState.MISSING_ENTRY


def test_without_a_folder_each_blob_says_so(fixture_dir: Callable[[str], Path]) -> None:
    folder = fixture_dir("research")
    moved = (folder / "Data" / "Files").rename(folder / "elsewhere")
    entry = "01a00595-3a7a-7079-aa88-8e36a059ecbd"
    source = open_conversation_db(folder)
    assert source.blob(ref(entry)).state is BlobState.NO_FOLDER
    assert [notice.id for notice in source.notices] == ["no-blob-folder"]
    source.close()
    source = open_conversation_db(folder, blobs=moved)
    assert source.blob(ref(entry)).state is BlobState.OK
    assert source.notices == ()
    source.close()


@pytest.mark.parametrize("entry_id", ["../secret", "/etc/passwd", "a/b", "..\\secret", "", "a\0b"])
def test_no_id_leads_out_of_the_folder(tmp_path: Path, entry_id: str) -> None:
    folder = tmp_path / "Files"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    entry = FileEntry(
        id=entry_id,
        origin="internal",
        name="vfs_1",
        ext="txt",
        size=6,
        content_hash=None,
        policy="delete_when_unreferenced",
        external_path=None,
        created_at=0,
        trashed=False,
    )
    blobs = BlobFolder(folder)
    assert blobs.read(entry).text is None
    assert blobs.resolve_blob(entry_id, None).text is None
    assert blobs.read(replace(entry, id="ok", ext="txt/../../secret.txt")).state is BlobState.MISSING_FILE


def test_files_of_the_folder_are_listed_by_name(opened: Opened) -> None:
    files = opened("damaged").disk_files()
    assert len(files) == 30
    assert [file.name for file in files] == sorted(file.name for file in files)
    assert files[0].name == ".DS_Store"
