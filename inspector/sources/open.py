"""`open_source(path)`: from any path a user may give to a read-only, lazy `Source` (FORMATS)."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from inspector.model.outputs import protect
from inspector.model.problems import Problem
from inspector.sources.base import Progress, Source
from inspector.sources.detect import detect


def open_source(path: Path | str, *, blobs: Path | None = None, progress: Progress | None = None) -> Source:
    """Open a file of any format we know; builds an index, parses no payload.

    Args:
        path: generations.json, a `.devtools` folder, a project folder holding one; a .sqlite file, a `Data`
            folder or a user-data folder.
        blobs: folder with the blobs when it lies elsewhere than beside the source.
        progress: told how far the index is; may cancel.

    Raises:
        Problem: one sentence for whatever is wrong with the path.
        Cancelled: when `progress` said so.
    """
    if blobs is not None and not blobs.is_dir():
        if blobs.exists():
            raise Problem("io-failed", {"path": str(blobs), "found": os.strerror(errno.ENOTDIR)})
        raise Problem("path-missing", {"path": str(blobs)})
    found = detect(Path(path))
    protect(found.path, blobs)
    return found.format.open(found.path, blobs, progress)
