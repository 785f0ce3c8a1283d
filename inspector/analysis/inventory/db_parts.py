"""`parts`, `tool_outputs` and `anchors` of a database's inventory."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, Final

from inspector import wire
from inspector.analysis.inventory.raw_parts import is_tool, tool_name
from inspector.pipeline.stored_output import is_persisted_output
from inspector.sources.conversation_db import MessageRow, ParsedData
from inspector.wire import JsonValue

_NO_STATE: Final = "(none)"
_ANCHOR: Final = "data-compaction-anchor"
_ANCHOR_FIELDS: Final = ("status", "phase", "preTokens", "postTokens", "foldedCount")


class PartTally:
    """Counts over the parts of all readable rows.

    Attributes:
        anchors: every compaction anchor, with the fields that are recorded.
    """

    def __init__(self) -> None:
        self.anchors: list[dict[str, Any]] = []
        self._total = 0
        self._not_objects = 0
        self._types: Counter[str] = Counter()
        self._states: Counter[str] = Counter()
        self._tools: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, row: MessageRow, parsed: ParsedData) -> None:
        """Count one row's parts."""
        for index, part in enumerate(parsed.parts):
            self._total += 1
            if isinstance(part, dict):
                self._count(part)
                if part.get("type") == _ANCHOR:
                    self.anchors.append(_anchor(row.id, index, part))
            else:
                self._not_objects += 1

    def report(self) -> dict[str, Any]:
        """Parts by type and tool calls by state; a missing type counts as `None`."""
        return {
            "total": self._total,
            "not_objects": self._not_objects,
            "by_type": dict(self._types),
            "tool_states": dict(self._states),
        }

    def tool_outputs(self) -> dict[str, Any]:
        """UTF-8 bytes of the outputs' JSON, by tool; figures that stay 0 are left out."""
        return {
            "bytes_total": sum(tool["output_bytes"] for tool in self._tools.values()),
            "by_tool": {name: {key: n for key, n in tool.items() if n} for name, tool in self._tools.items()},
        }

    def _count(self, part: dict[str, JsonValue]) -> None:
        self._types[str(part.get("type"))] += 1
        if not is_tool(part):
            return
        state = part.get("state")
        self._states[_NO_STATE if state is None else str(state)] += 1
        tool = self._tools[tool_name(part)]
        tool["parts"] += 1
        if "output" in part:
            tool["output_bytes"] += wire.utf8_length(wire.dumps(part["output"]))
            tool["envelopes"] += is_persisted_output(part["output"])


def _anchor(message_id: str, index: int, part: Mapping[str, JsonValue]) -> dict[str, Any]:
    data = part.get("data")
    fields = data if isinstance(data, dict) else {}
    return {
        "message": message_id,
        "index_in_parts": index,
        **{name: fields.get(name) for name in _ANCHOR_FIELDS},
    }
