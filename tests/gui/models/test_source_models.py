"""Both models over real sources, watched by Qt's model tester."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt

from inspector.app.navigator import Grouping, NavigatorLists
from inspector.app.timeline.branch_rows import TimelineRows
from inspector.gui.models.lazy_tree import LazyTreeModel
from inspector.gui.models.navigator_model import NavigatorModel
from inspector.gui.models.timeline_model import TimelineModel
from inspector.sources.open import open_source

Unpacked = Callable[[str, str], Path]
Watch = Callable[[QAbstractItemModel], None]


def fetch_everything(model: LazyTreeModel, parent: QModelIndex | None = None) -> int:  # type: ignore[type-arg]
    place = parent if parent is not None else QModelIndex()
    if model.canFetchMore(place):
        model.fetchMore(place)
    count = model.rowCount(place)
    return count + sum(fetch_everything(model, model.index(row, 0, place)) for row in range(count))


@pytest.mark.parametrize(
    ("kind", "name"),
    [("fixtures", "research"), ("fixtures", "damaged"), ("captures", "v6-long-tool-loop-compacting")],
)
def test_the_timeline_model_is_sound_when_unfolded_and_renewed(
    unpacked: Unpacked, watched: Watch, kind: str, name: str
) -> None:
    source = open_source(unpacked(kind, name))
    model = TimelineModel()
    watched(model)
    for summary in source.conversations()[:6]:
        presenter = TimelineRows(source.load(summary.id))
        model.show(presenter)
        shown = fetch_everything(model)
        assert shown >= len(presenter.rows())
        model.update(TimelineRows(source.load(summary.id)))
        assert fetch_everything(model) == shown
    model.clear()
    assert model.rowCount() == 0


def test_every_timeline_row_is_worded(unpacked: Unpacked) -> None:
    source = open_source(unpacked("fixtures", "research"))
    model = TimelineModel()
    model.show(TimelineRows(source.load(source.conversations()[-1].id)))
    fetch_everything(model)
    assert all(index.data(Qt.ItemDataRole.DisplayRole) for index in model.indexes())


def test_the_navigator_model_follows_filter_and_grouping(unpacked: Unpacked, watched: Watch) -> None:
    source = open_source(unpacked("captures", "v7-telemetry"))
    presenter = NavigatorLists(source.conversations(), source.runs(), source.requests())
    model = NavigatorModel()
    watched(model)
    model.show(presenter, Grouping.CONVERSATIONS, "")
    conversations = model.rowCount()
    model.show(presenter, Grouping.CONVERSATIONS, "deep dive")
    assert 1 < model.rowCount() < conversations
    model.show(presenter, Grouping.RUNS, "")
    assert fetch_everything(model) > len(source.requests())
    model.show(presenter, Grouping.CONVERSATIONS, "")
    assert model.rowCount() == conversations


def test_headings_cannot_be_chosen(unpacked: Unpacked) -> None:
    source = open_source(unpacked("fixtures", "research"))
    model = NavigatorModel()
    model.show(NavigatorLists(source.conversations()), Grouping.CONVERSATIONS, "")
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsSelectable
    assert model.flags(model.index(1, 0)) & Qt.ItemFlag.ItemIsSelectable
