"""The index of a library in the cache folder: what was read of a file stays until its size or time changes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sqlalchemy import Column, Integer, LargeBinary, MetaData, Table, Text, create_engine, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from inspector.sources.library.entries import LibraryEntry, entry_from_json
from inspector.user_files import cache_path

_VERSION: Final = 1
"""Raised when what is kept of a file changes; an index of another version is made anew."""

_METADATA: Final = MetaData()
_SESSIONS: Final = Table(
    f"sessions_{_VERSION}",
    _METADATA,
    Column("path", Text, primary_key=True),
    Column("size", Integer, nullable=False),
    Column("changed_at", Integer, nullable=False),
    Column("facts", LargeBinary, nullable=False),
)


class SessionIndex:
    """Entries by path; a damaged file is made anew, one that cannot be written is done without.

    Attributes:
        path: the SQLite file.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or cache_path("library.sqlite")
        self._engine = self._opened()

    def known(self) -> dict[str, LibraryEntry]:
        """Everything kept; rows that cannot be read are left out."""
        found: dict[str, LibraryEntry] = {}
        if self._engine is None:
            return found
        try:
            with self._engine.connect() as connection:
                for path, size, changed_at, facts in connection.execute(select(_SESSIONS)):
                    try:
                        found[path] = entry_from_json(path, size, changed_at, facts)
                    except (ValueError, TypeError, KeyError):
                        continue
        except SQLAlchemyError:
            self._engine = self._remade()
            return {}
        return found

    def keep(self, entries: Iterable[LibraryEntry]) -> None:
        """Write entries, over what was known of their files."""
        rows = [
            {"path": one.path, "size": one.size, "changed_at": one.changed_at, "facts": one.to_json()}
            for one in entries
        ]
        if self._engine is None or not rows:
            return
        statement = insert(_SESSIONS)
        changed = {name: statement.excluded[name] for name in ("size", "changed_at", "facts")}
        try:
            with self._engine.begin() as connection:
                connection.execute(statement.on_conflict_do_update(["path"], set_=changed), rows)
        except SQLAlchemyError:
            self._engine = self._remade()

    def close(self) -> None:
        """Release the file."""
        if self._engine is not None:
            self._engine.dispose()

    def _opened(self) -> Engine | None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(f"sqlite:///{self.path}")
            _METADATA.create_all(engine)
        except OSError:
            return None
        except SQLAlchemyError:
            return self._remade()
        return engine

    def _remade(self) -> Engine | None:
        """A new, empty index in place of a damaged one."""
        try:
            self.path.unlink(missing_ok=True)
            engine = create_engine(f"sqlite:///{self.path}")
            _METADATA.create_all(engine)
        except (OSError, SQLAlchemyError):
            return None
        return engine
