"""Messages, tools and accounts of a span, whichever convention wrote them (SOURCES D)."""

from __future__ import annotations

from typing import Final

from inspector.sources.otlp.spans import JsonObject, Span
from inspector.wire.reading import as_list, decoded, text_member
from inspector.wire.values import JsonValue

_EVENT_ROLES: Final = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}


def prompt_of(span: Span) -> list[JsonValue]:
    """Messages sent; [] when content was not recorded."""
    system = decoded(span.attributes.get("gen_ai.system_instructions"))
    sent = decoded(span.attributes.get("gen_ai.input.messages")) or _from_events(span)
    if system or sent:
        texts = (
            [system]
            if isinstance(system, str)
            else [text_member(part, "content") for part in as_list(system)]
        )
        head: list[JsonValue] = [{"role": "system", "content": text} for text in texts if text]
        return head + [one for message in as_list(sent) for one in _gen_ai(message)]
    recorded = decoded(span.attributes.get("ai.prompt.messages"))
    if isinstance(recorded, list):
        return recorded
    return [one for fields in span.flattened("llm.input_messages") for one in _open_inference(fields)]


def answer_of(span: Span) -> list[JsonValue]:
    """Parts of the answer."""
    messages = [
        m for one in as_list(decoded(span.attributes.get("gen_ai.output.messages"))) for m in _gen_ai(one)
    ]
    messages += [m for fields in span.flattened("llm.output_messages") for m in _open_inference(fields)]
    parts = [p for m in messages for p in as_list(m.get("content") if isinstance(m, dict) else None)]
    text = span.text("ai.response.text")
    if text and not parts:
        parts.append({"type": "text", "text": text})
    for call in as_list(decoded(span.attributes.get("ai.response.toolCalls"))):
        if isinstance(call, dict):
            parts.append({"type": "tool-call", **call})
    return parts


def tools_of(span: Span) -> list[JsonValue] | None:
    """Tool declarations; None when none were recorded."""
    declared = decoded(span.attributes.get("gen_ai.tool.definitions"))
    if isinstance(declared, list):
        return declared
    recorded = span.attributes.get("ai.prompt.tools")
    if isinstance(recorded, list):
        return [decoded(tool) for tool in recorded]
    flat = [decoded(fields.get("tool.json_schema")) for fields in span.flattened("llm.tools")]
    return flat or None


def account_of(span: Span) -> JsonObject:
    """Figures in OpenAI's names: the conventions count cached tokens within the prompt."""
    prompt = span.number("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt")
    answer = span.number(
        "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion"
    )
    read = span.number(
        "gen_ai.usage.cache_read.input_tokens",
        "llm.token_count.prompt_details.cache_read",
        "ai.usage.cachedInputTokens",
    )
    written = span.number(
        "gen_ai.usage.cache_creation.input_tokens", "llm.token_count.prompt_details.cache_write"
    )
    thought = span.number("llm.token_count.completion_details.reasoning", "ai.usage.reasoningTokens")
    if prompt is None:
        prompt = span.number("ai.usage.inputTokens", "ai.usage.promptTokens")
    if answer is None:
        answer = span.number("ai.usage.outputTokens", "ai.usage.completionTokens")
    return {
        "input_tokens": prompt,
        "input_tokens_details": {"cached_tokens": read, "cache_write_tokens": written},
        "output_tokens": answer,
        "output_tokens_details": {"reasoning_tokens": thought},
    }


def _from_events(span: Span) -> list[JsonValue]:
    """Content as events: one a message (before 1.37), or one with all of it."""
    for name, fields in span.events:
        if name == "gen_ai.client.inference.operation.details":
            return as_list(decoded(fields.get("gen_ai.input.messages")))
    found: list[JsonValue] = []
    for name, fields in span.events:
        role = _EVENT_ROLES.get(name)
        if role is not None:
            text = fields.get("content", fields.get("gen_ai.event.content"))
            found.append({"role": role, "parts": [{"type": "text", "content": text}]})
    return found


def _gen_ai(message: JsonValue) -> list[JsonValue]:
    """A message of the GenAI conventions; results of tools stand in messages of their own."""
    role = text_member(message, "role") or "user"
    held = message.get("parts") if isinstance(message, dict) else None
    parts = [_gen_ai_part(part) for part in as_list(held)]
    if role == "system":
        return [{"role": role, "content": "\n".join(text_member(part, "text") for part in parts)}]
    results = [part for part in parts if text_member(part, "type") == "tool-result"]
    rest = [part for part in parts if text_member(part, "type") != "tool-result"]
    found: list[JsonValue] = []
    if results:
        found.append({"role": "tool", "content": results})
    if rest:
        found.append({"role": "user" if role == "tool" else role, "content": rest})
    return found


def _gen_ai_part(part: JsonValue) -> JsonValue:
    if not isinstance(part, dict):
        return part
    kind, content = text_member(part, "type"), part.get("content")
    if kind in ("text", "reasoning") and isinstance(content, str):
        return {"type": kind, "text": content}
    if kind == "tool_call":
        name, call = text_member(part, "name"), text_member(part, "id")
        return {
            "type": "tool-call",
            "toolCallId": call,
            "toolName": name,
            "input": decoded(part.get("arguments")),
        }
    if kind == "tool_call_response":
        output = part.get("response", part.get("result"))
        shape = {"type": "text" if isinstance(output, str) else "json", "value": output}
        return {"type": "tool-result", "toolCallId": text_member(part, "id"), "toolName": "", "output": shape}
    if kind in ("blob", "uri", "file"):
        data = part.get("content", part.get("uri", part.get("file_id")))
        return {"type": "file", "mediaType": text_member(part, "mime_type"), "data": data}
    return part


def _open_inference(fields: JsonObject) -> list[JsonValue]:
    """A message flattened into keys: `message.role`, `message.contents.M.…`, `message.tool_calls.M.…`."""
    role = str(fields.get("message.role") or "user")
    nested = Span("", "", "", "", None, None, fields)
    parts: list[JsonValue] = []
    content = fields.get("message.content")
    if isinstance(content, str) and content:
        parts.append({"type": "text", "text": content})
    for one in nested.flattened("message.contents"):
        text = one.get("message_content.text")
        image = one.get("message_content.image.image.url")
        if isinstance(text, str):
            parts.append({"type": "text", "text": text})
        elif image is not None:
            parts.append({"type": "file", "mediaType": "image/*", "data": image})
    for one in nested.flattened("message.tool_calls"):
        parts.append(
            {
                "type": "tool-call",
                "toolCallId": one.get("tool_call.id"),
                "toolName": one.get("tool_call.function.name"),
                "input": decoded(one.get("tool_call.function.arguments")),
            }
        )
    if role == "system":
        return [{"role": role, "content": "\n".join(text_member(part, "text") for part in parts)}]
    call = fields.get("message.tool_call_id")
    if role == "tool" or call is not None:
        output: JsonValue = {"type": "text", "value": "\n".join(text_member(part, "text") for part in parts)}
        return [
            {
                "role": "tool",
                "content": [{"type": "tool-result", "toolCallId": call, "toolName": "", "output": output}],
            }
        ]
    return [{"role": role, "content": parts}]
