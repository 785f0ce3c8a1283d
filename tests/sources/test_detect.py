"""What a path is, and one clear sentence for everything it may be instead."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.model.problems import Problem
from inspector.sources.detect import detect
from inspector.sources.formats import CONVERSATION_DB, DEVTOOLS, format_of
from inspector.sources.open import open_source


@pytest.mark.parametrize("place", ["", ".devtools", ".devtools/generations.json"])
def test_every_way_to_name_a_capture(unpacked: Callable[[str, str], Path], place: str) -> None:
    folder = unpacked("captures", "v6-schema-400")
    found = detect(folder / place)
    assert (found.format, found.path) == (DEVTOOLS, folder / ".devtools" / "generations.json")


@pytest.mark.parametrize("place", ["", "Data", "Data/cherrystudio.sqlite"])
def test_every_way_to_name_a_database(unpacked: Callable[[str, str], Path], place: str) -> None:
    folder = unpacked("fixtures", "no-wal")
    found = detect(folder / place)
    assert (found.format, found.path) == (CONVERSATION_DB, folder / "Data" / "cherrystudio.sqlite")


def test_a_renamed_file_is_known_by_its_content(unpacked: Callable[[str, str], Path], tmp_path: Path) -> None:
    for kind, place in (
        ("captures", "v6-schema-400/.devtools/generations.json"),
        ("fixtures", "no-wal/Data/cherrystudio.sqlite"),
    ):
        name, _, rest = place.partition("/")
        (tmp_path / "file.dat").write_bytes((unpacked(kind, name) / rest).read_bytes())
        expected = DEVTOOLS if kind == "captures" else CONVERSATION_DB
        assert detect(tmp_path / "file.dat").format is expected


def test_an_empty_database_with_a_log_is_one(tmp_path: Path) -> None:
    (tmp_path / "cherrystudio.sqlite").touch()
    (tmp_path / "cherrystudio.sqlite-wal").write_bytes(b"frames")
    assert detect(tmp_path / "cherrystudio.sqlite").format is CONVERSATION_DB


@pytest.mark.parametrize(
    ("content", "problem", "words"),
    [
        (b"", "file-empty", "the file is empty"),
        (b" \n\n", "file-whitespace", "only white space"),
        (b"[1, 2]", "not-a-capture", "found a list"),
        (b'"words"', "not-a-capture", "found a text"),
        (b"-12", "not-a-capture", "found a number"),
        (b"null", "not-a-capture", "found null"),
        (b"true", "not-a-capture", "found true"),
        (b"# Notes\n\nhello", "not-json", "'# Notes'"),
        (b"\x89PNG\r\n\x1a\n\0\0", "file-binary", "binary data"),
        (b"\x1f\x8b\x08 gzip", "file-binary", "binary data"),
        ("{}".encode("utf-16"), "file-utf16", "UTF-16"),
    ],
)
def test_other_files_are_told_what_was_expected_and_found(
    tmp_path: Path, content: bytes, problem: str, words: str
) -> None:
    path = tmp_path / "generations.json"
    path.write_bytes(content)
    with pytest.raises(Problem) as caught:
        open_source(path)
    assert caught.value.id == problem
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_character_cut_at_the_end_of_the_first_block_is_not_binary(tmp_path: Path) -> None:
    path = tmp_path / "generations.json"
    path.write_text("{" + " " * 8190 + '"é":1, "runs":[], "steps":[]}', encoding="utf-8")
    assert format_of(open_source(path)) is DEVTOOLS


def test_missing_paths_and_folders_without_a_source(tmp_path: Path) -> None:
    for path, problem in ((tmp_path / "no", "path-missing"), (tmp_path, "path-is-directory")):
        with pytest.raises(Problem) as caught:
            open_source(path)
        assert caught.value.id == problem
    with pytest.raises(Problem) as caught:
        open_source(tmp_path, blobs=tmp_path / "no")
    assert caught.value.id == "path-missing"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Problem) as caught:
        open_source(tmp_path / "pipe")
    assert "a pipe" in str(caught.value)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_no_permission_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    path = tmp_path / "generations.json"
    path.write_text("{}")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(Problem) as caught:
        open_source(path if what == "file" else tmp_path)
    assert caught.value.id == "path-no-permission"


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ({"sessionId": "s", "projectHash": "h", "startTime": "t", "messages": []}, "Gemini CLI chat"),
        ({"type": "system", "session_id": "s", "subtype": "init"}, "Claude Agent SDK stream"),
    ],
)
def test_formats_known_and_not_read_are_named(tmp_path: Path, content: dict[str, object], name: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(content))
    with pytest.raises(Problem, match=f"{name}: not supported yet"):
        detect(path)
