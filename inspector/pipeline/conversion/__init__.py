"""From stored messages to the prompt a provider is called with (PIPELINE §9)."""

from __future__ import annotations

from inspector.pipeline.conversion.errors import ConversionError
from inspector.pipeline.conversion.interrupted import settle_calls
from inspector.pipeline.conversion.mcp_text import has_media, mcp_text_summary
from inspector.pipeline.conversion.media import MediaCapabilities, tool_result_capabilities
from inspector.pipeline.conversion.merging import fill_empty_assistants, merge_same_role
from inspector.pipeline.conversion.model_forms import BUILTIN_FORMS, ModelForm, forms_for, mcp_form
from inspector.pipeline.conversion.model_to_prompt import model_to_prompt, prompt_message
from inspector.pipeline.conversion.stored_to_model import (
    ConversionOptions,
    Converted,
    ConvertedMessage,
    Renamed,
    convert_message,
    join_converted,
    stored_to_model,
)
from inspector.pipeline.conversion.tool_names import is_legal_tool_name, legal_tool_name
from inspector.pipeline.conversion.ui_to_model import model_messages_of, ui_to_model

__all__ = [
    "BUILTIN_FORMS",
    "ConversionError",
    "ConversionOptions",
    "Converted",
    "ConvertedMessage",
    "MediaCapabilities",
    "ModelForm",
    "Renamed",
    "convert_message",
    "fill_empty_assistants",
    "forms_for",
    "has_media",
    "is_legal_tool_name",
    "join_converted",
    "legal_tool_name",
    "mcp_form",
    "mcp_text_summary",
    "merge_same_role",
    "model_messages_of",
    "model_to_prompt",
    "prompt_message",
    "settle_calls",
    "stored_to_model",
    "tool_result_capabilities",
    "ui_to_model",
]
