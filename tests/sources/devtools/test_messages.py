"""Messages told apart by what they say, cut from the recorded text without parsing what was seen before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.sources.devtools import CaptureSource
from inspector.sources.devtools.index import build_index
from inspector.sources.devtools.messages import MessageTable, meaning_of, summary_text
from inspector.sources.devtools.payloads import read_payload
from inspector.wire import loads
from tests.sources.devtools.test_index import CAPTURES
from tests.sources.devtools.writing import capture, step, text


def chains(path: Path) -> tuple[MessageTable, list[tuple[int, ...]]]:
    table, index = MessageTable(), build_index(path)
    with path.open("rb", buffering=0) as file:
        return table, [table.chain(file, entry, entry.id) for entry in index.steps]


@pytest.mark.parametrize("name", CAPTURES)
def test_cutting_gives_the_messages_a_full_parse_gives(
    unpacked: Callable[[str, str], Path], name: str
) -> None:
    path = unpacked("captures", name) / ".devtools" / "generations.json"
    table, index = MessageTable(), build_index(path)
    steps = {entry.id: entry for entry in index.steps}
    with path.open("rb", buffering=0) as file:
        for entry in index.steps:
            chain, prompt = table.chain(file, entry, entry.id), read_payload(file, entry).prompt
            assert len(chain) == len(prompt)
            for number, message in zip(chain, prompt, strict=True):
                read = table.read(file, steps[table.messages[number].step], number)[number]
                assert meaning_of(read) == meaning_of(message)
    assert all(message.length for message in table.messages)  # none needed the slow way


def test_boundaries_inside_a_tool_result_do_not_cut_it(tmp_path: Path) -> None:
    chat = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    result = {
        "type": "tool-result",
        "toolCallId": "1",
        "toolName": "t",
        "output": {"type": "json", "value": chat},
    }
    prompt = [
        text("user", 'say },{"role":"user"'),
        {"role": "tool", "content": [result]},
        text("user", "end"),
    ]
    table, (chain,) = chains(capture(tmp_path, step("s", prompt)))
    assert [table.messages[number].role for number in chain] == ["user", "tool", "user"]


def test_lists_after_the_prompt_do_not_add_messages(tmp_path: Path) -> None:
    extra = {"prompt": [text("user", "a")], "messages": [text("user", "x"), text("user", "y")], "tools": []}
    _, (chain,) = chains(capture(tmp_path, step("s", [], input=extra)))
    assert len(chain) == 1


@pytest.mark.parametrize(
    "recorded",
    [
        {"temperature": 0, "prompt": [text("user", "a"), text("assistant", "b")]},
        {"prompt": [{"content": "a", "role": "user"}, text("assistant", "b")]},
    ],
)
def test_unusual_key_orders_are_read_the_slow_way(tmp_path: Path, recorded: dict[str, Any]) -> None:
    table, first_and_second = chains(
        capture(
            tmp_path, step("s", [], input=recorded), step("t", [text("user", "a"), text("assistant", "b")])
        )
    )
    assert first_and_second[0] == first_and_second[1]
    assert [message.role for message in table.messages] == ["user", "assistant"]


def test_a_prompt_that_is_a_text(tmp_path: Path) -> None:
    table, (chain,) = chains(capture(tmp_path, step("s", "hello")))
    assert [(table.messages[n].role, table.messages[n].text) for n in chain] == [("user", "hello")]


def test_steps_without_a_prompt(tmp_path: Path) -> None:
    _, found = chains(capture(tmp_path, step("s", [], input=None), step("t", [])))
    assert found == [(), ()]


def test_a_result_nested_beyond_every_limit(tmp_path: Path) -> None:
    deep = "[" * 50_000 + "]" * 50_000
    recorded = step("s", [text("user", "a"), {"role": "tool", "content": "HERE"}, text("user", "b")])
    recorded["input"] = recorded["input"].replace('"HERE"', f'[{{"type":"x","value":{deep}}}]')
    table, (chain,) = chains(capture(tmp_path, recorded))
    assert [table.messages[number].role for number in chain] == ["user", "tool", "user"]


def test_cache_marks_custom_parts_and_key_order_say_nothing() -> None:
    plain: Any = {"role": "user", "content": [{"type": "text", "text": "a"}]}
    marked: Any = {**plain, "providerOptions": {"anthropic": {"cacheControl": {"type": "ephemeral"}}}}
    custom: Any = {
        "content": [{"type": "custom", "kind": "x"}, {"text": "a", "type": "text"}],
        "role": "user",
    }
    assert (
        meaning_of(plain)
        == meaning_of(marked)
        == meaning_of(custom)
        == meaning_of({"role": "user", "content": "a"})
    )
    assert meaning_of(plain) != meaning_of({"role": "assistant", "content": "a"})
    assert meaning_of({"role": "user", "content": "\ud800"}) != meaning_of(
        {"role": "user", "content": "\ud801"}
    )


def test_summary_is_recognised_at_the_opening_only() -> None:
    opening = (
        "This session is being continued from a previous conversation that ran out of context. The rest."
    )
    assert summary_text(text("user", opening)) == opening
    assert summary_text({"role": "user", "content": opening}) == opening
    assert summary_text(text("user", f"Quote: {opening}")) is None
    assert summary_text(None) is None


def test_a_prompt_is_parsed_once_however_many_messages_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spaced = {"temperature": 0, "prompt": [text("user", f"message {n}") for n in range(60)]}
    quoting = text("user", '"},{"role":"'.join(f"quoted {n}" for n in range(60)))
    folder = capture(tmp_path, step("s", [], input=spaced), step("t", [quoting, text("user", "end")]))
    parsed: list[int] = []

    def counting(data: str | bytes) -> object:
        parsed.append(len(data))
        return loads(data)

    monkeypatch.setattr("inspector.sources.devtools.payloads.loads", counting)
    source = CaptureSource.open(folder)
    for summary in source.conversations():
        parsed.clear()
        source.load(summary.id)
        assert len(parsed) < 12
