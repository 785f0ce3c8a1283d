"""The bytes at a break: what is gone, what came, what differs within a block, and what stands around it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.analysis.text_diff import Change
from inspector.app.cache.break_lines import BreakLine, as_text, break_lines, shown
from inspector.app.cache.break_report import bug_report
from inspector.app.cache.evidence import Analysed, Break, analyse_for, load_break
from inspector.sources.base import Progress
from inspector.sources.open import open_source


@pytest.fixture(scope="module")
def bust(unpacked: Callable[[str, str], Path]) -> Iterator[Analysed]:
    source = open_source(unpacked("captures", "v6-cache-bust"))
    yield analyse_for(source, source.conversations()[0].id, Progress())
    source.close()


def load(analysed: Analysed, index: int) -> Break:
    found = load_break(analysed, analysed.report.by_index[index])
    assert found is not None
    return found


def lines_of(analysed: Analysed, index: int) -> list[BreakLine]:
    return list(load(analysed, index).lines)


def changed(lines: list[BreakLine], change: Change) -> list[str]:
    return [line.text for line in lines if line.change is change and not line.is_path]


def marked(lines: list[BreakLine], change: Change) -> list[str]:
    return [line.text[a:b] for line in lines if line.change is change for a, b in line.marks]


def test_only_the_differing_characters_of_a_clock_are_marked(bust: Analysed) -> None:
    lines = lines_of(bust, 9)
    assert changed(lines, Change.REMOVED) == ["Current time: 2026-08-02T09:14:31.000Z\\n"]
    assert changed(lines, Change.ADDED) == ["Current time: 2026-08-02T09:14:48.000Z\\n"]
    assert all("Current" not in text for text in marked(lines, Change.ADDED))
    assert "48" in "".join(marked(lines, Change.ADDED))


def test_three_blocks_of_context_before_and_behind(bust: Analysed) -> None:
    paths = [line.text for line in lines_of(bust, 9) if line.is_path]
    assert paths == [
        "tools[1]",
        "tools[2]",
        "tools[3]",
        "system[0]",
        "messages[0].content[0]",
        "messages[1].content[0]",
        "messages[1].content[1]",
    ]


def test_whitespace_at_the_end_of_a_long_line_is_in_the_excerpt_of_both_sides(bust: Analysed) -> None:
    lines = lines_of(bust, 25)
    assert marked(lines, Change.ADDED) == [" "]
    assert changed(lines, Change.REMOVED)[0].endswith('2014."}')
    assert changed(lines, Change.ADDED)[0].endswith('2014. "}')


@pytest.mark.parametrize(
    ("index", "removed", "added"),
    [
        (4, [], ["web_search"]),
        (24, ["tool_use", "tool_result"], []),
        (1, [], ["text", "tool_use", "tool_result"]),
    ],
    ids=["tool added", "messages removed", "appended"],
)
def test_whole_blocks_come_and_go(bust: Analysed, index: int, removed: list[str], added: list[str]) -> None:
    lines = lines_of(bust, index)
    for change, wanted in ((Change.REMOVED, removed), (Change.ADDED, added)):
        texts = changed(lines, change)
        assert len(texts) == len(wanted)
        assert all(word in text for word, text in zip(wanted, texts, strict=True))


def test_settings_are_shown_before_and_after(bust: Analysed) -> None:
    model, choice = lines_of(bust, 22), lines_of(bust, 20)
    assert [line.text for line in model] == ["model", "claude-sonnet-4-6", "claude-haiku-4-5"]
    assert changed(choice, Change.ADDED) == ['{"type":"any"}']


def test_long_runs_lose_their_middle(bust: Analysed) -> None:
    lines = lines_of(bust, 13)
    assert len(lines) < 90
    assert "⋯" in [line.text for line in lines]
    assert any("truncated (83 lines" in text for text in changed(lines, Change.ADDED))


def test_shown_lines_carry_signs_tones_and_offsets(bust: Analysed) -> None:
    lines = lines_of(bust, 9)
    diff = shown(lines)
    assert diff.text.split("\n") == [line.text for line in lines]
    assert {diff.label(n) for n in range(len(lines))} == {" ", "−", "+"}
    assert [diff.text[a:b] for a, b in diff.added] == marked(lines, Change.ADDED)
    assert len(diff.tones) == len(lines)


def test_a_huge_block_is_compared_around_its_difference() -> None:
    from inspector.analysis.prefix.causes import Cause, CauseId
    from inspector.analysis.prefix.evidence import Divergence

    before = "\\n".join(f"line {n}" for n in range(200_000))
    after = before.replace("line 150000\\n", "line 150000 changed\\n")
    found = Divergence(
        block=0,
        path="messages[0]",
        previous_path="messages[0]",
        offset=0,
        shared_chars=0,
        total_chars=1,
        before=before,
        after=after,
        context=(),
        following=(),
        previous_following=(),
    )
    lines = break_lines(found, Cause(CauseId.MESSAGE_CHANGED, block=0, previous_block=0))
    assert marked(lines, Change.ADDED) == [" changed"]


def test_report_names_figures_cause_and_bytes(bust: Analysed) -> None:
    text = bug_report(load(bust, 9))
    assert "## Prefix cache miss: Time in the system prompt" in text
    assert "request 10 of 29, compared with request 9" in text
    assert "8\u202f705 tokens were sent again" in text
    assert "\n- Current time: 2026-08-02T09:14:31" in text
    assert "\n+ Current time: 2026-08-02T09:14:48" in text
    assert "Remedy: Move the time" in text


def test_report_holds_no_secrets(bust: Analysed) -> None:
    key = "sk-ant-api03-" + "Ab1" * 20
    found = load(bust, 9)
    lines = tuple(replace(line, text=line.text.replace("Current", key)) for line in found.lines)
    text = bug_report(replace(found, lines=lines))
    assert key not in text
    assert "[redacted" in text


def test_lines_as_text_keep_json_readable(bust: Analysed) -> None:
    text = as_text(lines_of(bust, 16))
    added = next(line for line in text.split("\n") if line.startswith("+ "))
    assert json.loads(added[2:])["input"] == {"limit": 200, "path": "src/module-1.ts", "offset": 1}
