"""Inputs with trouble: what each of them is by kind, and what must never be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from inspector.analysis.prefix.report import PrefixReport, analyse
from inspector.analysis.prefix.rules import built_in_rules
from inspector.analysis.prefix.verdict import VerdictState
from inspector.sources.open import open_source


@dataclass(frozen=True)
class Expected:
    """What a case says.

    Attributes:
        causes: in order of sending, all of one conversation; "…" stands for more of the one before.
        lost: measured losses of the requests; None = nothing at all may be lost.
        remark: one that some request carries.
    """

    causes: str
    lost: tuple[int | None, ...] | None = None
    remark: str = ""
    variant: str = ""


KINDS: Final = {
    # Which rule
    "C01-openrouter-anthropic-no-mark": Expected("first no-breakpoint …", (None, 2909, 3369, 3830)),
    "C02-openrouter-gpt4omini-below-min": Expected("first below-minimum …"),
    "W08-dou-short-prompt": Expected("first extends", remark="no-rule"),
    "W08-ds-short-prompt": Expected("first below-minimum"),
    "W08-haiku-short-prompt": Expected("first below-minimum"),
    "W08-lit-short-prompt": Expected("first below-minimum"),
    "W08-oc-short-prompt": Expected("first below-minimum"),
    "W08-tog-short-prompt": Expected("first extends", remark="no-rule"),
    "W14-unknown-rule-ttl-expired": Expected("first extends …", remark="no-rule"),
    "or-tiny-identical": Expected("first below-minimum …"),
    "or-claude": Expected("first no-breakpoint …"),
    "ollama-nocache": Expected("first extends …", remark="no-account"),
    # How long
    "C07-openai-24h-retention": Expected("first extends …"),
    "C08-openai-30min-gap-still-hit": Expected("first extends …"),
    "X03-gpt55-608s-usage-unknown": Expected("first extends"),
    "oa-24h-retention": Expected("first extends …"),
    # What was changed
    "C01b-openrouter-anthropic-marked": Expected("first extends …"),
    "C10-anthropic-string-vs-block": Expected("first block-shape-changed", (None, 686)),
    "C18-bedrock-cachepoint": Expected("first extends …"),
    "anth-shape": Expected("first extends block-shape-changed extends", (None, 0, 520, 0)),
    "anth-defer-tools": Expected("first extends …", remark="deferred-tools"),
    "bedrock-converse": Expected("first extends …"),
    "or-claude-marks": Expected("first extends …"),
    "deepseek-toolchoice": Expected("first extends …", remark="setting-keeps"),
    "oa-chat-toolchoice": Expected("first extends …", remark="setting-keeps"),
    "oa-allowed-tools": Expected("first extends …", remark="setting-keeps"),
    "xai-toolchoice": Expected("first extends …", remark="setting-keeps"),
    "gemini-thinking": Expected("first extends …", remark="setting-keeps"),
    "oa-cachekey": Expected("first extends …", remark="setting-spared"),
    "C31-random-prompt-cache-key": Expected("first cache-key-changed …", (None, 2816, 3328)),
    "anth-five-marks": Expected("first too-many-marks"),
    "anth-early-breakpoint": Expected("first mark-too-early …", (None, 1959, 2997, 2983, 2990)),
    # What was lost
    "inflight-no-raw": Expected("first extends …"),
    "W18-in-flight-last-step": Expected("first extends …"),
    "gemini-explicit": Expected("first extends …", remark="explicit-cache"),
    "C25-lookback-exceeded": Expected("first lookback-exceeded", (None, 3369)),
    # Never silent
    "C04-gateway-deepseek-first-with-read": Expected("first", variant="read"),
    "C21-anthropic-miss-reason-disagrees": Expected(
        "first unexplained", (None, 2909), remark="provider-disagrees"
    ),
    "anth-reason": Expected("first extends unexplained extends", (None, 0, 3720, 0), "provider-disagrees"),
    "C28-gateway-provider-switch": Expected(
        "first extends unexplained", (None, 0, 3369), remark="served-elsewhere"
    ),
    "gateway-fallback": Expected(
        "first extends unexplained extends", (None, 0, 3712, 0), remark="served-elsewhere"
    ),
    "gemini-implicit-miss": Expected(
        "first unexplained extends unexplained", (None, 3328, 0, 3840), remark="promises-nothing"
    ),
    "oa-unexplained-miss": Expected("first extends unexplained extends", (None, 0, 3712, 0)),
    "C09-openai-previous-response-id": Expected("first not-comparable …"),
    "oa-prev-response": Expected("first not-comparable …"),
    # Usage
    "sdk-zero-raw-hit": Expected("first extends …", remark="sdk-differs"),
    "U08-cacheread-exceeds-total": Expected("first", remark="impossible-account"),
    "gw-claude-oldusage": Expected("first extends …"),
    "oa56-write-raw": Expected("first extends …"),
    # Grouping
    "C11-reminder-moves": Expected("first block-moved", (None, 809)),
    "C13-hash-in-system": Expected("first system-changed …", (None, 2922, 3382)),
    "anth-hash-line": Expected("first system-changed …", (None, 2703, 2935, 3169, 3402)),
    "C32-compaction-side-call": Expected("first side-call compacted", (None, None, 1088)),
    "empty-summary": Expected("first extends extends extends compacted", (None, 0, 0, 0, 488)),
}


def judged(cases: Path, name: str) -> PrefixReport:
    source = open_source(cases / name)
    try:
        return analyse(source, rules=built_in_rules())
    finally:
        source.close()


def _all(causes: str, count: int) -> list[str]:
    words = causes.split()
    if words[-1] == "…":
        words = words[:-1] + [words[-2]] * (count - len(words) + 1)
    return words


@pytest.mark.parametrize("name", list(KINDS))
def test_what_each_case_is(cases: Path, name: str) -> None:
    expected, report = KINDS[name], judged(cases, name)
    verdicts = report.verdicts
    assert [verdict.cause.id.value for verdict in verdicts] == _all(expected.causes, len(verdicts))
    assert len({verdict.record.conversation_id for verdict in verdicts}) == 1
    if expected.lost is None:
        assert report.tokens_lost == report.predicted_lost == 0
        assert not [verdict for verdict in verdicts if verdict.state is VerdictState.RED]
    else:
        assert tuple(verdict.tokens_lost for verdict in verdicts) == expected.lost
    remarks = {remark.id.value for verdict in verdicts for remark in verdict.cause.remarks}
    assert not expected.remark or expected.remark in remarks
    assert not expected.variant or verdicts[0].cause.variant == expected.variant


PREDICTED: Final = (
    "C01b-openrouter-anthropic-marked",
    "C07-openai-24h-retention",
    "C18-bedrock-cachepoint",
    "anth-defer-tools",
    "bedrock-converse",
    "oa-24h-retention",
    "oa-chat-toolchoice",
    "oa56-write-raw",
    "or-claude-marks",
)


@pytest.mark.parametrize("name", PREDICTED)
def test_predictions_that_the_accounts_bear_out(cases: Path, name: str) -> None:
    for verdict in judged(cases, name).verdicts:
        assert verdict.prediction is not None
        assert verdict.prediction.read == pytest.approx(verdict.measured.cache_read, abs=20)
        assert not verdict.disagrees


def test_what_is_in_flight_is_predicted_and_has_lost_nothing(cases: Path) -> None:
    for name, read in (("W18-in-flight-last-step", 3328), ("inflight-no-raw", 3840)):
        last = judged(cases, name).verdicts[-1]
        assert last.prediction is not None
        assert (last.prediction.read, last.tokens_lost, last.predicted_lost) == (read, None, None)
        assert last.state is VerdictState.GREY


def test_nothing_is_predicted_where_nothing_is_known(cases: Path) -> None:
    names = ("W08-tog-short-prompt", "W14-unknown-rule-ttl-expired", "ollama-nocache", "xai-toolchoice")
    for name in names:
        for verdict in judged(cases, name).verdicts:
            assert verdict.prediction is not None
            assert (verdict.prediction.read, verdict.prediction.expired_s) == (None, None)
            assert not verdict.disagrees
            assert verdict.lost is None


def test_a_sliding_window_loses_the_same_every_time(cases: Path) -> None:
    report = judged(cases, "C15-sliding-window-takeright")
    lost = [verdict.tokens_lost for verdict in report.verdicts[1:]]
    assert [verdict.cause.id.value for verdict in report.verdicts[1:]] == ["message-removed"] * 5
    assert all(3584 <= (one or 0) <= 3712 for one in lost)


def test_parallel_first_requests_say_that_the_entry_was_being_written(cases: Path) -> None:
    verdicts = judged(cases, "C27-parallel-fanout-all-miss").verdicts
    assert [verdict.cause.variant for verdict in verdicts] == ["", "parallel", "parallel", "parallel"]
    assert all(verdict.prediction is not None and verdict.prediction.read == 0 for verdict in verdicts)


def test_a_common_beginning_becomes_a_unit_of_its_own(cases: Path) -> None:
    verdicts = judged(cases, "deepseek-AB-AC-AD").verdicts
    reads = [verdict.prediction.read if verdict.prediction else None for verdict in verdicts]
    assert reads[:2] == [0, 0]
    assert (reads[2] or 0) > 2900


def test_folds_of_other_applications_are_folds(cases: Path) -> None:
    report = judged(cases, "compact-codex")
    causes = [verdict.cause.id.value for verdict in report.verdicts]
    assert causes[:7] == ["first", *["extends"] * 4, "side-call", "compacted"]
    assert len({verdict.record.conversation_id for verdict in report.verdicts}) == 1
