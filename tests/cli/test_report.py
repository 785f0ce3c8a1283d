"""`report` on the command line: every format, sections, settings, redaction, and a source that is left alone."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run

Dirs = Callable[[str], Path]
Err = pytest.CaptureFixture[str]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("ending", ["html", "md", "csv", "json"])
def test_every_format_names_source_hash_settings_and_version(
    fixture_dir: Dirs, out: Path, ending: str, capsys: Err
) -> None:
    source = fixture_dir("research") / "Data" / "cherrystudio.sqlite"
    target = out / f"report.{ending}"
    assert run(["report", str(source), "-o", str(target)]) == 0
    text = target.read_text("utf-8")
    plain = text.replace("\\_", "_")
    assert hashlib.sha256(source.read_bytes()).hexdigest() in text
    assert "Context Inspector 0." in text
    assert "truncate_threshold" in plain
    assert "电池材料简报" in text
    assert "wrote" in capsys.readouterr().err


def test_one_topic_under_another_threshold_is_compared_with_its_own(fixture_dir: Dirs, out: Path) -> None:
    target = out / "r.json"
    words = ["report", str(fixture_dir("research")), "--topic", "Battery materials briefing 电池材料简报"]
    assert run([*words, "--set", "truncate_threshold=2000", "-o", str(target)]) == 0
    report = json.loads(target.read_text("utf-8"))
    (conversation,) = report["conversations"]
    assert conversation["settings"][0]["setting"] == "truncate_threshold"
    assert conversation["settings"][0]["changed"] == "the session's own"
    assert conversation["sections"]["comparison"]["data"]["settings"] == {"truncate_threshold": [5000, 2000]}


def test_only_the_sections_asked_for(capture_dir: Dirs, out: Path) -> None:
    target = out / "cache.csv"
    words = ["report", str(capture_dir("v6-cache-bust")), "--only", "cache", "--only", "cost"]
    assert run([*words, "-o", str(target)]) == 0
    with target.open(newline="", encoding="utf-8") as file:
        names = {row[0] for row in csv.reader(file)}
    assert names == {
        "table",
        "report",
        "conversations",
        "settings",
        "cache",
        "cache.2",
        "cache.figures",
        "cost.figures",
    }


def test_secrets_are_taken_out_unless_told_otherwise(capture_dir: Dirs, out: Path, capsys: Err) -> None:
    folder = capture_dir("v6-cache-bust")
    capture = folder / ".devtools" / "generations.json"
    text = capture.read_text("utf-8")
    assert "Review the checkout flow" in text
    secret = "sk-proj-0123456789abcdefghij"
    capture.write_text(text.replace("Review the checkout flow", secret), encoding="utf-8")
    target = out / "r.html"
    assert run(["report", str(folder), "-o", str(target)]) == 0
    assert secret not in target.read_text("utf-8")
    assert "[redacted api-key]" in target.read_text("utf-8")
    assert "redacted: " in capsys.readouterr().err
    assert run(["report", str(folder), "-o", str(target), "--no-redact"]) == 0
    assert secret in target.read_text("utf-8")
    assert "nothing was redacted" in capsys.readouterr().err


def test_a_report_is_never_written_beside_its_source(fixture_dir: Dirs, capsys: Err) -> None:
    folder = fixture_dir("research")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert run(["report", str(folder), "-o", str(folder / "Data" / "r.html")]) == 2
    assert "only ever read" in capsys.readouterr().err
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.parametrize(
    ("name", "words"),
    [("report.pdf", "ends in .html, .md, .csv, .json"), ("nowhere/report.html", "there is no folder")],
)
def test_a_bad_output_is_one_line(fixture_dir: Dirs, out: Path, name: str, words: str, capsys: Err) -> None:
    assert run(["report", str(fixture_dir("research")), "-o", str(out / name)]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
