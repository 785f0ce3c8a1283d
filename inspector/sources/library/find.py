"""Files in a folder that may hold sessions: by name first, by their beginning when they are read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ENDINGS: Final = (".jsonl", ".har", ".lhar", ".json")
_SKIPPED: Final = frozenset(
    {"node_modules", ".git", "tool-results", "subagents", "file-history", "plugins", "__pycache__", ".venv"}
)
_NOT_SESSIONS: Final = frozenset({"package.json", "package-lock.json", "tsconfig.json", "history.jsonl"})
_DEEPEST: Final = 8


def candidates(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Files whose names fit, with size and time; links are not followed, what cannot be read is left out."""
    waiting = [(folder, 0)]
    while waiting:
        at, depth = waiting.pop()
        try:
            with os.scandir(at) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED and depth < _DEEPEST:
                    waiting.append((Path(entry.path), depth + 1))
            elif entry.is_file(follow_symlinks=False) and _fits(entry.name):
                yield Path(entry.path), entry.stat()


def _fits(name: str) -> bool:
    if name in _NOT_SESSIONS or name.startswith("agent-"):
        return False
    return name.endswith(_ENDINGS)
