"""Find the blobs behind `vfs_….txt` names: the paths in a capture's markers belong to another machine (FORMATS B)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from inspector.model.blob import Blob, BlobState
from inspector.model.envelope import BlobRef
from inspector.model.regular_files import is_regular, read_regular
from inspector.wire import length, vfs_filename

_SKIPPED: Final = frozenset({"node_modules", ".git", ".venv", "__pycache__"})
_MAX_DEPTH: Final = 8
_MAX_ENTRIES: Final = 20_000


class BlobFinder:
    """Looks for blob files by name in the folder given, else near the capture; the walk is bounded and made once."""

    def __init__(self, capture: Path, folder: Path | None) -> None:
        self._folder = folder or (
            capture.parent.parent if capture.parent.name == ".devtools" else capture.parent
        )
        self._files: dict[str, Path] | None = None

    def resolve(self, ref: BlobRef) -> Blob:
        """Read and check one blob; the name itself is a hash of the text."""
        files = self._find_files()
        path = files.get(ref.vfs_filename) or files.get(f"{ref.file_entry_id}.txt")
        if path is None:
            return Blob(
                state=BlobState.MISSING_FILE if files else BlobState.NO_FOLDER, expected_hash=ref.vfs_filename
            )
        data = read_regular(path)
        if data is None:
            state = BlobState.MISSING_FILE if is_regular(path) else BlobState.REFUSED
            return Blob(state=state, path=str(path), expected_hash=ref.vfs_filename)
        text = data.decode("utf-8", "replace")
        found = vfs_filename(text)
        state = BlobState.OK
        if found != ref.vfs_filename:
            state = BlobState.HASH_DIFFERS
        elif ref.total_chars and length(text) != ref.total_chars:
            state = BlobState.SIZE_DIFFERS
        return Blob(
            state=state,
            text=text,
            path=str(path),
            size=len(data),
            expected_hash=ref.vfs_filename,
            found_hash=found,
        )

    def _find_files(self) -> dict[str, Path]:
        if self._files is None:
            self._files = _text_files(self._folder)
        return self._files


def _text_files(root: Path) -> dict[str, Path]:
    """All `vfs_*.txt` and uuid-named `.txt` files below a folder, by name; the shallowest wins."""
    found: dict[str, Path] = {}
    seen = 0
    for folder, folders, names in os.walk(root):
        depth = len(Path(folder).relative_to(root).parts)
        folders[:] = sorted(f for f in folders if f not in _SKIPPED) if depth < _MAX_DEPTH else []
        for name in names:
            if name.endswith(".txt"):
                found.setdefault(name, Path(folder) / name)
        seen += len(names) + len(folders)
        if seen > _MAX_ENTRIES:
            break
    return found
