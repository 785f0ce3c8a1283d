"""Folds: what they cost, whether they help, and what they leave behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.model.compaction import SUMMARY_OPENING
from inspector.pipeline.compaction.wording import wrap_summary
from inspector.replay.engine import Replayer
from inspector.sources.open import open_source
from tests.analysis.findings.conftest import Look, assistant, data, step, usage, user

TOOLLOOP = "01a00595-3a7a-7511-907b-e6a981a7fa46"


def anchor(folded: int, before: int = 13000, after: int = 5000, status: str = "done") -> dict[str, Any]:
    figures = {
        "status": status,
        "phase": "in-loop",
        "preTokens": before,
        "postTokens": after,
        "foldedCount": folded,
    }
    return {"type": "data-compaction-anchor", "data": figures}


def anchored(changed: Callable[..., Path], *parts: dict[str, Any]) -> Path:
    return changed("toolloop", "update message set data = ? where id = ?", data(*parts), TOOLLOOP)


def test_folding_without_memo(capture: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(capture("v6-long-tool-loop-compacting"), "refold-cost")
    figures = finding.data["summarizer_input_tokens"]
    assert (len(figures), figures[0], figures[-1], finding.data["total"]) == (15, 7339, 37628, 332950)
    assert finding.data["memoised_estimate"] < finding.data["total"] / 5
    assert finding.data["saved_money"] > 0
    assert finding.try_settings == ("context_window=51000", "in_loop_memo=true")


@pytest.mark.parametrize("name", ["v6-web-search-recall", "v6-long-tool-loop"])
def test_one_fold_or_none_is_silent(name: str, capture: Callable[[str], Path], look: Look) -> None:
    assert look(capture(name), "refold-cost") == []
    assert look(capture(name), "compaction-thrash") == []


def test_growing_anchors_and_level_ones(changed: Callable[..., Path], look: Look) -> None:
    (finding,) = look(anchored(changed, anchor(4), anchor(7), anchor(12)), "refold-cost")
    assert (finding.kind, finding.data["folded_counts"]) == ("anchors", [4, 7, 12])
    assert look(anchored(changed, anchor(7), anchor(8), anchor(8)), "refold-cost") == []


def test_folds_that_follow_each_other(
    capture: Callable[[str], Path], database: Callable[[str], Path], look: Look
) -> None:
    (captured,) = look(capture("v6-long-tool-loop-compacting"), "compaction-thrash")
    assert captured.data["folds"] == 15
    (stored,) = look(database("toolloop"), "compaction-thrash")
    assert (stored.kind, stored.data["folds"], stored.where.message_id) == ("turn", 3, TOOLLOOP)


@pytest.mark.parametrize("detector", ["refold-cost", "compaction-thrash"])
def test_a_replay_under_the_settings_to_try_has_hardly_any_folds(
    detector: str, capture: Callable[[str], Path], look: Look
) -> None:
    (finding,) = look(capture("v6-long-tool-loop-compacting"), detector)
    replayer = Replayer.open(open_source(capture("v6-long-tool-loop-compacting")), finding.where.topic or "")
    tried = replayer.run(replayer.own_settings.with_assignments(finding.try_settings or ()))
    assert replayer.run().totals.folds == 15
    assert tried.totals.folds < 3
    assert tried.totals.summarizer_input_tokens < finding.data.get("total", 332_950) / 4


def test_two_folds_in_a_turn_are_no_thrash(changed: Callable[..., Path], look: Look) -> None:
    assert look(anchored(changed, anchor(7), anchor(8)), "compaction-thrash") == []


def test_a_fold_of_nothing(database: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(database("toolloop"), "compaction-no-gain")
    assert (finding.kind, finding.where.part) == ("nothing", 45)
    assert look(database("research"), "compaction-no-gain") == []


def test_a_fold_that_left_everything_and_one_that_was_skipped(
    changed: Callable[..., Path], look: Look
) -> None:
    skipped = anchor(0, 100, 100, "skipped")
    (finding,) = look(
        anchored(changed, anchor(5, 10_000, 9_900), skipped, anchor(5, 10_000, 6_000)), "compaction-no-gain"
    )
    assert (finding.kind, finding.where.part) == ("", 0)


def test_refolded_prompts_are_not_compared_with_folded_ones(
    capture: Callable[[str], Path], look: Look
) -> None:
    assert look(capture("v6-long-tool-loop-compacting"), "compaction-no-gain") == []


def test_an_empty_stored_summary(
    changed: Callable[..., Path], database: Callable[[str], Path], look: Look
) -> None:
    folder = changed("toolloop", "update message set compaction_summary = ? where id = ?", " \n ", TOOLLOOP)
    (finding,) = look(folder, "summary-empty")
    assert (finding.kind, finding.where.message_id) == ("stored", TOOLLOOP)
    assert look(database("research"), "summary-empty") == []


def test_a_prompt_with_a_wrapper_around_nothing(made: Callable[..., Path], look: Look) -> None:
    (finding,) = look(made(step(1, [user(wrap_summary(""))])), "summary-empty")
    assert finding.kind == "served"
    assert look(made(step(1, [user(wrap_summary("Goal: tea."))])), "summary-empty") == []


def test_a_summary_among_the_messages(
    changed: Callable[..., Path], database: Callable[[str], Path], look: Look
) -> None:
    leaked = data({"type": "text", "text": wrap_summary("Goal: tea.")})
    folder = changed(
        "research", "update message set data = ? where id = (select max(id) from message)", leaked
    )
    (finding,) = look(folder, "summary-leaked")
    assert finding.excerpt.startswith(SUMMARY_OPENING)
    assert look(database("research"), "summary-leaked") == []


def test_an_answer_that_is_a_summary(made: Callable[..., Path], look: Look) -> None:
    def answer(words: str) -> dict[str, Any]:
        return {"textParts": [{"id": "0", "text": words}], "reasoningParts": [], "toolCalls": []}

    leaked = answer("<analysis>a</analysis>\n<summary>b</summary>")
    assert look(made(step(1, [user("a")], output=leaked)), "summary-leaked")[0].kind == "answer"
    talked = answer("Put it into a <summary> element.")
    assert look(made(step(1, [user("a")], output=talked)), "summary-leaked") == []


def test_a_collapse_that_lasts(capture: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(capture("v6-long-tool-loop-compacting"), "cache-collapse")
    assert finding.where.request == 7
    assert finding.data["before"] > 0.8 > 0.3 > finding.data["after"]
    assert look(capture("v6-long-tool-loop"), "cache-collapse") == []
    assert look(capture("v6-web-search-recall"), "cache-collapse") == []


def test_one_miss_is_no_collapse(made: Callable[..., Path], look: Look) -> None:
    prompt = [user("a")]
    steps = []
    for number, read in enumerate((3000, 3500, 0, 4000, 4000, 4000), start=1):
        steps.append(step(number, list(prompt), usage=usage(4100, read)))
        prompt += [assistant(f"answer {number}"), user(f"question {number}")]
    assert look(made(*steps), "cache-collapse") == []
    for broken in steps[2:]:
        broken["usage"] = json.dumps(usage(4100))
    assert [finding.where.request for finding in look(made(*steps), "cache-collapse")] == [2]
