"""excerpt.jsonl: head and tail of texts."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.excerpt import excerpt


def run(given: dict[str, Any]) -> dict[str, Any]:
    """One excerpt."""
    shown = excerpt(given["content"], given["head"], given["tail"])
    return {
        "head": shown.head,
        "tail": shown.tail,
        "totalChars": shown.total_chars,
        "totalLines": shown.total_lines,
    }
