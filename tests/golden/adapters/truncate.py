"""truncate.jsonl: the in-flight trim over storages that behave and storages that fail."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.in_flight_trim import InFlightOptions, trim_tool_results
from inspector.pipeline.offload import StorageError, TrimBudget
from inspector.pipeline.trim_record import KeptReason, TrimRecord, TrimRule
from inspector.wire import length
from tests.golden.adapters.canned_codecs import policy_of


class RecordedStorage:
    """A storage of the kind that a vector names, with the calls it got."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.writes: list[list[Any]] = []
        self.checks: list[list[Any]] = []
        self.names: set[str] = set()
        self.attempts = 0

    def exists(self, vfs_filename: str) -> bool:
        if self.kind in ("memory-noexists", "exists-true"):
            return self.kind == "exists-true"
        known = vfs_filename in self.names
        self.checks.append([vfs_filename, known])
        return known

    def write(self, vfs_filename: str, text: str) -> None:
        self.attempts += 1
        if self.kind == "throws":
            raise StorageError("disk full")
        if self.kind == "throws-string":
            raise StorageError("boom")
        if self.kind == "throws-second" and self.attempts == 2:
            raise StorageError("second write failed")
        self.writes.append([vfs_filename, length(text)])
        self.names.add(vfs_filename)

    def path(self, vfs_filename: str) -> str | None:
        if self.kind == "path-throws":
            raise StorageError("no path")
        folders = {"path": "vfs", "throws-second": "vfs", "async-path": "async", "exists-true": "pre"}
        folder = folders.get(self.kind)
        return f"/{folder}/{vfs_filename}" if folder else None


def run(given: dict[str, Any]) -> dict[str, Any]:
    """One prompt."""
    options = given["options"]
    storage = RecordedStorage(options["storage"]) if options.get("storage") else None
    trimmed = trim_tool_results(given["prompt"], in_flight_options(options), storage)
    return {
        "prompt": trimmed.prompt,
        "writes": storage.writes if storage else [],
        "exists": storage.checks if storage else [],
        "warnings": [
            warning(record) for record in trimmed.records if record.reason is KeptReason.STORAGE_FAILED
        ],
    }


def in_flight_options(options: dict[str, Any]) -> InFlightOptions:
    """A vector's options; the function itself defaults to no head, its callers always pass both sizes."""
    return InFlightOptions(
        budget=TrimBudget(
            threshold=options["threshold"],
            head_chars=options.get("headChars", 0),
            tail_chars=options.get("tailChars", 1000),
        ),
        per_tool=tuple(map(policy_of, options.get("perTool", ()))),
    )


def warning(record: TrimRecord) -> str:
    """The reference's log line for a failed write."""
    of_entity = f"entity {record.key} of " if record.rule is TrimRule.CODEC else ""
    instead = "Keeping full text" if record.rule is TrimRule.CODEC else "Falling back to simple truncation"
    return (
        f"[context] Storage adapter write failed for {of_entity}tool result ({record.tool_call_id}). "
        f"{instead}. Error: {record.error}"
    )
