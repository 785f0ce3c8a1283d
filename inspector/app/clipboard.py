"""A selection as plain text and as JSON, for the clipboard; Qt-free."""

from __future__ import annotations

from inspector.analysis.json_layout import lay_out
from inspector.app.selection import Selection
from inspector.app.timeline.tool_output import as_text, unwrap
from inspector.model import Message, Part, ReasoningPart, TextPart, ToolPart
from inspector.wire import js_json
from inspector.wire.values import JsonValue


def text_of(selection: Selection) -> str:
    """What a person reads of the selected thing: texts as they are, everything else as JSON."""
    if selection.boundary is not None and selection.boundary.summary:
        return selection.boundary.summary
    if selection.blob is not None:
        return f"{selection.blob.head}\n…\n{selection.blob.tail}"
    if selection.part is not None:
        return _text_of_part(selection.part)
    if selection.message is not None:
        return _text_of_message(selection.message)
    return "" if selection.request is None else json_of(selection)


def json_of(selection: Selection) -> str:
    """The stored value behind the selected thing, laid out; however deep it is nested."""
    return _laid_out(_value_of(selection))


def _laid_out(value: JsonValue) -> str:
    return lay_out(js_json.dumps(value)).text


def _value_of(selection: Selection) -> JsonValue:
    if selection.part is not None:
        return selection.part.raw
    if selection.message is not None:
        message = selection.message
        return {
            "id": message.id,
            "role": str(message.role),
            "parts": [part.raw for part in message.parts],
        }
    if selection.boundary is not None:
        boundary = selection.boundary
        return {
            "foldedCount": boundary.folded_count,
            "preTokens": boundary.pre_tokens,
            "postTokens": boundary.post_tokens,
            "summary": boundary.summary,
        }
    if selection.request is not None:
        payload = selection.source.payload(selection.request.index)
        return {"prompt": payload.prompt, "tools": payload.tools, "output": payload.output}
    return None


def _text_of_message(message: Message) -> str:
    if message.raw_data is not None:
        return message.raw_data
    texts = [part.text for part in message.parts if isinstance(part, TextPart)]
    return "\n\n".join(texts) if texts else "\n\n".join(_text_of_part(part) for part in message.parts)


def _text_of_part(part: Part) -> str:
    if isinstance(part, TextPart | ReasoningPart):
        return part.text
    if isinstance(part, ToolPart):
        if part.error_text:
            return part.error_text
        return as_text(unwrap(part.output)) if part.has_output else as_text(part.input)
    return _laid_out(part.raw)
