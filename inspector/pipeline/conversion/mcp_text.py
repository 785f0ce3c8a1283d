"""MCP results as the text a model sees (PIPELINE §9): media went to the person, the model gets a note."""

from __future__ import annotations

from inspector.pipeline.conversion.errors import undefined_member
from inspector.wire import JsonValue, JsValue, Undefined, dumps


def mcp_text_summary(result: JsValue) -> str:
    """Text blocks and notes for the others, a line each; a result without a content list as its JSON.

    Raises ConversionError on a null block.
    """
    blocks = _content(result)
    if blocks is None:
        return dumps(result)
    return "\n".join(_block_text(block) for block in blocks)


def has_media(result: JsValue) -> bool:
    """Whether the result holds an image, a sound or a binary resource. Raises ConversionError on a null block."""
    return any(_is_media(block) for block in _content(result) or [])


def _content(result: JsValue) -> list[JsonValue] | None:
    content = result.get("content") if isinstance(result, dict) else None
    return content if isinstance(content, list) else None


def _fields(block: JsonValue) -> dict[str, JsonValue]:
    if block is None:
        raise undefined_member(block, "type")
    return block if isinstance(block, dict) else {}


def _resource(fields: dict[str, JsonValue]) -> dict[str, JsonValue]:
    resource = fields.get("resource") if fields.get("type") == "resource" else None
    return resource if isinstance(resource, dict) else {}


def _is_media(block: JsonValue) -> bool:
    fields = _fields(block)
    return fields.get("type") in ("image", "audio") or bool(_resource(fields).get("blob"))


def _block_text(block: JsonValue) -> str:
    fields = _fields(block)
    kind, resource = fields.get("type"), _resource(fields)
    if kind == "text":
        return _shown(fields.get("text"), "")
    if kind == "image":
        return f"[Image: {_shown(fields.get('mimeType'), 'image/png')}, delivered to user]"
    if kind == "audio":
        return f"[Audio: {_shown(fields.get('mimeType'), 'audio/mp3')}, delivered to user]"
    if resource.get("blob"):
        media_type = _shown(resource.get("mimeType"), "application/octet-stream")
        return f"[Resource: {media_type}, uri={_shown(resource.get('uri'), 'unknown')}, delivered to user]"
    if resource.get("text"):
        return _shown(resource["text"], "")
    return dumps(block)


def _shown(value: JsValue, fallback: str) -> str:
    if value is None or isinstance(value, Undefined) or value == "":
        return fallback
    return value if isinstance(value, str) else dumps(value)
