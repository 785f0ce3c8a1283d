"""What the removed middle of a trimmed text held: lines, JSON items, files that only it names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from inspector.pipeline.excerpt import excerpt
from inspector.replay.result import RemovedMiddle
from inspector.wire import utf16

_EXTENSION: Final = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}\b")
_STEM: Final = re.compile(r"[\w./~-]*[\w-]\Z")
_LONGEST_PATH: Final = 200
_MOST_FILES: Final = 10
_DECODER: Final = json.JSONDecoder()


@lru_cache(maxsize=4096)
def removed_middle(text: str, head_chars: int, tail_chars: int, *, recoverable: bool) -> RemovedMiddle:
    """What lies between head and tail of a text."""
    shown = excerpt(text, head_chars, tail_chars)
    start, stop = len(shown.head), len(text) - len(shown.tail)
    middle = text[start:stop]
    visible = shown.head + shown.tail
    hidden = (name for name in _named_files(middle) if name not in visible)
    return RemovedMiddle(
        chars=utf16.length(middle),
        lines=middle.count("\n"),
        json_items=_items_within(text, start, stop),
        files=tuple(islice(hidden, _MOST_FILES)),
        recoverable=recoverable,
    )


def _named_files(text: str) -> Iterator[str]:
    """File names and paths in a text, each once; looks back from extensions, which are rare."""
    seen: set[str] = set()
    for extension in _EXTENSION.finditer(text):
        stem = _STEM.search(text[max(0, extension.start() - _LONGEST_PATH) : extension.start()])
        name = stem[0] + extension[0] if stem else ""
        if name and name not in seen:
            seen.add(name)
            yield name


def _items_within(text: str, start: int, stop: int) -> int | None:
    """Items of a JSON list that lie wholly in the middle; None when the text is no list."""
    position = len(text) - len(text.lstrip())
    if text[position : position + 1] != "[":
        return None
    position += 1
    inside = 0
    while True:
        position = _skip(text, position)
        if text[position : position + 1] == "]":
            return inside
        try:
            _, end = _DECODER.raw_decode(text, position)
        except (
            json.JSONDecodeError,
            RecursionError,
        ):  # no list after all, or nested deeper than Python follows
            return None
        inside += position >= start and end <= stop
        position = end


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\n\r,":
        position += 1
    return position
