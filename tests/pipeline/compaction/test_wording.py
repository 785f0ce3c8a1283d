"""The fixed texts around summaries, and finding the summary in a reply."""

from __future__ import annotations

import pytest

from inspector.model.compaction import SUMMARY_OPENING
from inspector.pipeline.compaction.wording import (
    INSTRUCTION,
    archived_note,
    attachments_note,
    format_summary,
    instruction,
    unwrap_summary,
    wrap_summary,
)
from inspector.wire import dumps_length


def test_the_instruction_has_the_references_size() -> None:
    """Budgets are measured with it: 2 630 characters, 54 of them escaped in JSON."""
    assert len(INSTRUCTION) == 2630
    assert dumps_length(INSTRUCTION) == 2684 + 2
    assert INSTRUCTION.isascii()


def test_custom_instructions_are_trimmed_as_javascript_trims() -> None:
    assert instruction("  more \ufeff") == f"{INSTRUCTION}\n\nAdditional Instructions:\nmore"
    assert instruction("\x1c").endswith("\n\x1c")
    for blank in (None, "", " \n", "\ufeff"):
        assert instruction(blank) == INSTRUCTION


def test_a_served_summary_opens_with_the_sentence_that_marks_a_fold() -> None:
    wrapped = wrap_summary("SUM")
    assert wrapped.startswith(f"{SUMMARY_OPENING} The summary below covers")
    assert "\n\nSUM\n\nContinue the conversation" in wrapped


@pytest.mark.parametrize("summary", ["SUM", "", "two\n\nparagraphs", wrap_summary("nested")])
def test_a_served_summary_can_be_read_back(summary: str) -> None:
    wrapped = wrap_summary(summary)
    assert unwrap_summary(wrapped) == summary
    assert unwrap_summary(wrapped + attachments_note(["a"]) + archived_note(["/p"])) == summary


@pytest.mark.parametrize(
    "text", ["", "SUM", SUMMARY_OPENING, wrap_summary("x")[:-1], f" {wrap_summary('x')}"]
)
def test_what_was_not_served_as_a_summary_is_none(text: str) -> None:
    assert unwrap_summary(text) is None


@pytest.mark.parametrize(
    ("reply", "summary"),
    [
        ("plain", "plain"),
        ("<analysis>x</analysis><summary>b</summary>", "b"),
        ("<ANALYSIS>x\ny</analysis>rest", "rest"),
        ("<analysis>1</analysis>mid<analysis>2</analysis>end", "midend"),
        ("pre<summary>e</summary>post<summary>f</summary>", "e"),
        ("<summary>a<summary>b</summary>c</summary>", "a<summary>b"),
        ("<analysis>\n<summary>in</summary>\n</analysis><summary>out</summary>", "out"),
        ("<summary>un closed", "<summary>un closed"),
        ("<summary>\n\n\n\nx\n\n\n\ny\n</summary>", "x\n\ny"),
        ("<summary> </summary>tail", ""),
        ("<\u017fummary>long s</\u017fummary>", "<\u017fummary>long s</\u017fummary>"),
        ("<summary>\u2028z\ufeff</summary>", "z"),
    ],
)
def test_the_summary_is_found_in_a_reply(reply: str, summary: str) -> None:
    assert format_summary(reply) == summary
