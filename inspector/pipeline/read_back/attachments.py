"""`read_file(filename, offset?, limit?)`: pages of an attachment's text, asked for by handle (PIPELINE §8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from inspector.pipeline.read_back.paging import page_text
from inspector.wire import js_trim, utf16
from inspector.wire.values import JsonValue

READ_FILE_LIMIT: Final = 8000


class FileKind(StrEnum):
    """How the text of a file is had, by its extension."""

    TEXT = "text"
    IMAGE = "image"
    AUDIO = "audio"
    VIDEO = "video"
    OTHER = "other"


_EXTENSIONS: Final[dict[FileKind, str]] = {
    FileKind.IMAGE: "jpg jpeg png gif bmp webp svg tif tiff ico heic avif",
    FileKind.AUDIO: "mp3 wav ogg flac aac m4a wma opus aiff",
    FileKind.VIDEO: "mp4 avi mov wmv flv mkv webm m4v mpeg mpg 3gp",
    FileKind.TEXT: (
        "txt text md mdx markdown rst log csv tsv json jsonl json5 xml yaml yml toml ini cfg conf env properties "
        "html htm css scss sass less js jsx mjs cjs ts tsx mts cts vue svelte astro py pyi rb php pl lua r jl java kt "
        "kts scala groovy c h cc cpp cxx hpp hh cs fs vb go rs swift m mm dart ex exs erl hs clj elm zig nim sh bash "
        "zsh fish ps1 bat cmd sql graphql proto tex bib srt vtt diff patch gradle cmake make dockerfile gitignore "
        "pdf doc docx ppt pptx xls xlsx odt odp ods rtf epub"
    ),
}
_KIND_OF: Final = {ext: kind for kind, extensions in _EXTENSIONS.items() for ext in extensions.split()}


def kind_of(ext: str | None) -> FileKind:
    """The kind of a file by its extension without dot; none is read as text."""
    return _KIND_OF.get(ext.lower(), FileKind.OTHER) if ext else FileKind.TEXT


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of the conversation.

    Attributes:
        handle: what the model calls it (`unique_handles`).
        file_entry_id: `file_entry.id`.
        display_name: what the answers call it.
    """

    handle: str
    file_entry_id: str
    display_name: str


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """What could be got out of a file.

    Attributes:
        ext: extension without dot; "" or None = none, which is read as text.
        text: text of a document; None = it could not be extracted.
        ocr_text: text found in an image; None = none.
    """

    ext: str | None
    text: str | None = None
    ocr_text: str | None = None


@dataclass(frozen=True, slots=True)
class FileRead:
    """A page of an attachment, or a sentence in place of a text it does not have."""

    text: str
    total_chars: int
    next_offset: int | None = None

    def to_json(self) -> dict[str, JsonValue]:
        """The tool output as a message stores it."""
        fields: dict[str, JsonValue] = {"text": self.text, "totalChars": self.total_chars}
        return fields if self.next_offset is None else {**fields, "nextOffset": self.next_offset}


@dataclass(frozen=True, slots=True)
class FileReadError:
    """No such handle, or the file could not be read."""

    message: str

    def to_json(self) -> dict[str, JsonValue]:
        """The tool output as a message stores it."""
        return {"error": self.message}


def read_file(
    filename: str,
    *,
    attachments: Sequence[Attachment],
    extract: Callable[[str], ExtractedText | None],
    offset: int | None = None,
    limit: int | None = None,
) -> FileRead | FileReadError:
    """A page of at most `limit` UTF-16 units (default 8000) from `offset` of the attachment with this handle.

    `extract` gives what is known of a `file_entry.id`; None means it could not be read.
    """
    attachment = next((item for item in attachments if item.handle == filename), None)
    if attachment is None:
        available = ", ".join(item.handle for item in attachments) or "(none)"
        return FileReadError(f'No attached file named "{filename}". Available: {available}')
    extracted = extract(attachment.file_entry_id)
    if extracted is None:
        return FileReadError(f'Failed to read attached file "{attachment.display_name}".')
    text = _text_or_note(extracted, attachment.display_name)
    page = page_text(text, offset or 0, READ_FILE_LIMIT if limit is None else limit)
    return FileRead(page.text, page.total_chars, page.next_offset)


def read_file_model_output(output: JsonValue) -> dict[str, JsonValue]:
    """What the model sees of a stored `read_file` output (`to_json`): always a text."""
    fields = output if isinstance(output, dict) else {}
    if "error" in fields:
        return {"type": "text", "value": fields["error"]}
    text = fields.get("text")
    if fields.get("nextOffset") is None or not isinstance(text, str):
        return {"type": "text", "value": text}
    return {
        "type": "text",
        "value": f"{text}\n\n[Showing {utf16.length(text)} of {fields.get('totalChars')} chars. "
        f"Call read_file again with offset={fields['nextOffset']} for more.]",
    }


def _text_or_note(extracted: ExtractedText, name: str) -> str:
    kind = kind_of(extracted.ext)
    if kind in (FileKind.AUDIO, FileKind.VIDEO):
        return f'Cannot read {kind} file "{name}" as text.'
    text = (extracted.ocr_text or "") if kind is FileKind.IMAGE else extracted.text
    if kind is FileKind.OTHER or text is None:
        return f'Cannot read the attached file "{name}" as text (unsupported file type).'
    return (
        text
        if js_trim(text)
        else (f'No extractable text found in "{name}" — it may be a scanned or image-only document.')
    )
