"""Files people write themselves: what is wrong with one is told in a sentence that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.model.problems import Problem
from inspector.model.user_files import io_problem, read_user_text


def test_what_cannot_be_read_is_a_problem_that_names_the_file(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"# caf\xe9\n")
    expected = {tmp_path / "none": "path-missing", tmp_path: "io-failed", latin: "bad-settings-file"}
    for path, problem in expected.items():
        with pytest.raises(Problem) as caught:
            read_user_text(path, "bad-settings-file")
        assert (caught.value.id, caught.value.arguments["path"]) == (problem, str(path))


def test_a_right_that_is_missing_is_told_as_such(tmp_path: Path) -> None:
    assert io_problem(tmp_path, PermissionError(13, "Permission denied")).id == "path-no-permission"
