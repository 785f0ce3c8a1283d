"""The gate every command writes through: redacted, visible, strictly valid, and one line when something fails."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from inspector.cli import info, output
from inspector.cli.main import run
from inspector.reports.tables import Column, Table, csv_cell, markdown_text, to_csv, to_html, to_markdown

KEY = "sk-proj-Zx81kQw93hfLpT7aYb2C"
TITLE = f"use {KEY} from anna.meier@firma.de \x1b[31m\u202e <img src=x onerror=alert(1)> ![p](http://x/y.png)"
Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    prompt = [{"role": "user", "content": [{"type": "text", "text": TITLE}]}]
    step = {
        "id": "s", "run_id": "r", "step_number": 1, "type": "generate", "model_id": "claude-sonnet-4-6",
        "provider": "anthropic", "started_at": "2026-01-01T00:00:00.000Z", "duration_ms": 1,
        "input": json.dumps({"prompt": prompt}), "output": json.dumps({"content": [], "finishReason": "stop"}),
        "usage": json.dumps({"inputTokens": 10, "outputTokens": 1}),
    }  # fmt: skip
    path = tmp_path / "generations.json"
    path.write_text(json.dumps({"runs": [], "steps": [step]}, indent=1))
    return path


FORMS = [
    ["info"], ["info", "--json"], ["show"], ["show", "--full"], ["show", "--composition"], ["show", "--where", "use"],
    ["cache"], ["cache", "--json"], ["replay"], ["replay", "--json"], ["replay", "--csv"], ["replay", "--md"],
    ["replay", "--html"], ["compare", "--b", "compaction=false"], ["compare", "--b", "compaction=false", "--json"],
    ["sweep", "--grid", "compaction=true,false", "--jobs", "1"],
    ["sweep", "--grid", "compaction=true,false", "--jobs", "1", "--csv"],
    ["lint"], ["lint", "--json"], ["lint", "--sarif"], ["trim"], ["trim", "--json"],
]  # fmt: skip


@pytest.mark.parametrize("words", FORMS, ids=" ".join)
def test_every_command_takes_secrets_out_and_makes_escapes_visible(
    capture: Path, words: list[str], capsys: Capsys
) -> None:
    assert run([words[0], str(capture), *words[1:]]) in (0, 1)
    told = capsys.readouterr()
    for text in (told.out, told.err):
        assert KEY not in text
        assert "anna.meier" not in text
        assert "\x1b" not in text
        assert "\u202e" not in text
    if "--json" in words or "--sarif" in words:
        json.loads(told.out, parse_constant=pytest.fail)


@pytest.mark.parametrize("words", [["show"], ["show", "--full"]], ids=" ".join)
def test_no_redact_is_explicit(capture: Path, words: list[str], capsys: Capsys) -> None:
    assert run([words[0], str(capture), *words[1:], "--no-redact"]) == 0
    told = capsys.readouterr().out
    assert "anna.meier" in told
    assert "\x1b" not in told, "an escape is never sent to a terminal"
    assert run([words[0], str(capture), *words[1:]]) == 0
    assert "anna.meier" not in capsys.readouterr().out, "it holds for one command line"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])
def test_a_spreadsheet_runs_nothing(text: str) -> None:
    assert csv_cell(text) == f"'{text}"
    table = Table("t", (Column("a", "A"),), ((text,),))
    assert to_csv(table).split("\n", 1)[1].lstrip('"').startswith("'")


def test_figures_of_a_csv_stay_figures() -> None:
    values = (-1, -1.5, None, float("inf"), float("nan"), True, "a=b", "1")
    assert [csv_cell(value) for value in values] == [-1, -1.5, "", "", "", True, "a=b", "1"]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)


@pytest.mark.parametrize(
    "text",
    ["<script>x</script>", "<img src=x>", "![a](http://h/p.png)", "[a](javascript:x)", "`a`", "a | b", "# a",
     "- a", "1. a", "&lt;b&gt;", "> a", "a\nb", "\u202ea", "~~a~~"],
)  # fmt: skip
def test_markup_in_a_text_is_text(text: str, qapp: object) -> None:
    from PySide6.QtGui import QTextDocument

    document = QTextDocument()
    document.setMarkdown(markdown_text(text))
    shown = " ".join(text.split()).replace("\u202e", "\\u202e")
    assert document.toPlainText() == shown
    table = Table(text, (Column("a", text),), ((text,),), (text,))
    page = _Tags()
    page.feed(to_html(text, [table]))
    assert page.tags <= {"html", "head", "meta", "title", "style", "body", "h1", "h2", "table", "thead", "tr", "th",
                         "tbody", "td", "p"}  # fmt: skip
    assert "](" not in to_markdown(text, [table]).replace("\\](", "")


def test_json_has_no_word_that_is_none(capsys: Capsys) -> None:
    output.write_json({"a": [float("inf"), float("-inf"), float("nan"), 1.5], "b": "\ud800\x7f"})
    told = capsys.readouterr().out
    assert json.loads(told, parse_constant=pytest.fail) == {"a": [None, None, None, 1.5], "b": "\ud800\x7f"}


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/tmp/x"), "/tmp/x: No space left on device"),
        (RecursionError("maximum recursion depth"), "a fault of the program: RecursionError"),
        (UnicodeDecodeError("utf-8", b"x", 0, 1, "bad"), "a fault of the program: UnicodeDecodeError"),
        (MemoryError(), "not enough memory"),
        (ZeroDivisionError("division"), "a fault of the program: ZeroDivisionError: division"),
    ],
)
def test_whatever_happens_is_one_line(
    capture: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capsys,
    error: Exception,
    words: str,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def fail(_options: object) -> int:
        raise error

    monkeypatch.setattr(info, "run", fail)
    assert run(["info", str(capture)]) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert told.err.count("\n") == 1
    log = tmp_path / "state" / "context-inspector" / "failures.log"
    assert log.exists() == ("fault of the program" in words)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [["info"], ["info", "--json"], ["replay", "--json"]], ids=" ".join)
def test_a_full_or_closed_stdout_is_an_exit_code(capture: Path, words: list[str]) -> None:
    command = [sys.executable, "-m", "inspector", words[0], str(capture), *words[1:]]
    with open("/dev/full", "w") as full:
        told = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (told.returncode, told.stderr.count("\n")) == (2, 1)
    assert "No space left" in told.stderr
    closed = subprocess.run(
        ["sh", "-c", f"{' '.join(command)} >&-"], stderr=subprocess.PIPE, text=True, check=False
    )
    assert (closed.returncode, closed.stderr.count("\n")) == (2, 1)
    reader, writer = os.pipe()
    os.close(reader)
    gone = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (gone.returncode, gone.stderr) == (0, "")
