"""The text of attached documents, and what is said where it cannot be had."""

from __future__ import annotations

import sys
from pathlib import Path

import docx
import openpyxl
import pptx
import pypdf
import pytest

from inspector.replay.documents import NoExtractorError, document_text


def test_word_paragraphs_and_tables_come_in_order(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("before")
    table = document.add_table(rows=1, cols=2)
    table.cell(0, 0).text, table.cell(0, 1).text = "left", "right"
    document.add_paragraph("after")
    document.save(str(tmp_path / "a.docx"))
    assert document_text(tmp_path / "a.docx", "docx") == "before\nleft\tright\nafter"


def test_sheets_and_slides(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["name", 3, None])
    book.save(tmp_path / "a.xlsx")
    assert document_text(tmp_path / "a.xlsx", "xlsx") == "name\t3\t"
    show = pptx.Presentation()
    show.slides.add_slide(show.slide_layouts[5]).shapes.title.text = "Title"
    show.save(str(tmp_path / "a.pptx"))
    assert "Title" in document_text(tmp_path / "a.pptx", "pptx")


def test_a_pdf_without_text_has_none(tmp_path: Path) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(width=72, height=72)
    writer.write(tmp_path / "a.pdf")
    assert document_text(tmp_path / "a.pdf", "pdf").strip() == ""


@pytest.mark.parametrize("ext", ["pdf", "docx", "xlsx", "pptx"])
def test_a_broken_document_is_no_text(tmp_path: Path, ext: str) -> None:
    (tmp_path / "a").write_bytes(b"no such document")
    with pytest.raises(NoExtractorError):
        document_text(tmp_path / "a", ext)


def test_without_an_extractor_nothing_is_made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(NoExtractorError):
        document_text(tmp_path / "a.docx", "docx")
    with pytest.raises(NoExtractorError):
        document_text(tmp_path / "a.rtf", "rtf")
