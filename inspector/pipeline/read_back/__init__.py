"""Read-back of what was taken out of a prompt: `fs_read` by path, `read_file` by handle (PIPELINE §8)."""

from __future__ import annotations

from inspector.pipeline.read_back.attachments import (
    READ_FILE_LIMIT,
    Attachment,
    ExtractedText,
    FileKind,
    FileRead,
    FileReadError,
    kind_of,
    read_file,
    read_file_model_output,
)
from inspector.pipeline.read_back.files import DiskFiles, FileFacts, ReadableFiles
from inspector.pipeline.read_back.fs_read import (
    DEFAULT_CAP,
    DEFAULT_LIMIT,
    FsReadCode,
    FsReadError,
    FsReadText,
    fs_read,
    fs_read_model_output,
)
from inspector.pipeline.read_back.handles import unique_handles
from inspector.pipeline.read_back.paging import Page, page_text, surrogate_safe_end
from inspector.pipeline.read_back.paths import AllowList, normalise_path

__all__ = [
    "DEFAULT_CAP",
    "DEFAULT_LIMIT",
    "READ_FILE_LIMIT",
    "AllowList",
    "Attachment",
    "DiskFiles",
    "ExtractedText",
    "FileFacts",
    "FileKind",
    "FileRead",
    "FileReadError",
    "FsReadCode",
    "FsReadError",
    "FsReadText",
    "Page",
    "ReadableFiles",
    "fs_read",
    "fs_read_model_output",
    "kind_of",
    "normalise_path",
    "page_text",
    "read_file",
    "read_file_model_output",
    "surrogate_safe_end",
    "unique_handles",
]
