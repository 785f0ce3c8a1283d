"""Whether a tool call failed, whether its output is cut: the forms in which tools and servers say so (FORMATS A, B)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.marker_text import OPEN
from inspector.analysis.findings.request_facts import ACCESS_DENIED, string_leaves
from inspector.model.part import ToolPart, ToolState
from inspector.wire import JsonSyntaxError, JsonValue, dumps, loads
from inspector.wire.reading import whole

_INTERRUPTED: Final = re.compile(
    r"interrupted|\babort(?:ed)?\b|cancel(?:l?ed)? by|stream errored before tool", re.IGNORECASE
)
"""Not the tool's failure: somebody stopped it."""
_ERROR_TEXT: Final = re.compile(
    r"\s*(?:MCP error\b|\[?Error\b[:\]]|[A-Z]\w{2,40}(?:Error|Exception):|Tool execution failed)"
)
_ERROR_KEYS: Final = frozenset(
    {
        "error",
        "message",
        "code",
        "status",
        "statusCode",
        "details",
        "detail",
        "success",
        "ok",
        "retryable",
        "stack",
        "name",
    }
)
_LONGEST_ERROR: Final = 1000
"""A longer text that begins like an error is a tool's output about errors."""

_CUT_NOTE: Final = re.compile(
    r"^[^\w\n]{0,12}(?:(?:output|content|response|result|text|list)\W{1,3})?(?:was |is )?"
    r"(?:truncated|omitted|elided|cut off)\b[^\n]{0,80}$"
    r"|^[^\w\n]{0,12}\d[\d,. ]{0,15}(?:more |further |remaining )?"
    r"(?:chars|characters|bytes|lines|items|rows|entries|results|tokens)\b"
    r"[^\n]{0,20}\b(?:truncated|omitted|elided|hidden|not shown|left out)\b[^\n]{0,40}$",
    re.IGNORECASE | re.MULTILINE,
)
_OWN_NOTE: Final = re.compile(r"--- truncated \(\d+ lines, \d+ chars total")
"""The application's own older excerpt; what it left out is a trim's business."""
_CUT_HINTS: Final = ("runcated", "mitted", "lided", "cut off", "not shown", "left out", "hidden")
_TOTALS: Final = (
    "total",
    "total_count",
    "totalCount",
    "total_results",
    "totalResults",
    "total_items",
    "totalItems",
    "totalHits",
    "num_found",
)
_PAGING: Final = (
    "next",
    "next_page",
    "nextPage",
    "nextPageToken",
    "next_page_token",
    "cursor",
    "nextCursor",
    "next_cursor",
    "has_more",
    "hasMore",
    "nextLink",
    "page",
    "offset",
)
_PARSED_CHARS: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Cut:
    """An output that says it is not all.

    Attributes:
        note: the tool's own words; "" where figures tell.
        shown, total: items of a list; None where only the words tell.
    """

    note: str
    shown: int | None = None
    total: int | None = None


def failure_of(part: ToolPart) -> str | None:
    """What a failed call says, on one line; None when it did not fail or was stopped by somebody."""
    text = _failure(part)
    if text is None or _INTERRUPTED.search(text[:200]) or text.startswith(ACCESS_DENIED):
        return None  # stopped by somebody, or a refused read-back, which is told as such
    return " ".join(text.split()) or "no reason given"


def _failure(part: ToolPart) -> str | None:
    if part.state is ToolState.OUTPUT_DENIED or not (part.has_output or part.state is ToolState.OUTPUT_ERROR):
        return None
    output = part.output
    if part.state is ToolState.OUTPUT_ERROR:
        return part.error_text or _words(output)
    if isinstance(output, str):
        return output if _is_error_text(output) else None
    if isinstance(output, dict):
        if output.get("isError") is True:
            return _words(output.get("content", output))
        error = output.get("error")
        if error and isinstance(error, str | dict) and output.keys() <= _ERROR_KEYS:
            return error if isinstance(error, str) else _words(error)
        if output.get("success") is False and output.keys() <= _ERROR_KEYS:
            return _words(output)
    texts = _content_texts(output)
    return texts[0] if len(texts) == 1 and _is_error_text(texts[0]) else None


def _is_error_text(text: str) -> bool:
    return (
        len(text) <= _LONGEST_ERROR and text.strip().count("\n") <= 1 and _ERROR_TEXT.match(text) is not None
    )


def _content_texts(output: JsonValue) -> list[str]:
    """The texts of an output of typed content."""
    content = output.get("content", output.get("value")) if isinstance(output, dict) else output
    items = content if isinstance(content, list) else []
    return [item["text"] for item in items if isinstance(item, dict) and isinstance(item.get("text"), str)]  # type: ignore[misc]


def _words(value: JsonValue) -> str:
    """A value's own text: of typed content its texts, of an error its message, else its JSON."""
    texts = _content_texts({"content": value} if isinstance(value, list) else value)
    if texts:
        return "\n".join(texts)
    message = value.get("message") if isinstance(value, dict) else value
    return message if isinstance(message, str) else "" if value is None else dumps(value)[:_LONGEST_ERROR]


def cut_of(part: ToolPart) -> Cut | None:
    """How an output says that it is only part of what there was; None when it does not."""
    if not part.has_output or failure_of(part) is not None:
        return None
    for text in string_leaves(part.output):
        if OPEN in text or _OWN_NOTE.search(text):
            continue  # the application's own trim
        if any(hint in text for hint in _CUT_HINTS) and (note := _CUT_NOTE.search(text)):
            return Cut(" ".join(note[0].split()))
        if text[:1] == "{" and len(text) <= _PARSED_CHARS and (found := _fewer(_parsed(text))):
            return found
    return _fewer(part.output)


def _parsed(text: str) -> JsonValue:
    try:
        return loads(text)
    except JsonSyntaxError:
        return None


def _fewer(value: JsonValue) -> Cut | None:
    """A list beside a total that is larger, and no word of further pages."""
    if not isinstance(value, dict) or any(value.get(name) for name in _PAGING):
        return None
    lists = [len(member) for member in value.values() if isinstance(member, list)]
    total = next((n for name in _TOTALS if (n := whole(value.get(name))) is not None), None)
    if len(lists) == 1 and total is not None and 0 < lists[0] < total:
        return Cut("", lists[0], total)
    return None
