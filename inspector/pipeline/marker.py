"""The text that stands in a prompt for a long output, and where the whole of it can be read (PIPELINE §3)."""

from __future__ import annotations

from inspector.pipeline.excerpt import Excerpt
from inspector.pipeline.text_facts import MARKER_TAG
from inspector.wire import js_trim, length


def marker(shown: Excerpt, uri: str, path: str | None = None) -> str:
    """The marker of an excerpt; without a path (None or "") it names the URI alone."""
    lines = [
        f"\n{MARKER_TAG}",
        f"output truncated ({shown.total_lines} lines, {shown.total_chars} chars total{_descriptor(shown)})",
        *_places(uri, path),
        "</persisted-output>\n",
    ]
    pieces = (shown.head, "\n".join(lines), shown.tail)
    return js_trim("\n".join(piece for piece in pieces if piece))


def _places(uri: str, path: str | None) -> list[str]:
    if not path:
        return [f"Full output: {uri}"]
    return [
        f"Full output saved to: {path}",
        f"URI (alternative): {uri}",
        "Read the full content with the fs_read tool (pass the path above; page with offset/limit).",
    ]


def _descriptor(shown: Excerpt) -> str:
    head, tail = length(shown.head), length(shown.tail)
    if head and tail:
        return f"; first {head} chars shown above, last {tail} chars shown below"
    if head:
        return f"; first {head} chars shown above, rest omitted"
    if tail:
        return f"; preceding content omitted, last {tail} chars shown below"
    return "; preview omitted"
