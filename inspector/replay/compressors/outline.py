"""An extractive outline: deterministic and offline; first lines of texts, names and arguments of calls."""

from __future__ import annotations

from typing import Final

from inspector.pipeline.compaction.compressor import CompressionRequest
from inspector.pipeline.history.message import IrMessage, call_arguments, call_name, text_of, tool_calls
from inspector.replay.result import SummarySource
from inspector.wire import utf16

_LINE_CHARS: Final = 240
_ARGUMENT_CHARS: Final = 120
_ROUGH_TOKENS_PER_CHAR: Final = 0.3


class OutlineCompressor:
    """One line a message, oldest first; when they do not all fit, the middle is left out and said so."""

    source = SummarySource.OUTLINE

    def compress(self, request: CompressionRequest, /) -> str:
        """The outline, within the limit of the request."""
        lines = [line for message in request.source for line in _lines(message)]
        if not lines:
            return "<summary></summary>"
        limit = int(request.max_output_tokens / _ROUGH_TOKENS_PER_CHAR / 2)
        return f"<summary>Outline of the conversation so far:\n{_fit(lines, limit)}</summary>"


def _lines(message: IrMessage) -> list[str]:
    role = str(message.get("role"))
    if role == "system":
        return []
    lines = []
    text = _first_line(text_of(message), _LINE_CHARS)
    if text:
        lines.append(f"- {role}: {text}")
    for call in tool_calls(message):
        arguments = _first_line(call_arguments(call), _ARGUMENT_CHARS)
        lines.append(f"- called {call_name(call)}({arguments})")
    return lines


def _first_line(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if utf16.length(line) <= limit else utf16.slice_units(line, 0, limit) + "…"


def _fit(lines: list[str], limit: int) -> str:
    """All lines, or the first and last that fit with a note in between."""
    if sum(len(line) + 1 for line in lines) <= limit:
        return "\n".join(lines)
    head: list[str] = []
    tail: list[str] = []
    used, front, back = 0, 0, len(lines) - 1
    while front <= back:
        line = lines[front] if len(head) <= len(tail) else lines[back]
        if used + len(line) + 1 > limit:
            break
        used += len(line) + 1
        if len(head) <= len(tail):
            head.append(line)
            front += 1
        else:
            tail.append(line)
            back -= 1
    return "\n".join([*head, f"[{back - front + 1} lines left out]", *reversed(tail)])
