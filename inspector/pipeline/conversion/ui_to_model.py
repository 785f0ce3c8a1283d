"""UI messages to model messages (PIPELINE §9; AI SDK 6 `convertToModelMessages`, incomplete calls ignored)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from inspector.pipeline.conversion.errors import ConversionError
from inspector.pipeline.conversion.model_forms import ModelForm
from inspector.pipeline.conversion.parts import (
    JsonObject,
    is_data,
    is_incomplete,
    is_tool,
    part_type,
    parts_of,
)
from inspector.pipeline.conversion.tool_output import (
    answers,
    approval_request,
    call_part,
    inline_result,
    is_answered,
)

NO_FORMS: Final[Mapping[str, ModelForm]] = {}


def ui_to_model(
    messages: Sequence[JsonObject], forms: Mapping[str, ModelForm] = NO_FORMS
) -> list[JsonObject]:
    """Convert all messages; see `model_messages_of`."""
    return [converted for message in messages for converted in model_messages_of(message, forms)]


def model_messages_of(
    message: JsonObject, forms: Mapping[str, ModelForm] = NO_FORMS
) -> tuple[JsonObject, ...]:
    """Model messages of one UI message; a pure function of the two, so that its value can be kept.

    System and user give one message; an assistant one per step and one tool message with that step's results.
    Raises ConversionError for an unknown role or an output that cannot be shown.
    """
    parts = [part for part in parts_of(message) if not is_incomplete(part)]
    role = message.get("role")
    if role == "system":
        return (_system(parts),)
    if role == "user":
        return (_user(parts),)
    if role == "assistant":
        return tuple(converted for block in _blocks(parts) for converted in _block_messages(block, forms))
    raise ConversionError(f"Unsupported role: {role}")


def _system(parts: list[JsonObject]) -> JsonObject:
    texts = [part for part in parts if part_type(part) == "text"]
    converted: JsonObject = {"role": "system", "content": "".join(str(part.get("text")) for part in texts)}
    options: JsonObject = {}
    for part in texts:
        metadata = part.get("providerMetadata")
        if isinstance(metadata, dict):
            options.update(metadata)
    if options:
        converted["providerOptions"] = options
    return converted


def _user(parts: list[JsonObject]) -> JsonObject:
    content = [_text(part) if part_type(part) == "text" else _file(part) for part in parts if _is_users(part)]
    return {"role": "user", "content": list(content)}


def _is_users(part: JsonObject) -> bool:
    return part_type(part) in ("text", "file")


def _text(part: JsonObject) -> JsonObject:
    return _with_metadata({"type": "text", "text": part.get("text")}, part)


def _file(part: JsonObject) -> JsonObject:
    converted: JsonObject = {"type": "file", "mediaType": part.get("mediaType")}
    if "filename" in part:
        converted["filename"] = part["filename"]
    converted["data"] = part.get("url")
    return _with_metadata(converted, part)


def _with_metadata(converted: JsonObject, part: JsonObject) -> JsonObject:
    if part.get("providerMetadata") is not None:
        converted["providerOptions"] = part["providerMetadata"]
    return converted


def _blocks(parts: list[JsonObject]) -> Iterator[list[JsonObject]]:
    """Steps of an assistant message; data parts count as content of a step although they are not sent."""
    block: list[JsonObject] = []
    for part in parts:
        if part_type(part) in ("text", "reasoning", "file") or is_tool(part) or is_data(part):
            block.append(part)
        elif part_type(part) == "step-start" and block:
            yield block
            block = []
    if block:
        yield block


def _block_messages(block: list[JsonObject], forms: Mapping[str, ModelForm]) -> Iterator[JsonObject]:
    yield {"role": "assistant", "content": [part for given in block for part in _content(given, forms)]}
    results = [
        answer for part in block if is_tool(part) and is_answered(part) for answer in answers(part, forms)
    ]
    if results:
        yield {"role": "tool", "content": list(results)}


def _content(part: JsonObject, forms: Mapping[str, ModelForm]) -> Iterator[JsonObject]:
    kind = part_type(part)
    if kind == "text":
        yield _text(part)
    elif kind == "file":
        yield _file(part)
    elif kind == "reasoning":
        yield _with_metadata({"type": "reasoning", "text": part.get("text")}, part)
    elif is_tool(part):
        yield call_part(part)
        for follower in (approval_request(part), inline_result(part, forms)):
            if follower is not None:
                yield follower
