"""Putting trimmed outputs of a recorded prompt back to their full texts, where the blob can be found (PIPELINE §3).

Only markers lead to a blob. The plain `--- truncated …` form kept nothing, so its middle is gone for good.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from inspector.replay.session import ReadText
from inspector.wire import JsonValue, utf16

MARKER_OPEN: Final = "<persisted-output>"
_MARKER: Final = re.compile(
    r"<persisted-output>\noutput truncated \((?P<lines>\d+) lines, (?P<chars>\d+) chars total[^)\n]*\)\n"
    r"(?:Full output saved to: (?P<path>[^\n]*)\nURI \(alternative\): (?P<uri>[^\n]*)\n[^\n]*|"
    r"Full output: (?P<bare>[^\n]*))\n</persisted-output>"
)
_PLAIN: Final = re.compile(r"\n--- truncated \(\d+ lines, \d+ chars total\) ---\n")
_NEVER_TRIMMED: Final = frozenset({"fs_read"})
_ROUND: Final = (50_000, 10_000, 5_000, 1_000, 500, 100, 10, 1)
"""Steps that people set thresholds in, the roundest first."""
_FOLDER: Final = re.compile(r"^(?P<folder>.+)/[^/]+$")


@dataclass(slots=True)
class Restorer:
    """Restores messages, one look per distinct marker.

    Attributes:
        read: full text behind a marker's path or URI; None = not to be found.
        restored, missing, gone: markers put back, markers without a blob, plain cuts.
        folders: folders that markers name, in order.
        shortest_trimmed: UTF-16 units of the shortest text that was put back; None = none was.
        longest_whole: those of the longest tool text that was sent whole.
    """

    read: ReadText
    restored: int = 0
    missing: int = 0
    gone: int = 0
    folders: dict[str, None] = field(default_factory=dict)
    shortest_trimmed: int | None = None
    longest_whole: int = 0
    _texts: dict[str, str | None] = field(default_factory=dict)
    _exempt: bool = False

    def message(self, message: JsonValue) -> JsonValue:
        """The message with its tool results in full; the object given when nothing was trimmed."""
        if not isinstance(message, dict) or not isinstance(message.get("content"), list):
            return message
        content = message["content"]
        assert isinstance(content, list)
        parts = [self._part(part) for part in content]
        changed = any(part is not before for part, before in zip(parts, content, strict=True))
        return {**message, "content": parts} if changed else message

    def _part(self, part: JsonValue) -> JsonValue:
        if not isinstance(part, dict) or part.get("type") != "tool-result":
            return part
        output = part.get("output")
        self._exempt = part.get("toolName") in _NEVER_TRIMMED
        restored = mapped_texts(output, self._text)
        return part if restored is output else {**part, "output": restored}

    def _text(self, text: str) -> str:
        if MARKER_OPEN not in text:
            cut = _PLAIN.search(text) is not None
            self.gone += cut
            if not cut and not self._exempt:
                self.longest_whole = max(self.longest_whole, utf16.length(text))
            return text
        match = _MARKER.search(text)
        if match is None:
            return text
        full = self._behind(match)
        if full is None or not _fits(text, match, full):
            self.missing += 1
            return text
        self.restored += 1
        chars = utf16.length(full)
        self.shortest_trimmed = min(chars, self.shortest_trimmed or chars)
        return full

    def threshold(self) -> int | None:
        """The roundest threshold under which just these texts are trimmed; None = the markers tell of none."""
        if self.shortest_trimmed is None:
            return None
        most = self.shortest_trimmed - 1
        rounded = (most // step * step for step in _ROUND)
        return next((value for value in rounded if value >= max(self.longest_whole, 1)), None)

    def _behind(self, match: re.Match[str]) -> str | None:
        path = match["path"]
        if path and (folder := _FOLDER.match(path)):
            self.folders.setdefault(folder["folder"])
        for name in (path, match["uri"] or match["bare"]):
            if name and name not in self._texts:
                self._texts[name] = self.read(name)
            if name and self._texts[name] is not None:
                return self._texts[name]
        return None


def _fits(text: str, match: re.Match[str], full: str) -> bool:
    """Whether the excerpt around a marker is of this very text: another text is never put in its place."""
    head, tail = text[: match.start()].strip(), text[match.end() :].strip()
    return full.lstrip().startswith(head) and full.rstrip().endswith(tail)


def mapped_texts(value: JsonValue, change: Callable[[str], str]) -> JsonValue:
    """A JSON value with its strings changed; the object given when none was."""
    if isinstance(value, str):
        changed = change(value)
        return value if changed == value else changed
    if isinstance(value, list):
        items = [mapped_texts(item, change) for item in value]
        same = all(item is before for item, before in zip(items, value, strict=True))
        return value if same else items
    if isinstance(value, dict):
        members = {key: mapped_texts(item, change) for key, item in value.items()}
        same = all(members[key] is value[key] for key in value)
        return value if same else members
    return value
