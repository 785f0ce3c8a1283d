"""Tools, system prompts and large outputs of requests, and near misses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.findings import Circumstances, Severity
from inspector.pipeline import tool_registry
from tests.analysis.findings.conftest import Look, assistant, call, data, step, tool, usage, user
from tests.sources.devtools.writing import text

SEARCH, READ = tool("search"), tool("read")


def talk(*tools: list[dict[str, Any]] | None, system: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """A conversation of one request per list of tools, with a system prompt each when given."""
    prompt = [user("question 0")]
    steps = []
    for number, sent in enumerate(tools, start=1):
        opening = [text("system", system[number - 1])] if system else []
        steps.append(step(number, opening + prompt, tools=sent))
        prompt = [*prompt, assistant(f"answer {number}"), user(f"question {number}")]
    return steps


def test_drift_of_real_tools(capture: Callable[[str], Path], look: Look) -> None:
    found = look(capture("v6-cache-bust"), "tool-drift")
    assert [(f.kind, f.where.request) for f in found] == [("set", 4), ("order", 6), ("schema", 18)]
    assert all(finding.data["tokens_lost"] > 1000 for finding in found)
    assert "+web_search" in found[0].message


def test_tools_that_are_gone_and_tools_missing_once(
    capture: Callable[[str], Path], made: Callable[..., Path], look: Look
) -> None:
    (gone,) = look(capture("v6-web-search-recall"), "tool-drift")
    assert (gone.kind, gone.where.request) == ("emptied", 20)
    (once,) = look(made(*talk([SEARCH], [], [SEARCH])), "tool-drift")
    assert (once.kind, once.severity, once.where.request) == ("empty-once", Severity.WARNING, 1)


def test_a_tool_taken_out_after_failures_cost_nothing(capture: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(capture("v6-schema-400"), "tool-drift")
    assert (finding.severity, finding.data["tokens_lost"]) == (Severity.INFO, None)


@pytest.mark.parametrize("name", ["v6-long-tool-loop", "v7-anthropic-cache", "v6-truncated-markers"])
def test_steady_tools_are_silent(name: str, capture: Callable[[str], Path], look: Look) -> None:
    assert look(capture(name), "tool-drift") == []


def test_tools_that_are_never_called(made: Callable[..., Path], look: Look) -> None:
    fat = {**READ, "description": "reads " * 400}
    (finding,) = look(made(*talk(*[[SEARCH, fat]] * 8)), "dead-tools")
    assert [item["name"] for item in finding.data["tools"]] == ["search", "read"]
    assert finding.data["tokens_total"] == 8 * finding.data["tokens_per_request"]


def test_called_tools_and_short_conversations_are_silent(made: Callable[..., Path], look: Look) -> None:
    fat = {**READ, "description": "reads " * 400}
    assert look(made(*talk(*[[fat]] * 7)), "dead-tools") == []
    called = {
        "textParts": [],
        "reasoningParts": [],
        "toolCalls": [{"toolCallId": "c", "toolName": "read", "input": "{}"}],
    }
    steps = talk(*[[fat]] * 8)
    steps[-1] = step(8, [user("question 0")], tools=[fat], output=called)
    assert look(made(*steps), "dead-tools") == []


def test_a_time_in_the_system_prompt(
    capture: Callable[[str], Path], made: Callable[..., Path], look: Look
) -> None:
    system = ("It is 2026-11-30T09:30:00.", "It is 2026-11-30T09:31:07.")
    (changing,) = look(made(*talk(None, None, system=system)), "volatile-prefix")
    assert (changing.kind, changing.severity, changing.data["shape"]) == (
        "changing",
        Severity.WARNING,
        "time",
    )
    assert changing.span is not None
    assert system[0][changing.span.start : changing.span.end] == "2026-11-30T09:30:00"
    (steady,) = look(made(*talk(None, None, system=(system[0],) * 2)), "volatile-prefix")
    assert (steady.kind, steady.severity) == ("", Severity.INFO)


@pytest.mark.parametrize(
    "words", ["Version 2026-08-18 of the rules.", "Colour #deadbeef, port 8080.", "At 9:30 we meet."]
)
def test_dates_of_fact_and_small_numbers_are_silent(
    words: str, made: Callable[..., Path], look: Look
) -> None:
    assert look(made(*talk(None, system=(words,))), "volatile-prefix") == []


def test_a_variable_in_an_assistants_prompt(
    changed: Callable[..., Path], database: Callable[[str], Path], look: Look
) -> None:
    folder = changed("research", "update assistant set prompt = ?", "Today is {{date}}.")
    assert [finding.kind for finding in look(folder, "volatile-prefix")] == ["variable"]
    assert look(database("research"), "volatile-prefix") == []


def test_one_output_takes_the_window(database: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(database("toolloop"), "flood")
    assert (finding.kind, finding.data["window"], finding.data["count"]) == ("share", 16_000, 3)
    assert finding.try_settings is None, "fs_read is exempt, no threshold helps"
    assert look(database("research"), "flood") == []


def test_many_short_items_pass_the_trim_and_one_long_one_does_not(
    changed: Callable[..., Path], look: Look
) -> None:
    def found(*lengths: int) -> list[str]:
        items = [{"id": f"a-{n}", "url": "u", "title": "t", "content": "word " * n} for n in lengths]
        part = {
            "type": "tool-web_search",
            "toolCallId": "c",
            "state": "output-available",
            "input": {},
            "output": items,
        }
        statement = (
            "update message set data = ? where id = (select max(id) from message where role = 'assistant')"
        )
        return [finding.kind for finding in look(changed("research", statement, data(part)), "flood")]

    assert found(*[800] * 6) == ["share"]
    assert found(12_000) == []


def test_a_large_output_without_a_known_window(made: Callable[..., Path], look: Look) -> None:
    (finding,) = look(made(step(1, [user("a"), *call("c", "web_fetch", "word " * 20_000)])), "flood")
    assert (finding.kind, finding.path, finding.try_settings) == (
        "",
        "prompt[2].content[0]",
        ("truncate_threshold=5000",),
    )
    assert look(made(step(1, [user("a"), *call("c", "web_fetch", "word " * 9_000)])), "flood") == []


def test_a_window_given_by_the_user_counts(made: Callable[..., Path], look: Look) -> None:
    path = made(step(1, [user("a"), *call("c", "web_fetch", "word " * 9_000)]))
    (finding,) = look(path, "flood", circumstances=Circumstances(context_window=16_000))
    assert finding.kind == "share"


def test_what_no_trim_covers(capture: Callable[[str], Path], made: Callable[..., Path], look: Look) -> None:
    (media,) = look(capture("v7-telemetry"), "flood")
    assert (media.kind, media.severity) == ("media", Severity.INFO)
    (exempt,) = look(made(step(1, [user("a"), *call("c", "fs_read", "word " * 5_000)])), "flood")
    assert exempt.kind == "exempt"


def test_a_prompt_over_its_window(made: Callable[..., Path], look: Look) -> None:
    path = made(step(1, [user("a")], usage=usage(16_001)))
    (finding,) = look(path, "over-window", circumstances=Circumstances(context_window=16_000))
    assert finding.data == {"tokens": 16_001, "window": 16_000}
    assert look(path, "over-window", circumstances=Circumstances(context_window=16_001)) == []
    assert look(path, "over-window") == []


def test_a_prompt_refused_for_its_length(capture: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(capture("v6-aborted"), "over-window")
    assert (finding.kind, finding.where.request) == ("refused", 9)
    assert 9 not in [r for f in look(capture("v6-aborted"), "request-failed") for r in f.data["requests"]]


def test_a_prompt_that_opens_with_an_answer(made: Callable[..., Path], look: Look) -> None:
    (finding,) = look(
        made(step(1, [text("system", "s"), assistant("hello"), user("a")])), "first-message-not-user"
    )
    assert finding.data == {"role": "assistant", "requests": [0]}
    assert look(made(step(1, [text("system", "s"), user("a")])), "first-message-not-user") == []


def test_a_stored_branch_that_does(database: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(database("damaged"), "first-message-not-user")
    assert finding.kind == "stored"
    assert look(database("toolloop"), "first-message-not-user") == [], "a summary is the user's message"


def test_a_users_tools_are_known_to_detectors(
    made: Callable[..., Path], look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(step(1, [user("a"), *call("c", "web_fetch", "word " * 20_000)]))
    (finding,) = look(path, "flood")
    assert finding.try_settings == ("truncate_threshold=5000",)
    own = tmp_path / "tools.toml"
    monkeypatch.setattr(tool_registry, "user_tools_path", lambda: own)
    own.write_text('[[tool]]\nname = "web_fetch"\nin_flight = false\n', encoding="utf-8")
    (finding,) = look(path, "flood")
    assert finding.try_settings is None
    own.write_text('[[tool]]\nname = "web_fetch"\nin_flight = true # again\n', encoding="utf-8")
    (finding,) = look(path, "flood")
    assert finding.try_settings == ("truncate_threshold=5000",)
