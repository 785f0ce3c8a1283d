"""A folder as a library: what is found, what is kept, what is read again, which folds paid."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from inspector.analysis.cost.library import entry_cost, fold_balance
from inspector.analysis.cost.prices import Price, PriceTable
from inspector.cli.main import run
from inspector.sources.detect import detect
from inspector.sources.formats import LIBRARY
from inspector.sources.library import source as library_source
from inspector.sources.library.entries import LibraryEntry, LibraryRequest
from inspector.sources.library.index import SessionIndex
from inspector.sources.library.source import LibrarySource

SAMPLES = Path(__file__).parents[1] / "data" / "samples"
PRICE = Price(
    currency="USD", model="m", provider="p", input=10.0, output=0.0, cache_read=1.0, cache_write=10.0
)
PRICES = PriceTable((PRICE,))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SAMPLES / "claude-code", tmp_path / "f" / "-home-ann-shop")
    shutil.copytree(SAMPLES / "codex", tmp_path / "f" / "2026" / "10")
    (tmp_path / "f" / "package.json").write_text("{}")
    (tmp_path / "f" / "notes.jsonl").write_text('{"a": 1}\n')
    return tmp_path / "f"


def opened(folder: Path) -> LibrarySource:
    return LibrarySource(folder, index=SessionIndex(folder.parent / "index.sqlite"))


def test_a_folder_lists_what_was_found_newest_first(folder: Path) -> None:
    assert detect(folder).format is LIBRARY
    entries = opened(folder).entries()
    assert [Path(e.path).name for e in entries][:2] == ["compacted-remote.jsonl", "basic.jsonl"]
    assert {e.format for e in entries} == {"claude-code", "codex"}
    assert [e.folds for e in entries if e.title == "Migration plan"] == [1]
    assert next(e for e in entries if e.title == "Which tests fail?").usage.input == 55970


def test_names_stand_before_anything_was_read(folder: Path) -> None:
    library = opened(folder)
    before = library.conversations()
    assert {one.request_count for one in before} == {None}, "unknown, not 0"
    after = library.count_badges()
    assert len(after) == len(before) - 1, "notes.jsonl is no session"
    assert library.place(after[0].id).is_file()


def test_only_changed_files_are_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(folder).entries()
    read: list[str] = []
    real = library_source.read_entry
    monkeypatch.setattr(library_source, "read_entry", lambda *a: read.append(Path(a[0]).name) or real(*a))
    opened(folder).entries()
    assert read == []
    changed = folder / "-home-ann-shop" / "basic.jsonl"
    os.utime(changed, ns=(1, 2_000_000))
    opened(folder).entries()
    assert read == ["basic.jsonl"]


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 100])
def test_a_damaged_index_is_made_anew(folder: Path, damage: bytes) -> None:
    first = len(opened(folder).entries())
    (folder.parent / "index.sqlite").write_bytes(damage)
    assert len(opened(folder).entries()) == first


def request(fold: int, size: int, read: int) -> LibraryRequest:
    return LibraryRequest("c", "p", "m", None, size, read, 0, 0, fold, False)


def test_a_fold_pays_when_enough_requests_follow() -> None:
    def balance(following: int) -> float | None:
        requests = (request(0, 1_000_000, 0), *[request(1, 200_000, 0)] * following)
        return fold_balance(LibraryEntry(path="x", size=0, changed_at=0, requests=requests), PRICES)

    # Anew: 200 000 × (10 − 1) per million = 1.8; each request then reads 800 000 fewer tokens: 0.8.
    assert balance(1) == pytest.approx(0.8 - 1.8)
    assert balance(3) == pytest.approx(3 * 0.8 - 1.8)
    assert balance(0) is None, "no fold, no balance"


def test_unknown_prices_are_unknown() -> None:
    entry = LibraryEntry(path="x", size=0, changed_at=0, requests=(request(0, 10, 0), request(1, 5, 0)))
    assert entry_cost(entry, PriceTable(())).cost is None
    assert entry_cost(entry, PriceTable(())).fold_balance is None


def test_info_and_lint_take_a_folder(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.sources.library.index.cache_path", lambda name: folder.parent / name)
    assert run(["info", str(folder), "--json"]) == 0
    sessions = json.loads(capsys.readouterr().out)["sessions"]
    assert len(sessions) == 6
    assert run(["info", str(folder), "--json", "--losing-folds"]) == 0
    losing = json.loads(capsys.readouterr().out)["sessions"]
    assert [one["title"] for one in losing] == ["Count the lines of big.log", "Migration plan"]
    assert run(["lint", str(folder), "--json"]) in (0, 1)
    assert {Path(c["path"]).name for c in json.loads(capsys.readouterr().out)["conversations"]} >= {
        "basic.jsonl"
    }
    assert run(["cache", str(folder)]) == 2
    assert "choose one of them" in capsys.readouterr().err
