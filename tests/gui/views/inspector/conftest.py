"""Real captures and databases for the pages of the inspector."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.app.selection import Selection
from inspector.gui.background import Background, SyncExecutor
from inspector.gui.views.inspector import InspectorPanel
from inspector.sources.base import Source
from inspector.sources.open import open_source

Select = Callable[[int], Selection]


@pytest.fixture
def capture(capture_dir: Callable[[str], Path]) -> Iterator[Callable[[str], Source]]:
    """`capture(name)`: an opened capture."""
    opened: list[Source] = []

    def make(name: str) -> Source:
        opened.append(open_source(capture_dir(name)))
        return opened[-1]

    yield make
    for source in opened:
        source.close()


@pytest.fixture
def database(fixture_dir: Callable[[str], Path]) -> Iterator[Callable[[str], Source]]:
    """`database(name)`: an opened conversation database."""
    opened: list[Source] = []

    def make(name: str) -> Source:
        opened.append(open_source(fixture_dir(name)))
        return opened[-1]

    yield make
    for source in opened:
        source.close()


@pytest.fixture
def panel(qtbot: QtBot) -> InspectorPanel:
    """A shown panel whose work runs at once; a crash in it fails the test."""
    background = Background(SyncExecutor())
    crashes: list[Exception] = []
    background.crashed.connect(crashes.append)
    made = InspectorPanel(background)
    background.setParent(made)
    qtbot.addWidget(made)
    made.resize(460, 700)
    made.show()
    return made


def select_request(source: Source, index: int) -> Selection:
    """A request as the navigator would select it."""
    record = source.requests()[index]
    return Selection(source=source, conversation=source.load(record.conversation_id), request=record)
