"""What one line says of a tool's output."""

from __future__ import annotations

from inspector.app.timeline.tool_output import OutputFacts, output_facts
from inspector.model import ToolPart, parse_part
from inspector.wire.values import JsonValue


def facts_of(output: JsonValue) -> OutputFacts:
    part = parse_part({"type": "tool-web_search", "state": "output-available", "output": output})
    assert isinstance(part, ToolPart)
    facts = output_facts(part)
    assert facts is not None
    return facts


def ref(key: str, head: str, tail: str, total: int) -> dict[str, JsonValue]:
    return {
        "key": key,
        "fileEntryId": "entry-1",
        "vfsFilename": "vfs_0123456789abcdef.txt",
        "head": head,
        "tail": tail,
        "totalChars": total,
        "totalLines": 9,
    }


def test_a_call_without_output_has_no_figures() -> None:
    part = parse_part({"type": "tool-web_search", "state": "input-available", "input": {}})
    assert isinstance(part, ToolPart)
    assert output_facts(part) is None


def test_sources_in_full_count_the_code_units_of_their_texts() -> None:
    facts = facts_of([{"id": "a-1", "title": "T", "url": "u", "content": "😀b"}, {"content": "cd"}])
    assert facts.is_list
    assert [item.chars for item in facts.items] == [3, 2]
    assert (facts.items[0].id, facts.items[0].title, facts.items[0].url) == ("a-1", "T", "u")
    assert not facts.shortened


def test_an_entities_envelope_mixes_shortened_and_whole_texts() -> None:
    skeleton: JsonValue = [{"id": "a-1", "content": "snip…"}, {"id": "a-2", "content": "whole"}]
    envelope: JsonValue = {
        "$persistedToolOutput": {
            "shape": "entities",
            "skeleton": skeleton,
            "blobRefs": [ref("/0/content", "head", "tail!", 81_204)],
        }
    }
    facts = facts_of(envelope)
    assert [item.chars for item in facts.items] == [81_204, 5]
    assert facts.chars == 81_209
    assert facts.kept_chars == 4 + 5 + 5
    assert [found.key for found in facts.refs] == ["/0/content"]


def test_a_text_envelope_is_one_shortened_text() -> None:
    body = {**ref("", "h", "t", 60_000), "shape": "text"}
    facts = facts_of({"$persistedToolOutput": body})
    assert not facts.is_list
    assert (facts.chars, facts.kept_chars, facts.shortened) == (60_000, 2, True)


def test_a_marker_in_a_captured_prompt_tells_the_full_length_head_and_tail() -> None:
    text = (
        "first line\n\n<persisted-output>\noutput truncated (40 lines, 9000 chars total; first 11 chars shown "
        "above, last 9 chars shown below)\nFull output: context://vfs/vfs_x.txt\n</persisted-output>\n\nlast line"
    )
    item = facts_of({"type": "text", "value": text}).items[0]
    assert item.chars == 9000
    assert item.kept_chars == len(text)
    assert (item.head, item.tail) == ("first line", "last line")


def test_the_plain_truncation_form_is_recognised_too() -> None:
    item = facts_of("abc\n--- truncated (7 lines, 500 chars total) ---\nxyz").items[0]
    assert (item.chars, item.head, item.tail) == (500, "abc", "xyz")


def test_any_other_value_is_measured_as_compact_json() -> None:
    facts = facts_of({"a": [1, 2]})
    assert facts.chars == len('{"a":[1,2]}')
    assert not facts.shortened


def test_an_envelope_without_blobs_is_shown_as_it_is() -> None:
    raw: JsonValue = {"$persistedToolOutput": {"shape": "entities", "skeleton": {"a": 1}, "blobRefs": []}}
    facts = facts_of(raw)
    assert not facts.shortened
    assert len(facts.items) == 1
