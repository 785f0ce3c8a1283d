"""Fixtures shared by all tests: real captures and databases, unpacked once a run, private copies per test."""

from __future__ import annotations

import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A shared, busy machine says nothing of the code: no deadlines. Checks of a change try the same examples every time,
# runs at a desk look for new ones.
settings.register_profile(
    "shared", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("shared")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

DATA = Path(__file__).parent / "data"


def _unpack(kind: str, name: str, root: Path) -> Path:
    target = root / kind / name
    if not target.exists():
        with tarfile.open(DATA / kind / f"{name}.tar.xz") as archive:
            archive.extractall(target.parent, filter="data")
    return target


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """`unpacked("captures" | "fixtures", name)`: the shared read-only copy of this run; do not change it."""
    root = tmp_path_factory.mktemp("data")
    return lambda kind, name: _unpack(kind, name, root)


@pytest.fixture(scope="session")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of inputs with trouble: one folder each, with `expected.txt` saying what is right; only read."""
    root = tmp_path_factory.mktemp("cases")
    with tarfile.open(DATA / "cases.tar.xz") as archive:
        archive.extractall(root, filter="data")
    return root / "cases"


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of inputs that once hung, crashed or leaked; only read."""
    root = tmp_path_factory.mktemp("hostile")
    with tarfile.open(DATA / "cases-hostile.tar.xz") as archive:
        archive.extractall(root, filter="data")
    return root / "hostile"


@pytest.fixture
def capture_dir(unpacked: Callable[[str, str], Path], tmp_path: Path) -> Callable[[str], Path]:
    """`capture_dir(name)`: a private copy of a capture folder (`.devtools/generations.json` inside)."""
    return lambda name: Path(shutil.copytree(unpacked("captures", name), tmp_path / name, dirs_exist_ok=True))


@pytest.fixture
def fixture_dir(unpacked: Callable[[str, str], Path], tmp_path: Path) -> Callable[[str], Path]:
    """`fixture_dir(name)`: a private copy of a database fixture (`Data/`, `expected.json` inside)."""
    return lambda name: Path(shutil.copytree(unpacked("fixtures", name), tmp_path / name, dirs_exist_ok=True))
