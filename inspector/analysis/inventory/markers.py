"""`markers` of a database's inventory: what each moved-out text looks like in a prompt, to the byte (PIPELINE §6)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.analysis.inventory.raw_parts import envelope_refs, is_persisted, tool_name, tool_parts
from inspector.pipeline.excerpt import Excerpt
from inspector.pipeline.marker import marker
from inspector.sources.conversation_db import ConversationDbSource, FileEntry, MessageRow, parse_data
from inspector.wire import JsonValue, encode_utf8, length, vfs_uri
from inspector.wire.reading import whole


def markers_report(source: ConversationDbSource, userdata: str | None) -> dict[str, Any]:
    """One item per blob reference with a name and a head, in stored order.

    Args:
        source: the database.
        userdata: where the application itself kept its data, since markers show that path; None = beside the database.
    """
    folder = str(source.path.parent.parent) if userdata is None else userdata
    entries = {entry.id: entry for entry in source.file_entries()}
    return {
        "userdata": folder,
        "list": [
            item for row in source.rows() for item in _row_markers(row, entries, f"{folder}/Data/Files")
        ],
    }


def _row_markers(row: MessageRow, entries: Mapping[str, FileEntry], folder: str) -> Iterator[dict[str, Any]]:
    for part in tool_parts(parse_data(row.data).parts):
        output = part.get("output")
        if part.get("state") != "output-available" or not is_persisted(output):
            continue
        for ref in envelope_refs(output):
            name, head = ref.get("vfsFilename"), ref.get("head")
            if isinstance(name, str) and isinstance(head, str):
                yield {
                    "message": row.id,
                    "tool": tool_name(part),
                    **_marker(ref, name, head, entries, folder),
                }


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
