"""Context settings of a request: global ones, an assistant's overrides, the message window (PIPELINE §11)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from inspector.pipeline.compaction.window import as_number
from inspector.wire import UNDEFINED, JsonValue, JsValue

MessageT = TypeVar("MessageT", bound=Mapping[str, JsValue])


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSettings:
    """What the application's context settings say for one request.

    Attributes:
        enabled: the whole context pipeline is on.
        truncate_threshold: characters above which a tool output is trimmed.
        max_messages: only the last so many rows are served, and nothing is ever folded; None = no window.
        compress: folding is on.
        compress_model: model that summarises; None or "" = the chat's own.
    """

    enabled: bool = True
    truncate_threshold: float = 50_000
    max_messages: float | None = None
    compress: bool = True
    compress_model: str | None = None

    def to_dict(self) -> dict[str, JsonValue]:
        """The application's JSON form."""
        return {
            "enabled": self.enabled,
            "truncateThreshold": self.truncate_threshold,
            "maxMessages": self.max_messages,
            "compress": {"enabled": self.compress, "modelId": self.compress_model},
        }


def resolve_context_settings(
    global_settings: Mapping[str, JsValue], assistant: Mapping[str, JsValue] | None = None
) -> ContextSettings:
    """Lay an assistant's `contextSettings` over the global ones.

    A null or absent member leaves the global one, but an explicit null `maxMessages` lifts a global window.
    """
    override = assistant or {}
    own_compress, global_compress = (
        _object(override.get("compress")),
        _object(global_settings.get("compress")),
    )
    max_messages = override.get("maxMessages", UNDEFINED)
    if max_messages is UNDEFINED:
        max_messages = global_settings.get("maxMessages")
    return ContextSettings(
        enabled=bool(_first(override.get("enabled"), global_settings.get("enabled"))),
        truncate_threshold=_threshold(override, global_settings),
        max_messages=as_number(max_messages),
        compress=bool(_first(own_compress.get("enabled"), global_compress.get("enabled"))),
        compress_model=_model(own_compress, global_compress),
    )


def _object(value: JsValue) -> Mapping[str, JsValue]:
    return value if isinstance(value, Mapping) else {}


def _first(*values: JsValue) -> JsValue:
    return next((value for value in values if value is not None and value is not UNDEFINED), None)


def _threshold(override: Mapping[str, JsValue], global_settings: Mapping[str, JsValue]) -> float:
    threshold = as_number(_first(override.get("truncateThreshold"), global_settings.get("truncateThreshold")))
    return ContextSettings().truncate_threshold if threshold is None else threshold


def _model(own: Mapping[str, JsValue], shared: Mapping[str, JsValue]) -> str | None:
    model = _first(own.get("modelId"), shared.get("modelId"))
    return model if isinstance(model, str) else None


def normalize_max_messages(value: object) -> float | None:
    """A message window as a whole number of at least 1; None = no window (anything else)."""
    number = as_number(value)
    if number is None or not math.isfinite(number):
        return None
    whole = math.floor(number)
    return whole if whole >= 1 else None


def apply_max_messages(messages: Sequence[MessageT], max_messages: object) -> Sequence[MessageT]:
    """The last `max_messages` messages, extended backwards to a user message; the object given when all fit."""
    limit = normalize_max_messages(max_messages)
    if limit is None or len(messages) <= limit:
        return messages
    start = len(messages) - int(limit)
    while start > 0 and messages[start].get("role") != "user":
        start -= 1
    return messages[start:]
