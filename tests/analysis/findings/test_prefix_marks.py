"""Words of a system prompt that change by themselves, and cache marks that leave a tail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.findings import Severity
from tests.analysis.findings.conftest import Look, assistant, step, usage, user
from tests.sources.devtools import writing

BODY = "You keep the stock list of a small shop. Answer in short sentences.\n" * 3


def talk(*systems: str) -> list[dict[str, Any]]:
    """One growing conversation, each request with its own system prompt."""
    steps, said = [], [user("question one is long enough to be told apart")]
    for number, system in enumerate(systems, start=1):
        steps.append(step(number, [writing.text("system", system), *said]))
        said += [assistant(f"answer {number}"), user(f"question after {number}")]
    return steps


@pytest.mark.parametrize(
    ("before", "words", "after", "shape"),
    [
        ("x-header: cch=", ["4bf44", "0ca6a", "65269"], ";\n", "hash"),
        ("session ", ["sess_9fK2x1", "sess_Q7p0aa", "sess_11zzYx"], "\n", "id"),
        ("The clock says ", ["09:14:48", "09:14:55", "09:15:05"], ".\n", "time"),
        ("tokens left: ", ["120,400", "118,211", "90,007"], "\n", "number"),
        (
            "trace ",
            ["123e4567-e89b-12d3-a456-426614174000", "523e4567-e89b-12d3-a456-426614174001"],
            "\n",
            "id",
        ),
    ],
)
@pytest.mark.parametrize("at_end", [False, True])
def test_a_word_that_changes_anywhere(
    before: str, words: list[str], after: str, shape: str, at_end: bool, made: Callable[..., Path], look: Look
) -> None:
    lines = [before + word + after for word in words]
    systems = [BODY + line if at_end else line + BODY for line in lines]
    (finding,) = look(made(*talk(*systems)), "volatile-prefix")
    assert (finding.kind, finding.severity, finding.data["shape"]) == ("changing", Severity.WARNING, shape)
    assert finding.span is not None
    changed = systems[1] if finding.where.request == 1 else systems[0]
    assert words[finding.where.request or 0] in changed[finding.span.start : finding.span.end]


@pytest.mark.parametrize(
    "systems",
    [
        [BODY, BODY, BODY],
        [BODY, BODY + "One more rule: be kind.", BODY + "One more rule: be kind."],
        ["Speak English. " + BODY, "Speak Deutsch. " + BODY],
        ["v2 " + BODY, "v3 " + BODY],
    ],
)
def test_edits_of_people_are_silent(systems: list[str], made: Callable[..., Path], look: Look) -> None:
    assert look(made(*talk(*systems)), "volatile-prefix") == []


def marked(number: int, messages: int, marks: tuple[int, ...], new: int, read: int = 3000) -> dict[str, Any]:
    mark = {"cache_control": {"type": "ephemeral"}}
    body = {
        "system": [{"type": "text", "text": "s", **mark}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": str(n), **(mark if n in marks else {})}]}
            for n in range(messages)
        ],
    }
    prompt = [user(f"q{n}") for n in range(messages)]
    return step(number, prompt, raw_request=body, usage=usage(new + read, read))


@pytest.mark.parametrize(
    ("marks", "new", "found"),
    [((0,), 2000, 1), ((), 2000, 1), ((2,), 2000, 0), ((1, 2), 2000, 0), ((0,), 900, 0)],
)
def test_a_tail_behind_the_last_mark(
    marks: tuple[int, ...], new: int, found: int, made: Callable[..., Path], look: Look
) -> None:
    steps = [marked(n, 3, marks, new) for n in (1, 2, 3)]
    findings = look(made(*steps), "mark-too-early")
    assert len(findings) == found
    if found:
        assert findings[0].data["requests"] == [0, 1, 2]
        assert findings[0].data["new_tokens"] == 3 * new
        assert findings[0].path.startswith("messages[0]" if marks else "system[0]")


def test_one_long_question_and_caches_that_are_not_used_are_silent(
    made: Callable[..., Path], look: Look
) -> None:
    assert look(made(marked(1, 3, (0,), 5000)), "mark-too-early") == []
    assert look(made(*[marked(n, 3, (0,), 5000, read=0) for n in (1, 2)]), "mark-too-early") == []


def test_cases(cases: Path, look: Look) -> None:
    for case in ("C13-hash-in-system", "anth-hash-line"):
        (finding,) = look(cases / case, "volatile-prefix")
        assert (finding.kind, finding.data["shape"]) == ("changing", "hash")
    (early,) = look(cases / "anth-early-breakpoint", "mark-too-early")
    assert 2_500 < early.data["new_tokens"] / len(early.data["requests"]) < 3_500
