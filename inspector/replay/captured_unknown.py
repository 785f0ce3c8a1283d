"""What a capture does not hold of a replayed request: outputs cut without a blob, the application's blob folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from inspector.model.settings import ReplaySettings
from inspector.replay.captured_texts import MARKER_OPEN, tool_results
from inspector.replay.resolve import Resolved
from inspector.replay.restore import markers_in
from inspector.replay.unknown import Unknown
from inspector.wire import JsonValue

_DEFAULTS = ReplaySettings()


@dataclass(slots=True)
class CapturedUnknowns:
    """Looks each message of the prompts over once.

    Attributes:
        cut: UTF-16 units behind every marker without a text, by its URI.
        resolved: the settings of the replay.
    """

    cut: Mapping[str, int]
    resolved: Resolved
    _known: dict[int, tuple[JsonValue, bool]] = field(default_factory=dict)

    def of(self, prompt: Sequence[JsonValue], *, offloaded: bool) -> tuple[Unknown, ...]:
        """Of a prompt; `offloaded`: the replay wrote markers of its own into it."""
        found = []
        if self.cut and any(self._is_cut(message) for message in prompt):
            found.append(Unknown.OUTPUT_CUT)
        if offloaded and self.resolved.defaults.folder_assumed and self.resolved.settings.data_path is None:
            found.append(Unknown.FOLDER)
        return tuple(found)

    def _is_cut(self, message: JsonValue) -> bool:
        """Whether a marker stands in a message under settings that would not have made just this one."""
        known = self._known.get(id(message))
        if known is None:
            known = self._known[id(message)] = (message, self._look(message))
        return known[1]

    def _look(self, message: JsonValue) -> bool:
        for result in tool_results(message):
            for text in _texts(result.get("output")):
                for uri, chars in markers_in(text) if MARKER_OPEN in text else ():
                    if uri in self.cut and not self._same(chars):
                        return True
        return False

    def _same(self, chars: int) -> bool:
        settings = self.resolved.settings
        excerpt = (settings.head_chars, settings.tail_chars) == (_DEFAULTS.head_chars, _DEFAULTS.tail_chars)
        return settings.pipeline and excerpt and chars > self.resolved.in_flight_threshold


def _texts(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in items for text in _texts(item)]
