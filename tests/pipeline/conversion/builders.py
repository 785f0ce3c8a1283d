"""Small UI messages for tests."""

from __future__ import annotations

from inspector.pipeline.conversion.parts import JsonObject
from inspector.wire import JsonValue


def text(value: str) -> JsonObject:
    return {"type": "text", "text": value}


def step_start() -> JsonObject:
    return {"type": "step-start"}


def attachment(media_type: str, url: str) -> JsonObject:
    return {"type": "file", "mediaType": media_type, "url": url}


def tool(
    name: str, output: JsonValue = "out", *, state: str = "output-available", **extra: JsonValue
) -> JsonObject:
    part: JsonObject = {
        "type": f"tool-{name}",
        "toolCallId": "c",
        "state": state,
        "input": {"q": 1},
        "output": output,
    }
    return {**part, **extra}


def message(role: str, *parts: JsonObject) -> JsonObject:
    return {"id": "m", "role": role, "parts": list(parts)}
