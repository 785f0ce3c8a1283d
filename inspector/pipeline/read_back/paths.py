"""Which paths `fs_read` may open: exact paths only, compared after normalising and resolving links (PIPELINE §8)."""

from __future__ import annotations

import ntpath
import posixpath
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.pipeline.read_back.files import ReadableFiles


def is_absolute(path: str) -> bool:
    """Whether a path is absolute on POSIX, or on Windows with drive or share (prompts come from either)."""
    drive, rest = ntpath.splitdrive(path)
    return path.startswith("/") or (bool(drive) and rest[:1] in ("/", "\\"))


def normalise_path(path: str) -> str:
    """`//`, `/./`, `..` and a trailing slash removed; symbolic links stay."""
    if not path.startswith("/"):
        return ntpath.normpath(path)
    # normpath keeps exactly two leading slashes, which POSIX leaves to the system; the reference does not.
    return posixpath.normpath("/" + path.lstrip("/"))


@dataclass(frozen=True, slots=True)
class AllowList:
    """The paths that one request may read back.

    Attributes:
        paths: every allowed path, normalised, and what it resolves to.
    """

    paths: frozenset[str]

    @classmethod
    def of(cls, paths: Iterable[str], files: ReadableFiles) -> AllowList:
        """The list for `paths`; a folder on it allows nothing below it."""
        allowed: set[str] = set()
        for path in paths:
            allowed |= _spellings(path, files)
        return cls(frozenset(allowed))

    def permits(self, path: str, files: ReadableFiles) -> bool:
        """Whether a path, or what it resolves to, is on the list."""
        return not self.paths.isdisjoint(_spellings(path, files))


def _spellings(path: str, files: ReadableFiles) -> set[str]:
    normal = normalise_path(path)
    real = files.real_path(normal)
    return {normal} if real is None else {normal, normalise_path(real)}
