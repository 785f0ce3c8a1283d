"""Probes tell where a fact survives, and read their texts once."""

from __future__ import annotations

import pytest

from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.problems import Problem
from inspector.replay.probes import Probe, ProbeReader, texts_of
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
