"""Summaries that say that they are none, and summaries among the messages."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.findings.summary_text import KnownSummaries, is_placeholder
from inspector.model.compaction import SUMMARY_OPENING
from inspector.pipeline.compaction.wording import wrap_summary
from tests.analysis.findings.conftest import Look, data, step, user

NONE = [
    "[Compression produced no output]",
    "(summary unavailable)",
    "Summarization failed: timeout",
    "No summary was generated.",
    "Unable to summarize the conversation.",
    "The conversation could not be summarised.",
    "undefined",
    "[object Object]",
    "N/A",
    "（摘要生成失败）",
    "暂无摘要",
]
SOME = [
    "Goal: tea.",
    "The user asked why compression failed on Tuesday; the disk was full. He wants a log line for it, and a "
    "retry after ten minutes. Decided: exponential back-off, at most five tries, then an alert to the channel. "
    "Open: whether the alert goes out on weekends, and who answers it. Files: backup.sh, alert.toml. Next: tests.",
    "无锡的项目由李雷负责。",
    "None of the tests passed until the cache was cleared.",
]
SUMMARY = (
    "The user prepares a briefing on battery materials for a board. Every claim needs a citation. Lithium cells hold "
    "150 Wh/kg, sodium cells 140. Prices fell by a fifth in spring. Still to do: the chapter on recycling."
)


@pytest.mark.parametrize("text", NONE)
def test_placeholders(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize("text", [*SOME, ""])
def test_summaries_are_none(text: str) -> None:
    assert not is_placeholder(text)


def served(text: str, look: Look, made: Callable[..., Path]) -> list[str]:
    return [finding.kind for finding in look(made(step(1, [user(text)])), "summary-empty")]


@pytest.mark.parametrize("text", NONE[:4])
def test_prompts_that_open_with_one(text: str, made: Callable[..., Path], look: Look) -> None:
    assert served(wrap_summary(text), look, made) == ["served-placeholder"]
    assert served(f"{SUMMARY_OPENING}\n\nSummary:\n{text}", look, made) == ["served-placeholder"]
    assert served(f"{SUMMARY_OPENING}\n\n{SUMMARY}", look, made) == []


def test_a_bare_placeholder_is_told_by_its_brackets(made: Callable[..., Path], look: Look) -> None:
    assert served("[Compression produced no output]", look, made) == ["served-placeholder"]
    assert served("my compression produced no output, why?", look, made) == []


def test_one_summary_is_told_once(made: Callable[..., Path], look: Look) -> None:
    prompt = [user(wrap_summary("n/a"))]
    assert len(look(made(step(1, prompt), step(2, [*prompt, user("b")])), "summary-empty")) == 1


def test_a_stored_one(changed: Callable[..., Path], look: Look) -> None:
    sql = "update message set compaction_summary = ? where compaction_summary is not null"
    (finding,) = look(changed("research", sql, NONE[0]), "summary-empty")
    assert finding.kind == "stored-placeholder"
    assert NONE[0] in finding.message


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        (f"{SUMMARY_OPENING} The summary below", "opening"),
        ("<summary>\n1. Primary request: x\n</summary>", "tags"),
        ("<analysis>so</analysis>\n<summary>x</summary>", "tags"),
        (f"Here is where we are. {SUMMARY} Shall I go on?", "repeats"),
        (SUMMARY[:170], "repeats"),
        (
            "1. Goal\nA board briefing.\n2. Rules\nCite all.\n3. Facts\n150 Wh/kg.\n4. Work done\nTwo chapters.\n"
            "5. Next steps\nWrite the third chapter.",
            "headings",
        ),
        ("Use a <summary> element for it.", ""),
        ("## Progress\nTwo of three are done.\n## Next steps\nWrite the tests for the parser and run them all again.\n"
         "## Notes\nNothing else is open for now, so the branch can be merged.", ""),
        ("Lithium cells hold 150 Wh/kg.", ""),
        ("A different text about something else, long enough to be looked at, which shares next to nothing with what "
         "was summed up before and so stays what it is.", ""),
    ],
)  # fmt: skip
def test_what_a_summary_looks_like(text: str, sign: str) -> None:
    assert KnownSummaries([SUMMARY]).resembles(text) == sign


def test_a_known_summary_stored_as_a_message(changed: Callable[..., Path], look: Look) -> None:
    folder = changed(
        "research", "update message set compaction_summary = ? where compaction_summary is not null", SUMMARY
    )
    assert look(folder, "summary-leaked") == []
    leaked = data({"type": "text", "text": f"So far: {SUMMARY}"})
    newest = (
        "select max(id) from message where role = 'assistant' and topic_id = "
        "(select topic_id from message where compaction_summary is not null)"
    )
    with sqlite3.connect(folder / "Data" / "cherrystudio.sqlite") as connection:
        connection.execute(f"update message set data = ? where id = ({newest})", (leaked,))
    connection.close()
    (finding,) = look(folder, "summary-leaked")
    assert finding.data["sign"] == "repeats"


@pytest.mark.parametrize("case", ["empty-summary", "empty-summary-opening"])
def test_the_cases_without_a_summary(case: str, cases: Path, look: Look) -> None:
    (finding,) = look(cases / case, "summary-empty")
    assert "[Compression produced no output]" in finding.message


def test_the_case_of_a_leak(cases: Path, look: Look) -> None:
    found: list[Any] = look(cases / "D02-summary-leaked", "summary-leaked")
    assert [(finding.data["sign"], finding.data["role"]) for finding in found] == [("tags", "assistant")]
