"""Outputs too large for the transcript: a preview in place, the whole text in `tool-results/` (SOURCES A, trim 2)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from inspector.model.blob import Blob, BlobState
from inspector.model.envelope import BlobRef, Envelope, EnvelopeShape
from inspector.model.part import ToolPart
from inspector.wire import utf16

_PERSISTED: Final = re.compile(
    r"\s*<persisted-output>\s*\n?Output too large \((?P<size>[^)]*)\)\. Full output saved to: (?P<path>[^\n]+)\n"
    r"(?:\s*\nPreview[^\n]*\n)?(?P<head>.*?)(?:\n\.\.\.)?\s*</persisted-output>\s*",
    re.DOTALL,
)
FOLDER: Final = "tool-results"


def with_envelope(part: ToolPart) -> ToolPart:
    """A tool part whose output was kept apart, with what stands for it."""
    match = _PERSISTED.fullmatch(part.output) if isinstance(part.output, str) else None
    if match is None:
        return part
    name = re.split(r"[/\\]", match["path"].strip())[-1]
    ref = BlobRef("", name.removesuffix(".txt"), name, match["head"], "", utf16.length(match["head"]), 0)
    envelope = Envelope(version=1, shape=EnvelopeShape.TEXT, refs=(ref,), raw=part.output)
    return replace(part, envelope=envelope)


def find_blob(folders: list[Path], ref: BlobRef) -> Blob:
    """The whole text; paths are of the recording machine, so the name alone is looked up."""
    if not any(folder.is_dir() for folder in folders):
        return Blob(state=BlobState.NO_FOLDER)
    for folder in folders:
        path = folder / Path(ref.vfs_filename).name
        try:
            if path.is_file():
                data = path.read_bytes()
                text = data.decode("utf-8", "replace")
                return Blob(state=BlobState.UNCHECKED, text=text, path=str(path), size=len(data))
        except OSError:
            continue
    return Blob(state=BlobState.MISSING_FILE)
