"""persist.jsonl: the storage trim, its envelopes rendered back, and the in-flight trim over the same store."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.compaction.retained import collect_retained_context
from inspector.pipeline.compaction.settings import resolve_context_settings
from inspector.pipeline.envelope_render import RenderedParts, render_parts
from inspector.pipeline.in_flight_trim import trim_tool_results
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions, trim_for_storage
from inspector.pipeline.tool_registry import ToolRegistry, ToolRule
from inspector.pipeline.trim_record import KeptReason
from tests.golden.adapters.canned_codecs import codec_of
from tests.golden.adapters.compaction import retained_shown
from tests.golden.adapters.truncate import in_flight_options, warning
from tests.pipeline.shelves import MemoryShelf, ShelfStorage

_NOT_OURS = "persisted output entry missing or not a tool-output blob; skipping its path"
_NO_PATH = "persisted output entry unresolvable; rendering marker without a path"


def run(given: dict[str, Any]) -> dict[str, Any]:
    """One message through the storage trim, or one prompt through the in-flight trim."""
    return _trim_prompt(given) if "prompt" in given else _trim_message(given)


def blob_path(entry_id: str) -> str:
    """Where the vectors' store keeps a blob."""
    return f"/blobs/{entry_id}.txt"


def _trim_message(given: dict[str, Any]) -> dict[str, Any]:
    shelf = MemoryShelf(given["failAt"])
    settings = resolve_context_settings(given["prefs"], given["override"])
    options = StorageTrimOptions(
        budget=TrimBudget(threshold=settings.truncate_threshold),
        registry=ToolRegistry.of(map(_rule, given["registry"])),
        enabled=settings.enabled,
    )
    trimmed = trim_for_storage(given["parts"], options, shelf)
    hidden = {*given["missing"], *given["foreign"], *given["noPath"]}

    def path(entry_id: str) -> str | None:
        return blob_path(entry_id) if entry_id in shelf.texts and entry_id not in hidden else None

    rendered = render_parts(trimmed.parts, path)
    message = {"id": "m", "role": "assistant", "parts": trimmed.parts}
    return {
        "parts": trimmed.parts,
        "sameReference": not trimmed.changed,
        "entries": [shelf.entry(entry_id) for entry_id in shelf.texts],
        "created": shelf.attempts,
        "errors": [
            {
                "message": "tool-output trim failed; keeping the full output in message data",
                "error": record.error,
                "toolCallId": record.tool_call_id,
            }
            for record in trimmed.records
            if record.error is not None
        ],
        "rendered": {"sameReference": not rendered.changed, "parts": rendered.parts},
        "paths": list(rendered.paths),
        "retained": retained_shown(collect_retained_context([message], path)),
        "warnings": _warnings(rendered, given["noPath"]),
    }


def _rule(declared: dict[str, Any]) -> ToolRule:
    return ToolRule(
        name=declared["name"],
        codec=codec_of(declared["codec"]) if "codec" in declared else None,
        truncatable=declared.get("truncatable", True),
    )


def _warnings(rendered: RenderedParts, without_path: list[str]) -> list[str]:
    # The reference looks each blob up three times: for the markers, the allow-list and the retained context.
    once = [_NO_PATH if ref.file_entry_id in without_path else _NOT_OURS for ref in rendered.missing]
    return once * 3


def _trim_prompt(given: dict[str, Any]) -> dict[str, Any]:
    shelf = MemoryShelf(given["failAt"])
    storage = ShelfStorage(shelf, blob_path)
    trimmed = trim_tool_results(given["prompt"], in_flight_options(given["options"]), storage)
    return {
        "prompt": trimmed.prompt,
        "entries": [shelf.entry(entry_id) for entry_id in shelf.texts],
        "refs": [[given["messageId"], entry_id] for entry_id in storage.entries],
        "allow": list(map(blob_path, storage.entries)),
        "warnings": [
            warning(record) for record in trimmed.records if record.reason is KeptReason.STORAGE_FAILED
        ],
    }
