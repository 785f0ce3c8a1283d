"""`markers` of a database's inventory: what each moved-out text looks like in a prompt, to the byte (PIPELINE §6)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from inspector.analysis.inventory.raw_parts import envelope_refs, tool_name, tool_parts
from inspector.pipeline.excerpt import Excerpt
from inspector.pipeline.marker import marker
from inspector.pipeline.stored_output import is_persisted_output
from inspector.sources.conversation_db import FileEntry, MessageRow, ParsedData
from inspector.sources.row_store import RowStore
from inspector.wire import JsonValue, encode_utf8, length, vfs_uri
from inspector.wire.reading import whole


class MarkerTally:
    """One item per blob reference with a name and a head, in stored order.

    Attributes:
        userdata: where the application itself kept its data, since markers show that path.
    """

    def __init__(self, source: RowStore, userdata: str | None) -> None:
        """`userdata` None = beside the database."""
        self.userdata = str(source.path.parent.parent) if userdata is None else userdata
        self._entries = {entry.id: entry for entry in source.file_entries()}
        self._folder = f"{self.userdata}/Data/Files"
        self._found: list[dict[str, Any]] = []

    def add(self, row: MessageRow, parsed: ParsedData) -> None:
        """Note one row."""
        for part in tool_parts(parsed.parts):
            output = part.get("output")
            if part.get("state") != "output-available" or not is_persisted_output(output):
                continue
            for ref in envelope_refs(output):
                name, head = ref.get("vfsFilename"), ref.get("head")
                if isinstance(name, str) and isinstance(head, str):
                    described = _marker(ref, name, head, self._entries, self._folder)
                    self._found.append({"message": row.id, "tool": tool_name(part), **described})

    def report(self) -> dict[str, Any]:
        """The JSON contract."""
        return {"userdata": self.userdata, "list": self._found}


def _marker(
    ref: Mapping[str, JsonValue], name: str, head: str, entries: Mapping[str, FileEntry], folder: str
) -> dict[str, Any]:
    entry_id, tail, key = ref.get("fileEntryId"), ref.get("tail"), ref.get("key")
    entry = entries.get(entry_id) if isinstance(entry_id, str) else None
    shown = entry is not None and entry.is_store_blob
    path = f"{folder}/{entry.id}.{entry.ext}" if entry is not None and shown else None
    chars, lines = whole(ref.get("totalChars")) or 0, whole(ref.get("totalLines")) or 0
    excerpt = Excerpt(head, tail if isinstance(tail, str) else "", chars, lines)
    text = marker(excerpt, vfs_uri(name), path)
    return {
        "key": key if isinstance(key, str) else "",
        "entry": entry_id,
        "path_shown": shown,
        "marker_chars": length(text),
        "marker_sha256": hashlib.sha256(encode_utf8(text)).hexdigest(),
    }
