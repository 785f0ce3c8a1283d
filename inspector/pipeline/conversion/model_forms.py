"""What a model sees of a tool's stored output, for tools that have a form of their own (PIPELINE §9).

The notes are the application's words: they are sent, so they count, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

from inspector.pipeline.conversion.errors import undefined_member
from inspector.pipeline.conversion.mcp_text import mcp_text_summary
from inspector.pipeline.conversion.parts import JsonObject
from inspector.pipeline.read_back import fs_read_model_output, read_file_model_output
from inspector.wire import UNDEFINED, JsonValue, JsValue, Undefined, dumps

ModelForm: TypeAlias = Callable[[JsValue, JsValue], JsonObject]
"""(input of the call, stored output) → model output; UNDEFINED = absent. May raise ConversionError."""

WEB_FAILED: Final = "Web lookup failed (network/provider error); retry or inform the user."
WEB_NETWORK: Final = (
    "Web access failed because of the current network environment. Tell the user to check their network "
    "connection and try again; do not retry automatically or provide configuration-specific guidance."
)
WEB_NO_PROVIDER: Final = (
    "No usable web search provider for this capability (none configured, or the configured one does not "
    "support it). Tell the user to configure one in Settings (Web Search); do not retry — it cannot succeed "
    "until then."
)
WEB_MISCONFIGURED: Final = (
    "The configured web search provider has a missing API key or a missing/invalid API host. Tell the user to "
    "fix it in Settings (Web Search); do not retry — it cannot succeed until then."
)
KB_SEARCH_FAILED: Final = (
    "Knowledge base search failed (the embedding provider or vector store errored); tell the user instead of "
    "retrying."
)
KB_NO_MATCHES: Final = (
    "No matches in the requested knowledge bases. If you are not sure which bases to search, call kb_list "
    "first to inspect available bases and their sample sources, then retry kb_search with refined baseIds or "
    "query."
)
KB_UNREADABLE: Final = (
    "This knowledge base tool result could not be read back from the conversation history. Ignore it — call "
    "kb_list to re-check the current knowledge bases before acting on it."
)
KB_LIST_FAILED: Final = (
    "Listing the knowledge bases failed (a knowledge-service error); tell the user instead of retrying."
)
KB_NONE: Final = (
    "No knowledge bases are available for this assistant. Inform the user that no knowledge base is configured "
    "rather than retrying."
)
KB_NONE_FILTERED: Final = (
    "No knowledge bases match the filter. Retry with a broader query or omit groupId to see all available "
    "bases."
)
KB_STALE_CURSOR: Final = (
    "This knowledge-base cursor is exhausted or stale. Call kb_list again without cursor, keeping the same "
    "query and groupId filters if they still apply."
)

_WEB_NOTES: Final = {
    "web_lookup_network_error": WEB_NETWORK,
    "web_search_provider_unavailable": WEB_NO_PROVIDER,
    "web_search_api_key_missing": WEB_MISCONFIGURED,
    "web_search_api_host_invalid": WEB_MISCONFIGURED,
}
# Addresses of 198.18.0.0/15: what a proxy's fake DNS answers with.
_FAKE_ADDRESS: Final = re.compile(
    r"unsafe remote url: dns resolved to local or private address 198\.1[89]\.", re.IGNORECASE | re.ASCII
)


def text_output(value: str) -> JsonObject:
    """A model output of plain text."""
    return {"type": "text", "value": value}


def json_output(value: JsValue) -> JsonObject:
    """A model output of JSON; absent becomes null."""
    return {"type": "json", "value": None if isinstance(value, Undefined) else value}


def default_form(output: JsValue) -> JsonObject:
    """The form of tools that have none of their own: a string as text, the rest as JSON."""
    return text_output(output) if isinstance(output, str) else json_output(output)


def _web_form(_: JsValue, output: JsValue) -> JsonObject:
    if isinstance(output, list):
        return json_output(output)
    if output is None or isinstance(output, Undefined):
        raise undefined_member(output, "i18nKey")
    fields = output if isinstance(output, dict) else {}
    key, error = fields.get("i18nKey"), fields.get("error")
    if isinstance(key, str) and key in _WEB_NOTES:
        return text_output(_WEB_NOTES[key])
    fake = isinstance(error, str) and _FAKE_ADDRESS.search(error) is not None
    return text_output(WEB_NETWORK if fake else WEB_FAILED)


def _kb_search_form(_: JsValue, output: JsValue) -> JsonObject:
    if not isinstance(output, list):
        return text_output(KB_SEARCH_FAILED)
    return json_output(output) if output else text_output(KB_NO_MATCHES)


def _kb_read_form(_: JsValue, output: JsValue) -> JsonObject:
    if not isinstance(output, dict):
        return text_output(KB_UNREADABLE)
    if "error" in output:
        return text_output(js_string(output["error"]))
    if output.get("matches") == []:
        return text_output(
            f'No matches for that pattern in "{js_string(output.get("conceptId", UNDEFINED))}". Try a broader '
            "pattern, or omit `pattern` to read the document directly."
        )
    return json_output(output)


def _kb_list_form(given: JsValue, output: JsValue) -> JsonObject:
    request = given if isinstance(given, dict) else {}
    if not isinstance(output, dict):
        return text_output(KB_UNREADABLE)
    if "error" in output:
        return text_output(js_string(output["error"]) if request.get("baseId") else KB_LIST_FAILED)
    if "nodes" in output:
        if output["nodes"] == []:
            return text_output(
                f'Knowledge base "{js_string(output.get("baseId", UNDEFINED))}" has no items yet.'
            )
        return json_output(output)
    if "items" not in output:
        return text_output(KB_UNREADABLE)
    return json_output(output) if output["items"] != [] else text_output(_empty_list(request, output))


def _empty_list(request: Mapping[str, JsonValue], output: Mapping[str, JsonValue]) -> str:
    total = output.get("total")
    if request.get("cursor") or (isinstance(total, int | float) and total > 0):
        return KB_STALE_CURSOR
    return KB_NONE_FILTERED if request.get("query") or request.get("groupId") else KB_NONE


def _kb_manage_form(_: JsValue, output: JsValue) -> JsonObject:
    if not isinstance(output, dict):
        return text_output(KB_UNREADABLE)
    return text_output(js_string(output["error"])) if "error" in output else json_output(output)


def _fs_read_form(_: JsValue, output: JsValue) -> JsonObject:
    if output is None or isinstance(output, Undefined):
        raise undefined_member(output, "kind")
    return _with_text(fs_read_model_output(output), output)


def _read_file_form(_: JsValue, output: JsValue) -> JsonObject:
    return _with_text(read_file_model_output(None if isinstance(output, Undefined) else output), output)


def _with_text(form: JsonObject, output: JsValue) -> JsonObject:
    """The form with its text as a template literal makes it: `undefined` for a text that is not there."""
    if isinstance(form["value"], str):
        return form
    text = output.get("text", UNDEFINED) if isinstance(output, dict) else UNDEFINED
    return text_output(js_string(text))


def mcp_form(_: JsValue, output: JsValue) -> JsonObject:
    """The form of MCP tools."""
    return text_output(mcp_text_summary(output))


def js_string(value: JsValue) -> str:
    """The value within a JavaScript template literal; objects by their JSON, which is near enough for a note."""
    if isinstance(value, Undefined):
        return "undefined"
    return value if isinstance(value, str) else dumps(value)


BUILTIN_FORMS: Final[Mapping[str, ModelForm]] = {
    "web_search": _web_form,
    "web_fetch": _web_form,
    "kb_search": _kb_search_form,
    "kb_read": _kb_read_form,
    "kb_list": _kb_list_form,
    "kb_manage": _kb_manage_form,
    "fs_read": _fs_read_form,
    "read_file": _read_file_form,
}
"""Forms of the application's own tools, by tool name."""


_MCP_PREFIX: Final = "mcp__"


def forms_for(tools: Collection[str]) -> dict[str, ModelForm]:
    """Forms of the named tools as far as their names tell: the application's own and those of MCP servers."""
    own = {name: BUILTIN_FORMS[name] for name in tools if name in BUILTIN_FORMS}
    return own | {name: mcp_form for name in tools if name.startswith(_MCP_PREFIX)}
