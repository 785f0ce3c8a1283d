"""marker.jsonl: markers, vfs names and the offload of one text."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.excerpt import Excerpt
from inspector.pipeline.marker import marker
from inspector.pipeline.offload import TrimBudget, offload
from inspector.wire import length, vfs_filename, vfs_uri


class PathStorage:
    """Writes nothing down but what was written; `kind` says what it knows of paths."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.writes: list[list[Any]] = []

    def exists(self, vfs_filename: str) -> bool:
        return False

    def write(self, vfs_filename: str, text: str) -> None:
        self.writes.append([vfs_filename, length(text)])

    def path(self, vfs_filename: str) -> str | None:
        return f"/vfs/{vfs_filename}" if self.kind == "path" else None


def run(given: dict[str, Any]) -> Any:
    """One call of the named function."""
    return FUNCTIONS[given["fn"]](given)


def _reminder(given: dict[str, Any]) -> str:
    shown = Excerpt(given["headStr"], given["tailStr"], given["totalChars"], given["totalLines"])
    return marker(shown, given["uri"], given.get("physicalPath"))


def _name(given: dict[str, Any]) -> dict[str, Any]:
    filename = vfs_filename(given["text"])
    return {"filename": filename, "uri": vfs_uri(filename)}


def _offload(given: dict[str, Any]) -> dict[str, Any]:
    # This one function of the reference has defaults of its own; all its callers pass 500 and 1000.
    options, text = given["options"] or {}, given["content"]
    budget = TrimBudget(
        threshold=options.get("threshold", given["threshold"]),
        head_chars=options.get("headChars", 0),
        tail_chars=options.get("tailChars", 2000),
    )
    storage = PathStorage(given["physicalPath"])
    if budget.spares(text):
        return {"result": {"isOffloaded": False, "content": text}, "writes": []}
    moved = offload(text, budget, storage)
    return {
        "result": {"isOffloaded": True, "content": moved.marker, "uri": vfs_uri(moved.vfs_filename)},
        "writes": storage.writes,
    }


FUNCTIONS = {"getVFSOffloadReminder": _reminder, "offloaderName": _name, "offloadAsync": _offload}
