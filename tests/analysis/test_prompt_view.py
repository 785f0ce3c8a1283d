"""Recorded prompts, answers and stored messages become readable sections, nothing dropped."""

from __future__ import annotations

from inspector.analysis.prompt_view import (
    SectionKind,
    answer_sections,
    message_sections,
    prompt_sections,
    readable,
    tool_sections,
)
from inspector.model import DataState, Message, Role, parse_part
from inspector.model.request import RequestPayload
from inspector.tokens import tokenx
from inspector.wire.values import JsonValue


def test_a_prompt_is_read_part_by_part() -> None:
    prompt: list[JsonValue] = [
        {"role": "system", "content": "Be brief. 简短"},
        {"role": "user", "content": [{"type": "text", "text": "hi 😀"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "reasoning", "text": "hm"},
                {"type": "tool-call", "toolCallId": "1", "toolName": "web_search", "input": '{"q":1.0}'},
            ],
        },
        {
            "role": "tool",
            "content": [
                {
                    "type": "tool-result",
                    "toolName": "web_search",
                    "output": {"type": "text", "value": "found"},
                },
                {"type": "tool-result", "toolName": "x", "output": {"type": "error-text", "value": "no"}},
                {
                    "type": "tool-result",
                    "toolName": "mcp",
                    "output": {
                        "type": "content",
                        "value": [{"type": "text", "text": "a"}, {"type": "image"}],
                    },
                },
            ],
        },
    ]
    found = [(s.kind, s.role, s.label, s.text) for s in prompt_sections(prompt)]
    assert found == [
        (SectionKind.TEXT, "system", "", "Be brief. 简短"),
        (SectionKind.TEXT, "user", "", "hi 😀"),
        (SectionKind.REASONING, "assistant", "", "hm"),
        (SectionKind.TOOL_CALL, "assistant", "web_search", '{\n  "q": 1\n}'),
        (SectionKind.TOOL_RESULT, "tool", "web_search", "found"),
        (SectionKind.TOOL_ERROR, "tool", "x", "no"),
        (SectionKind.TOOL_RESULT, "tool", "mcp", 'a\n{\n  "type": "image"\n}'),
    ]
    sections = prompt_sections(prompt)
    assert sections[1].chars == 5
    assert sections[0].tokens == tokenx("Be brief. 简短")
    assert [s.message for s in sections] == [0, 1, 2, 2, 3, 3, 3]
    assert sections[3].path == "messages[2].content[1]"


def test_what_is_unknown_is_shown_raw() -> None:
    prompt: list[JsonValue] = ["loose", {"role": "user", "content": [{"type": "novel", "x": 1}, 7]}]
    found = [(s.kind, s.label, s.text) for s in prompt_sections(prompt)]
    assert found == [
        (SectionKind.OTHER, "", "loose"),
        (SectionKind.OTHER, "novel", '{\n  "type": "novel",\n  "x": 1\n}'),
        (SectionKind.OTHER, "", "7"),
    ]


def test_what_telemetry_records_but_never_sends_is_named_so() -> None:
    part: JsonValue = {"type": "custom", "kind": "anthropic.message_start"}
    section = prompt_sections([{"role": "assistant", "content": [part]}])[0]
    assert (section.kind, section.label) == (SectionKind.NOT_SENT, "anthropic.message_start")


def test_bytes_of_files_are_shortened_and_their_length_told() -> None:
    part: JsonValue = {"type": "file", "mediaType": "image/png", "data": "iVBOR" * 100}
    section = prompt_sections([{"role": "user", "content": [part]}])[0]
    assert (section.kind, section.label) == (SectionKind.FILE, "image/png")
    assert "(500 chars)" in section.text
    assert len(section.text) < 300


def test_answers_of_either_recorder_are_read() -> None:
    middleware: JsonValue = {
        "textParts": [{"id": "0", "text": "我来查"}],
        "reasoningParts": [{"id": "r", "text": "think"}],
        "toolCalls": [{"type": "tool-call", "toolName": "web_search", "input": '{"q":"x"}'}],
    }
    assert [(s.kind, s.text) for s in answer_sections(RequestPayload(output=middleware))] == [
        (SectionKind.REASONING, "think"),
        (SectionKind.TEXT, "我来查"),
        (SectionKind.TOOL_CALL, '{\n  "q": "x"\n}'),
    ]
    telemetry: JsonValue = {"content": [{"type": "text", "text": "hi"}]}
    assert [s.text for s in answer_sections(RequestPayload(output=telemetry))] == ["hi"]
    assert [s.text for s in answer_sections(RequestPayload(output={"objectText": "{}"}))] == ["{}"]
    assert answer_sections(RequestPayload()) == []


def test_tools_are_sections_with_their_declaration() -> None:
    section = tool_sections([{"type": "function", "name": "read_file", "inputSchema": {}}])[0]
    assert (section.kind, section.label, section.path) == (SectionKind.TOOL, "read_file", "tools[0]")
    assert '"inputSchema": {}' in section.text


def test_a_stored_message_has_its_tool_calls_in_and_out_and_errors() -> None:
    raw: list[JsonValue] = [
        {"type": "step-start"},
        {"type": "text", "text": "look"},
        {
            "type": "tool-web_search",
            "toolCallId": "1",
            "state": "output-available",
            "input": {"q": "x"},
            "output": [{"id": 1}],
        },
        {
            "type": "dynamic-tool",
            "toolName": "srv: t",
            "state": "output-error",
            "input": {},
            "errorText": "down",
        },
        {"type": "data-error", "data": {"message": "429"}},
    ]
    message = Message(id="m", role=Role.ASSISTANT, parts=tuple(parse_part(part) for part in raw))
    assert [(s.kind, s.label, s.part_index) for s in message_sections(message)] == [
        (SectionKind.TEXT, "", 1),
        (SectionKind.TOOL_CALL, "web_search", 2),
        (SectionKind.TOOL_RESULT, "web_search", 2),
        (SectionKind.TOOL_CALL, "srv: t", 3),
        (SectionKind.TOOL_ERROR, "srv: t", 3),
        (SectionKind.OTHER, "data-error", 4),
    ]


def test_a_damaged_message_shows_what_is_stored() -> None:
    message = Message(id="m", role=Role.USER, data_state=DataState.INVALID_JSON, raw_data='{"parts":[NaN')
    assert [(s.kind, s.text) for s in message_sections(message)] == [(SectionKind.DAMAGED, '{"parts":[NaN')]


def test_of_a_persisted_output_the_row_s_share_is_read() -> None:
    ref: dict[str, JsonValue] = {
        "fileEntryId": "e",
        "vfsFilename": "vfs_1.txt",
        "head": "HEAD",
        "tail": "TAIL",
        "totalChars": 9999,
        "totalLines": 3,
    }
    skeleton: JsonValue = [{"id": "a", "content": "snippet…"}]
    v1: JsonValue = {"$persistedToolOutput": {**ref, "shape": "text"}}
    v2: JsonValue = {
        "$persistedToolOutput": {
            "shape": "entities",
            "skeleton": skeleton,
            "blobRefs": [{**ref, "key": "/0/content"}],
        }
    }
    for output, expected in ((v1, "HEAD\n⋯\nTAIL"), (v2, readable(skeleton))):
        raw: JsonValue = {
            "type": "tool-web_fetch",
            "state": "output-available",
            "input": {},
            "output": output,
        }
        message = Message(id="m", role=Role.ASSISTANT, parts=(parse_part(raw),))
        assert message_sections(message)[1].text == expected
