"""Text of PDF and office documents by well-kept extractors, where they are installed (`[documents]`)."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Final


class NoExtractorError(Exception):
    """No extractor for this kind of document is installed, or it cannot read this one."""


def document_text(path: Path, ext: str) -> str:
    """The text of a document; raises `NoExtractorError`."""
    extract = _EXTRACTORS.get(ext)
    if extract is None:
        raise NoExtractorError(ext)
    try:
        return "\n".join(extract(path))
    except Exception as error:  # a document may be broken in ways its library has no word for
        raise NoExtractorError(str(error)) from error


def _library(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise NoExtractorError(name) from error


def _pdf(path: Path) -> Iterator[str]:
    yield from (page.extract_text() for page in _library("pypdf").PdfReader(path).pages)


def _docx(path: Path) -> Iterator[str]:
    document = _library("docx").Document(str(path))
    for block in document.iter_inner_content():
        rows = getattr(block, "rows", None)
        if rows is None:
            yield block.text
        else:
            yield from ("\t".join(cell.text for cell in row.cells) for row in rows)


def _pptx(path: Path) -> Iterator[str]:
    for slide in _library("pptx").Presentation(str(path)).slides:
        yield from (shape.text_frame.text for shape in slide.shapes if shape.has_text_frame)


def _xlsx(path: Path) -> Iterator[str]:
    book = _library("openpyxl").load_workbook(path, read_only=True, data_only=True)
    for sheet in book.worksheets:
        for row in sheet.iter_rows(values_only=True):
            yield "\t".join("" if value is None else str(value) for value in row)


_EXTRACTORS: Final[dict[str, Callable[[Path], Iterator[str]]]] = {
    "pdf": _pdf,
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
}
DOCUMENT_EXTENSIONS: Final = frozenset(
    {"pdf", "doc", "docx", "ppt", "pptx", "xls", "xlsx", "odt", "odp", "ods", "rtf", "epub"}
)
"""Extensions of files whose text is not their bytes."""
