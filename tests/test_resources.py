"""What ships with the program: found from here, small, openable, and nothing personal in it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from inspector import resources
from inspector.resources import demo_capture, demo_database, resource
from inspector.sources.open import open_source

PERSONAL = re.compile(
    rb"sk-[A-Za-z0-9]{20}|AIza[A-Za-z0-9_-]{30}|ghp_[A-Za-z0-9]{30}|Bearer [A-Za-z0-9]|[\w.]+@[\w-]+\.(?:com|org|cn)"
)


def test_both_demos_open() -> None:
    assert len(open_source(demo_capture()).requests()) == 24
    source = open_source(demo_database())
    try:
        assert len(source.conversations()) == 1
        assert len(source.requests()) == 25
    finally:
        source.close()


def test_opening_the_demo_leaves_no_trace() -> None:
    def digest() -> dict[str, str]:
        files = (path for path in resource("demo").rglob("*") if path.is_file())
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    before = digest()
    for path in (demo_capture(), demo_database()):
        source = open_source(path)
        source.load(source.conversations()[0].id)
        source.close()
    assert digest() == before


def test_the_demo_is_small_and_holds_nothing_personal() -> None:
    files = [path for path in resource("demo").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 4_000_000
    for path in files:
        assert not PERSONAL.search(path.read_bytes()), path


def test_an_installed_package_uses_its_own_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "inspector")
    assert resource("icons") == tmp_path / "resources" / "icons"
    (tmp_path / "inspector" / "_resources").mkdir(parents=True)
    assert resource("icons") == tmp_path / "inspector" / "_resources" / "icons"
