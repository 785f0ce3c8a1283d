"""Every row of every kind of source can be unfolded, painted, selected and copied without an exception."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.app.clipboard import json_of, text_of
from inspector.app.navigator import Grouping
from inspector.gui.main_window import MainWindow
from tests.gui.conftest import settle

Unpacked = Callable[[str, str], Path]
MOST_ROWS = 400


def unfold_everything(window: MainWindow) -> int:
    tree, model = window.timeline.tree, window.timeline.model
    waiting = [model.index(row, 0) for row in range(model.rowCount())]
    seen = 0
    while waiting and seen < MOST_ROWS:
        index = waiting.pop()
        seen += 1
        if model.hasChildren(index):
            tree.expand(index)
            waiting += [model.index(row, 0, index) for row in range(model.rowCount(index))]
    return seen


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("fixtures", "branches"),
        ("fixtures", "damaged"),
        ("fixtures", "toolloop"),
        ("fixtures", "older-schema"),
        ("fixtures", "torn"),
        ("captures", "v6-aborted"),
        ("captures", "v6-truncated-markers"),
        ("captures", "v6-schema-400"),
        ("captures", "v7-telemetry"),
    ],
)
def test_every_conversation_is_shown_unfolded(
    window: MainWindow, unpacked: Unpacked, kind: str, name: str
) -> None:
    window.resize(1000, 3000)
    window.session.open(unpacked(kind, name))
    settle()
    for entry in window.navigator.entries():
        window.session.load(entry.summary.id)
        assert window.session.conversation is not None
        for branch in window.session.conversation.branches[:3]:
            window.on_screen.show_branch(branch)
            shown = unfold_everything(window)
            assert shown >= min(len(branch.message_ids), MOST_ROWS)
            window.timeline.tree.viewport().repaint()
    window.navigator.set_grouping(Grouping.RUNS)
    window.navigator.tree.expandAll()
    window.navigator.tree.viewport().repaint()


@pytest.mark.parametrize("name", ["branches", "toolloop"])
def test_every_row_can_be_selected_and_copied(window: MainWindow, unpacked: Unpacked, name: str) -> None:
    window.session.open(unpacked("fixtures", name))
    settle()
    for entry in window.navigator.entries():
        window.session.load(entry.summary.id)
        unfold_everything(window)
        for index in list(window.timeline.model.indexes())[:60]:
            window.timeline.tree.go_to(index)
            assert window.on_screen.selection is not None
            text_of(window.on_screen.selection).encode("utf-8", "surrogatepass")
            assert json_of(window.on_screen.selection)
            window.commands.copy_text()
            window.commands.copy_json()
