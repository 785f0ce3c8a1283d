"""The tree model: lazy children, and changes that keep what is still there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

from inspector.gui.models.lazy_tree import ROW_ROLE, LazyTreeModel


@dataclass(frozen=True)
class Leaf:
    key: str
    text: str = ""
    below: tuple[Leaf, ...] = ()

    @property
    def expandable(self) -> bool:
        return bool(self.below)


def children_of(row: Leaf) -> Sequence[Leaf]:
    return row.below


def tree(*rows: Leaf) -> list[Leaf]:
    return list(rows)


FIRST = tree(Leaf("a", "1", (Leaf("a1"), Leaf("a2", "", (Leaf("a2x"),)))), Leaf("b"), Leaf("c"))


@pytest.fixture
def model(watched: Callable[[QAbstractItemModel], None]) -> LazyTreeModel[Leaf]:
    made: LazyTreeModel[Leaf] = LazyTreeModel(lambda row: row.text)
    watched(made)
    made.set_rows(FIRST, children_of)
    return made


def keys(model: LazyTreeModel[Leaf], parent: QModelIndex | None = None) -> list[str]:
    place = parent if parent is not None else QModelIndex()
    return [model.index(row, 0, place).data(ROW_ROLE).key for row in range(model.rowCount(place))]


def test_children_are_made_when_fetched_and_not_before(model: LazyTreeModel[Leaf]) -> None:
    top = model.index(0, 0)
    assert model.hasChildren(top)
    assert model.rowCount(top) == 0
    assert model.canFetchMore(top)
    model.fetchMore(top)
    assert keys(model, top) == ["a1", "a2"]
    assert not model.canFetchMore(top)
    assert model.index(1, 0, top).parent() == top


def test_display_text_is_worded_and_other_roles_are_empty(model: LazyTreeModel[Leaf]) -> None:
    index = model.index(0, 0)
    assert index.data(Qt.ItemDataRole.DisplayRole) == "1"
    assert index.data(Qt.ItemDataRole.DecorationRole) is None


def test_a_key_is_found_below_rows_that_were_never_unfolded(model: LazyTreeModel[Leaf]) -> None:
    assert model.index_of("a2x", fetch=False) == QModelIndex()
    index = model.index_of("a2x")
    assert index.data(ROW_ROLE).key == "a2x"
    assert index.parent().data(ROW_ROLE).key == "a2"


def test_rows_added_at_the_end_leave_the_others_alone(model: LazyTreeModel[Leaf]) -> None:
    kept = QPersistentModelIndex(model.index(1, 0))
    removed: list[int] = []
    model.rowsRemoved.connect(lambda *_: removed.append(1))
    model.update_rows([*FIRST, Leaf("d"), Leaf("e")], children_of)
    assert keys(model) == ["a", "b", "c", "d", "e"]
    assert kept.isValid()
    assert kept.data(ROW_ROLE).key == "b"
    assert not removed


def test_rows_added_in_front_keep_the_rest(model: LazyTreeModel[Leaf]) -> None:
    kept = QPersistentModelIndex(model.index(2, 0))
    model.update_rows([Leaf("z"), *FIRST], children_of)
    assert keys(model) == ["z", "a", "b", "c"]
    assert kept.row() == 3


def test_a_row_that_grew_keeps_its_place_and_its_fetched_children(model: LazyTreeModel[Leaf]) -> None:
    top = model.index(0, 0)
    model.fetchMore(top)
    inner = QPersistentModelIndex(model.index(1, 0, top))
    grown = replace(FIRST[0], text="2", below=(*FIRST[0].below, Leaf("a3")))
    changed: list[QModelIndex] = []
    model.dataChanged.connect(lambda first, _last: changed.append(first))
    model.update_rows([grown, *FIRST[1:]], children_of)
    assert keys(model, top) == ["a1", "a2", "a3"]
    assert inner.data(ROW_ROLE).key == "a2"
    assert top.data(Qt.ItemDataRole.DisplayRole) == "2"
    assert top in changed


def test_a_row_that_lost_its_children_folds_up(model: LazyTreeModel[Leaf]) -> None:
    top = model.index(0, 0)
    model.fetchMore(top)
    model.update_rows([Leaf("a"), *FIRST[1:]], children_of)
    assert not model.hasChildren(top)


def test_everything_can_be_replaced_and_emptied(model: LazyTreeModel[Leaf]) -> None:
    model.fetchMore(model.index(0, 0))
    model.update_rows([Leaf("x"), Leaf("y")], children_of)
    assert keys(model) == ["x", "y"]
    model.update_rows((), children_of)
    assert model.rowCount() == 0
    model.set_rows(FIRST, children_of)
    assert keys(model) == ["a", "b", "c"]


def test_a_row_that_promised_children_but_has_none_is_a_leaf(model: LazyTreeModel[Leaf]) -> None:
    model.set_rows([Leaf("p", "", (Leaf("q"),))], lambda row: ())
    index = model.index(0, 0)
    model.fetchMore(index)
    assert not model.hasChildren(index)
