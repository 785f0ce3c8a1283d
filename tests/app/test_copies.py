"""Writing where the user said, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.app.copies import copy_source, save_blob
from inspector.model import BlobRef, Problem, ToolPart
from inspector.sources.base import Cancelled, Progress, Source
from inspector.sources.open import open_source

Dirs = Callable[[str], Path]


def first_ref(source: Source) -> BlobRef:
    for summary in source.conversations():
        for message in source.load(summary.id).messages.values():
            for part in message.parts:
                if isinstance(part, ToolPart) and part.envelope is not None and part.envelope.refs:
                    return part.envelope.refs[0]
    raise AssertionError("no envelope")


def test_a_copy_is_the_same_bytes(capture_dir: Dirs, tmp_path: Path) -> None:
    path = capture_dir("v6-cache-bust") / ".devtools" / "generations.json"
    seen: list[tuple[int, int]] = []
    target = copy_source(
        path, tmp_path / "copy.json", Progress(lambda done, total, _: seen.append((done, total)))
    )
    assert target.read_bytes() == path.read_bytes()
    assert seen[-1] == (path.stat().st_size, path.stat().st_size)


def test_a_stopped_copy_leaves_nothing(capture_dir: Dirs, tmp_path: Path) -> None:
    path = capture_dir("v6-cache-bust") / ".devtools" / "generations.json"
    with pytest.raises(Cancelled):
        copy_source(path, tmp_path / "copy.json", Progress(is_cancelled=lambda: True))
    assert not (tmp_path / "copy.json").exists()


def test_nothing_is_written_into_the_opened_folder_even_through_a_link(
    fixture_dir: Dirs, tmp_path: Path
) -> None:
    folder = fixture_dir("research") / "Data"
    link = tmp_path / "link"
    link.symlink_to(folder)
    source = open_source(folder)
    for target in (folder / "x.txt", folder / "Files" / "x.txt", link / "x.txt", source.path):
        before = sorted(folder.rglob("*"))
        with pytest.raises(Problem, match="only ever read"):
            save_blob(source, first_ref(source), target)
        with pytest.raises(Problem, match="only ever read"):
            copy_source(source.path, target, Progress())
        assert sorted(folder.rglob("*")) == before


def test_the_full_text_of_a_blob_is_written_as_utf8(fixture_dir: Dirs, tmp_path: Path) -> None:
    source = open_source(fixture_dir("research"))
    ref = first_ref(source)
    text = save_blob(source, ref, tmp_path / "blob.txt").read_text("utf-8")
    assert text.startswith(ref.head)
    assert text.endswith(ref.tail)


def test_a_blob_that_is_gone_is_a_problem(fixture_dir: Dirs, tmp_path: Path) -> None:
    folder = fixture_dir("research")
    source = open_source(folder)
    ref = first_ref(source)
    for file in (folder / "Data" / "Files").glob(f"{ref.file_entry_id}*"):
        file.unlink()
    with pytest.raises(Problem, match="missing-file"):
        save_blob(source, ref, tmp_path / "blob.txt")


def test_a_folder_that_cannot_be_written_is_a_problem(capture_dir: Dirs, tmp_path: Path) -> None:
    path = capture_dir("v6-cache-bust") / ".devtools" / "generations.json"
    with pytest.raises(Problem, match="could not be written"):
        copy_source(path, tmp_path / "no such folder" / "copy.json", Progress())
