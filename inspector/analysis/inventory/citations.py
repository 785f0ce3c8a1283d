"""`citations` of a database's inventory: who cites what, and what leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.analysis.citations.resolution import CitedMessage, cite_message
from inspector.model.part import parse_part
from inspector.sources.conversation_db import MessageRow, ParsedData


class CitationTally:
    """Messages that cite or could cite, in stored order; deleted ones and every branch among them."""

    def __init__(self) -> None:
        self._cited: dict[str, CitedMessage] = {}
        self._parents: dict[str, str | None] = {}

    def add(self, row: MessageRow, parsed: ParsedData) -> None:
        """Note one row."""
        self._parents[row.id] = row.parent_id
        message = cite_message(row.id, [parse_part(raw) for raw in parsed.parts])
        if message.cited or message.registry_ids:
            self._cited[row.id] = message

    def report(self) -> dict[str, Any]:
        """The JSON contract."""
        reports = [
            _message(message, _earlier_ids(message.message_id, self._parents, self._cited))
            for message in self._cited.values()
        ]
        return {
            "messages": reports,
            "ids_in_outputs": len(
                {name for message in self._cited.values() for name in message.registry_ids}
            ),
            "dangling_ids": list(dict.fromkeys(name for report in reports for name in report["dangling"])),
        }


def _message(message: CitedMessage, earlier_ids: set[str]) -> dict[str, Any]:
    # Resolved alone, what only an earlier message knows still counts as dangling.
    return {
        "message": message.message_id,
        "registry_ids": list(message.registry_ids),
        "cited": list(message.cited),
        "own": list(message.own),
        "earlier_on_path_only": [name for name in message.dangling if name in earlier_ids],
        "dangling": [name for name in message.dangling if name not in earlier_ids],
    }


def _earlier_ids(
    message_id: str, parents: Mapping[str, str | None], cited: Mapping[str, CitedMessage]
) -> set[str]:
    ids: set[str] = set()
    for ancestor in _ancestors(message_id, parents):
        if ancestor in cited:
            ids.update(cited[ancestor].registry_ids)
    return ids


def _ancestors(message_id: str, parents: Mapping[str, str | None]) -> Iterator[str]:
    seen = {message_id}
    current = parents.get(message_id)
    while current is not None and current not in seen:
        yield current
        seen.add(current)
        current = parents.get(current)
