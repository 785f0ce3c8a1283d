"""Writing what the user asked for to where the user said, never into what was opened; Qt-free."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from inspector.model import BlobRef, Problem
from inspector.model.outputs import output_file, protect, write_output
from inspector.model.problems import register_templates
from inspector.model.user_files import io_problem
from inspector.sources.base import Progress, Source

_BLOCK: Final = 4 * 1024 * 1024

register_templates(
    {"blob-unreadable": "{path}: the full text is not there ({found}). Head and tail are all there is."}
)


def copy_source(source: Path, target: Path, progress: Progress) -> Path:
    """Copy the opened file block by block; raises `Problem` when the target cannot be written.

    A copy that was stopped is removed: half a capture looks like a whole one.
    """
    protect(source)
    try:
        reader = source.open("rb")
    except OSError as error:
        raise io_problem(source, error) from error
    with reader, output_file(target) as writer:
        total, done = source.stat().st_size, 0
        while block := reader.read(_BLOCK):
            writer.write(block)
            done += len(block)
            progress.step(done, total, str(target))
    return target


def save_blob(source: Source, ref: BlobRef, target: Path) -> Path:
    """Write the full text behind an envelope as UTF-8; raises `Problem` when it is gone or cannot be written."""
    blob = source.blob(ref)
    if blob.text is None:
        raise Problem("blob-unreadable", {"path": ref.vfs_filename, "found": str(blob.state)})
    write_output(target, blob.text)
    return target
