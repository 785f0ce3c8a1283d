"""What the model can still read in full: attachments and archived tool outputs of a path (PIPELINE §8, §11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.model.envelope import parse_envelope
from inspector.pipeline.compaction.rows import Row, parts_of
from inspector.pipeline.envelope_render import BlobPath
from inspector.pipeline.read_back.handles import unique_handles
from inspector.wire import JsonValue

UNNAMED_FILE = "file"


@dataclass(frozen=True, slots=True)
class RetainedFile:
    """An attachment.

    Attributes:
        entry_id: its file entry.
        handle: the name `read_file` takes, unique within the path.
        display_name: the file's name as stored.
        row: index of the row it is attached to.
    """

    entry_id: str
    handle: str
    display_name: str
    row: int


@dataclass(frozen=True, slots=True)
class RetainedOutput:
    """An archived tool output.

    Attributes:
        path: what `fs_read` takes.
        row: index of the first row whose envelope points to it.
    """

    path: str
    row: int


@dataclass(frozen=True, slots=True)
class RetainedContext:
    """Read-back rights of a request, in the order of the path."""

    files: tuple[RetainedFile, ...] = ()
    outputs: tuple[RetainedOutput, ...] = ()

    def up_to(self, row: int) -> RetainedContext:
        """What lies in rows 0 … `row`: what a boundary there folds away."""
        return RetainedContext(
            tuple(file for file in self.files if file.row <= row),
            tuple(output for output in self.outputs if output.row <= row),
        )

    @property
    def handles(self) -> list[str]:
        """Handles of the attachments."""
        return [file.handle for file in self.files]

    @property
    def paths(self) -> list[str]:
        """Paths of the archived outputs."""
        return [output.path for output in self.outputs]


def collect_retained_context(rows: Sequence[Row], blob_path: BlobPath) -> RetainedContext:
    """Attachments and archived outputs of the rows; handles are given left to right over all of them."""
    outputs: dict[str, RetainedOutput] = {}
    for index, row in enumerate(rows):
        for part in parts_of(row):
            for path in _archived_paths(part, blob_path):
                outputs.setdefault(path, RetainedOutput(path, index))
    return RetainedContext(collect_file_attachments(rows), tuple(outputs.values()))


def collect_file_attachments(rows: Sequence[Row]) -> tuple[RetainedFile, ...]:
    """File parts that point to a file entry, with their handles."""
    found = [(index, *file) for index, row in enumerate(rows) for file in _files(parts_of(row))]
    handles = unique_handles(name for _, _, name in found)
    return tuple(
        RetainedFile(entry, handle, UNNAMED_FILE if name is None else name, index)
        for (index, entry, name), handle in zip(found, handles, strict=True)
    )


def is_attachment(part: JsonValue) -> bool:
    """Whether a part is a file that points to a file entry."""
    return isinstance(part, dict) and part.get("type") == "file" and bool(_entry_id(part))


def _files(parts: Sequence[JsonValue]) -> Iterator[tuple[str, str | None]]:
    for part in parts:
        if isinstance(part, dict) and part.get("type") == "file":
            entry, name = _entry_id(part), part.get("filename")
            if entry:
                yield entry, name if isinstance(name, str) else None


def _entry_id(part: dict[str, JsonValue]) -> str:
    metadata = part.get("providerMetadata")
    own = metadata.get("cherry") if isinstance(metadata, dict) else None
    entry = own.get("fileEntryId") if isinstance(own, dict) else None
    return entry if isinstance(entry, str) else ""


def _archived_paths(part: JsonValue, blob_path: BlobPath) -> Iterator[str]:
    if not isinstance(part, dict) or part.get("state") != "output-available" or not _is_tool(part):
        return
    envelope = parse_envelope(part.get("output"))
    for ref in envelope.refs if envelope else ():
        if (path := blob_path(ref.file_entry_id)) is not None:
            yield path


def _is_tool(part: dict[str, JsonValue]) -> bool:
    kind = part.get("type")
    return isinstance(kind, str) and (kind.startswith("tool-") or kind == "dynamic-tool")
