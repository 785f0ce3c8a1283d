"""From what a prompt shows of a tool's output back to the output itself, for tools whose form is known (PIPELINE §9).

A capture holds model forms; windows, storage and row estimates work on what the application keeps in its rows.
"""

from __future__ import annotations

import re
from typing import Final

from inspector.wire import JsonValue, utf16

_READ_FILE_NOTE: Final = re.compile(
    r"\n\n\[Showing \d+ of (?P<total>\d+) chars\. Call read_file again with offset=(?P<next>\d+) for more\.\]$"
)
_FS_READ_NOTE: Final = re.compile(
    r"\n\n\[showing lines (?P<start>\d+)-(?P<end>\d+) of (?P<total>\d+); \d+ more — call again with "
    r"offset=\d+ to continue\]$"
)
_FS_READ_ERROR: Final = re.compile(r"^\[Error: (?P<code>[^\]\n]*)\] (?P<message>.*)$", re.DOTALL)
_MCP_PREFIX: Final = "mcp__"


def stored_outcome(tool: str, output: JsonValue) -> dict[str, JsonValue] | None:
    """Members of a stored tool part that say how the call ended; None where the form has no known way back."""
    if not isinstance(output, dict):
        return None
    kind, value = output.get("type"), output.get("value")
    if kind == "json":
        return _available(value)
    if kind == "error-text" and isinstance(value, str):
        return _failed(tool, value)
    if kind == "text" and isinstance(value, str):
        return _available(_stored_text(tool, value))
    return None


def _available(output: JsonValue) -> dict[str, JsonValue]:
    return {"state": "output-available", "output": output}


def _failed(tool: str, text: str) -> dict[str, JsonValue]:
    error = _FS_READ_ERROR.match(text) if tool == "fs_read" else None
    if error is not None:
        return _available({"kind": "error", "code": error["code"], "message": error["message"]})
    return {"state": "output-error", "errorText": text}


def _stored_text(tool: str, text: str) -> JsonValue:
    if tool == "read_file":
        return _read_file(text)
    if tool == "fs_read":
        return _fs_read(text)
    if tool.startswith(_MCP_PREFIX):
        return {"content": [{"type": "text", "text": text}]}
    return text


def _read_file(text: str) -> JsonValue:
    note = _READ_FILE_NOTE.search(text)
    if note is None:
        return {"text": text, "totalChars": utf16.length(text)}
    return {"text": text[: note.start()], "totalChars": int(note["total"]), "nextOffset": int(note["next"])}


def _fs_read(text: str) -> JsonValue:
    note = _FS_READ_NOTE.search(text)
    shown = text if note is None else text[: note.start()]
    first = re.match(r" *(\d+)\t", shown)
    start = int(note["start"]) if note is not None else int(first[1]) if first is not None else 1
    end = int(note["end"]) if note is not None else start + shown.count("\n")
    total = int(note["total"]) if note is not None else end
    return {"kind": "text", "text": shown, "startLine": start, "endLine": end, "totalLines": total}


def note_at(tool: str, text: str) -> int:
    """Where the note behind a page of `read_file` or `fs_read` begins; the end of the text where there is none."""
    pattern = {"read_file": _READ_FILE_NOTE, "fs_read": _FS_READ_NOTE}.get(tool)
    note = pattern.search(text) if pattern is not None else None
    return len(text) if note is None else note.start()
