"""`convert.jsonl`: UI messages → SDK model messages → prompt, and the application's own pipeline around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.pipeline.conversion import (
    BUILTIN_FORMS,
    ConversionError,
    ConversionOptions,
    MediaCapabilities,
    ModelForm,
    fill_empty_assistants,
    has_media,
    mcp_form,
    mcp_text_summary,
    merge_same_role,
    model_to_prompt,
    stored_to_model,
    tool_result_capabilities,
    ui_to_model,
)
from inspector.pipeline.envelope_render import render_output


def _content_form(_: Any, output: Any) -> dict[str, Any]:
    return {"type": "content", "value": output}


FORMS: dict[str, ModelForm] = {**BUILTIN_FORMS, "mcp__srv__list": mcp_form, "content_tool": _content_form}
TOOLS = frozenset({*FORMS, "client.fn:1", "plain"})


def run(given: dict[str, Any]) -> Any:
    """Dispatch on the reference's function name."""
    return FUNCTIONS[given["fn"]](given)


def _attempt(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except ConversionError as error:
        return {"error": str(error)}


def _convert(given: dict[str, Any]) -> Any:
    messages, forms = given["messages"], FORMS if given["useTools"] else {}
    options = ConversionOptions(
        forms=forms,
        tools=TOOLS if given["useTools"] else frozenset(),
        capabilities=_capabilities(given["caps"]),
        tool_result_capabilities=_capabilities(given["toolResultCaps"]),
        render_output=lambda output: render_output(output, _blob_path),
    )
    sdk = _attempt(lambda: ui_to_model(messages, forms))
    own = _attempt(lambda: stored_to_model(messages, options).messages)
    return {
        "sdkModelMessages": sdk,
        "toModelMessages": own,
        "lmPromptOfSdk": _prompt(sdk),
        "lmPromptOfCherry": _prompt(own),
    }


def _prompt(messages: Any) -> Any:
    return None if isinstance(messages, dict) else _attempt(lambda: model_to_prompt(messages))


def _capabilities(caps: Any) -> MediaCapabilities | None:
    return None if caps is None else MediaCapabilities(**caps)


def _blob_path(entry_id: str) -> str | None:
    return None if entry_id.startswith(("gone", "foreign")) else f"/blobs/{entry_id}.txt"


def _tool_result_capabilities(given: dict[str, Any]) -> Any:
    caps = tool_result_capabilities(MediaCapabilities(**given["caps"]), given["dialect"])
    return {"image": caps.image, "video": caps.video, "audio": caps.audio}


FUNCTIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "convert": _convert,
    "mcpResultToTextSummary": lambda given: _attempt(lambda: mcp_text_summary(given["result"])),
    "hasMultimodalContent": lambda given: _attempt(lambda: has_media(given["result"])),
    "coalesceConsecutiveSameRole": lambda given: merge_same_role(given["messages"]),
    "ensureNonEmptyAssistantContent": lambda given: fill_empty_assistants(given["messages"]),
    "resolveToolResultMediaCapabilities": _tool_result_capabilities,
}
