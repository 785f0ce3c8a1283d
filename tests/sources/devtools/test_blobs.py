"""Blobs found by name near the capture: the paths in its markers belong to another machine."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from inspector.model.blob import BlobState
from inspector.model.envelope import BlobRef
from inspector.sources.open import open_source


def ref(name: str, chars: int = 0) -> BlobRef:
    return BlobRef("", "", name, "", "", chars, 0)


def named_in(capture: Path) -> set[str]:
    return set(
        re.findall(r"vfs_[0-9a-f]{16}\.txt", (capture / ".devtools" / "generations.json").read_text("utf-8"))
    )


def test_every_blob_a_marker_names_is_found_and_checked(unpacked: Callable[[str, str], Path]) -> None:
    folder = unpacked("captures", "v6-truncated-markers")
    source = open_source(folder)
    names = named_in(folder)
    assert names
    states = {name: source.blob(ref(name)).state for name in names}
    lying_there = {path.name for path in folder.rglob("vfs_*.txt")}
    assert {name for name, state in states.items() if state is BlobState.OK} == names & lying_there
    assert all(state is BlobState.MISSING_FILE for name, state in states.items() if name not in lying_there)


def test_a_changed_blob_is_named_as_such(capture_dir: Callable[[str], Path]) -> None:
    folder = capture_dir("v6-truncated-markers")
    blob = next(folder.rglob("vfs_*.txt"))
    blob.chmod(0o644)
    blob.write_text("other")
    found = open_source(folder).blob(ref(blob.name))
    assert (found.state, found.text) == (BlobState.HASH_DIFFERS, "other")


def test_a_given_folder_comes_first(capture_dir: Callable[[str], Path], tmp_path: Path) -> None:
    folder = capture_dir("v6-truncated-markers")
    name = next(folder.rglob("vfs_*.txt")).name
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert open_source(folder, blobs=elsewhere).blob(ref(name)).state is BlobState.NO_FOLDER
    (elsewhere / name).write_bytes(next(folder.rglob(name)).read_bytes())
    found = open_source(folder, blobs=elsewhere).blob(ref(name))
    assert (found.state, found.path) == (BlobState.OK, str(elsewhere / name))
    assert open_source(folder, blobs=elsewhere).blob(ref(name, chars=1)).state is BlobState.SIZE_DIFFERS
