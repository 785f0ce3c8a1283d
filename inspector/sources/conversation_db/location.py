"""Where a database and its blobs lie: .sqlite file, `Data` folder or user-data folder (FORMATS A)."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.model.problems import Notice, Problem, register_templates
from inspector.model.user_files import io_problem
from inspector.sources.detect import detect
from inspector.sources.formats import CONVERSATION_DB

_FILES: Final = "Files"

register_templates(
    {
        "no-blob-folder": (
            "{path}: the folder with stored tool outputs ({folder}) is not there; heads and tails are shown, "
            "full texts are not. Name the folder if it lies elsewhere."
        ),
        "not-a-database": "{path}: expected a conversation database (SQLite), found another format: {found}.",
    }
)


@dataclass(frozen=True, slots=True)
class Location:
    """A database and its blob folder.

    Attributes:
        database: the .sqlite file.
        blobs: the `Files` folder; None when there is none.
        notices: a missing blob folder, told once.
    """

    database: Path
    blobs: Path | None
    notices: tuple[Notice, ...] = ()


def locate(path: Path, *, blobs: Path | None = None) -> Location:
    """Resolve what the user gave; `blobs` may name the Files, the Data or the user-data folder."""
    found = detect(path)
    if found.format is not CONVERSATION_DB:
        raise Problem("not-a-database", {"path": str(path), "found": found.format.label})
    # A log lies beside the file itself, not beside a link to it.
    database = found.path.resolve()
    _check_readable(database)
    folder = _blob_folder(blobs) if blobs is not None else database.parent / _FILES
    if folder.is_dir():
        if os.access(folder, os.R_OK | os.X_OK):
            return Location(database, folder)
        refused = Notice("io-failed", {"path": str(folder), "found": os.strerror(errno.EACCES)}, "warning")
        return Location(database, None, (refused,))
    notice = Notice("no-blob-folder", {"path": str(database), "folder": str(folder)}, "info")
    return Location(database, None, (notice,))


def _check_readable(database: Path) -> None:
    try:
        with database.open("rb"):
            pass
    except OSError as error:
        raise io_problem(database, error) from error


def _blob_folder(given: Path) -> Path:
    for candidate in (given / "Data" / _FILES, given / _FILES):
        if candidate.is_dir():
            return candidate
    return given
