"""Calls that a failed or stopped turn left without an end (PIPELINE §9).

They become failed calls before conversion: left out or left pending they would make the prompt unsendable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inspector.pipeline.conversion.parts import JsonObject, is_tool, parts_of

INTERRUPTED: Final[Mapping[str, str]] = {
    "error": "Stream errored before tool completed",
    "paused": "Interrupted by user",
}
"""Error text by the status of the row; rows of other statuses are not touched."""


def settle_calls(message: JsonObject, status: str | None) -> JsonObject:
    """A stored message with its unfinished calls failed; itself when there are none."""
    reason = INTERRUPTED.get(status or "")
    if reason is None:
        return message
    parts = parts_of(message)
    settled = [_settled(part, reason) for part in parts]
    changed = any(part is not before for part, before in zip(settled, parts, strict=True))
    return {**message, "parts": list(settled)} if changed else message


def _settled(part: JsonObject, reason: str) -> JsonObject:
    if not is_tool(part) or str(part.get("state")).startswith("output-"):
        return part
    return {**part, "state": "output-error", "errorText": reason}
