"""A readable view of a database that may be in use, without touching it (FORMATS A).

Without a log the file itself is opened as immutable: no lock, no `-shm`. With a write-ahead log (or a rollback
journal that a crash left behind) main file and log are copied to a temporary folder and SQLite recovers the copy.
A copy during which the main file changed or the log was restarted is made again.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.model.scratch import scratch_folder, scratch_problem
from inspector.model.user_files import io_problem

_LOGS: Final = ("-wal", "-journal")
_WAL_HEADER_BYTES: Final = 32
_RETRY_DELAYS: Final = (0.02, 0.1, 0.3)
CHECK_LIMIT: Final = 64 * 1024 * 1024
"""Up to this many bytes the whole database is checked at opening (about 0.2 s); beyond, on request."""

UNPRINTABLE: Final = "its pages hold bytes that SQLite cannot even name"
"""Stands for a complaint that quotes damaged bytes: Python raises UnicodeDecodeError instead of SQLite's error."""

FileState = tuple[int, int, int] | None
Signature = tuple[FileState, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One state of a database.

    Attributes:
        uri: SQLite URI to open it with.
        folder: temporary folder to remove afterwards; None when the file itself is read.
        signature: what the files looked like, to notice change.
        size: bytes of the main file.
        damage: first line of SQLite's complaint, or None.
    """

    uri: str
    folder: Path | None
    signature: Signature
    size: int
    damage: str | None = None

    def discard(self) -> None:
        """Remove the temporary copy."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def signature_of(database: Path) -> Signature:
    """Size, time and inode of the main file and its logs."""
    return tuple(_state(_beside(database, suffix)) for suffix in ("", *_LOGS))


def take_snapshot(database: Path) -> Snapshot:
    """View a database as it is now; a damaged one is still returned, with `damage` set. Raises `Problem`."""
    try:
        if not any(_beside(database, log).exists() for log in _LOGS):
            return _direct(database)
        return _copied(database)
    except OSError as error:
        raise io_problem(database, error) from error


def check_integrity(uri: str) -> str | None:
    """Ask SQLite whether every page is sound; None = yes, else its first complaint."""
    try:
        connection = sqlite3.connect(uri, uri=True)
        # The complaint may quote bytes of the damage.
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            complaint = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
        finally:
            connection.close()
    except UnicodeDecodeError:
        return UNPRINTABLE
    except sqlite3.DatabaseError as error:
        return str(error)
    return None if complaint == "ok" else complaint.splitlines()[-1]


def _direct(database: Path) -> Snapshot:
    uri = f"{database.absolute().as_uri()}?mode=ro&immutable=1"
    return _checked(Snapshot(uri, None, signature_of(database), database.stat().st_size))


def _copied(database: Path) -> Snapshot:
    attempt = _copy_once(database)
    for delay in _RETRY_DELAYS:
        if attempt.damage is None:
            break
        time.sleep(delay)
        attempt.discard()
        attempt = _copy_once(database)
    return attempt


def _copy_once(database: Path) -> Snapshot:
    folder = scratch_folder()
    try:
        return _copy_into(folder, database)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
            raise scratch_problem(error) from error
        raise
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _copy_into(folder: Path, database: Path) -> Snapshot:
    signature, before = signature_of(database), _epoch(database)
    target = folder / "copy.sqlite"
    shutil.copyfile(database, target)
    for log in _LOGS:
        # A log that is gone by now was merged into the main file: the epoch tells.
        with suppress(FileNotFoundError):
            shutil.copyfile(_beside(database, log), _beside(target, log))
    raced = _epoch(database) != before
    snapshot = Snapshot(f"{target.as_uri()}?mode=rw", folder, signature, target.stat().st_size)
    return _with_damage(snapshot, "it changed while it was copied") if raced else _checked(snapshot)


def _epoch(database: Path) -> tuple[FileState, bytes]:
    """What must not change during a copy: the main file, and the log's header (a restart gives it a new salt)."""
    header = b""
    with suppress(FileNotFoundError), _beside(database, "-wal").open("rb") as file:
        header = file.read(_WAL_HEADER_BYTES)
    return _state(database), header


def _checked(snapshot: Snapshot) -> Snapshot:
    if snapshot.size > CHECK_LIMIT:
        return snapshot
    damage = check_integrity(snapshot.uri)
    return snapshot if damage is None else _with_damage(snapshot, damage)


def _with_damage(snapshot: Snapshot, damage: str) -> Snapshot:
    return Snapshot(snapshot.uri, snapshot.folder, snapshot.signature, snapshot.size, damage)


def _beside(database: Path, suffix: str) -> Path:
    return database.with_name(database.name + suffix)


def _state(path: Path) -> FileState:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino
