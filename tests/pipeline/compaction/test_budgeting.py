"""Fitting a history into a summariser: attachments as lines, stubs, the clamp."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.pipeline.compaction.budgeting import STUB_ESCALATION, fit
from inspector.tokens import rough_value

ASK = "Summarise."


def called(identifier: str, name: str | None = "web_search") -> dict[str, Any]:
    function = {"arguments": "{}"} if name is None else {"name": name, "arguments": "{}"}
    return {"role": "assistant", "content": "", "tool_calls": [{"id": identifier, "function": function}]}


def result(identifier: str, chars: int) -> dict[str, Any]:
    return {"role": "tool", "content": "x" * chars, "tool_call_id": identifier}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def contents(fitted: Any) -> list[str]:
    return [message["content"] for message in fitted.messages]


def test_without_a_limit_nothing_is_changed() -> None:
    history = [user("q"), called("c1"), result("c1", 90_000)]
    fitted = fit(history, ASK)
    assert fitted.messages == (*history, user(ASK))
    assert fitted.tokens == rough_value([*history, user(ASK)])
    assert (fitted.stub_threshold, fitted.omitted) == (None, 0)


@pytest.mark.parametrize("chars", STUB_ESCALATION)
def test_results_longer_than_a_threshold_are_stubbed_one_of_its_length_is_not(chars: int) -> None:
    history = [user("q"), called("c1"), result("c1", chars), called("c2"), result("c2", chars + 1)]
    stubbed = fit(history, ASK, stub_threshold=chars)
    assert contents(stubbed)[2] == "x" * chars
    assert contents(stubbed)[4] == (
        f"[Tool web_search returned {chars + 1} chars; omitted before summarization]"
    )


def test_the_escalation_stops_at_the_first_threshold_that_fits() -> None:
    history = [user("q"), called("c1"), result("c1", 5000), called("c2"), result("c2", 900)]
    fitted = fit(history, ASK, max_input=600)
    assert fitted.stub_threshold == 4000
    assert contents(fitted)[4] == "x" * 900
    assert fit(history, ASK, max_input=300).stub_threshold == 200


def test_thresholds_at_or_above_a_configured_one_are_skipped() -> None:
    history = [user("q"), called("c1"), result("c1", 1500), called("c2"), result("c2", 300)]
    fitted = fit(history, ASK, max_input=200, stub_threshold=1000)
    assert fitted.stub_threshold == 200
    assert fit(history, ASK, max_input=0, stub_threshold=0).stub_threshold == 0


def test_the_name_of_a_stub_falls_back_only_when_it_is_absent() -> None:
    history = [called("c1", ""), result("c1", 9), called("c2", None), result("c2", 9), result("gone", 9)]
    stubs = contents(fit(history, ASK, stub_threshold=5))
    assert [stubs[1], stubs[3], stubs[4]] == [
        "[Tool  returned 9 chars; omitted before summarization]",
        "[Tool unknown returned 9 chars; omitted before summarization]",
        "[Tool unknown returned 9 chars; omitted before summarization]",
    ]


def test_lengths_in_stubs_count_utf16_units() -> None:
    history = [called("c1"), {"role": "tool", "content": "😀" * 3, "tool_call_id": "c1"}]
    assert "returned 6 chars" in contents(fit(history, ASK, stub_threshold=5))[1]


@pytest.mark.parametrize(
    ("attachment", "line"),
    [
        ({"mediaType": "image/png", "filename": "a.png"}, "[image: a.png]"),
        ({"mediaType": "IMAGE/PNG"}, "[image]"),
        ({"mediaType": "audio/mpeg", "filename": ""}, "[document]"),
        ({"mediaType": "\u0130mage/png"}, "[document]"),
        ({"mediaType": "", "filename": "a"}, "[attachment: a]"),
    ],
)
def test_attachments_become_lines_before_the_text(attachment: dict[str, str], line: str) -> None:
    message = {"role": "user", "content": "see", "attachments": [attachment, {"mediaType": "image/x"}]}
    assert contents(fit([message], ASK))[0] == f"{line}\n[image]\nsee"
    assert contents(fit([{**message, "content": ""}], ASK))[0] == f"{line}\n[image]"


def test_the_clamp_keeps_the_first_and_as_many_last_as_fit() -> None:
    history = [user(f"{index} " + "x" * 300) for index in range(8)]
    fitted = fit(history, ASK, max_input=400)
    assert contents(fitted)[0] == history[0]["content"]
    assert contents(fitted)[1] == (
        "[5 earlier message(s) omitted — they did not fit the summarizer's context budget. "
        "Say so in the summary rather than implying full coverage.]"
    )
    assert fitted.messages[2:] == (*history[6:], user(ASK))
    assert fitted.omitted == 5
    assert fitted.tokens == rough_value(list(fitted.messages))


def test_the_clamp_may_exceed_the_limit_but_never_loses_its_ends() -> None:
    fitted = fit([user("x" * 900), user("y"), user("z")], ASK, max_input=0)
    assert contents(fitted) == ["x" * 900, contents(fitted)[1], ASK]
    assert fitted.omitted == 2
    alone = fit([user("x" * 900)], ASK, max_input=0)
    assert contents(alone) == ["x" * 900, ASK]
    assert alone.omitted == 0
