"""Where a text was: each state at its first and last request, escaped forms, what a fold and a trim leave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.prefix.render import render_request
from inspector.analysis.sent_bodies import sent_bodies
from inspector.analysis.whereabouts import Sighting, Whereabout, whereabouts
from inspector.model.compaction import SUMMARY_OPENING
from inspector.sources.open import open_source
from inspector.wire.values import JsonValue


def user(text: str) -> JsonValue:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def result(text: str, call: str = "c1") -> JsonValue:
    output: JsonValue = {"type": "text", "value": text}
    part: JsonValue = {"type": "tool-result", "toolCallId": call, "toolName": "grep", "output": output}
    return {"role": "tool", "content": [part]}


def sightings(needle: str, *prompts: list[JsonValue]) -> list[Sighting]:
    bodies = [
        render_request(raw_request=None, prompt=prompt, tools=None, tool_choice=None, provider_options=None)[
            0
        ]
        for prompt in prompts
    ]
    return list(whereabouts(needle, enumerate(bodies)))


def states(needle: str, *prompts: list[JsonValue]) -> list[str]:
    return [one.state.value for one in sightings(needle, *prompts)]


FULL, CUT = result('port = "8042"\nhost'), result("port = …")


def test_a_text_comes_is_cut_is_folded_and_comes_back() -> None:
    ask, summary = user("which port?"), user(f"{SUMMARY_OPENING} the port was asked for")
    assert states(
        'port = "8042"\nhost', [ask], [ask, FULL], [ask, CUT], [summary], [summary, FULL], [ask]
    ) == ["not yet", "present", "trimmed", "folded", "present", "gone"]


def test_another_call_of_the_same_tool_is_not_the_trimmed_output() -> None:
    assert states("8042", [FULL], [result("nothing", call="c2")]) == ["present", "gone"]


def test_a_users_text_is_never_trimmed() -> None:
    assert states("8042", [user("8042")], [user("other"), CUT]) == ["present", "gone"]


def test_the_first_place_and_their_number_are_told() -> None:
    assert sightings("8042", [user("no"), user("8042"), FULL]) == [
        Sighting(0, Whereabout.PRESENT, "messages[1].content[0]", 2)
    ]


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        states("", [FULL])


def test_a_fact_of_a_capture_is_folded_when_its_history_is(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-web-search-recall"))
    bodies = ((sent.request or 0, sent.body) for sent in sent_bodies(source, source.conversations()[0].id))
    found = [one.state for one in whereabouts("C919 的标准航程是多少公里", bodies)]
    changes = [state for at, state in enumerate(found) if at == 0 or found[at - 1] is not state]
    assert changes[:2] == [Whereabout.NOT_YET, Whereabout.PRESENT]
    assert changes[-1] is Whereabout.FOLDED
