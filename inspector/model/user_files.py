"""Reading files that people write themselves (settings, tools, prices, rules): what is wrong is told in a sentence."""

from __future__ import annotations

from pathlib import Path

from inspector.model.problems import Problem


def io_problem(path: Path, error: OSError) -> Problem:
    """The `Problem` for a failed file operation."""
    if isinstance(error, PermissionError):
        return Problem("path-no-permission", {"path": str(path)})
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Problem("path-missing", {"path": str(path)})
    return Problem("io-failed", {"path": str(path), "found": error.strerror or str(error)})


def read_user_text(path: Path, malformed: str) -> str:
    """A UTF-8 file. Raises `Problem`: what the system complains of, or `malformed` (path, found) for other bytes."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise io_problem(path, error) from error
    except UnicodeDecodeError as error:
        raise Problem(malformed, {"path": str(path), "found": str(error)}) from error
