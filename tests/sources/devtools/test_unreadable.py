"""Inner JSON that is cut or broken: named with its place, shown raw, and the conversation stays whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.prompt_view import SectionKind, request_sections
from inspector.model.request import RequestState
from inspector.sources.devtools.unreadable import fault_in, recovered_messages
from inspector.sources.open import open_source
from tests.sources.devtools import writing

PROMPT: list[dict[str, Any]] = [
    writing.text("user", "one"),
    writing.text("assistant", "two"),
    writing.text("user", "three 三"),
]


def capture(folder: Path, **fields: Any) -> Path:
    """Two good steps around one whose fields are set afterwards, as text in the file."""
    steps = [writing.step(str(n), PROMPT[: 2 * n + 1], step_number=1, run_id=f"r{n}") for n in range(2)]
    path = writing.capture(folder, *steps, writing.step("last", PROMPT, run_id="r9"))
    document = json.loads(path.read_text())
    document["steps"][1].update(fields)
    path.write_text(json.dumps(document, indent=2))
    return path


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"prompt":[1,2', "cut off after 14 characters"),
        ('{"a":"b', "cut off after 7 characters"),
        ('{"a":', "cut off after 5 characters"),
        ("no json {", "no JSON from character 1 of 9 on"),
        ('{"a":1}}', "no JSON from character 8 of 8 on"),
        ("", "cut off after 0 characters"),
        ("{}", ""),
        ("null", ""),
        ('"text"', ""),
    ],
)
def test_where_a_text_stops_being_json(text: str, reason: str) -> None:
    assert fault_in(text) == reason


@pytest.mark.parametrize("field", ["input", "output", "usage", "raw_request", "raw_response"])
@pytest.mark.parametrize("size", [1, 200_000])
def test_the_field_and_the_place_are_named(tmp_path: Path, field: str, size: int) -> None:
    path = capture(tmp_path, **{field: '{"a":"' + "x" * size})
    source = open_source(path)
    record = source.requests()[1]
    assert record.state is RequestState.DAMAGED
    assert record.error == f"{field}: cut off after {size + 6} characters"
    (found,) = source.payload(1).unreadable
    assert (found.field, len(found.text)) == (field, size + 6)
    assert [r.state for r in source.requests()] == [RequestState.OK, RequestState.DAMAGED, RequestState.OK]


def test_an_error_stays_an_error(tmp_path: Path) -> None:
    source = open_source(capture(tmp_path, output="[1,2", error="Overloaded"))
    assert (source.requests()[1].state, source.requests()[1].error) == (RequestState.ERROR, "Overloaded")


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_messages_before_the_fault_are_kept(kept: int) -> None:
    text = json.dumps({"prompt": PROMPT}, separators=(",", ":"))
    ends = [text.index("one") + 2, text.index("two") + 2, text.index("three") + 2]
    assert recovered_messages(text[: ends[kept]]) == PROMPT[:kept]
    assert recovered_messages("no json") == []


def test_a_cut_prompt_stays_in_its_conversation_and_is_shown_raw(tmp_path: Path) -> None:
    text = json.dumps({"prompt": PROMPT})
    source = open_source(capture(tmp_path, input=text[: text.index("three")]))
    assert len({record.conversation_id for record in source.requests()}) == 1
    assert len(source.conversations()) == 1
    sections = request_sections(source.payload(1))
    assert [s.text for s in sections if s.kind is SectionKind.TEXT] == ["one", "two"]
    (damaged,) = [s for s in sections if s.kind is SectionKind.DAMAGED]
    assert damaged.text == text[: text.index("three")]
    assert damaged.label == f"cut off after {text.index('three')} characters"


def test_the_cases_stay_one_conversation(cases: Path) -> None:
    cut = open_source(cases / "W17-cut-inner-json")
    assert [r.state.value for r in cut.requests()] == ["ok", "damaged", "ok"]
    assert len(cut.conversations()) == 1
    broken = open_source(cases / "R20-bad-inner-json")
    assert [r.error for r in broken.requests()] == [
        "input: no JSON from character 1 of 17 on",
        "output: cut off after 4 characters",
        None,
    ]


@pytest.mark.parametrize(
    ("recorded", "texts"),
    [
        ({"messages": [{"role": "user", "content": "hi"}], "system": "be brief"}, ["be brief", "hi"]),
        ({"prompt": {"messages": [{"role": "user", "content": "hi"}], "system": "s"}}, ["s", "hi"]),
        ({"prompt": "hi", "system": "s"}, ["s", "hi"]),
        ({"messages": [{"role": "user", "content": "hi"}]}, ["hi"]),
        ({"prompt": [{"role": "user", "content": "hi"}], "messages": ["other"]}, ["hi"]),
        ({"values": ["a"]}, []),
    ],
)
def test_other_keys_of_a_prompt(tmp_path: Path, recorded: Any, texts: list[str]) -> None:
    source = open_source(writing.capture(tmp_path, writing.step("s", [], input=recorded)))
    payload = source.payload(0)
    assert [message["content"] for message in payload.prompt] == texts  # type: ignore[index, call-overload]
    assert "messages" not in payload.settings
    assert "system" not in payload.settings
    messages = source.load(source.conversations()[0].id).messages
    assert {"hi"} & set(texts) <= {part.raw["text"] for m in messages.values() for part in m.parts}  # type: ignore[index, call-overload]
