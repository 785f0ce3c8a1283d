"""Attachments in a captured prompt: a file's text stands in a person's message, perhaps cut (PIPELINE §9)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from inspector.pipeline.read_back import FileKind
from inspector.replay.session import AttachedFile
from inspector.replay.unknown import Unknown
from inspector.wire import JsonValue, utf16

_INLINED: Final = re.compile(r'^Attached file "(?P<handle>[^\n]*?)":\n(?P<body>.*)$', re.DOTALL)
_CUT: Final = re.compile(
    r"\n\n\[Truncated (?P<kept>\d+)/(?P<total>\d+) chars(?:\.\]| — call read_file\(\"[^\n]*\", offset=\d+\) "
    r"for the rest\.\])$"
)
_UNREADABLE: Final = "[could not read this file]."
ENTRY_PREFIX: Final = "captured:"
"""Before a handle, in the id of an attachment that only a capture tells of."""


@dataclass(slots=True)
class AttachmentTexts:
    """What is known of each attachment's text.

    Attributes:
        texts: the longest beginning seen, by handle.
        totals: UTF-16 units of the whole, by handle.
    """

    texts: dict[str, str] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def identity(text: str) -> str:
        """What tells a text of a person's message: an attachment by its handle, however it was cut."""
        found = _INLINED.match(text)
        return text if found is None else f"\0attached {found['handle']}"

    def see(self, part: JsonValue) -> None:
        """Learn from a part of a person's message."""
        found = self._inlined(part)
        if found is None:
            return
        handle, body = found
        cut = _CUT.search(body)
        shown = body if cut is None else body[: cut.start()]
        total = utf16.length(shown) if cut is None else int(cut["total"])
        if len(shown) > len(self.texts.get(handle, "")):
            self.texts[handle] = shown
        self.totals[handle] = max(total, self.totals.get(handle, 0))

    def stored(self, part: JsonValue) -> JsonValue:
        """The part as the application keeps it: a file where its text was written out."""
        found = self._inlined(part)
        if found is None:
            return part
        handle = found[0]
        self.see(part)
        return {
            "type": "file",
            "mediaType": "text/plain",
            "filename": handle,
            "url": "",
            "providerMetadata": {"cherry": {"fileEntryId": f"{ENTRY_PREFIX}{handle}"}},
        }

    def read(self, entry_id: str) -> AttachedFile:
        """An attachment; where only the beginning of its text is known, that is repeated for the rest."""
        text = self.texts.get(entry_id.removeprefix(ENTRY_PREFIX))
        if text is None or not entry_id.startswith(ENTRY_PREFIX):
            return AttachedFile(kind=FileKind.TEXT, text=None)
        known, total = utf16.length(text), self.totals[entry_id.removeprefix(ENTRY_PREFIX)]
        if known >= total or not known:
            return AttachedFile(kind=FileKind.TEXT, text=text)
        filled = utf16.slice_units(text * (total // known + 1), 0, total)
        return AttachedFile(kind=FileKind.TEXT, text=filled, unknown=Unknown.ATTACHMENT_CUT)

    @staticmethod
    def _inlined(part: JsonValue) -> tuple[str, str] | None:
        text = part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None
        found = _INLINED.match(text) if isinstance(text, str) else None
        if found is None or found["body"] == _UNREADABLE:
            return None
        return found["handle"], found["body"]
