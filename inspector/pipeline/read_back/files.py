"""Where `fs_read` gets files from: the disk here, a replay's own blobs elsewhere (PIPELINE §8)."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of a file before it is read.

    Attributes:
        regular: an ordinary file, no folder or device.
        size: in bytes.
    """

    regular: bool
    size: int


class ReadableFiles(Protocol):
    """A file system as far as read-back needs one; paths are absolute and normalised."""

    def real_path(self, path: str) -> str | None:
        """The path with all links resolved; None when that cannot be said."""
        ...

    def facts(self, path: str) -> FileFacts | None:
        """What lies at the path; None when nothing does. Raises OSError."""
        ...

    def read(self, path: str) -> bytes:
        """The bytes of a regular file. Raises OSError."""
        ...


class DiskFiles:
    """The file system of this machine."""

    def real_path(self, path: str) -> str | None:
        """See `ReadableFiles.real_path`; a path with a NUL resolves to nothing."""
        try:
            return os.path.realpath(path)
        except (OSError, ValueError):
            return None

    def facts(self, path: str) -> FileFacts | None:
        """See `ReadableFiles.facts`."""
        try:
            found = os.stat(path)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return None
        return FileFacts(regular=stat.S_ISREG(found.st_mode), size=found.st_size)

    def read(self, path: str) -> bytes:
        """See `ReadableFiles.read`."""
        with open(path, "rb") as file:
            return file.read()
