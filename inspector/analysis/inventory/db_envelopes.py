"""`envelopes` of a database's inventory: what was moved out of the rows, and whether it can still be read.

Malformed envelopes count too, so the stored JSON is looked at and not its parsed form.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from inspector.analysis.inventory.db_files import FileTally
from inspector.analysis.inventory.raw_parts import (
    envelope_refs,
    envelope_shape,
    tool_parts,
)
from inspector.pipeline.stored_output import is_deferred_output, is_persisted_output
from inspector.sources.conversation_db import ParsedData
from inspector.wire import JsonValue
from inspector.wire.reading import whole


class EnvelopeTally:
    """Counts over the tool outputs of all readable rows."""

    def __init__(self) -> None:
        self._shapes: Counter[str] = Counter()
        self._refs = 0
        self._chars = 0
        self._entries: dict[str, bool] = {}

    def add(self, parsed: ParsedData) -> None:
        """Count one row's envelopes."""
        for part in tool_parts(parsed.parts):
            self._add_output(part.get("output"), available=part.get("state") == "output-available")

    def report(self, files: FileTally) -> dict[str, Any]:
        """Envelopes by shape; then what lies behind those of finished calls, and what is wrong with it."""
        missing, refused, users = [], [], []
        bad: dict[str, str] = {}
        for name, recorded in sorted(self._entries.items()):
            entry = files.entry(name) if recorded else None
            if entry is None:
                missing.append(name)
            elif not entry.is_store_blob:
                refused.append(name)
            else:
                users += [name] if entry.is_user_attachment else []
                state = files.state(entry)
                bad |= {} if state == "ok" else {name: state}
        return {
            "by_shape": dict(self._shapes),
            "refs": self._refs,
            "distinct_entries": sum(self._entries.values()),
            "chars_behind": self._chars,
            "missing_entry": missing,
            "refused_by_gate": refused,
            "accepted_but_user_attachment": users,
            "missing_or_bad_file": bad,
        }

    def _add_output(self, output: JsonValue, *, available: bool) -> None:
        if is_deferred_output(output):
            self._shapes["deferred"] += 1
        if not is_persisted_output(output):
            return
        self._shapes[envelope_shape(output)] += 1
        for ref in envelope_refs(output) if available else ():
            self._refs += 1
            self._chars += whole(ref.get("totalChars")) or 0
            entry_id = ref.get("fileEntryId")
            self._entries[str(entry_id)] = isinstance(entry_id, str)
