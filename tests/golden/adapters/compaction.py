"""Vectors of compaction's building blocks: rows, boundaries, windows, settings, estimates (PIPELINE §1, §11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector import tokens
from inspector.pipeline.compaction import retained, rows, settings, turns, window
from inspector.tokens import Dialect, ImageSize, MediaKind, has_o200k, o200k
from inspector.wire import UNDEFINED
from tests.golden.values import JsSet

OPTIONAL_FUNCTIONS = frozenset() if has_o200k() else frozenset({"gpt-tokenizer/o200k count"})
"""A second tokenizer whose vocabulary is an optional extra."""


def run(value: dict[str, Any]) -> Any:
    return FUNCTIONS[value["fn"]](value)


def owned_path(value: dict[str, Any]) -> Callable[[str], str | None]:
    """Blob path as the vectors define it: entries with a prefix, a template for the path."""
    prefix, template = value["ownedEntryPrefix"], value["path"]
    return lambda entry: template.replace("<id>", entry) if entry.startswith(prefix) else None


def files_shown(files: tuple[retained.RetainedFile, ...]) -> list[dict[str, str]]:
    return [
        {"fileEntryId": file.entry_id, "handle": file.handle, "displayName": file.display_name}
        for file in files
    ]


def retained_shown(context: retained.RetainedContext) -> dict[str, Any]:
    return {"fileAttachments": files_shown(context.files), "persistedOutputPaths": JsSet(context.paths)}


def _apply_marker(value: dict[str, Any]) -> Any:
    given = value["rows"]
    served = rows.apply_deepest_marker(
        given, value.get("attachmentHandles", ()), value.get("persistedOutputPaths", ())
    )
    return {"same": served is given, "rows": list(served)}


def _summary_row(value: dict[str, Any]) -> Any:
    return rows.summary_row(
        value["boundaryId"],
        value["summary"],
        value.get("attachmentHandles", ()),
        value.get("persistedOutputPaths", ()),
    )


def _max_messages(value: dict[str, Any]) -> Any:
    given = value["messages"]
    served = settings.apply_max_messages(given, value["maxMessages"])
    return {"same": served is given, "ids": [message["id"] for message in served]}


def _max_output(value: dict[str, Any]) -> Any:
    return _defined(
        window.resolve_requested_max_output(
            requested=value.get("requestMaxOutputTokens"),
            custom=value.get("customMaxOutputTokens"),
            assistant=value.get("assistant"),
            model=value.get("model"),
            endpoint=value.get("endpointType"),
        )
    )


def _reservation(value: dict[str, Any]) -> Any:
    assistant = value["assistants"].get(value["assistantId"])
    return _defined(window.resolve_output_reservation(value["models"], value["providers"], assistant))


def _defined(number: float | None) -> Any:
    return UNDEFINED if number is None else number


def _estimate(value: dict[str, Any]) -> Callable[[Any], int]:
    return lambda row: rows.estimate_row(row, Dialect(value["dialect"]))


def _footprint(value: dict[str, Any]) -> Callable[[Any], int]:
    return lambda message: tokens.footprint([message], Dialect(value["dialect"]))


def _image(value: dict[str, Any]) -> Any:
    size = value.get("dims")
    known = ImageSize(size["width"], size["height"]) if size else None
    return tokens.image_tokens(Dialect(value["dialect"]), known)


def _media(value: dict[str, Any]) -> Any:
    return tokens.media_tokens(Dialect(value["dialect"]), MediaKind(value["kind"]), value.get("durationSec"))


def _tool(value: dict[str, Any]) -> Any:
    tool = value["tool"]
    return tokens.tool_tokens(tool["name"], tool.get("description", UNDEFINED), tool.get("schema", UNDEFINED))


def _threshold(value: dict[str, Any]) -> Any:
    return window.resolve_in_flight_threshold(
        value["configuredChars"], value.get("contextWindow"), value.get("outputReservation")
    )


FUNCTIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "summaryRow": _summary_row,
    "summaryMessageId": lambda value: rows.summary_row(value["boundaryId"], "")["id"],
    "gpt-tokenizer/o200k count": lambda value: o200k(value["text"]),
    "estimateRowTokens": lambda value: rows.estimate_row(value["row"], Dialect(value["dialect"])),
    "findDeepestMarker": lambda value: rows.find_deepest_marker(value["rows"]),
    "applyDeepestMarker": _apply_marker,
    "planKeepBoundary": lambda value: rows.plan_keep_boundary(
        value["rows"], value["keepBudget"], _estimate(value)
    ),
    "normalizeMaxMessages": lambda value: settings.normalize_max_messages(value.get("value")),
    "applyMaxMessagesWindow": _max_messages,
    "resolveContextWindow": lambda value: window.resolve_context_window(value.get("contextWindow")),
    "resolveInFlightTruncateThreshold": _threshold,
    "resolveInputRoom": lambda value: window.resolve_input_room(
        value["contextWindow"], value.get("reservation")
    ),
    "resolveMinContextWindow": lambda value: window.resolve_min_context_window(value["contextWindows"]),
    "resolveContextSettings": lambda value: settings.resolve_context_settings(
        value["globals"], value.get("assistant")
    ).to_dict(),
    "resolveRequestedMaxOutputTokens": _max_output,
    "resolveOutputReservation": _reservation,
    "resolveEndpointTokenDialect": lambda value: str(tokens.dialect_for_endpoint(value.get("endpointType"))),
    "resolveModelTokenDialect": lambda value: str(
        tokens.dialect_for_model(value["provider"], value["model"])
    ),
    "imageTokensFor": _image,
    "mediaTokensFor": _media,
    "countToolTokens": _tool,
    "countToolDefs": lambda value: tokens.tool_definitions_tokens(value["rawTools"]),
    "computeKeepRecentTurns": lambda value: turns.keep_recent_turns(
        value["messages"], value["keepBudget"], _footprint(value)
    ),
    "estimateModelMessagesSync(tokenx)": lambda value: tokens.footprint(
        value["messages"], Dialect(value["dialect"])
    ),
    "collectRetainedContext": lambda value: retained_shown(
        retained.collect_retained_context(value["messages"], owned_path(value))
    ),
    "collectFileAttachments": lambda value: files_shown(retained.collect_file_attachments(value["messages"])),
}
"""Our function of each the reference names."""
