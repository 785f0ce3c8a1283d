"""What is told of a failure that nobody foresaw: one line, and the whole trace in a file to be sent along."""

from __future__ import annotations

import os
import time
import traceback
from pathlib import Path
from typing import Final

import platformdirs

from inspector.model.problems import Problem

_LARGEST_LOG: Final = 1_000_000


def state_folder() -> Path:
    """Where logs are kept; made when it is not there. Raises OSError."""
    folder = Path(platformdirs.user_state_dir("context-inspector"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def describe_failure(error: BaseException) -> str:
    """One line: what happened and what to do; a failure of ours goes to the log with its trace."""
    if isinstance(error, Problem):
        return str(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory for this. Close other programs or open a smaller file."
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror or error}. Check the disk and its rights and try again."
    place = _place(error)
    kept = keep_trace(error)
    return (
        f"this is a fault of the program: {type(error).__name__}: {str(error)[:300]} ({place}). "
        f"Please report this line{f' and {kept}' if kept else ''}."
    )


def keep_trace(error: BaseException) -> Path | None:
    """Append the trace to the log; None when there is no place for it."""
    try:
        path = state_folder() / "failures.log"
        if path.exists() and path.stat().st_size > _LARGEST_LOG:
            os.replace(path, path.with_suffix(".old.log"))
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"-- {time.strftime('%Y-%m-%d %H:%M:%S')}\n")
            log.writelines(traceback.format_exception(error, limit=30))
    except OSError:
        return None
    return path


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "inspector" in Path(frame.filename).parts] or list(frames)
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "no place known"
