"""Walks up the message tree, and the branches that together show every living row."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from inspector.model.conversation import PathNote
from inspector.sources.conversation_db.tree import Tree, outside_ids


@dataclass(frozen=True)
class Row:
    id: str
    parent_id: str | None = None
    topic_id: str = "t"
    is_root: bool = False
    deleted: bool = False


def tree(*rows: Row, elsewhere: frozenset[str] = frozenset()) -> Tree:
    return Tree("t", {row.id: row for row in rows}, elsewhere)


ROOT = Row("root", is_root=True)


@pytest.mark.parametrize(
    ("rows", "leaf", "path", "note"),
    [
        ([ROOT, Row("a", "root"), Row("b", "a")], "b", ("a", "b"), None),
        ([ROOT], "root", (), None),
        ([ROOT, Row("a", "root")], None, (), None),
        ([Row("a"), Row("b", "a")], "b", ("a", "b"), None),
        ([ROOT], "gone", (), PathNote.MISSING_ACTIVE),
        ([Row("a", topic_id="other")], "a", (), PathNote.FOREIGN_ACTIVE),
        ([Row("a", deleted=True)], "a", (), PathNote.DELETED_ACTIVE),
        ([Row("b", "gone")], "b", ("b",), PathNote.MISSING_PARENT),
        ([Row("a", topic_id="other"), Row("b", "a")], "b", ("b",), PathNote.FOREIGN_PARENT),
        ([Row("a", deleted=True), Row("b", "a")], "b", ("b",), PathNote.DELETED_ANCESTOR),
        ([Row("a", "a")], "a", ("a",), PathNote.CYCLE),
        ([Row("a", "b"), Row("b", "c"), Row("c", "a")], "c", ("a", "b", "c"), PathNote.CYCLE),
    ],
)
def test_a_walk_ends_at_the_root_or_says_what_stopped_it(
    rows: list[Row], leaf: str | None, path: tuple[str, ...], note: PathNote | None
) -> None:
    found, why = tree(*rows).walk(leaf)
    assert set(found) == set(path)
    assert len(found) == len(path)
    assert found[-1:] == ((leaf,) if path else ())
    assert why is note


def test_a_parent_known_to_be_elsewhere_is_foreign_not_missing() -> None:
    assert tree(Row("b", "a"), elsewhere=frozenset({"a"})).walk("b")[1] is PathNote.FOREIGN_PARENT
    assert tree(elsewhere=frozenset({"a"})).walk("a")[1] is PathNote.FOREIGN_ACTIVE


def test_the_active_branch_comes_first_then_the_newest_leaf() -> None:
    rows = [ROOT, Row("q", "root"), Row("old", "q"), Row("mid", "q"), Row("new", "q")]
    branches = tree(*rows).branches("mid")
    assert [branch.message_ids for branch in branches] == [("q", "mid"), ("q", "new"), ("q", "old")]
    assert [branch.active for branch in branches] == [True, False, False]


def test_what_lies_below_an_active_node_in_the_middle_is_a_branch_too() -> None:
    rows = [ROOT, Row("a", "root"), Row("b", "a"), Row("c", "b")]
    assert [branch.message_ids for branch in tree(*rows).branches("a")] == [("a",), ("a", "b", "c")]


def test_every_living_row_is_in_a_branch_even_on_a_cycle() -> None:
    rows = [Row("a", "b"), Row("b", "a"), Row("s", "s"), Row("gone", "x", deleted=True), Row("k", "gone")]
    branches = tree(*rows).branches(None)
    assert branches[0].message_ids == ()
    assert {name for branch in branches for name in branch.message_ids} == {"a", "b", "s", "k"}


def test_a_row_whose_only_child_is_deleted_is_a_leaf() -> None:
    rows = [ROOT, Row("a", "root"), Row("b", "a", deleted=True)]
    assert [branch.message_ids for branch in tree(*rows).branches(None)] == [(), ("a",)]


def test_outside_ids_are_those_pointed_to_but_not_there() -> None:
    assert outside_ids([ROOT, Row("a", "root"), Row("b", "x")], "y") == ["x", "y"]
