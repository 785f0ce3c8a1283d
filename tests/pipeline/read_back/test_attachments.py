"""`read_file` pages, its sentences in place of text, and handles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.read_back import (
    Attachment,
    ExtractedText,
    FileRead,
    FileReadError,
    page_text,
    read_file,
    read_file_model_output,
    unique_handles,
)
from inspector.wire import utf16

PDF = Attachment("report.pdf", "e1", "report.pdf")


def read(extracted: ExtractedText | None, **options: int) -> FileRead | FileReadError:
    return read_file("report.pdf", attachments=[PDF], extract=lambda _id: extracted, **options)


def test_a_page_and_its_note() -> None:
    page = read(ExtractedText("pdf", "a😀b"), limit=2)
    assert page == FileRead("a", 4, 1)
    assert read_file_model_output(page.to_json())["value"] == (
        "a\n\n[Showing 1 of 4 chars. Call read_file again with offset=1 for more.]"
    )
    assert read_file_model_output(read(ExtractedText("pdf", "a")).to_json())["value"] == "a"


@pytest.mark.parametrize(
    ("extracted", "sentence"),
    [
        (ExtractedText("MP3", "x"), 'Cannot read audio file "report.pdf" as text.'),
        (ExtractedText("mp4", "x"), 'Cannot read video file "report.pdf" as text.'),
        (
            ExtractedText("zip", "x"),
            'Cannot read the attached file "report.pdf" as text (unsupported file type).',
        ),
        (ExtractedText("pdf"), 'Cannot read the attached file "report.pdf" as text (unsupported file type).'),
        (
            ExtractedText("png", None, "\ufeff "),
            'No extractable text found in "report.pdf" — it may be a scanned or image-only document.',
        ),
        (ExtractedText("png", None, "seen"), "seen"),
        (ExtractedText(None, "\x1c"), "\x1c"),
    ],
)
def test_what_stands_for_a_text(extracted: ExtractedText, sentence: str) -> None:
    assert read(extracted) == FileRead(sentence, len(sentence))


def test_unknown_handles_name_those_there_are() -> None:
    def extract(_id: str) -> ExtractedText:
        raise AssertionError("nothing to extract")

    result = read_file("x", attachments=[PDF], extract=extract)
    assert result == FileReadError('No attached file named "x". Available: report.pdf')
    assert "Available: (none)" in str(read_file("x", attachments=[], extract=extract))
    failed = read(None)
    assert read_file_model_output(failed.to_json())["value"] == 'Failed to read attached file "report.pdf".'


@given(st.text(st.sampled_from("ab😀𝒳中"), max_size=30), st.integers(1, 5))
def test_pages_follow_each_other_without_gap_or_standstill(text: str, limit: int) -> None:
    pages, offset = [], 0
    while offset is not None:
        page = page_text(text, offset, limit)
        assert page.next_offset is None or page.next_offset > offset
        pages.append(page.text)
        offset = page.next_offset
    assert "".join(pages) == text
    assert not any(utf16.has_surrogate(page) for page in pages)


def test_handles_are_unique_from_left_to_right() -> None:
    assert unique_handles(["a.txt", " a.txt\ufeff", "", None, "a.txt (2)", "a.txt"]) == [
        "a.txt",
        "a.txt (2)",
        "file",
        "file (2)",
        "a.txt (2) (2)",
        "a.txt (3)",
    ]
