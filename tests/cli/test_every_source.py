"""Every command on every capture and database there is, and on what is neither: a result or one sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run

DATA = Path(__file__).parents[1] / "data"
SOURCES = sorted(
    (kind, path.name.removesuffix(".tar.xz"))
    for kind in ("captures", "fixtures")
    for path in (DATA / kind).iterdir()
)
COMMANDS = (
    ("info",),
    ("show",),
    ("cache",),
    ("compare", "--b", "truncate_threshold=2000"),
    ("lint",),
    ("trim", "--threshold", "2000"),
)
DATABASE_COMMANDS = (("gc",), ("verify",), ("backfill",))


@pytest.mark.parametrize(("kind", "name"), SOURCES)
def test_every_command_shows_something(
    unpacked: Callable[[str, str], Path], kind: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(unpacked(kind, name))
    for command in COMMANDS + (DATABASE_COMMANDS if kind == "fixtures" else ()):
        code = run([*command, path])
        captured = capsys.readouterr()
        assert code in (0, 1), (command, captured.err)
        assert captured.out.strip() or command == ("lint",), command


def missing(folder: Path) -> Path:
    return folder / "not there.json"


def empty(folder: Path) -> Path:
    return written(folder, b"")


def binary(folder: Path) -> Path:
    return written(folder, bytes(range(256)) * 20)


def cut(folder: Path) -> Path:
    return written(folder, b'{"ru')


def deep(folder: Path) -> Path:
    return written(folder, b"[" * 100_000)


def enormous(folder: Path) -> Path:
    return written(folder, b"9" * 10_000)


def half_a_database(folder: Path) -> Path:
    return written(folder, b"SQLite format 3\0" + bytes(84))


def nothing_inside(folder: Path) -> Path:
    return folder


def in_a_circle(folder: Path) -> Path:
    os.symlink(folder / "circle", folder / "circle")
    return folder / "circle"


def written(folder: Path, data: bytes) -> Path:
    path = folder / "имя 空.json"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "make", [missing, empty, binary, cut, deep, enormous, half_a_database, nothing_inside, in_a_circle]
)
def test_what_is_no_source_is_told_in_one_line(
    make: Callable[[Path], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(make(tmp_path))
    report = ("report", "-o", str(tmp_path / "out.html"))
    for command in (*COMMANDS, *DATABASE_COMMANDS, ("replay",), report):
        assert run([*command, path]) == 2, command
        captured = capsys.readouterr()
        assert captured.out == "", command
        assert captured.err.count("\n") == 1, command
        assert path in captured.err, command


def test_numbers_beyond_all_bounds_are_unknown(
    capture_dir: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = capture_dir("v6-truncated-markers")
    file = next(path.rglob("generations.json"))
    text = file.read_text(encoding="utf-8")
    changed = text.replace(r"\"total\":", r"\"total\":1e999,\"was\":").replace(
        '"duration_ms":', '"duration_ms":' + "9" * 5000 + ',"was":'
    )
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    for command in COMMANDS:
        assert run([*command, str(path)]) in (0, 1), command
        assert "inf" not in capsys.readouterr().out.split(), command
