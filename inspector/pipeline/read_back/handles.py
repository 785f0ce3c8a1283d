"""The names by which a model asks for attachments (PIPELINE §8)."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.wire import js_trim


def unique_handles(filenames: Iterable[str | None]) -> list[str]:
    """One handle per attachment, left to right: the trimmed name (or "file"), then " (2)", " (3)" … when taken."""
    handles: list[str] = []
    taken: set[str] = set()
    for filename in filenames:
        name = js_trim(filename or "") or "file"
        handle, count = name, 2
        while handle in taken:
            handle, count = f"{name} ({count})", count + 1
        taken.add(handle)
        handles.append(handle)
    return handles
