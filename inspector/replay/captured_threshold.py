"""The truncate threshold that a capture ran under, as its prompts tell (PIPELINE §5).

Two kinds of evidence: a marker says how long the output was that it stands for, so the threshold is lower; an output
that was sent whole says that it is not lower than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.model.figures import group
from inspector.model.settings import ReplaySettings
from inspector.replay.captured_texts import MARKER_OPEN, tool_results
from inspector.replay.restore import markers_in
from inspector.wire import JsonValue, js_json, utf16

_NEVER_TRIMMED: Final = "fs_read"
_ROUND: Final = (50_000, 10_000, 5_000, 1_000, 500, 100, 10, 1)
"""Steps that people set thresholds in, the roundest first."""
_EXCERPT: Final = ReplaySettings().head_chars + ReplaySettings().tail_chars
_DEFAULT: Final = ReplaySettings().truncate_threshold


@dataclass(slots=True)
class ThresholdEvidence:
    """What the outputs of prompts say, request by request.

    Attributes:
        shortest_trimmed: UTF-16 units of the shortest output behind a marker; None = there is none.
        before_middleware: the prompts were recorded before the application trimmed them: outputs are whole in the
            running turn, and markers once they come back from storage.
    """

    shortest_trimmed: int | None = None
    before_middleware: bool = False
    _longest_running: int = 0
    _longest_stored: int = 0
    _whole: dict[str, set[int]] = field(default_factory=dict)
    _seen: set[tuple[int, bool]] = field(default_factory=set)

    def see(self, prompt: Sequence[JsonValue]) -> None:
        """Learn from a prompt; each message object counts once."""
        last = max(
            (i for i, m in enumerate(prompt) if isinstance(m, dict) and m.get("role") == "user"), default=-1
        )
        for index, message in enumerate(prompt):
            stored = index < last
            if (id(message), stored) not in self._seen:
                self._seen.add((id(message), stored))
                self._see_message(message, stored=stored)

    @property
    def longest_whole(self) -> int:
        """UTF-16 units of the longest output sent whole that could have been trimmed."""
        if self.before_middleware:
            return self._longest_stored
        return max(self._longest_stored, self._longest_running)

    def threshold(self) -> int | None:
        """The roundest threshold that agrees with all of it; None = nothing tells of another than the default."""
        if self.shortest_trimmed is None:
            return None if self.longest_whole <= _DEFAULT else _rounded_up(self.longest_whole)
        most, least = self.shortest_trimmed - 1, max(self.longest_whole, 1)
        rounded = (most // step * step for step in _ROUND)
        return next((value for value in rounded if value >= least), None)

    def sentence(self) -> str:
        """What it was inferred from."""
        if self.shortest_trimmed is None:
            return f"the longest output sent whole has {group(self.longest_whole)} characters"
        return (
            f"the shortest output trimmed has {group(self.shortest_trimmed)} characters, the longest sent whole "
            f"{group(self.longest_whole)}"
        )

    def _see_message(self, message: JsonValue, *, stored: bool) -> None:
        for result in tool_results(message):
            if result.get("toolName") != _NEVER_TRIMMED:
                call = str(result.get("toolCallId"))
                for text in _measured(result.get("output")):
                    self._weigh(call, text, stored=stored)

    def _weigh(self, call: str, text: str, *, stored: bool) -> None:
        if MARKER_OPEN in text:
            for _, total in markers_in(text):
                self.shortest_trimmed = min(total, self.shortest_trimmed or total)
                self.before_middleware |= stored and total in self._whole.get(call, ())
            return
        length = utf16.length(text)
        if length <= _EXCERPT:
            return
        if stored:
            self._longest_stored = max(self._longest_stored, length)
        else:
            self._longest_running = max(self._longest_running, length)
            self._whole.setdefault(call, set()).add(length)


def _rounded_up(value: int) -> int:
    step = next(step for step in _ROUND if step <= value)
    return -(-value // step) * step


def _measured(output: JsonValue) -> Iterator[str]:
    """The texts of an output that a trim measures: items' contents of a list, else the whole."""
    if not isinstance(output, dict):
        return
    value = output.get("value")
    if isinstance(value, str):
        yield value
        return
    items = value if isinstance(value, list) else []
    contents = [item.get("content") if isinstance(item, dict) else None for item in items]
    texts = [text for text in contents if isinstance(text, str)]
    if texts and len(texts) == len(items):
        yield from texts
    else:
        yield js_json.dumps(value)
