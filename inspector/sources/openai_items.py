"""Items of OpenAI's Responses interface as prompt messages (SOURCES B, C): what Codex and recorded bodies hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from inspector.wire.reading import as_list, decoded, text_member
from inspector.wire.values import JsonValue

_Object = dict[str, JsonValue]
NameOf = Callable[[str], str]

OUTPUTS: Final = frozenset(
    {
        "reasoning",
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "web_search_call",
        "tool_search_call",
        "image_generation_call",
        "file_search_call",
        "code_interpreter_call",
        "computer_call",
        "mcp_call",
        "agent_message",
    }
)
"""Items a model produces, besides messages of the assistant."""
NEVER_SENT: Final = frozenset({"ghost_snapshot"})
FOLDS: Final = frozenset({"compaction", "compaction_summary"})
_TEXTS: Final = frozenset({"input_text", "output_text", "text", "summary_text", "reasoning_text", "refusal"})


def is_output(item: JsonValue) -> bool:
    """Whether a model produced an item."""
    kind = text_member(item, "type")
    return kind in OUTPUTS or (kind in ("message", "") and text_member(item, "role") == "assistant")


def messages_of(items: Iterable[JsonValue], name_of: NameOf) -> list[JsonValue]:
    """Items in order as prompt messages; what one answer holds is one message."""
    found: list[JsonValue] = []
    parts: list[JsonValue] = []
    for item in items:
        if text_member(item, "type") in NEVER_SENT:
            continue
        if is_output(item):
            parts += output_parts(item)
            continue
        if parts:
            found.append({"role": "assistant", "content": parts})
            parts = []
        found.append(_input(item, name_of))
    if parts:
        found.append({"role": "assistant", "content": parts})
    return found


def output_parts(item: JsonValue) -> list[JsonValue]:
    """An item a model produced, as parts."""
    if not isinstance(item, dict):
        return [item]
    kind = text_member(item, "type")
    if kind in ("message", "agent_message", ""):
        return _content(item.get("content"))
    if kind == "reasoning":
        return [_reasoning(item)]
    call = text_member(item, "call_id") or text_member(item, "id")
    arguments = item.get("arguments", item.get("input", item.get("action")))
    part: _Object = {
        "type": "tool-call",
        "toolCallId": call,
        "toolName": text_member(item, "name") or kind.removesuffix("_call"),
        "input": decoded(arguments),
    }
    return [part if kind in ("function_call", "custom_tool_call") else {**part, "providerExecuted": True}]


def _reasoning(item: _Object) -> JsonValue:
    texts = [
        text_member(one, "text") for one in (*as_list(item.get("summary")), *as_list(item.get("content")))
    ]
    part: _Object = {"type": "reasoning", "text": "\n".join(texts)}
    encrypted = item.get("encrypted_content")
    if isinstance(encrypted, str):
        part["providerOptions"] = {"openai": {"reasoningEncryptedContent": encrypted}}
    return part


def _input(item: JsonValue, name_of: NameOf) -> JsonValue:
    if not isinstance(item, dict):
        return {"role": "user", "content": [item]}
    kind = text_member(item, "type")
    if kind.endswith("_output") and "call_id" in item:
        call = text_member(item, "call_id")
        result: _Object = {
            "type": "tool-result",
            "toolCallId": call,
            "toolName": name_of(call),
            "output": _result(item.get("output")),
        }
        return {"role": "tool", "content": [result]}
    if kind in FOLDS:
        return {"role": "user", "content": [opaque_summary(item)]}
    if kind in ("message", ""):
        role = text_member(item, "role")
        role = "system" if role == "developer" else role or "user"
        parts = _content(item.get("content"))
        if role != "system":
            return {"role": role, "content": parts}
        return {"role": role, "content": "\n".join(text_member(part, "text") for part in parts)}
    return {"role": "user", "content": [item]}


def opaque_summary(item: _Object) -> JsonValue:
    """A summary only the provider can read: its length is all that is known."""
    encrypted = text_member(item, "encrypted_content")
    return {
        "type": "text",
        "text": f"[encrypted summary, {len(encrypted)} characters]",
        "providerOptions": {"openai": {"encryptedContent": encrypted}},
    }


def _result(output: JsonValue) -> JsonValue:
    if isinstance(output, str):
        return {"type": "text", "value": output}
    if isinstance(output, dict) and isinstance(output.get("content"), str):
        failed = output.get("success") is False
        return {"type": "error-text" if failed else "text", "value": output["content"]}
    return {"type": "content" if isinstance(output, list) else "json", "value": output}


def _content(content: JsonValue) -> list[JsonValue]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [_part(block) for block in as_list(content)]


def _part(block: JsonValue) -> JsonValue:
    kind = text_member(block, "type")
    if not isinstance(block, dict):
        return block
    if kind in _TEXTS:
        return {"type": "text", "text": text_member(block, "text") or text_member(block, "refusal")}
    if kind == "input_image":
        return {"type": "file", "mediaType": "image/*", "data": block.get("image_url", block.get("file_id"))}
    if kind == "input_file":
        data = block.get("file_data", block.get("file_url", block.get("file_id")))
        return {"type": "file", "mediaType": "", "filename": text_member(block, "filename"), "data": data}
    return dict(block)
