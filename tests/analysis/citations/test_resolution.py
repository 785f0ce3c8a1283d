"""Own, earlier and dangling citations of a path."""

from __future__ import annotations

from inspector.analysis.citations.resolution import cite_path
from inspector.model import Message, Role, parse_part
from inspector.wire import JsonValue


def message(name: str, text: str, *ids: str) -> Message:
    found: list[JsonValue] = [{"id": i, "title": "t", "url": f"https://h/{i}", "content": "c"} for i in ids]
    call = {"type": "tool-web_search", "toolCallId": "c", "state": "output-available", "output": found}
    parts: list[JsonValue] = [call, {"type": "text", "text": text}]
    return Message(id=name, role=Role.ASSISTANT, parts=tuple(parse_part(part) for part in parts))


def test_a_path_resolves_each_message_by_its_own_look_ups() -> None:
    first, second, third = cite_path(
        [
            message("m1", "[cite:a-1] [cite:b-1]", "a-1"),
            message("m2", "`[cite:c-1]` [cite:a-1] [cite:b-1] [cite:1]", "b-1"),
            message("m3", "[1] [cite:b-1]"),
        ]
    )
    assert (first.own, first.earlier, first.dangling) == (("a-1",), (), ("b-1",))
    assert (second.own, second.earlier, second.dangling) == (("b-1", "1"), ("a-1",), ())
    assert (third.cited, third.earlier) == (("b-1",), ("b-1",))
