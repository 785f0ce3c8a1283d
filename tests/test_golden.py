"""Every recorded vector of the reference passes, run by the same runner as the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.runner import run_file

FILES = sorted((Path(__file__).parent / "data" / "golden").glob("*.jsonl.gz"))


def test_vector_files_are_all_there() -> None:
    assert len(FILES) == 16


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_vectors(path: Path) -> None:
    outcome = run_file(path)
    assert outcome.failures == []
    assert outcome.left_out == 0
    assert outcome.passed > 0
