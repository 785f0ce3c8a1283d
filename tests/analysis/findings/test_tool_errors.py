"""Failing tools: every way of saying so, one finding per tool, and calls that could not be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.findings import Severity
from inspector.analysis.findings.tool_outcomes import Cut, cut_of, failure_of
from inspector.model.part import ToolPart, ToolState
from tests.analysis.findings.conftest import Look, data, step, tool, user

ID = "tool-errors"


def part(output: Any, state: ToolState = ToolState.OUTPUT_AVAILABLE, error: str | None = None) -> ToolPart:
    return ToolPart(
        type="tool-t",
        raw={},
        tool_name="t",
        tool_call_id="c",
        state=state,
        output=output,
        has_output=True,
        error_text=error,
    )


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ({"isError": True, "content": [{"type": "text", "text": "MCP error -1: no"}]}, "MCP error -1: no"),
        ({"isError": True}, '{"isError":true}'),
        ({"error": "ETIMEDOUT", "retryable": True}, "ETIMEDOUT"),
        ({"error": {"message": "bad key", "code": 3}}, "bad key"),
        ({"success": False, "message": "gone"}, "gone"),
        ("MCP error -32001: Request timed out", "MCP error -32001: Request timed out"),
        ("Error: ENOENT: no such file", "Error: ENOENT: no such file"),
        ("TypeError: x is undefined", "TypeError: x is undefined"),
        ({"type": "content", "value": [{"type": "text", "text": "Error: no"}]}, "Error: no"),
        # outputs about errors, or beside results
        ("Error: boom\n  at a\n  at b\n  at c", None),
        ("Errors are common in life", None),
        ({"error": None, "items": []}, None),
        ({"error": "1 page failed", "items": [1]}, None),
        ({"success": True}, None),
        ({"isError": False, "content": [{"type": "text", "text": "fine"}]}, None),
        (None, None),
        ([], None),
    ],
)
def test_outputs_that_say_that_they_failed(output: Any, words: str | None) -> None:
    assert failure_of(part(output)) == words


def test_states_that_say_so_and_people_who_stopped_it() -> None:
    assert failure_of(part(None, ToolState.OUTPUT_ERROR, "boom\n at x")) == "boom at x"
    assert failure_of(part({"message": "m"}, ToolState.OUTPUT_ERROR)) == "m"
    assert failure_of(part(None, ToolState.OUTPUT_ERROR)) == "no reason given"
    assert failure_of(part("no", ToolState.OUTPUT_DENIED)) is None
    for stopped in ("Interrupted by user", "Request aborted", "Stream errored before tool completed"):
        assert failure_of(part(None, ToolState.OUTPUT_ERROR, stopped)) is None


@pytest.mark.parametrize(
    ("output", "cut"),
    [
        ("[1,2\n... [truncated 9000 characters] ...\n8,9]", Cut("... [truncated 9000 characters] ...")),
        ("row\n[Output truncated: 500 lines]", Cut("[Output truncated: 500 lines]")),
        ("row\n(120 more lines omitted)", Cut("(120 more lines omitted)")),
        ("… 1,204 more items not shown", Cut("… 1,204 more items not shown")),
        ({"items": [1, 2], "total": 9}, Cut("", 2, 9)),
        ('{"results":[1],"totalCount":164}', Cut("", 1, 164)),
        ({"items": [1, 2], "total": 2}, None),
        ({"items": [1, 2], "total": 9, "nextCursor": "x"}, None),
        ({"items": [], "total": 9}, None),
        ({"a": [1], "b": [1], "total": 9}, None),
        ("The list was truncated by the scribe in 1204, they say.", None),
        ("see <persisted-output>\n[truncated 3 lines]", None),
        ("a\n--- truncated (83 lines, 9304 chars total) ---\nb", None),
    ],
)
def test_outputs_that_say_that_they_are_cut(output: Any, cut: Cut | None) -> None:
    assert cut_of(part(output)) == cut


def results(*outcomes: tuple[str, dict[str, Any], Any]) -> list[dict[str, Any]]:
    """A history of calls: (tool, input, output)."""
    messages = [user("go")]
    for number, (name, given, output) in enumerate(outcomes):
        call_id = f"c{number}"
        value = output if isinstance(output, dict) else {"type": "text", "value": output}
        messages.append(
            {
                "role": "assistant",
                "content": [{"type": "tool-call", "toolCallId": call_id, "toolName": name, "input": given}],
            }
        )
        messages.append(
            {
                "role": "tool",
                "content": [
                    {"type": "tool-result", "toolCallId": call_id, "toolName": name, "output": value}
                ],
            }
        )
    return messages


BAD = {"type": "error-text", "value": "nope"}


@pytest.mark.parametrize(
    ("outcomes", "kind", "severity", "message"),
    [
        ([("t", {"a": 1}, BAD)], "", Severity.INFO, "t: calls that failed: 1 of 1: nope"),
        (
            [("t", {"a": 1}, BAD), ("t", {"a": 2}, "ok")],
            "",
            Severity.INFO,
            "t: calls that failed: 1 of 2: nope",
        ),
        (
            [("t", {"a": n}, BAD) for n in range(2)],
            "always",
            Severity.WARNING,
            "t: every call failed (2 of 2): nope",
        ),
        ([("t", {"a": 1}, BAD)] * 2, "always", Severity.WARNING, "t: every call failed (2 of 2): nope"),
        (
            [("t", {"a": 1}, BAD)] * 3,
            "repeated",
            Severity.WARNING,
            "t: the same call was made 3 times and failed 3 times: nope",
        ),
        (
            [*[("t", {"a": 1}, BAD)] * 3, ("t", {"a": 1}, "ok"), ("u", {}, "ok")],
            "repeated",
            Severity.WARNING,
            "t: the same call was made 4 times and failed 3 times: nope",
        ),
    ],
)
def test_one_finding_per_tool(
    outcomes: Any, kind: str, severity: Severity, message: str, made: Callable[..., Path], look: Look
) -> None:
    (finding,) = look(made(step(1, results(*outcomes))), ID)
    assert (finding.kind, finding.severity, finding.message) == (kind, severity, message)
    assert len(finding.data["places"]) == finding.data["failed"]


def test_tools_that_work_are_silent(made: Callable[..., Path], look: Look) -> None:
    assert look(made(step(1, results(("t", {}, "fine"), ("t", {}, "also fine")))), ID) == []


def answered(*calls: tuple[str, str], finish: str = "tool-calls") -> dict[str, Any]:
    content = [
        {"type": "tool-call", "toolCallId": f"c{n}", "toolName": name, "input": text}
        for n, (name, text) in enumerate(calls)
    ]
    return {"content": content, "finishReason": {"unified": finish, "raw": finish}}


@pytest.mark.parametrize(
    ("call", "finish", "kind"),
    [
        (("find_part", '{"q":"a"}'), "tool-calls", None),
        (("find_part", '{"q":"a'), "tool-calls", "arguments"),
        (("find_part", '{"q":"a'), "length", None),
        (("find_part", '{"q":1}'), "tool-calls", "schema"),
        (("find_part", "{}"), "tool-calls", None),
        (("findPart", '{"q":"a"}'), "tool-calls", "misspelt"),
        (("weather", '{"q":"a"}'), "tool-calls", "not-offered"),
    ],
)
def test_calls_that_could_not_be_right(
    call: tuple[str, str], finish: str, kind: str | None, made: Callable[..., Path], look: Look
) -> None:
    sent = step(1, [user("go")], tools=[tool("find_part")], output=answered(call, finish=finish))
    found = look(made(sent), ID)
    assert [finding.kind for finding in found] == ([] if kind is None else [kind])


def test_without_declarations_nobody_can_tell(made: Callable[..., Path], look: Look) -> None:
    for tools in (None, []):
        assert look(made(step(1, [user("go")], tools=tools, output=answered(("x", "{")))), ID) == []
    nameless = [{"type": "function", "name": "x", "description": "telemetry has no schemas"}]
    assert look(made(step(1, [user("go")], tools=nameless, output=answered(("x", '{"a":1}')))), ID) == []


def test_a_finding_says_in_which_request(made: Callable[..., Path], look: Look) -> None:
    first = step(1, [user("go")], output=answered(("t", "{}")))
    second = step(2, results(("t", {}, BAD)))
    (finding,) = look(made(first, second), ID)
    assert finding.where.request == 0
    assert finding.where.part is not None


def test_stored_rows(changed: Callable[..., Path], look: Look) -> None:
    failing = {
        "type": "tool-mcp__shop__find",
        "toolCallId": "x",
        "state": "output-available",
        "input": {"q": 1},
        "output": {"isError": True, "content": [{"type": "text", "text": "q must be a string"}]},
    }
    folder = changed("no-wal", "update message set data = ? where role = 'assistant'", data(*[failing] * 3))
    found = look(folder, ID)
    assert {finding.kind for finding in found} == {"repeated"}
    assert all("q must be a string" in finding.message for finding in found)
    assert all(finding.where.message_id and finding.where.part == 0 for finding in found)


@pytest.mark.parametrize(
    ("case", "kinds", "words"),
    [
        ("D04-mcp-iserror-6x", ["repeated"], "made 6 times and failed 6 times: MCP error -32602"),
        ("L24-unknown-tool-and-bad-args", ["misspelt", "arguments"], "perhaps find_part was meant"),
        ("L24b-args-violate-schema", ["schema"], "'status' was unexpected"),
        ("L25-same-failing-call-8x", ["repeated"], "the same call was made 8 times and failed 7 times"),
        ("L34-truncated-list-total-reported", ["cut"], "[truncated 9000 characters]"),
        ("mcp-error-loop", ["schema", "repeated"], "MCP error -32001: Request timed out"),
    ],
)
def test_cases(case: str, kinds: list[str], words: str, cases: Path, look: Look) -> None:
    found = look(cases / case, ID)
    assert [finding.kind for finding in found] == kinds
    assert any(words in finding.message for finding in found), json.dumps([f.message for f in found])
