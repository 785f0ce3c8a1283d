"""The application's way around the SDK's conversion, and its record."""

from __future__ import annotations

import pytest

from inspector.pipeline.conversion import (
    BUILTIN_FORMS,
    ConversionOptions,
    MediaCapabilities,
    Renamed,
    convert_message,
    join_converted,
    stored_to_model,
    tool_result_capabilities,
)
from inspector.pipeline.conversion.parts import JsonObject
from inspector.wire import JsonValue
from tests.pipeline.conversion.builders import attachment, message, text, tool

DEAF = MediaCapabilities(image=True, video=True, audio=False)
BLIND = MediaCapabilities(image=False, video=False, audio=False)
ENVELOPE: JsonValue = {"$persistedToolOutput": {"shape": "text"}}


def dynamic(name: str) -> JsonObject:
    return {**tool("x"), "type": "dynamic-tool", "toolName": name}


def results(converted: JsonObject) -> list[JsonValue]:
    content = converted["content"]
    assert isinstance(content, list)
    return [part["output"] for part in content if isinstance(part, dict) and "output" in part]


def test_envelopes_are_rendered_before_the_tool_shows_them() -> None:
    options = ConversionOptions(forms=BUILTIN_FORMS, render_output=lambda envelope: [{"id": "rendered"}])
    converted = convert_message(message("assistant", tool("web_search", ENVELOPE)), options)
    assert results(converted.messages[1]) == [{"type": "json", "value": [{"id": "rendered"}]}]
    assert converted.rendered == ("c",)


def test_an_envelope_of_a_failed_call_is_not_looked_at() -> None:
    options = ConversionOptions(render_output=lambda envelope: pytest.fail("rendered"))
    failed = tool("t", ENVELOPE, state="output-error", errorText="e")
    assert convert_message(message("assistant", failed), options).rendered == ()


def test_illegal_dynamic_names_are_replaced_in_call_and_result_unless_the_tool_is_at_hand() -> None:
    part = dynamic("server: tool")
    renamed = convert_message(message("assistant", part), ConversionOptions())
    assert renamed.renamed == (Renamed("c", "server: tool", "server__tool_4a0b58c2"),)
    assert "server: tool" not in str(renamed.messages)
    at_hand = ConversionOptions(tools=frozenset({"server: tool"}))
    assert convert_message(message("assistant", part), at_hand).renamed == ()


def test_declared_names_are_sent_as_they_are() -> None:
    assert convert_message(message("assistant", tool("server: tool")), ConversionOptions()).renamed == ()


def test_media_the_model_does_not_take_become_notes_before_roles_are_looked_at() -> None:
    options = ConversionOptions(capabilities=DEAF)
    sound = attachment("audio/mpeg", "u")
    converted = stored_to_model([message("system", text("s"), sound), message("user", sound)], options)
    note = "[audio attachment omitted: this model does not accept audio input]"
    assert [entry["content"] for entry in converted.messages] == [
        f"s{note}",
        [{"type": "text", "text": note}],
    ]
    assert [entry.omitted_media for entry in converted.by_message] == [1, 1]


@pytest.mark.parametrize("media_type", ["AUDIO/mpeg", "application/pdf", "image/png"])
def test_other_attachments_are_none_of_its_business(media_type: str) -> None:
    options = ConversionOptions(capabilities=BLIND)
    assert convert_message(message("user", attachment(media_type, "u")), options).omitted_media == 0


def test_media_inside_results_follow_capabilities_of_their_own() -> None:
    items: JsonValue = [
        {"type": "image-url", "url": "u"},
        {"type": "media", "data": "d", "mediaType": "image/png"},
        {"type": "file-data", "data": "d", "mediaType": "audio/mpeg"},
    ]
    options = ConversionOptions(
        forms={"t": lambda _, output: {"type": "content", "value": output}},  # type: ignore[dict-item]
        capabilities=MediaCapabilities(image=True, video=True, audio=True),
        tool_result_capabilities=BLIND,
    )
    (_, answered) = stored_to_model([message("assistant", tool("t", items))], options).messages
    (output,) = results(answered)
    assert isinstance(output, dict)
    assert isinstance(output["value"], list)
    assert [item["type"] for item in output["value"] if isinstance(item, dict)] == ["text", "media", "text"]


@pytest.mark.parametrize(("dialect", "image"), [("anthropic", True), ("google", True), ("openai", False)])
def test_only_some_dialects_carry_media_in_results(dialect: str, image: bool) -> None:
    assert tool_result_capabilities(DEAF, dialect).image is image


def test_the_record_counts_merged_and_filled_messages() -> None:
    nothing: JsonObject = {"type": "data-x", "data": 1}
    parts = [message("user", text("1")), message("user", text("2")), message("assistant", nothing)]
    converted = join_converted([convert_message(part, ConversionOptions()) for part in parts])
    assert (converted.merged, converted.filled) == (1, 1)
    assert len(converted.messages) == 2
