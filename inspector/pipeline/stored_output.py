"""Recognising what a tool output is: an envelope, a deferred result, or a text that may go to storage (PIPELINE §6)."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model.envelope import DEFERRED_KEY, ENVELOPE_KEY, EnvelopeShape
from inspector.wire import UNDEFINED, JsonValue, JsValue, Undefined, join

_DEFERRED_FIELDS = ("topicId", "messageId", "toolCallId")


@dataclass(frozen=True, slots=True)
class StorableText:
    """An output that can be stored as one text.

    Attributes:
        text: the whole.
        shape: how to give it back.
        metadata: of an MCP result; UNDEFINED = it has none, null is kept.
    """

    text: str
    shape: EnvelopeShape
    metadata: JsValue = UNDEFINED


def is_persisted_output(output: JsValue) -> bool:
    """Whether an output is an envelope: an object or array stands under its key."""
    return isinstance(output, dict) and isinstance(output.get(ENVELOPE_KEY), dict | list)


def is_deferred_output(output: JsValue) -> bool:
    """Whether an output names the message and call that will deliver it."""
    body = output.get(DEFERRED_KEY) if isinstance(output, dict) else None
    if not isinstance(body, dict):
        return False
    named = (body.get(field) for field in _DEFERRED_FIELDS)
    return all(isinstance(name, str) and name for name in named)


def storable_text(output: JsValue) -> StorableText | None:
    """The one text of a string or of an MCP result made of nothing but text blocks; None for anything else."""
    if isinstance(output, str):
        return StorableText(output, EnvelopeShape.TEXT)
    if not isinstance(output, dict) or output.get("isError"):
        return None
    blocks = output.get("content")
    if not isinstance(blocks, list) or not blocks or not output.keys() <= {"content", "isError", "metadata"}:
        return None
    texts = [_block_text(block) for block in blocks]
    known = [text for text in texts if text is not None]
    if len(known) != len(texts):
        return None
    return StorableText(join(known, "\n"), EnvelopeShape.MCP_CONTENT, output.get("metadata", UNDEFINED))


def restored_output(shape: EnvelopeShape, text: str, metadata: JsValue) -> JsonValue:
    """The output of a v1 envelope with a text in it, be it a marker or the full one."""
    if shape is EnvelopeShape.TEXT:
        return text
    result: dict[str, JsonValue] = {"content": [{"type": "text", "text": text}]}
    if not isinstance(metadata, Undefined):
        result["metadata"] = metadata
    return result


def _block_text(block: JsonValue) -> str | None:
    if not isinstance(block, dict) or block.get("type") != "text":
        return None
    text = block.get("text", "")
    return text if isinstance(text, str) else None
