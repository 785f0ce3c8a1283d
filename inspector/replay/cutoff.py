"""Web results cut at their source, before anything else (PIPELINE §14)."""

from __future__ import annotations

from typing import Final

from inspector.pipeline.web_search_cutoff import cut_results
from inspector.wire import JsonValue

_WEB_TOOLS: Final = frozenset({"tool-web_search", "tool-web_fetch"})


def cut_web_results(part: JsonValue, limit: int | None) -> JsonValue:
    """A tool part with its web results within `limit` tokenx tokens; None = as it is."""
    if limit is None or not isinstance(part, dict) or part.get("type") not in _WEB_TOOLS:
        return part
    output = part.get("output")
    if part.get("state") != "output-available" or not isinstance(output, list):
        return part
    return {**part, "output": cut_results(output, limit).results}
