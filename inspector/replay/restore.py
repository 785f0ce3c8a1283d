"""Putting trimmed outputs of a recorded prompt back to their full texts, where they can be found (PIPELINE §3).

Behind a marker lies a blob, and often the capture itself holds the text whole in another prompt. The plain
`--- truncated …` form kept nothing, so its middle is gone for good.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from inspector.replay.captured_outputs import note_at
from inspector.replay.captured_texts import MARKER_OPEN, WholeTexts
from inspector.replay.session import KnownBlob, ReadText
from inspector.wire import JsonValue, survey

_MARKER: Final = re.compile(
    r"<persisted-output>\noutput truncated \((?P<lines>\d+) lines, (?P<chars>\d+) chars total[^)\n]*\)\n"
    r"(?:Full output saved to: (?P<path>[^\n]*)\nURI \(alternative\): (?P<uri>[^\n]*)\n[^\n]*|"
    r"Full output: (?P<bare>[^\n]*))\n</persisted-output>"
)
_PLAIN: Final = re.compile(r"\n--- truncated \(\d+ lines, \d+ chars total\) ---\n")
_FOLDER: Final = re.compile(r"^(?P<folder>.+)/(?P<name>[^/]+)$")


@dataclass(slots=True)
class Restorer:
    """Restores messages, one look per distinct marker.

    Attributes:
        read: full text behind a marker's path or URI; None = not to be found.
        whole: texts that the capture itself holds.
        restored, missing, gone: markers put back, markers without a text, plain cuts.
        folders: folders that markers name, in order.
        cut: UTF-16 units behind every marker without a text, by its URI.
        known_blobs: entries that markers name, by (content hash, bytes) of the text behind them.
    """

    read: ReadText
    whole: WholeTexts = field(default_factory=WholeTexts)
    restored: int = 0
    missing: int = 0
    gone: int = 0
    folders: dict[str, None] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)
    known_blobs: dict[tuple[str, int], KnownBlob] = field(default_factory=dict)
    _texts: dict[str, str | None] = field(default_factory=dict)
    _tool: str = ""

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
        self._tool = str(part.get("toolName"))
        restored = mapped_texts(output, self._text)
        if restored is output:
            return part
        text = restored.get("value") if isinstance(restored, dict) else None
        if isinstance(text, str) and isinstance(restored, dict) and restored.get("type") == "text":
            restored = self.whole.as_output(self._tool, text)
        return {**part, "output": restored}

    def _text(self, text: str) -> str:
        if MARKER_OPEN not in text:
            self.gone += _PLAIN.search(text) is not None
            return text
        match = _MARKER.search(text)
        if match is None:
            return text
        full = self._behind(match)
        if full is not None:
            for end in dict.fromkeys((len(text), note_at(self._tool, text))):
                if _fits(text[:end], match, full):
                    self.restored += 1
                    self._note_entry(match, full)
                    return full + text[end:]
        self.missing += 1
        self.cut[match["uri"] or match["bare"]] = int(match["chars"])
        return text

    def _behind(self, match: re.Match[str]) -> str | None:
        path = match["path"]
        if path and (folder := _FOLDER.match(path)):
            self.folders.setdefault(folder["folder"])
        uri = match["uri"] or match["bare"] or ""
        for name in (path, uri):
            if name and name not in self._texts:
                self._texts[name] = self.read(name)
            if name and self._texts[name] is not None:
                return self._texts[name]
        return self.whole.behind(uri.rsplit("/", 1)[-1], int(match["chars"]))

    def _note_entry(self, match: re.Match[str], full: str) -> None:
        """The path that the application showed for a text, so that a replay shows the same."""
        place = _FOLDER.match(match["path"] or "")
        if place is not None:
            found = survey(full)
            entry = place["name"].removesuffix(".txt")
            self.known_blobs.setdefault((found.content_hash, found.size), KnownBlob(entry_id=entry))


def markers_in(text: str) -> list[tuple[str, int]]:
    """URI of every marker in a text, and how many UTF-16 units it says its output has."""
    return [(match["uri"] or match["bare"], int(match["chars"])) for match in _MARKER.finditer(text)]


def _fits(text: str, match: re.Match[str], full: str) -> bool:
    """Whether the excerpt around a marker is of this very text: another text is never put in its place.

    An excerpt may end within a surrogate pair, so code units are compared.
    """
    head, tail = _units(text[: match.start()].strip()), _units(text[match.end() :].strip())
    whole = _units(full.strip())
    return whole.startswith(head) and whole.endswith(tail)


def _units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


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
