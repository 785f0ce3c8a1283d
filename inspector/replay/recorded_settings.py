"""The "recorded" preset: what the session's own database says of its settings (PIPELINE §11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inspector.model.conversation import AssistantInfo, Conversation
from inspector.model.settings import ReplaySettings
from inspector.pipeline.compaction.settings import (
    ContextSettings,
    normalize_max_messages,
    resolve_context_settings,
)
from inspector.pipeline.compaction.window import resolve_requested_max_output
from inspector.sources.conversation_db.records import ModelInfo
from inspector.sources.row_store import RowStore
from inspector.wire import JsonValue
from inspector.wire.reading import whole

_PREFIX = "chat.context_settings."
_WIDEST_THRESHOLD = 10_000_000


def recorded_settings(source: RowStore, conversation: Conversation) -> ReplaySettings:
    """Settings in force for a topic: global preferences, its assistant's overrides, its model's window."""
    context = recorded_context(source.preferences(), conversation.assistant)
    model = model_of(source, conversation)
    window = model.context_window if model is not None else None
    limit = max_output_of(model, conversation.assistant)
    return replace(
        ReplaySettings(),
        pipeline=context.enabled,
        truncate_threshold=_threshold(context),
        max_messages=whole(normalize_max_messages(context.max_messages)),
        compaction=context.compress,
        context_window=window if window is not None and window > 0 else None,
        max_output_tokens=whole(limit),
    )


def recorded_context(
    preferences: Mapping[str, JsonValue], assistant: AssistantInfo | None
) -> ContextSettings:
    """Global context settings with an assistant's overrides laid over them; defaults where a DB has none."""
    shared: dict[str, JsonValue] = {
        "enabled": preferences.get(f"{_PREFIX}enabled", True),
        "truncateThreshold": preferences.get(f"{_PREFIX}truncate_threshold", 50_000),
        "maxMessages": preferences.get(f"{_PREFIX}max_messages"),
        "compress": {
            "enabled": preferences.get(f"{_PREFIX}compress.enabled", True),
            "modelId": preferences.get(f"{_PREFIX}compress.model_id"),
        },
    }
    override = assistant.settings.get("contextSettings") if assistant is not None else None
    return resolve_context_settings(shared, override if isinstance(override, dict) else None)


def recorded_threshold(source: RowStore) -> int:
    """UTF-16 units above which the database's own settings trim an output, of any topic."""
    return _threshold(recorded_context(source.preferences(), None))


def model_of(source: RowStore, conversation: Conversation) -> ModelInfo | None:
    """The model a topic asks: of its newest assistant row, else the assistant's own."""
    models = {model.id: model for model in source.models()}
    for message in reversed(list(conversation.path())):
        found = models.get(f"{message.provider}::{message.model}")
        if found is not None:
            return found
    assistant = conversation.assistant
    return models.get(assistant.model_id or "") if assistant is not None else None


def max_output_of(model: ModelInfo | None, assistant: AssistantInfo | None) -> float | None:
    """max_tokens a request of the topic sends; None = none."""
    settings: dict[str, JsonValue] | None = None
    if assistant is not None:
        settings = {"settings": assistant.settings}
    described: dict[str, JsonValue] | None = None
    if model is not None:
        described = {"maxOutputTokens": model.max_output_tokens}
    endpoint = model.endpoint if model is not None else None
    return resolve_requested_max_output(assistant=settings, model=described, endpoint=endpoint)


def _threshold(context: ContextSettings) -> int:
    return int(max(0, min(context.truncate_threshold, _WIDEST_THRESHOLD)))
