"""The message tree: branches from root to leaf, and why a walk may stop early (FORMATS A).

A walk goes up from its leaf while the row exists, is in the topic, is not deleted and was not seen; the root row is
left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from inspector.model.conversation import Branch, PathNote


class TreeRow(Protocol):
    """What a walk looks at in a row."""

    @property
    def id(self) -> str: ...
    @property
    def parent_id(self) -> str | None: ...
    @property
    def topic_id(self) -> str: ...
    @property
    def is_root(self) -> bool: ...
    @property
    def deleted(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Tree:
    """The rows a topic's walks can meet.

    Attributes:
        topic_id: whose tree it is.
        rows: rows by id, in stored order; rows of other topics may be among them.
        elsewhere: ids known to exist in other topics without their rows being here.
    """

    topic_id: str
    rows: Mapping[str, TreeRow]
    elsewhere: frozenset[str] = frozenset()

    def walk(self, leaf_id: str | None) -> tuple[tuple[str, ...], PathNote | None]:
        """Ids from the root (left out) down to the leaf, and what stopped the walk before the root."""
        path: list[str] = []
        seen: set[str] = set()
        current = leaf_id
        note = None
        while current is not None:
            note = self._obstacle(current, at_leaf=current == leaf_id and not seen, seen=seen)
            if note is not None:
                break
            seen.add(current)
            row = self.rows[current]
            if not row.is_root:
                path.append(current)
            current = None if row.is_root else row.parent_id
        return tuple(reversed(path)), note

    def branches(self, active_id: str | None) -> tuple[Branch, ...]:
        """The active branch first, then one per other leaf, newest first; every living row is in one of them."""
        path, note = self.walk(active_id)
        branches = [Branch(leaf_id=path[-1] if path else None, message_ids=path, note=note, active=True)]
        own = [row for row in self.rows.values() if row.topic_id == self.topic_id]
        living = [row for row in own if not row.deleted and not row.is_root]
        parents = {row.parent_id for row in living if row.parent_id != row.id}
        covered = set(path)
        leaves = [row for row in reversed(living) if row.id not in parents]
        # Rows on a cycle have no leaf below them: whatever is still uncovered is started from as well.
        for row in (*leaves, *reversed(living)):
            if row.id not in covered:
                path, note = self.walk(row.id)
                covered.update(path)
                branches.append(Branch(leaf_id=row.id, message_ids=path, note=note))
        return tuple(branches)

    def _obstacle(self, current: str, *, at_leaf: bool, seen: set[str]) -> PathNote | None:
        row = self.rows.get(current)
        if row is None and current not in self.elsewhere:
            return PathNote.MISSING_ACTIVE if at_leaf else PathNote.MISSING_PARENT
        if row is None or row.topic_id != self.topic_id:
            return PathNote.FOREIGN_ACTIVE if at_leaf else PathNote.FOREIGN_PARENT
        if row.deleted:
            return PathNote.DELETED_ACTIVE if at_leaf else PathNote.DELETED_ANCESTOR
        return PathNote.CYCLE if current in seen else None


def outside_ids(rows: Iterable[TreeRow], active_id: str | None) -> list[str]:
    """Ids that a topic's rows point to without being among them."""
    own = {row.id for row in rows}
    wanted = {row.parent_id for row in rows} | {active_id}
    return sorted(name for name in wanted if name is not None and name not in own)
