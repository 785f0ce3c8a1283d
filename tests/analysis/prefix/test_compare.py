"""Each structural cause, with a case that has it and one that nearly has it."""

from __future__ import annotations

import pytest

from inspector.analysis.prefix.blocks import BlockKind
from inspector.analysis.prefix.causes import CAUSES, CauseId
from inspector.analysis.prefix.compare import compare
from inspector.analysis.prefix.compare_text import first_key_order_path, only_whitespace
from inspector.model.compaction import SUMMARY_OPENING
from tests.analysis.prefix.conftest import Build, part, system, tool

A, B, C = (part(text, at=index, role="user") for index, text in enumerate("abc"))
MARKER = '"text\\n<persisted-output>\\noutput truncated{path}\\n</persisted-output>"'

CASES = [
    ("extends", [A], [A, B], CauseId.EXTENDS),
    ("identical", [A, B], [A, B], CauseId.IDENTICAL),
    ("shorter", [A, B], [A], CauseId.MESSAGE_REMOVED),
    ("tool added", [tool("x"), A], [tool("x"), tool("y"), A], CauseId.TOOL_ADDED),
    ("tool removed", [tool("x"), tool("y"), A], [tool("y"), A], CauseId.TOOL_REMOVED),
    ("tools reordered", [tool("x"), tool("y"), A], [tool("y"), tool("x"), A], CauseId.TOOLS_REORDERED),
    ("tools gone", [tool("x"), A], [A], CauseId.TOOLS_EMPTY),
    ("tool text", [tool("x"), A], [tool("x", '{"name":"x","description":"new"}'), A], CauseId.TOOL_CHANGED),
    (
        "tool key order",
        [tool("x", '{"name":"x","a":1}'), A],
        [tool("x", '{"a":1,"name":"x"}'), A],
        CauseId.KEY_ORDER,
    ),
    (
        "clock",
        [system("Time: 09:14\nBe brief"), A],
        [system("Time: 09:15\nBe brief"), A],
        CauseId.SYSTEM_TIME,
    ),
    ("clock gone", [system("Time: 09:14\nBe brief"), A], [system("Be brief"), A], CauseId.SYSTEM_CHANGED),
    ("clock moved", [system("It is 9:14 AM."), A], [system("It is 9:15 AM."), A], CauseId.SYSTEM_TIME),
    ("seconds gone", [system("Now 09:14:31"), A], [system("Now 09:14"), A], CauseId.SYSTEM_TIME),
    (
        "two changes, the clock stands between",
        [system("a\nNow: 10:00\nb"), A],
        [system("A\nNow: 10:00\nB"), A],
        CauseId.SYSTEM_CHANGED,
    ),
    ("words", [system("Be brief"), A], [system("Be long"), A], CauseId.SYSTEM_CHANGED),
    ("system space", [system("Be brief"), A], [system("Be brief "), A], CauseId.WHITESPACE),
    ("folded", [A, B, C], [part(SUMMARY_OPENING + " x"), C], CauseId.COMPACTED),
    ("removed", [A, B, C], [A, C], CauseId.MESSAGE_REMOVED),
    ("moved", [A, B, C], [A, C, B], CauseId.BLOCK_MOVED),
    (
        "result",
        [A, part('"long"', kind=BlockKind.TOOL_RESULT, key="t")],
        [A, part('"cut"', kind=BlockKind.TOOL_RESULT, key="t"), B],
        CauseId.TOOL_RESULT_CHANGED,
    ),
    (
        "marker",
        [A, part(MARKER.format(path="\\nFull output saved to: /a"), kind=BlockKind.TOOL_RESULT, key="t")],
        [A, part(MARKER.format(path="\\nFull output: context://v"), kind=BlockKind.TOOL_RESULT, key="t")],
        CauseId.MARKER_CHANGED,
    ),
    ("key order", [A, part('{"a":1,"b":2}')], [A, part('{"b":2,"a":1}')], CauseId.KEY_ORDER),
    ("space", [A, part("one two")], [A, part("one  two")], CauseId.WHITESPACE),
    (
        "image",
        [part("png1", kind=BlockKind.IMAGE), A],
        [part("png2", kind=BlockKind.IMAGE), A],
        CauseId.IMAGE_CHANGED,
    ),
    ("image gone", [part("png", kind=BlockKind.IMAGE), A], [A], CauseId.IMAGE_CHANGED),
    (
        "file",
        [part("pdf1", kind=BlockKind.FILE)],
        [part("pdf2", kind=BlockKind.FILE)],
        CauseId.ATTACHMENT_CHANGED,
    ),
    (
        "thinking gone",
        [A, part("hm", kind=BlockKind.THINKING, role="assistant"), B],
        [A, B],
        CauseId.THINKING_CHANGED,
    ),
    ("edited question", [A, B], [A, part("other"), part("new")], CauseId.BRANCH_SWITCHED),
    ("edited in place", [A, B, C], [A, part("other"), C], CauseId.MESSAGE_CHANGED),
    (
        "shape",
        [part('{"type":"text","text":"hello"}')],
        [part("hello", kind=BlockKind.OTHER)],
        CauseId.BLOCK_SHAPE_CHANGED,
    ),
]


@pytest.mark.parametrize(
    ("before", "after", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_cause_of_a_change(build: Build, before: list, after: list, expected: CauseId) -> None:
    cause = compare(build(0, before), build(1, after))
    assert cause.id is expected
    assert "{" not in cause.detail.replace('{"', "")


def test_first_request_has_no_other_cause(build: Build) -> None:
    assert compare(None, build(0, [A])).id is CauseId.FIRST


def test_model_comes_before_every_other_difference(build: Build) -> None:
    cause = compare(build(0, [tool("x"), A]), build(1, [A], model="claude-haiku-4-5"))
    assert (cause.id, cause.where) == (CauseId.MODEL_CHANGED, "model")


def test_tool_choice_is_mixed_in_before_messages(build: Build) -> None:
    before, after = (
        build(0, [system("s"), A], tool_choice="auto"),
        build(1, [system("s"), A], tool_choice="any"),
    )
    assert compare(before, after).id is CauseId.TOOL_CHOICE_CHANGED
    assert before.key_at(0) == after.key_at(0)
    assert before.key_at(1) != after.key_at(1)


def test_removed_messages_are_named_as_a_range(build: Build) -> None:
    blocks = [part(str(i), at=i) for i in range(6)]
    cause = compare(build(0, blocks), build(1, [*blocks[:3], *blocks[5:]]))
    assert cause.where == "messages[3..4]"


def test_nested_json_text_counts_as_json() -> None:
    left, right = '{"content":"{\\"a\\":1,\\"b\\":2}"}', '{"content":"{\\"b\\":2,\\"a\\":1}"}'
    assert first_key_order_path(left, right) == ".content"


def test_every_cause_is_worded() -> None:
    assert set(CAUSES) == set(CauseId)
    assert all(
        info.remedy for cause, info in CAUSES.items() if info.breaks and cause is not CauseId.BRANCH_SWITCHED
    )


def test_escaped_whitespace_counts_as_whitespace() -> None:
    assert only_whitespace('"a\\nb"', '"a b"')
    assert not only_whitespace('"ab"', '"ac"')
