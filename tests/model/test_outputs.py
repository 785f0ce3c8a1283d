"""Files are written whole or not at all, and never into what was opened."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from inspector.model import outputs
from inspector.model.outputs import check_output, output_file, protect, write_output
from inspector.model.problems import Problem


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    path = tmp_path / "project" / ".devtools" / "generations.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"runs": [], "steps": []}')
    protect(path)
    return path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "user" / "Data" / "cherrystudio.sqlite"
    (path.parent / "Files").mkdir(parents=True)
    path.write_bytes(b"SQLite format 3\x00" + bytes(100))
    (path.parent / "Files" / "blob.txt").write_text("blob")
    protect(path)
    return path


def everything(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_text_is_utf8_and_bytes_are_as_given(tmp_path: Path) -> None:
    write_output(tmp_path / "a", "电池 \ud800")
    write_output(tmp_path / "b", b"\xff\x00")
    assert (tmp_path / "a").read_text("utf-8") == "电池 \ufffd"
    assert (tmp_path / "b").read_bytes() == b"\xff\x00"
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_a_file_keeps_its_rights_and_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "real.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_output(link, "new")
    assert link.is_symlink()
    assert (target.read_text(), target.stat().st_mode & 0o777) == ("new", 0o640)


@pytest.mark.parametrize("place", ["", "x.html", "deep/x.html", "generations.json.png"])
def test_nothing_goes_into_a_capture_s_folder(capture: Path, place: str) -> None:
    target = capture.parent / place if place else capture
    (capture.parent / "deep").mkdir()
    before = everything(capture.parent)
    with pytest.raises(Problem, match="only ever read"):
        write_output(target, "lost")
    assert everything(capture.parent) == before
    write_output(capture.parent.parent / "beside.html", "fine")


def test_any_project_s_devtools_folder_is_left_alone_even_unopened(tmp_path: Path) -> None:
    folder = tmp_path / "other" / ".devtools"
    folder.mkdir(parents=True)
    with pytest.raises(Problem, match="only ever read"):
        write_output(folder / "x.html", "lost")


@pytest.mark.parametrize("place", ["x.png", "Files/x.png", "Files/blob.txt", "cherrystudio.sqlite-wal"])
def test_nothing_goes_into_a_data_folder_even_through_a_link(
    database: Path, tmp_path: Path, place: str
) -> None:
    (tmp_path / "link").symlink_to(database.parent)
    before = everything(database.parent)
    for folder in (database.parent, tmp_path / "link", database.parent / "Files" / ".."):
        with pytest.raises(Problem, match="only ever read"):
            write_output(folder / place, "lost")
    assert everything(database.parent) == before
    write_output(database.parent.parent / "beside.html", "fine")


def test_a_blob_folder_elsewhere_is_left_alone(tmp_path: Path, capture: Path) -> None:
    blobs = tmp_path / "blobs"
    blobs.mkdir()
    protect(capture, blobs)
    with pytest.raises(Problem, match="only ever read"):
        write_output(blobs / "x.html", "lost")


@pytest.mark.parametrize("name", ["cherrystudio.sqlite", "Files/blob.txt"])
def test_a_hard_link_to_what_was_opened_is_what_was_opened(database: Path, tmp_path: Path, name: str) -> None:
    link = tmp_path / "report.html"
    os.link(database.parent / name, link)
    before = link.read_bytes()
    with pytest.raises(Problem, match="only ever read"):
        write_output(link, "lost")
    assert link.read_bytes() == before
    other = tmp_path / "own.html"
    other.write_text("own")
    os.link(other, tmp_path / "second.html")
    write_output(other, "new")  # a hard link of the user's own is no source


def test_other_captures_and_databases_are_not_lost(tmp_path: Path) -> None:
    for name, content in (("generations.json", b"{}"), ("x.html", b"SQLite format 3\x00 and more")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(Problem, match="another capture or database"):
            write_output(tmp_path / name, "lost")
        assert (tmp_path / name).read_bytes() == content


def test_only_files_are_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / "folder.html").mkdir()
    for name in ("pipe.html", "folder.html"):
        with pytest.raises(Problem, match="not a file but"):
            check_output(tmp_path / name)
    with pytest.raises(Problem, match="there is no folder"):
        check_output(tmp_path / "no" / "x.html")


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.html"
    target.write_text("good")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(outputs.os, "fsync", full)
    with pytest.raises(Problem, match="No space left"):
        write_output(target, "torn")
    assert target.read_text() == "good"
    assert os.listdir(tmp_path) == ["report.html"]


def test_what_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    def write() -> None:
        with output_file(tmp_path / "copy.json") as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_changed_stays(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_text("good")
    target.chmod(0o444)
    with pytest.raises(Problem, match="may not be changed"):
        write_output(target, "lost")
    assert target.read_text() == "good"
