"""Writing what the user asked for to where the user said, never into what was opened; Qt-free."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from inspector.model import BlobRef, Problem
from inspector.model.problems import register_templates
from inspector.sources.base import Cancelled, Progress, Source
from inspector.wire import utf16

_BLOCK: Final = 4 * 1024 * 1024

register_templates(
    {
        "write-into-source": (
            "{path}: lies in the folder that was opened, which is only ever read. Choose another place."
        ),
        "blob-unreadable": "{path}: the full text is not there ({found}). Head and tail are all there is.",
    }
)


def copy_source(source: Path, target: Path, progress: Progress) -> Path:
    """Copy the opened file block by block; raises `Problem` when the target cannot be written.

    A copy that was stopped is removed: half a capture looks like a whole one.
    """
    _refuse_source_folder(source, target)
    total, done = source.stat().st_size, 0
    try:
        with source.open("rb") as reader, target.open("wb") as writer:
            while block := reader.read(_BLOCK):
                writer.write(block)
                done += len(block)
                progress.step(done, total, str(target))
    except Cancelled:
        target.unlink(missing_ok=True)
        raise
    except OSError as error:
        raise _write_problem(target, error) from error
    return target


def save_blob(source: Source, ref: BlobRef, target: Path) -> Path:
    """Write the full text behind an envelope as UTF-8; raises `Problem` when it is gone or cannot be written."""
    _refuse_source_folder(source.path, target)
    blob = source.blob(ref)
    if blob.text is None:
        raise Problem("blob-unreadable", {"path": ref.vfs_filename, "found": str(blob.state)})
    try:
        target.write_bytes(utf16.encode_utf8(blob.text))
    except OSError as error:
        raise _write_problem(target, error) from error
    return target


def _refuse_source_folder(source: Path, target: Path) -> None:
    folder = Path(os.path.realpath(source)).parent
    if Path(os.path.realpath(target)).is_relative_to(folder):
        raise Problem("write-into-source", {"path": str(target)})


def _write_problem(target: Path, error: OSError) -> Problem:
    return Problem("write-failed", {"path": str(target), "found": error.strerror or str(error)})
