"""An IR as plain texts for a summariser."""

from __future__ import annotations

from inspector.pipeline.compaction.flatten import flatten


def test_each_role_becomes_a_plain_text() -> None:
    calls = [
        {"id": "c1", "function": {"name": "read_file", "arguments": '{"page":1}'}},
        {"id": "c2", "function": {"name": "", "arguments": "{}"}},
    ]
    history = [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "U", "attachments": [{"mediaType": "image/png"}]},
        {"role": "assistant", "content": "A", "tool_calls": calls, "thinking": {"thinking": "hm"}},
        {"role": "assistant", "content": "", "tool_calls": calls[:1]},
        {"role": "tool", "content": "R", "tool_call_id": "c1"},
        {"role": "tool", "content": "R"},
        {"role": "function", "content": "F"},
    ]
    flat = flatten(history)
    assert flat[0] == {"role": "system", "content": "S"}
    assert [(message["role"], message["content"][0]["text"]) for message in flat[1:]] == [
        ("user", "U"),
        ("assistant", 'A\n[Called tool: read_file({"page":1})]\n[Called tool: ({})]'),
        ("assistant", '[Called tool: read_file({"page":1})]'),
        ("user", "[Tool result (c1): R]"),
        ("user", "[Tool result: R]"),
        ("user", "F"),
    ]
