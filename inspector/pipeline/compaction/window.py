"""How large a request may get: window, room, output reservation, in-flight threshold (PIPELINE §5, §10, §11).

The inputs come from stored JSON, so a window may be absent, null, a string or no finite number: all of these
count as unknown, which is None here and never unlimited or 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from inspector.pipeline.compaction.policy import REFERENCE
from inspector.wire import JsValue

DEFAULT_MAX_TOKENS: Final = 4096
"""What an assistant with "limit the output" on and no number asks for."""

MIN_SUMMARY_TOKENS: Final = 4096
MAX_SUMMARY_TOKENS: Final = 16384
MIN_SUMMARY_INPUT: Final = 2000

ANTHROPIC_ENDPOINT: Final = "anthropic-messages"
"""The endpoint whose API demands max_tokens, hence sends the model's own limit."""


def as_number(value: object) -> float | None:
    """The value if it is a number (a boolean is none), as JavaScript's `typeof` tells."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def resolve_context_window(value: object) -> float | None:
    """A model's context window in tokens; None = unknown (absent, non-finite, not above 0, no number)."""
    number = as_number(value)
    return number if number is not None and math.isfinite(number) and number > 0 else None


def resolve_min_context_window(values: Iterable[object]) -> float | None:
    """The smallest known window among the models asked at once."""
    known = [window for value in values if (window := resolve_context_window(value)) is not None]
    return min(known) if known else None


def resolve_input_room(window: float, reservation: float | None = None) -> float:
    """Tokens left for the prompt once the answer's are reserved, at least a fifth of the window (§5)."""
    return REFERENCE.input_room(window, reservation).value


def resolve_in_flight_threshold(
    configured_chars: float,
    window: object = None,
    reservation: float | None = None,
    *,
    window_ratio: float = 0.1,
    chars_per_token: float = 3,
    floor_chars: float = 2000,
) -> float:
    """Characters above which a tool output is trimmed in flight: the configured ones, capped by the room (§5)."""
    known = resolve_context_window(window)
    if known is None:
        return configured_chars
    share = math.floor(resolve_input_room(known, reservation) * window_ratio * chars_per_token)
    return max(floor_chars, min(configured_chars, share))


def resolve_requested_max_output(
    *,
    requested: JsValue = None,
    custom: JsValue = None,
    assistant: Mapping[str, JsValue] | None = None,
    model: Mapping[str, JsValue] | None = None,
    endpoint: str | None = None,
) -> float | None:
    """max_tokens of a request; None = none is sent.

    First that is given: the caller's, a custom parameter (numbers only), the assistant's limit when switched
    on (4 096 without a number), on Anthropic endpoints the model's own.
    """
    for explicit in (as_number(requested), as_number(custom), _assistant_limit(assistant)):
        if explicit is not None:
            return explicit
    if endpoint == ANTHROPIC_ENDPOINT and model is not None:
        return as_number(model.get("maxOutputTokens"))
    return None


def _assistant_limit(assistant: Mapping[str, JsValue] | None) -> float | None:
    settings = assistant.get("settings") if assistant is not None else None
    if not isinstance(settings, Mapping) or not settings.get("enableMaxTokens"):
        return None
    limit = as_number(settings.get("maxTokens"))
    return DEFAULT_MAX_TOKENS if limit is None else limit


def resolve_chat_endpoint(model: Mapping[str, JsValue], provider: Mapping[str, JsValue] | None) -> str | None:
    """The endpoint a model is asked through: its own first one, else its provider's default."""
    own = model.get("endpointTypes")
    if isinstance(own, list) and own and isinstance(own[0], str):
        return own[0]
    default = provider.get("defaultChatEndpoint") if provider is not None else None
    return default if isinstance(default, str) else None


def resolve_output_reservation(
    models: Iterable[Mapping[str, JsValue]],
    providers: Mapping[str, Mapping[str, JsValue]],
    assistant: Mapping[str, JsValue] | None = None,
) -> float | None:
    """The largest max_tokens that any of the models asked at once will be sent; None = none of them any."""
    asked = [limit for model in models if (limit := _reservation_of(model, providers, assistant)) is not None]
    return max(asked) if asked else None


def _reservation_of(
    model: Mapping[str, JsValue],
    providers: Mapping[str, Mapping[str, JsValue]],
    assistant: Mapping[str, JsValue] | None,
) -> float | None:
    provider = providers.get(str(model.get("providerId")))
    return resolve_requested_max_output(
        assistant=assistant, model=model, endpoint=resolve_chat_endpoint(model, provider)
    )


def resolve_summary_output(compressor_window: object = None) -> float:
    """max_tokens of a summariser call: a quarter of its window, within 4 096 … 16 384, below the window (§10)."""
    window = resolve_context_window(compressor_window)
    if window is None:
        return MIN_SUMMARY_TOKENS
    ceiling = max(1, min(MAX_SUMMARY_TOKENS, window - 1))
    return min(ceiling, max(MIN_SUMMARY_TOKENS, math.floor(window * 0.25)))


def resolve_summary_input(compressor_window: float, max_output: float) -> float:
    """Rough tokens a summariser call may read, never below 2 000 (§10)."""
    return max(MIN_SUMMARY_INPUT, math.floor((compressor_window - max_output) * 0.85))
