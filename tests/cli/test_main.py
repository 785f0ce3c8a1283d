"""The command's frame: dispatch, exit codes, one-line errors, help that teaches."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inspector import __version__
from inspector.cli import open as open_command
from inspector.cli.commands import COMMAND_MODULES, load_commands
from inspector.cli.main import run


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """What the window would have been opened on, instead of opening it."""
    calls: list[str | None] = []

    def note(options: object) -> int:
        calls.append(getattr(options, "path", None))
        return 0

    monkeypatch.setattr(open_command, "run", note)
    return calls


def test_no_words_open_the_empty_window(opened: list[str | None]) -> None:
    assert run([]) == 0
    assert opened == [None]


def test_a_path_alone_opens_the_window(opened: list[str | None], tmp_path: Path) -> None:
    (tmp_path / "word").touch()
    assert run([str(tmp_path / "word")]) == 0
    assert run(["not-there.json"]) == 0
    assert opened == [str(tmp_path / "word"), "not-there.json"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["inof"], "did you mean info"),
        (["zzz"], "No command and no file is called zzz."),
        (["info"], "PATH. See `context-inspector info --help`."),
        (["info", "a", "b"], "unrecognized arguments: b"),
        (["--nonsense"], "See `context-inspector --help`"),
        (["info", "/no/such/path"], "/no/such/path: no such file or folder."),
        (["open", "/no/such/path"], "/no/such/path: no such file or folder."),
        (["shot", "/no/such/path", "-o", "x.png"], "/no/such/path: no such file or folder."),
    ],
)
def test_bad_usage_and_bad_input_are_one_line_and_code_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.startswith("context-inspector: ")
    assert captured.err.count("\n") == 1


def test_interrupting_is_code_1_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(open_command, "run", interrupt)
    assert run([]) == 1
    assert capsys.readouterr().err == "context-inspector: interrupted\n"


@pytest.mark.parametrize("name", ["", *(command.NAME for command in load_commands())])
def test_help_teaches_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"] if name else ["--help"]) == 0
    text = capsys.readouterr().out
    assert "examples:" in text
    assert f"context-inspector {name}".rstrip() in text.split("examples:")[1]


def test_help_lists_every_command_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    run(["--help"])
    text = capsys.readouterr().out
    places = [text.index(f"\n    {command.NAME} ") for command in load_commands()]
    assert places == sorted(places)
    assert len(places) == len(COMMAND_MODULES)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"context-inspector {__version__}\n"


def test_help_needs_neither_qt_nor_sqlalchemy_nor_rich() -> None:
    script = (
        "import sys; from inspector.cli.main import run; run(['--help']); "
        "print([name for name in ('PySide6', 'sqlalchemy', 'rich', 'numpy', 'httpx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_output_cut_off_by_its_reader_is_no_error() -> None:
    script = "import sys; from inspector.cli.main import run; sys.exit(run(['info', '--help']))"
    done = subprocess.run(
        ["sh", "-c", f'{sys.executable} -c "{script}" | true'], capture_output=True, text=True, check=True
    )
    assert "Traceback" not in done.stderr
