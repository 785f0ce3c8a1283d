"""Real conversations for the replay dock's tests, and an executor whose jobs run when a test says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from inspector.gui.background import Background, SyncExecutor
from inspector.gui.docks.replay.controller import DEBOUNCE_MS, ReplayController
from inspector.gui.main_window import MainWindow
from inspector.model import Conversation
from inspector.sources.base import Source
from inspector.sources.open import open_source
from tests.gui.conftest import settle

Unpacked = Callable[[str, str], Path]
Opened = tuple[Source, Conversation]


class HandExecutor:
    """Keeps jobs until they are asked for."""

    def __init__(self) -> None:
        self.jobs: list[Callable[[], None]] = []

    def submit(self, job: Callable[[], None]) -> None:
        self.jobs.append(job)

    def run_one(self) -> None:
        self.jobs.pop(0)()

    def wait(self) -> None:
        while self.jobs:
            self.run_one()


def wait_for_replay() -> None:
    """Let the debounced run happen."""
    QTest.qWait(DEBOUNCE_MS * 3)
    settle()


def opened(path: Path, part_of_title: str) -> Opened:
    source = open_source(path)
    summary = next(one for one in source.conversations() if part_of_title in one.title)
    return source, source.load(summary.id)


@pytest.fixture
def research(unpacked: Unpacked) -> Iterator[Opened]:
    """The long conversation of the research database."""
    found = opened(unpacked("fixtures", "research"), "Battery")
    yield found
    found[0].close()


@pytest.fixture
def long_loop(unpacked: Unpacked) -> Iterator[Opened]:
    """A capture whose one answer took 21 model calls and folded 15 times."""
    found = opened(unpacked("captures", "v6-long-tool-loop-compacting"), "")
    yield found
    found[0].close()


@pytest.fixture
def controller() -> Iterator[ReplayController]:
    """A controller on screen, whose runs happen at once."""
    background = Background(SyncExecutor())
    made = ReplayController(background)
    made.set_active(True)
    yield made
    made.clear()


@pytest.fixture
def research_window(window: MainWindow, unpacked: Unpacked) -> MainWindow:
    """A window with the long conversation of the research database."""
    window.session.open(unpacked("fixtures", "research"))
    settle()
    entry = next(row for row in window.navigator.entries() if "Battery" in row.summary.title)
    window.session.load(entry.summary.id)
    settle()
    return window


@pytest.fixture
def loop_window(window: MainWindow, unpacked: Unpacked) -> MainWindow:
    """A window with the capture of the long tool loop."""
    window.session.open(unpacked("captures", "v6-long-tool-loop-compacting"))
    settle()
    return window
