"""Bodies of the providers' interfaces as prompts, tools and answers in the one shape that is read (SOURCES C)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from inspector.sources.anthropic_messages import prompt_messages
from inspector.sources.openai_items import messages_of, output_parts
from inspector.sources.raw.exchanges import Exchange
from inspector.wire.reading import as_list, decoded, text_member
from inspector.wire.values import JsonValue

JsonObject = dict[str, JsonValue]
_NOT_SETTINGS: Final = frozenset(
    {"messages", "input", "contents", "system", "instructions", "systemInstruction", "tools", "tool_choice"}
)


@dataclass(slots=True)
class Parsed:
    """A request in the one shape.

    Attributes:
        api: `anthropic.messages`, `openai.responses`, `openai.chat`, `google.generative-ai`, `amazon-bedrock`.
        prompt: messages.
        tools: declarations; None = the body has no such list.
        tool_choice, settings: the rest.
    """

    api: str
    prompt: list[JsonValue] = field(default_factory=list)
    tools: list[JsonValue] | None = None
    tool_choice: JsonValue = None
    settings: JsonObject = field(default_factory=dict)


def api_of(exchange: Exchange) -> str:
    """Which interface a body is written for."""
    body, url = exchange.request, exchange.url
    if isinstance(body.get("contents"), list):
        return "google.generative-ai"
    if "/converse" in url or "inferenceConfig" in body or "toolConfig" in body:
        return "amazon-bedrock"
    if "input" in body and "messages" not in body:
        return "openai.responses"
    parts = [p for m in as_list(body.get("messages")) for p in as_list(_member(m, "content"))]
    anthropic = (
        url.split("?")[0].endswith(("/messages", "/invoke", "/invoke-with-response-stream"))
        or "system" in body
        or "anthropic_version" in body
        or any(text_member(part, "type") in ("tool_use", "tool_result", "thinking") for part in parts)
        or any("input_schema" in tool for tool in as_list(body.get("tools")) if isinstance(tool, dict))
        or ("claude" in exchange.model and exchange.provider in ("", "anthropic"))
    )
    return "anthropic.messages" if anthropic else "openai.chat"


def parse(exchange: Exchange) -> Parsed:
    """A body read; what we do not know stays as it is."""
    body, api = exchange.request, api_of(exchange)
    tools = body.get("tools")
    parsed = Parsed(
        api,
        tools=tools if isinstance(tools, list) else None,
        tool_choice=body.get("tool_choice"),
        settings={key: value for key, value in body.items() if key not in _NOT_SETTINGS},
    )
    if api == "anthropic.messages":
        parsed.prompt = _anthropic(body)
    elif api == "openai.responses":
        parsed.prompt = _responses(body)
    elif api == "google.generative-ai":
        parsed.prompt = list(_gemini(body))
    elif api == "amazon-bedrock":
        parsed.prompt = list(_bedrock(body))
        config = body.get("toolConfig")
        parsed.tools = as_list(config.get("tools")) if isinstance(config, dict) else parsed.tools
    else:
        parsed.prompt = list(_chat(body))
    return parsed


def answer_of(exchange: Exchange, api: str) -> tuple[list[JsonValue], str]:
    """Parts of an answer that came as one body, and how it ended; streams are put together elsewhere."""
    answer = exchange.response
    if not isinstance(answer, dict):
        return [], ""
    if api == "anthropic.messages":
        messages = prompt_messages("assistant", answer.get("content"), lambda call: "")
        return [p for m in messages for p in as_list(_member(m, "content"))], text_member(
            answer, "stop_reason"
        )
    if api == "openai.responses":
        items = as_list(answer.get("output"))
        return [part for item in items for part in output_parts(item)], text_member(answer, "status")
    if api == "google.generative-ai":
        candidate = next(iter(as_list(answer.get("candidates"))), None)
        return list(_gemini_parts(_member(candidate, "content"))), text_member(candidate, "finishReason")
    if api == "amazon-bedrock":
        message = _member(answer.get("output"), "message")
        return list(_bedrock_parts(message)), text_member(answer, "stopReason")
    choice = next(iter(as_list(answer.get("choices"))), None)
    message = _member(choice, "message")
    return list(_chat_parts(message)), text_member(choice, "finish_reason")


def _anthropic(body: JsonObject) -> list[JsonValue]:
    found: list[JsonValue] = []
    system = body.get("system")
    texts = [system] if isinstance(system, str) else [text_member(one, "text") for one in as_list(system)]
    found += [{"role": "system", "content": text} for text in texts]
    names = {
        text_member(block, "id"): text_member(block, "name")
        for message in as_list(body.get("messages"))
        for block in as_list(_member(message, "content"))
        if text_member(block, "type").endswith("tool_use")
    }
    for message in as_list(body.get("messages")):
        role = text_member(message, "role") or "user"
        found += prompt_messages(role, _member(message, "content"), lambda call: names.get(call, ""))
    return found


def _responses(body: JsonObject) -> list[JsonValue]:
    found: list[JsonValue] = []
    text = text_member(body, "instructions")
    if text:
        found.append({"role": "system", "content": text})
    items = body.get("input")
    if isinstance(items, str):
        return [*found, {"role": "user", "content": [{"type": "text", "text": items}]}]
    names = {
        text_member(item, "call_id"): text_member(item, "name")
        for item in as_list(items)
        if text_member(item, "type").endswith("_call")
    }
    return found + messages_of(as_list(items), lambda call: names.get(call, ""))


def _chat(body: JsonObject) -> Iterator[JsonValue]:
    names: dict[str, str] = {}
    for message in as_list(body.get("messages")):
        role = text_member(message, "role")
        if role in ("system", "developer"):
            content = _member(message, "content")
            texts = [text_member(part, "text") for part in as_list(content)]
            yield {"role": "system", "content": content if isinstance(content, str) else "\n".join(texts)}
        elif role == "assistant":
            parts = list(_chat_parts(message))
            names.update(
                (text_member(p, "toolCallId"), text_member(p, "toolName"))
                for p in parts
                if text_member(p, "type") == "tool-call"
            )
            yield {"role": role, "content": parts}
        elif role in ("tool", "function"):
            call = text_member(message, "tool_call_id")
            content = _member(message, "content")
            text = content if isinstance(content, str) else None
            output: JsonValue = (
                {"type": "content", "value": content} if text is None else {"type": "text", "value": text}
            )
            name = names.get(call) or text_member(message, "name")
            yield {
                "role": "tool",
                "content": [{"type": "tool-result", "toolCallId": call, "toolName": name, "output": output}],
            }
        else:
            yield {"role": role or "user", "content": _chat_content(_member(message, "content"))}


def _chat_parts(message: JsonValue) -> Iterator[JsonValue]:
    for name in ("reasoning_content", "reasoning"):
        text = text_member(message, name)
        if text:
            yield {"type": "reasoning", "text": text}
            break
    yield from _chat_content(_member(message, "content"))
    for call in as_list(_member(message, "tool_calls")):
        function = _member(call, "function")
        yield {
            "type": "tool-call",
            "toolCallId": text_member(call, "id"),
            "toolName": text_member(function, "name"),
            "input": decoded(_member(function, "arguments")),
        }


def _chat_content(content: JsonValue) -> list[JsonValue]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    found: list[JsonValue] = []
    for part in as_list(content):
        kind = text_member(part, "type")
        if kind == "image_url":
            image = _member(part, "image_url")
            url = image if isinstance(image, str) else _member(image, "url")
            found.append({"type": "file", "mediaType": "image/*", "data": url})
        else:
            found.append({"type": "text", "text": text_member(part, "text")} if kind == "text" else part)
    return found


def _gemini(body: JsonObject) -> Iterator[JsonValue]:
    system = body.get("systemInstruction", body.get("system_instruction"))
    for part in as_list(_member(system, "parts")):
        yield {"role": "system", "content": text_member(part, "text")}
    for content in as_list(body.get("contents")):
        parts = list(_gemini_parts(content))
        role = "assistant" if text_member(content, "role") == "model" else "user"
        results = [part for part in parts if text_member(part, "type") == "tool-result"]
        rest = [part for part in parts if text_member(part, "type") != "tool-result"]
        if results:
            yield {"role": "tool", "content": results}
        if rest:
            yield {"role": role, "content": rest}


def _gemini_parts(content: JsonValue) -> Iterator[JsonValue]:
    for part in as_list(_member(content, "parts")):
        call, result = _member(part, "functionCall"), _member(part, "functionResponse")
        inline = _member(part, "inlineData")
        if isinstance(call, dict):
            name = text_member(call, "name")
            yield {
                "type": "tool-call",
                "toolCallId": text_member(call, "id") or name,
                "toolName": name,
                "input": call.get("args"),
            }
        elif isinstance(result, dict):
            name = text_member(result, "name")
            output: JsonValue = {"type": "json", "value": result.get("response")}
            call_id = text_member(result, "id") or name
            yield {"type": "tool-result", "toolCallId": call_id, "toolName": name, "output": output}
        elif isinstance(inline, dict):
            yield {"type": "file", "mediaType": text_member(inline, "mimeType"), "data": inline.get("data")}
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            yield {"type": "reasoning" if part.get("thought") is True else "text", "text": part["text"]}
        else:
            yield part


def _bedrock(body: JsonObject) -> Iterator[JsonValue]:
    for block in as_list(body.get("system")):
        text = text_member(block, "text")
        if text:
            yield {"role": "system", "content": text}
    for message in as_list(body.get("messages")):
        parts = list(_bedrock_parts(message))
        results = [part for part in parts if text_member(part, "type") == "tool-result"]
        rest = [part for part in parts if text_member(part, "type") != "tool-result"]
        if results:
            yield {"role": "tool", "content": results}
        if rest:
            yield {"role": text_member(message, "role"), "content": rest}


def _bedrock_parts(message: JsonValue) -> Iterator[JsonValue]:
    for block in as_list(_member(message, "content")):
        use, result = _member(block, "toolUse"), _member(block, "toolResult")
        reasoning = _member(_member(block, "reasoningContent"), "reasoningText")
        if isinstance(use, dict):
            yield {
                "type": "tool-call",
                "toolCallId": text_member(use, "toolUseId"),
                "toolName": text_member(use, "name"),
                "input": use.get("input"),
            }
        elif isinstance(result, dict):
            output: JsonValue = {"type": "content", "value": result.get("content")}
            call = text_member(result, "toolUseId")
            yield {"type": "tool-result", "toolCallId": call, "toolName": "", "output": output}
        elif isinstance(reasoning, dict):
            yield {"type": "reasoning", "text": text_member(reasoning, "text")}
        elif isinstance(block, dict) and isinstance(block.get("text"), str):
            yield {"type": "text", "text": block["text"]}
        elif not (isinstance(block, dict) and "cachePoint" in block):
            yield block


def _member(value: JsonValue, name: str) -> JsonValue:
    return value.get(name) if isinstance(value, dict) else None
