"""The one way a file is written: never into what was opened, whole or not at all.

Every writer of the program goes through here: reports, pictures, texts, settings, workspaces, copies. What has been
opened in this process is remembered (`protect`), so that no writer has to be told and none can forget. A file is
written beside its place and moved there, so that a full disk leaves what was there before.
"""

from __future__ import annotations

import os
import secrets
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from inspector.model.problems import Problem, register_templates
from inspector.wire import encode_utf8

register_templates(
    {
        "write-into-source": (
            "{path}: lies in the folder that was opened, which is only ever read. Choose another place."
        ),
        "write-over-source": (
            "{path}: is what was opened, which is only ever read, or another capture or database. Choose another name."
        ),
        "write-not-a-file": "{path}: not a file but {found}; nothing is written there. Choose another name.",
    }
)

_CAPTURE_FOLDER: Final = ".devtools"
_CAPTURE_NAME: Final = "generations.json"
_DATA_FOLDER: Final = "Data"
_DATABASE_MAGIC: Final = b"SQLite format 3\x00"
_SIDE_FILES: Final = ("", "-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class _Protected:
    """What was opened: its file, the folders nothing is written into, and those with files that may be linked to."""

    file: Path
    blobs: Path | None

    def folder_holds(self, path: Path) -> bool:
        if self.file.is_dir():  # a library: all that lies in it
            return path.is_relative_to(self.file)
        folder = self.file.parent
        whole = folder.name in (_CAPTURE_FOLDER, _DATA_FOLDER) or (folder / "Files").is_dir()
        if path.is_relative_to(folder) if whole else path.parent == folder:
            return True
        return self.blobs is not None and path.is_relative_to(self.blobs)

    def files(self) -> Iterator[tuple[int, int]]:
        """Device and inode of everything that belongs to it."""
        for ending in _SIDE_FILES:
            with suppress(OSError):
                yield _identity(os.stat(f"{self.file}{ending}"))
        folders = (self.file.parent, self.file.parent / "Files", self.blobs)
        for folder in filter(None, folders):
            with suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    with suppress(OSError):
                        yield _identity(entry.stat(follow_symlinks=False))


_protected: set[_Protected] = set()
_lock: Final = threading.Lock()


def protect(source: Path, blobs: Path | None = None) -> None:
    """Remember a file that was or will be opened, and the folder of its blobs: nothing is ever written there."""
    real_blobs = None if blobs is None else Path(os.path.realpath(blobs))
    with _lock:
        _protected.add(_Protected(Path(os.path.realpath(source)), real_blobs))


def check_output(path: Path) -> Path:
    """The place a file would be written to, links followed; raises `Problem` when it may not be or has no folder."""
    place = Path(os.path.realpath(path))
    with _lock:
        opened = tuple(_protected)
    if any(source.file == place for source in opened):
        raise Problem("write-over-source", {"path": str(path)})
    if _CAPTURE_FOLDER in place.parts[:-1] or any(source.folder_holds(place) for source in opened):
        raise Problem("write-into-source", {"path": str(path)})
    if not place.parent.is_dir():
        raise Problem(
            "write-failed", {"path": str(path), "found": f"there is no folder {path.absolute().parent}"}
        )
    with suppress(FileNotFoundError):
        _check_existing(path, place, os.stat(place), opened)
    return place


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file whole: text as UTF-8 (lone surrogates as WTF-8); raises `Problem` and leaves what was there."""
    with output_file(path) as file:
        file.write(content if isinstance(content, bytes) else encode_utf8(content))


@contextmanager
def output_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write piece by piece, moved to its place when the block ends well and removed when it does not."""
    place = check_output(path)
    draft = place.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with _created(draft) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            os.chmod(draft, stat.S_IMODE(place.stat().st_mode))
        os.replace(draft, place)
    except OSError as error:
        raise Problem("write-failed", {"path": str(path), "found": error.strerror or str(error)}) from error
    finally:
        draft.unlink(missing_ok=True)


def _created(draft: Path) -> BinaryIO:
    return os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb")


def _check_existing(path: Path, place: Path, found: os.stat_result, opened: tuple[_Protected, ...]) -> None:
    if not stat.S_ISREG(found.st_mode):
        what = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe, socket or device"
        raise Problem("write-not-a-file", {"path": str(path), "found": what})
    linked = found.st_nlink > 1 and any(
        _identity(found) == one for source in opened for one in source.files()
    )
    if linked or place.name == _CAPTURE_NAME or _is_database(place):
        raise Problem("write-over-source", {"path": str(path)})
    if not os.access(place, os.W_OK):
        raise Problem("write-failed", {"path": str(path), "found": "it may not be changed"})


def _is_database(place: Path) -> bool:
    try:
        with place.open("rb") as file:
            return file.read(len(_DATABASE_MAGIC)) == _DATABASE_MAGIC
    except OSError:
        return False


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino
