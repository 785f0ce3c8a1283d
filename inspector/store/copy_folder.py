"""A copy of a user-data folder to work on, made so that an interrupted run can go on where it stopped.

The folder holds `Data/cherrystudio.sqlite`, `Data/Files/` and, as long as it is being worked on and after, a small
JSON file that says what it is a copy of and how far it got. The original is only ever read.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from inspector.model.outputs import write_output
from inspector.model.problems import Problem
from inspector.model.regular_files import read_regular
from inspector.sources.base import Progress
from inspector.sources.conversation_db import ConversationDbSource
from inspector.sources.conversation_db.snapshot import signature_of, take_snapshot
from inspector.store import problems as problems
from inspector.store.tables import require_store_schema

_STATE: Final = "backfill.json"
_DATABASE: Final = "cherrystudio.sqlite"
_PART: Final = ".part"


class Phase(StrEnum):
    """How far a copy is."""

    COPYING = "copying"
    TRIMMING = "trimming"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class CopyState:
    """What the JSON file says.

    Attributes:
        source: the original's database file.
        signature: what it looked like when it was copied.
        threshold: UTF-16 units; longer texts are moved out.
        phase: how far it is.
    """

    source: str
    signature: str
    threshold: int
    phase: Phase


class CopyFolder:
    """The copy.

    Attributes:
        folder: its user-data folder.
        database, files: where its database and its blobs lie.
        state: what it is and how far.
    """

    def __init__(self, folder: Path, state: CopyState) -> None:
        self.folder = folder
        self.database = folder / "Data" / _DATABASE
        self.files = folder / "Data" / "Files"
        self.state = state

    @classmethod
    def open(cls, folder: Path, source: ConversationDbSource, threshold: int) -> CopyFolder:
        """A new copy, or the one begun earlier from the same original with the same threshold; else Problem."""
        _refuse_inside(folder, source.path)
        check_schema(source)
        wanted = CopyState(str(source.path), repr(signature_of(source.path)), threshold, Phase.COPYING)
        found = _read_state(folder)
        if found is None:
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise Problem("copy-is-other", {"path": str(folder), "source": str(source.path)})
            copy = cls(folder, wanted)
            copy.set_phase(Phase.COPYING)
            return copy
        if replace(found, phase=Phase.COPYING) != wanted:
            raise Problem("copy-is-other", {"path": str(folder), "source": str(source.path)})
        return cls(folder, found)

    def set_phase(self, phase: Phase) -> None:
        """Note how far the copy is, in one step."""
        self.state = replace(self.state, phase=phase)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_output(self.folder / _STATE, json.dumps(asdict(self.state), indent=2))

    def fill(self, source: ConversationDbSource, progress: Progress) -> None:
        """Copy database and blobs unless that was done; files that are there already are not copied again."""
        if self.state.phase is not Phase.COPYING:
            return
        self.files.mkdir(parents=True, exist_ok=True)
        self._copy_blobs(source, progress)
        self._copy_database(source)
        self.set_phase(Phase.TRIMMING)

    def _copy_database(self, source: ConversationDbSource) -> None:
        snapshot = take_snapshot(source.path)
        part = self.database.with_name(_DATABASE + _PART)
        part.unlink(missing_ok=True)
        try:
            with (
                closing(sqlite3.connect(snapshot.uri, uri=True)) as original,
                closing(sqlite3.connect(part)) as copy,
            ):
                original.backup(copy)
        except sqlite3.DatabaseError as error:
            raise Problem(
                "io-failed", {"path": str(source.path), "found": f"the database is damaged ({error})"}
            ) from error
        finally:
            snapshot.discard()
        os.replace(part, self.database)

    def _copy_blobs(self, source: ConversationDbSource, progress: Progress) -> None:
        folder = source.blobs.path
        files = source.disk_files()
        for count, file in enumerate(files):
            progress.step(count, len(files), "blobs")
            target = self.files / file.name
            if folder is not None and not target.exists():
                part = target.with_name(target.name + _PART)
                data = read_regular(folder / file.name)
                if data is None:
                    continue  # gone meanwhile, or made a link: the check afterwards tells of it
                with part.open("wb") as copy:
                    copy.write(data)
                os.utime(part, ns=(file.modified_at * 1_000_000, file.modified_at * 1_000_000))
                os.replace(part, target)


def check_schema(source: ConversationDbSource) -> None:
    """Raise Problem when the database is older than the blob store, so that no application could read the copy."""
    snapshot = take_snapshot(source.path)
    engine = sa.create_engine("sqlite://", creator=lambda: sqlite3.connect(snapshot.uri, uri=True))
    try:
        require_store_schema(engine, source.path)
    except sa.exc.DatabaseError as error:
        raise Problem(
            "io-failed", {"path": str(source.path), "found": f"the database is damaged ({error.orig})"}
        ) from error
    finally:
        engine.dispose()
        snapshot.discard()


def _refuse_inside(folder: Path, database: Path) -> None:
    data = database.resolve().parent
    if folder.resolve() == data.parent or data in (folder.resolve(), *folder.resolve().parents):
        raise Problem("copy-in-source", {"path": str(folder)})


def _read_state(folder: Path) -> CopyState | None:
    try:
        fields = json.loads((folder / _STATE).read_text(encoding="utf-8"))
        return CopyState(
            str(fields["source"]), str(fields["signature"]), int(fields["threshold"]), Phase(fields["phase"])
        )
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Problem(
            "io-failed", {"path": str(folder / _STATE), "found": f"the database is damaged ({error})"}
        ) from error
