"""Workspaces as files: round trips, sources that moved, files that are none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.model.problems import Problem
from inspector.model.settings import ReplaySettings
from inspector.model.workspace import (
    SUFFIX,
    KeptProbe,
    Workspace,
    is_workspace,
    load_workspace,
    save_workspace,
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "project" / ".devtools" / "generations.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    return path


@pytest.fixture
def workspace(source: Path) -> Workspace:
    return Workspace(
        source=source,
        conversation="conversation-1",
        leaf="answer-3",
        row="answer-3/call-1",
        settings=ReplaySettings(truncate_threshold=20_000, trigger_ratio=0.5),
        pinned=ReplaySettings(compaction=False),
        probes=(
            KeptProbe("price", "60 $/kWh"),
            KeptProbe("x=1", "cycle\\w+", is_regex=True),
            KeptProbe("电池", "电池"),
        ),
        layout={"panes": "AAAA/wAA", "tab": "probes"},
    )


def test_what_was_saved_is_read_back(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / f"mine{SUFFIX}"
    save_workspace(path, workspace)
    assert load_workspace(path) == workspace
    assert is_workspace(path)
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == [path.name]


def test_what_is_not_set_stays_not_set(source: Path, tmp_path: Path) -> None:
    path = tmp_path / "bare.ctxi"
    save_workspace(path, Workspace(source=source))
    assert load_workspace(path) == Workspace(source=source)


def test_a_folder_with_both_can_be_moved(workspace: Workspace, tmp_path: Path) -> None:
    save_workspace(tmp_path / "project" / "mine.ctxi", workspace)
    moved = tmp_path / "elsewhere"
    (tmp_path / "project").rename(moved)
    found = load_workspace(moved / "mine.ctxi")
    assert found == replace(workspace, source=moved / ".devtools" / "generations.json")


def test_a_missing_source_is_named(workspace: Workspace, tmp_path: Path) -> None:
    save_workspace(tmp_path / "mine.ctxi", workspace)
    workspace.source.unlink()
    with pytest.raises(Problem, match=r"generations\.json is not there"):
        load_workspace(tmp_path / "mine.ctxi")


def test_nothing_is_saved_beside_the_source(workspace: Workspace) -> None:
    beside = workspace.source.parent / "mine.ctxi"
    with pytest.raises(Problem, match="only ever read"):
        save_workspace(beside, workspace)
    assert not beside.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "does not say that it is one"),
        ("format = ", "not a workspace"),
        ('format = "context-inspector workspace"\nversion = 99', "version 99"),
        ('format = "context-inspector workspace"\nversion = 1', "names no source"),
        ('format = "context-inspector workspace"\nversion = 1\nview = 3', "view is no table"),
        (
            'format = "context-inspector workspace"\nversion = 1\nprobes = 3\n[source]\npath="a"\nrelative="b"',
            "not there",
        ),
    ],
)
def test_another_file_is_refused_in_a_sentence(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "other.ctxi"
    path.write_text(text)
    with pytest.raises(Problem, match=words):
        load_workspace(path)


def test_a_setting_out_of_bounds_is_a_problem(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "mine.ctxi"
    save_workspace(path, workspace)
    path.write_text(path.read_text().replace("truncate_threshold = 20000", "truncate_threshold = -1"))
    with pytest.raises(Problem, match="truncate_threshold"):
        load_workspace(path)


def test_a_missing_file_and_a_binary_one_are_problems(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no such file"):
        load_workspace(tmp_path / "nothing.ctxi")
    (tmp_path / "binary.ctxi").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Problem, match="not a workspace"):
        load_workspace(tmp_path / "binary.ctxi")


def test_a_failed_write_leaves_the_old_file(workspace: Workspace, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="could not be written"):
        save_workspace(tmp_path / "no such folder" / "mine.ctxi", workspace)
