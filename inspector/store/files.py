"""The folder of a blob store: whole files or none, whatever happens (PIPELINE §7)."""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.model.regular_files import is_regular, read_regular
from inspector.store.steps import Step, StepObserver, unobserved

_UUID: Final = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_BLOB: Final = re.compile(rf"({_UUID})(?:\.[^.]+)?\Z")
_RESIDUE: Final = re.compile(rf".*\.tmp-{_UUID}\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in the folder.

    Attributes:
        name: its name.
        entry_id: the entry it would belong to; None for residue of a broken write and for names of others.
        residue: left over by a write that did not finish.
        modified_at: ms since epoch.
    """

    name: str
    entry_id: str | None
    residue: bool
    modified_at: int


class BlobFiles:
    """Files named `<entry id>.<ext>` in one folder, created when first written to."""

    def __init__(self, folder: Path, observer: StepObserver = unobserved) -> None:
        self.folder = folder
        self._observer = observer

    def path(self, entry_id: str, ext: str | None) -> Path:
        """Where an entry's file lies; ValueError for an id that would leave the folder."""
        name = f"{entry_id}.{ext}" if ext else entry_id
        if not entry_id or Path(name).name != name or "\\" in name or "\0" in name:
            raise ValueError(f"no file name: {name!r}")
        return self.folder / name

    def write(self, entry_id: str, ext: str, data: bytes) -> Path:
        """Write a whole file: beside its place, synced, then moved there. Raises OSError and leaves nothing."""
        place = self.path(entry_id, ext)
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = place.with_name(f"{place.name}.tmp-{uuid.uuid4()}")
        try:
            self._fill(draft, entry_id, data)
            os.replace(draft, place)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        self._observer(Step.FILE_RENAMED, entry_id)
        self._sync_folder()
        self._observer(Step.FOLDER_SYNCED, entry_id)
        return place

    def read(self, entry_id: str, ext: str | None) -> bytes | None:
        """An entry's bytes; None when there is no readable file."""
        try:
            return read_regular(self.path(entry_id, ext))
        except ValueError:
            return None

    def remove(self, name: str) -> bool:
        """Remove a file by name; False when it was gone already. Raises OSError."""
        try:
            (self.folder / name).unlink()
        except FileNotFoundError:
            return False
        self._observer(Step.FILE_REMOVED, name)
        return True

    def list(self) -> Iterator[StoredFile]:
        """Plain files in the folder, by name."""
        if not self.folder.is_dir():
            return
        for path in sorted(self.folder.iterdir()):
            try:
                modified_at = path.stat(follow_symlinks=False).st_mtime_ns // 1_000_000
            except FileNotFoundError:
                continue
            if is_regular(path):
                match = _BLOB.match(path.name)
                residue = _RESIDUE.match(path.name) is not None
                yield StoredFile(path.name, match[1] if match and not residue else None, residue, modified_at)

    def _fill(self, draft: Path, entry_id: str, data: bytes) -> None:
        with draft.open("xb") as file:
            self._observer(Step.FILE_OPENED, entry_id)
            file.write(data)
            file.flush()
            self._observer(Step.FILE_WRITTEN, entry_id)
            os.fsync(file.fileno())
        self._observer(Step.FILE_SYNCED, entry_id)

    def _sync_folder(self) -> None:
        # Without this the rename itself may be lost with the power. Windows cannot open a folder and needs it not.
        if os.name == "posix":
            handle = os.open(self.folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
