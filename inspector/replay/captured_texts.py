"""Tool outputs of a capture: which were sent whole, and the text behind a marker where it once was (PIPELINE §3, §5).

An output is often whole in one prompt and a marker in another: in the running turn and later from storage, or before
and after a setting changed. So the capture itself holds many a text whose blob is not at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from inspector.replay.captured_outputs import stored_outcome
from inspector.wire import JsonSyntaxError, JsonValue, js_json, loads, utf16, vfs_filename

MARKER_OPEN: Final = "<persisted-output>"
_SHORTEST: Final = 1500
"""Shorter texts are never trimmed: an excerpt would be no shorter."""
_OWN_TEXT_FORM: Final = ("mcp__", "read_file", "fs_read")
"""Tools (by the beginning of their name) whose outputs are texts whatever they look like."""


@dataclass(slots=True)
class WholeTexts:
    """Texts that stood whole in a prompt.

    Attributes:
        kinds: whether outputs of a tool were sent as JSON or as text, by tool.
    """

    kinds: dict[str, set[str]] = field(default_factory=dict)
    _by_length: dict[int, dict[str, None]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def see(self, message: JsonValue) -> None:
        """Learn from a prompt message."""
        for result in tool_results(message):
            tool, output = str(result.get("toolName")), result.get("output")
            text = output.get("value") if isinstance(output, dict) else None
            if isinstance(output, dict) and not (isinstance(text, str) and MARKER_OPEN in text):
                self.kinds.setdefault(tool, set()).add(str(output.get("type")))
            for found in _trimmable(tool, output):
                if MARKER_OPEN not in found and (length := utf16.length(found)) >= _SHORTEST:
                    self._by_length.setdefault(length, {})[found] = None

    def behind(self, filename: str, chars: int) -> str | None:
        """The text of a marker by its file name and length; None where it never was whole."""
        for text in self._by_length.get(chars, ()):
            if text not in self._names:
                self._names[text] = vfs_filename(text)
            if self._names[text] == filename:
                return text
        return None

    def as_output(self, tool: str, text: str) -> JsonValue:
        """The output behind a marker that stood for a whole one: JSON was made a text to be trimmed.

        Other outputs of the tool tell; where there are none, a text that is JSON as JavaScript writes it was one.
        """
        plain: JsonValue = {"type": "text", "value": text}
        if tool.startswith(_OWN_TEXT_FORM) or text[:1] not in "[{":
            return plain
        kinds = self.kinds.get(tool, set())
        if "text" in kinds and "json" not in kinds:
            return plain
        try:
            value = loads(text)
        except JsonSyntaxError:
            return plain
        return {"type": "json", "value": value} if js_json.dumps(value) == text else plain


def tool_results(message: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """The tool results of a prompt message."""
    content = message.get("content") if isinstance(message, dict) else None
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and part.get("type") == "tool-result":
            yield part


def _trimmable(tool: str, output: JsonValue) -> Iterator[str]:
    """Every text that a trim may have moved out of an output: in flight, or by field for storage."""
    if not isinstance(output, dict):
        return
    value = output.get("value")
    yield from _strings(value)
    if output.get("type") in ("json", "error-json"):
        yield js_json.dumps(value)
    stored = stored_outcome(tool, output)
    if stored is not None and not isinstance(value, list):
        yield from _strings(stored.get("output"))


def _strings(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
