"""Reading files whose names a stranger's data chose: plain files only, no link followed, nothing waited for."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

LARGEST: Final = 512 * 1024 * 1024
"""Bytes; a stored output has at most some megabytes."""


def is_regular(path: Path) -> bool:
    """Whether a path itself is a plain file, not a link to one, a pipe or a device."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def read_regular(path: Path, most: int = LARGEST) -> bytes | None:
    """A plain file's bytes; None when it is gone, unreadable, larger than `most`, a link, a pipe or a device.

    Looked at after it was opened, so that what is put in its place meanwhile is not read either; a pipe that nobody
    writes to is not waited for.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return None
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > most or (os.name == "nt" and path.is_symlink()):
            os.close(handle)
            return None
        with os.fdopen(handle, "rb") as file:
            return file.read(most + 1)[:most]
    except OSError:
        return None
