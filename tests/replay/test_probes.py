"""Probes tell where a fact survives, and read their texts once."""

from __future__ import annotations

import pytest

from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.problems import Problem
from inspector.replay.probes import Probe, ProbeReader, texts_of, told_apart
from inspector.replay.result import ProbeState

PROBES = [Probe.parse(text) for text in ("price=60 $/kWh", r"/cycle\w+/", "gone")]


def user(text: str) -> dict:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def test_best_state_wins() -> None:
    reader = ProbeReader(PROBES)
    summary = user(f"{SUMMARY_OPENING} below … 60 $/kWh")
    states = reader.states([summary, user("cycles")], dict)
    assert states == {
        "price": ProbeState.SUMMARY,
        r"/cycle\w+/": ProbeState.VERBATIM,
        "gone": ProbeState.LOST,
    }
    assert reader.states([summary, user("60 $/kWh")], dict)["price"] is ProbeState.VERBATIM


def test_a_readable_text_is_fetched_once_and_only_when_needed() -> None:
    calls: list[str] = []

    def read() -> str:
        calls.append("read")
        return "… gone …"

    reader = ProbeReader([Probe("gone", "gone")])
    assert reader.states([user("it is gone")], lambda: {"/blobs/a.txt": read})["gone"] is ProbeState.VERBATIM
    assert not calls
    for _ in range(2):
        assert reader.states([user("no")], lambda: {"/blobs/a.txt": read})["gone"] is ProbeState.READABLE
    assert calls == ["read"]


def test_names_are_optional_and_patterns_checked() -> None:
    assert Probe.parse("a=b") == Probe("a", "b")
    assert Probe.parse("x y=z") == Probe("x y=z", "x y=z")
    assert Probe.parse("n=/a+/") == Probe("n", "a+", is_regex=True)
    for bad in ("", "/(/"):
        with pytest.raises(Problem, match="not a usable pattern"):
            Probe.parse(bad)


def test_roles_and_ids_are_not_facts() -> None:
    call = {"type": "tool-call", "toolCallId": "gone", "toolName": "grep", "input": {"q": "x"}}
    assert list(texts_of({"role": "assistant", "content": [call]})) == ["grep", "x"]


def test_json_nested_deeper_than_the_interpreter_follows_is_read() -> None:
    nested: list = ["bottom"]
    for _ in range(5_000):
        nested = [nested, {"text": "beside"}]
    assert next(iter(texts_of({"role": "tool", "content": nested}))) == "bottom"


def cut(text: str) -> dict:
    value = f"{text}\n\n<persisted-output>\noutput truncated (9 lines, 99 chars total)\n</persisted-output>"
    output = {"type": "text", "value": value}
    return {"role": "tool", "content": [{"type": "tool-result", "toolName": "grep", "output": output}]}


@pytest.mark.parametrize("plain", [False, True])
def test_what_a_trim_left_is_a_stub_and_what_stands_whole_is_better(plain: bool) -> None:
    reader = ProbeReader([Probe("gone", "gone")])
    stub = user("gone\n--- truncated (3 lines, 30 chars total) ---\nend") if plain else cut("it is gone")
    assert reader.states([stub], dict)["gone"] is ProbeState.STUB
    assert reader.states([stub, user("gone")], dict)["gone"] is ProbeState.VERBATIM
    assert reader.states([user("gone"), stub], dict)["gone"] is ProbeState.VERBATIM


def test_a_stub_is_better_than_a_summary() -> None:
    reader = ProbeReader([Probe("gone", "gone")])
    summary = user(f"{SUMMARY_OPENING} gone")
    assert reader.states([summary, cut("gone")], dict)["gone"] is ProbeState.STUB
    assert reader.states([summary], dict)["gone"] is ProbeState.SUMMARY


def test_what_is_not_there_is_not_yet_said_lost_or_never_said() -> None:
    absent, there, back = ProbeState.LOST, ProbeState.VERBATIM, ProbeState.READABLE
    rows = [
        {"a": absent, "b": absent, "c": back},
        {"a": there, "b": absent, "c": absent},
        {"a": absent, "b": absent, "c": absent},
    ]
    assert told_apart(rows) == [
        {"a": ProbeState.NOT_YET, "b": ProbeState.NEVER, "c": back},
        {"a": there, "b": ProbeState.NEVER, "c": ProbeState.LOST},
        {"a": ProbeState.LOST, "b": ProbeState.NEVER, "c": ProbeState.LOST},
    ]
    assert told_apart([]) == []


def test_only_what_is_before_the_model_or_can_be_read_is_in_reach() -> None:
    assert [state for state in ProbeState if not state.in_reach] == [
        ProbeState.LOST,
        ProbeState.NOT_YET,
        ProbeState.NEVER,
    ]
