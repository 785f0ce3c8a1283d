"""`shot`: its arguments; the picture itself is the window's business."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run
from inspector.cli.shot import parse_size


def test_sizes() -> None:
    assert parse_size("1440x900") == (1440, 900)
    assert parse_size("300X200") == (300, 200)
    for bad in ("1440", "x", "10x10", "1e3x900", "99999x900", "-5x900"):
        with pytest.raises(argparse.ArgumentTypeError):
            parse_size(bad)


def test_a_missing_folder_for_the_picture_is_said(
    unpacked: Callable[[str, str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "no" / "x.png"
    assert run(["shot", str(unpacked("captures", "v6-schema-400")), "-o", str(target)]) == 2
    assert str(target.parent) in capsys.readouterr().err


def test_a_bad_size_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["shot", "x", "-o", "y.png", "--size", "big"]) == 2
    assert "'big' is no size such as 1440x900" in capsys.readouterr().err


def test_a_picture_never_replaces_what_is_shown(capture_dir: Callable[[str], Path]) -> None:
    folder = capture_dir("v6-schema-400") / ".devtools"
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for name in ("generations.json", "new.png"):
        assert run(["shot", str(folder), "-o", str(folder / name)]) == 2
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
