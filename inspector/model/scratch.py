"""Temporary folders that hold copies of somebody's conversations, and never outlive the program for long.

A folder's name tells the process it belongs to. What a killed process left is removed when the next one makes its own.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from inspector.model.problems import Problem, register_templates

_PREFIX: Final = "context-inspector-"
_STALE_S: Final = 86_400

register_templates(
    {
        "no-scratch": (
            "{path}: no room for a temporary copy ({found}). Free some space there, or set TMPDIR to another folder."
        )
    }
)


def scratch_folder() -> Path:
    """A new folder of this process; raises `Problem` when there is no room for one."""
    root = Path(tempfile.gettempdir())
    sweep_stale(root)
    try:
        return Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=root))
    except OSError as error:
        raise scratch_problem(error) from error


def scratch_problem(error: OSError) -> Problem:
    """The `Problem` of a temporary folder that cannot be written to: never the source's fault."""
    return Problem("no-scratch", {"path": tempfile.gettempdir(), "found": error.strerror or str(error)})


def sweep_stale(root: Path) -> None:
    """Remove folders of processes that are gone."""
    with suppress(OSError), os.scandir(root) as entries:
        for entry in entries:
            owner = entry.name.removeprefix(_PREFIX).partition("-")[0]
            if entry.name.startswith(_PREFIX) and owner.isdigit() and _is_left_behind(entry, int(owner)):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_left_behind(entry: os.DirEntry[str], owner: int) -> bool:
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    if not entry.is_dir(follow_symlinks=False) or owner == os.getpid():
        return False
    if os.name != "posix":  # there, asking for a process would end it
        return time.time() - found.st_mtime > _STALE_S
    if found.st_uid != os.getuid():
        return False
    try:
        os.kill(owner, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
