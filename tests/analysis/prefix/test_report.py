"""Real captures: the cause of every request and the predicted reads agree with what was recorded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.cost.prices import load_prices
from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.evidence import divergence
from inspector.analysis.prefix.load import Loader, load_requests
from inspector.analysis.prefix.report import PrefixReport, analyse, judge
from inspector.analysis.prefix.rules import built_in_rules
from inspector.analysis.prefix.to_json import report_dict
from inspector.cli.main import run
from inspector.sources.open import open_source

Unpacked = Callable[[str, str], Path]


def report_of(folder: Path) -> PrefixReport:
    source = open_source(folder)
    try:
        return analyse(source, rules=built_in_rules())
    finally:
        source.close()


def test_every_cause_of_the_cache_bust_capture(unpacked: Unpacked) -> None:
    folder = unpacked("captures", "v6-cache-bust")
    expected = json.loads((folder / "expected.json").read_text())["requests"]
    verdicts = report_of(folder).verdicts
    assert [(v.record.index, v.cause.id.value) for v in verdicts] == [
        (e["index"], e["reason"]) for e in expected
    ]


@pytest.mark.parametrize(
    "name", ["v6-cache-bust", "v6-long-tool-loop", "v7-anthropic-cache", "v6-long-tool-loop-compacting"]
)
def test_predicted_reads_are_within_two_percent(unpacked: Unpacked, name: str) -> None:
    for verdict in report_of(unpacked("captures", name)).verdicts:
        assert verdict.prediction is not None
        assert verdict.prediction.read == pytest.approx(verdict.measured.cache_read, rel=0.02)
        assert not verdict.disagrees


def test_prompts_alone_tell_the_same_as_recorded_bodies(unpacked: Unpacked) -> None:
    folder = unpacked("captures", "v6-cache-bust")
    expected = json.loads((folder / "expected.json").read_text())["requests"]
    source = open_source(folder)
    records = list(source.requests())
    loader = Loader(source)
    requests = [loader.request(record, prefer_raw=False) for record in records]
    report = judge(records, requests, rules=built_in_rules())
    source.close()
    assert [v.cause.id.value for v in report.verdicts] == [e["reason"] for e in expected]
    for verdict, wanted in zip(report.verdicts, expected, strict=True):
        assert verdict.prediction is not None
        assert verdict.prediction.read == pytest.approx(wanted["read"], rel=0.02)
        assert verdict.prediction.write == pytest.approx(wanted["creation"], rel=0.02, abs=5)
        assert verdict.prediction.total == pytest.approx(wanted["total"], rel=0.02)


def test_evidence_shows_both_sides_at_the_first_differing_character(unpacked: Unpacked) -> None:
    source = open_source(unpacked("captures", "v6-cache-bust"))
    requests = load_requests(source)
    found = divergence(requests[8], requests[9])
    assert found.path == "system[0]"
    assert found.before[: found.offset] == found.after[: found.offset]
    assert "2026-08-02T09:14:" in found.after[found.offset - 20 : found.offset]
    assert len(found.context) == 3
    source.close()


def test_json_contract(unpacked: Unpacked) -> None:
    result = report_dict(report_of(unpacked("captures", "v6-cache-bust")), load_prices())
    first = result["requests"][4]
    assert {
        "index",
        "cause",
        "where",
        "detail",
        "measured",
        "predicted",
        "tokens_lost",
        "compared_with",
    } <= set(first)
    assert first["measured"] == {"read": 0, "write": 5868, "new": 3, "total": 5871}
    assert result["totals"]["tokens_lost"] == sum(r["tokens_lost"] or 0 for r in result["requests"])


def test_command_fails_under_a_ratio(unpacked: Unpacked, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(unpacked("captures", "v6-long-tool-loop"))
    assert run(["cache", path, "--fail-under", "0.5"]) == 0
    assert run(["cache", path, "--json", "--fail-under", "0.999"]) == 1
    assert run(["cache", path, "--fail-under", "7"]) == 2
    assert "between 0 and 1" in capsys.readouterr().err


def test_dropped_tools_and_a_fold_at_once_are_both_told(unpacked: Unpacked) -> None:
    cause = report_of(unpacked("captures", "v6-web-search-recall")).verdicts[20].cause
    assert (cause.id, cause.variant, cause.also) == (CauseId.TOOL_REMOVED, "all", (CauseId.COMPACTED,))


def test_a_refused_request_caches_and_loses_nothing(unpacked: Unpacked) -> None:
    verdicts = report_of(unpacked("captures", "v6-schema-400")).verdicts
    assert [v.tokens_lost for v in verdicts] == [None] * 6 + [0, 0]
    assert all(v.prediction is not None and v.prediction.read is None for v in verdicts[:6])


@pytest.mark.parametrize(
    "name", ["v7-middleware", "v6-aborted", "v6-web-search-recall", "v6-truncated-markers"]
)
def test_providers_of_every_kind_agree_with_their_accounts(unpacked: Unpacked, name: str) -> None:
    for verdict in report_of(unpacked("captures", name)).verdicts:
        assert not verdict.disagrees
        if verdict.measured.cache_read is not None and verdict.prediction is not None:
            assert verdict.prediction.read == verdict.measured.cache_read


def test_a_minimum_disproved_by_the_accounts_is_said(unpacked: Unpacked) -> None:
    prediction = report_of(unpacked("captures", "v7-middleware")).verdicts[5].prediction
    assert prediction is not None
    assert (prediction.rule.minimum, prediction.minimum, prediction.minimum_observed) == (2048, 1024, True)


def test_tables_name_sums_remedies_and_replays(
    unpacked: Unpacked, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cache", str(unpacked("captures", "v6-cache-bust"))]) == 0
    bust = " ".join(capsys.readouterr().out.split())
    assert all(text in bust for text in ("claude-haiku-4-5", "Stay on one model.", "Move the time"))
    assert run(["cache", str(unpacked("fixtures", "research"))]) == 0
    assert "predicted from replayed prompts" in capsys.readouterr().out


def test_a_source_without_requests_says_so(unpacked: Unpacked, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cache", str(unpacked("fixtures", "with-wal"))]) == 0
    assert "No model calls are recorded here" in capsys.readouterr().out


def test_database_shows_what_was_measured(unpacked: Unpacked) -> None:
    report = report_of(unpacked("fixtures", "research"))
    last = [v.measured for v in report.verdicts][-10:-1]
    assert all(1 <= (usage.no_cache or 0) <= 3 for usage in last)
    assert (last[0].cache_read, last[-1].cache_read) == (3087, 4604)
