"""Vectors of durable compaction: what a turn serves, stores and sends (PIPELINE §11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.pipeline.compaction.record import FoldAborted
from inspector.pipeline.compaction.rows import Row
from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.compaction.turn_start import TurnStartScope, serve_turn_start
from inspector.pipeline.compaction.window import (
    resolve_min_context_window,
    resolve_output_reservation,
)
from inspector.pipeline.conversion.stored_to_model import ConversionOptions, stored_to_model
from inspector.pipeline.envelope_render import render_output
from inspector.tokens import Dialect, dialect_for_endpoint
from tests.golden.adapters.canned import Canned
from tests.golden.adapters.compaction import retained_shown
from tests.golden.adapters.in_loop import event_shown

OWNED_PREFIX = "own"
"""File entries of the blob store; all others are gone."""


def run(value: dict[str, Any]) -> Any:
    canned = Canned([value["reply"]])
    scope = _scope(value, canned)
    try:
        turn = serve_turn_start(value["path"], scope, convert=_convert, blob_path=blob_path)
    except FoldAborted as abort:
        return {"error": str(abort)}
    stored = turn.stored
    return {
        "messages": [{key: row[key] for key in ("id", "role", "parts")} for row in turn.rows],
        "retainedContext": retained_shown(turn.retained),
        "setCompactionSummary": [[stored.row_id, stored.text]] if stored else [],
        "events": [event_shown(event) for event in turn.record.events],
        "summarizerCalls": canned.calls,
    }


def blob_path(entry: str) -> str | None:
    return f"/blobs/{entry}.txt" if entry.startswith(OWNED_PREFIX) else None


def _convert(rows: Sequence[Row]) -> list[Any]:
    options = ConversionOptions(render_output=lambda output: render_output(output, blob_path))
    return list(stored_to_model(rows, options).messages)


def _scope(value: dict[str, Any], canned: Canned) -> TurnStartScope:
    models = value["models"]
    endpoints = [
        {"endpointTypes": [model["endpointType"]] if "endpointType" in model else []} for model in models
    ]
    return TurnStartScope(
        settings=ContextSettings(
            enabled=value.get("enabled", True),
            compress=value.get("compressEnabled", True),
            max_messages=value.get("maxMessages"),
        ),
        window=resolve_min_context_window(model.get("contextWindow") for model in models),
        reservation=resolve_output_reservation(
            [{**model, **endpoint} for model, endpoint in zip(models, endpoints, strict=True)],
            {},
            value.get("assistant"),
        ),
        dialect=_dialect(models),
        compressor=None if value.get("noCompressor") else canned,
        compressor_window=value.get("compressorWindow"),
    )


def _dialect(models: list[dict[str, Any]]) -> Dialect:
    return dialect_for_endpoint(models[0].get("endpointType") if models else None)
