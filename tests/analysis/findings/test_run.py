"""Running detectors: which, where, in what order, and what becomes of those that fail."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.analysis.findings import (
    DETECTORS,
    Detector,
    Finding,
    FindingCost,
    Severity,
    SourceSubject,
    Where,
    Wording,
    all_detectors,
    all_templates,
    registry,
    run_detectors,
    session_summary,
    sorted_findings,
)
from inspector.analysis.findings.broken import BROKEN_ID
from inspector.analysis.findings.order import grouped, sum_costs
from inspector.analysis.prefix.report import analyse
from inspector.model.settings import ReplaySettings
from inspector.sources.base import Cancelled, Progress
from inspector.sources.open import open_source
from tests.analysis.findings.conftest import step, user

EXAMPLE = Path(__file__).parent / "example_detector.py"
WORDING = Wording(message="m", explanation="e", remedy="r")


def detector(find: Callable[..., Iterator[Finding]]) -> Detector:
    return Detector(
        id="mine",
        title="t",
        severity=Severity.INFO,
        meaning="m",
        remedy="r",
        wordings={"": WORDING},
        source=find,
    )


def test_ids_are_unique_and_those_of_the_documentation() -> None:
    ids = [detector.id for detector in DETECTORS]
    assert len(ids) == len(set(ids)) == len(registry.BUILT_IN)
    assert {
        "tool-schema",
        "lost-readback",
        "echo-bloat",
        "refold-cost",
        "aborted",
        "tool-drift",
        "flood",
    } <= set(ids)


@pytest.mark.parametrize("found", DETECTORS, ids=lambda found: found.id)
def test_every_detector_says_what_it_means(found: Detector) -> None:
    assert found.meaning
    assert found.remedy
    assert found.conversation or found.source
    for wording in found.wordings.values():
        assert wording.message
        assert not wording.message.endswith(".")
        assert wording.explanation
        assert wording.remedy


def test_templates_are_keyed_as_findings_name_them(capture: Callable[[str], Path]) -> None:
    templates = all_templates()
    with_findings = list(run_detectors(open_source(capture("v6-aborted"))))
    assert with_findings
    for finding in with_findings:
        assert templates[finding.template_id] is finding.wording


def test_every_finding_of_real_sources_is_one_greppable_line(unpacked: Callable[[str, str], Path]) -> None:
    for kind, name in (("captures", "v6-cache-bust"), ("fixtures", "toolloop"), ("fixtures", "damaged")):
        for finding in run_detectors(open_source(unpacked(kind, name))):
            assert "\n" not in finding.message
            assert "{" not in finding.message.replace("{}", "")
            assert finding.explanation
            assert finding.remedy
            assert pickle.loads(pickle.dumps(finding)) == finding


def test_settings_to_try_are_settings(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("fixtures", "toolloop"))
    tried = [finding for finding in run_detectors(source) if finding.try_settings]
    assert tried
    for finding in tried:
        assert ReplaySettings().with_assignments(finding.try_settings or ())


def test_one_conversation_only(database: Callable[[str], Path]) -> None:
    source = open_source(database("toolloop"))
    wanted = source.conversations()[0].id
    found = list(run_detectors(source, conversation_id=wanted))
    assert found
    assert {finding.where.topic for finding in found} == {wanted}


def test_disabled_detectors_do_not_run(capture: Callable[[str], Path]) -> None:
    found = run_detectors(open_source(capture("v6-aborted")), disabled=("aborted",))
    assert "aborted" not in {finding.id for finding in found}


def test_what_costs_most_stands_first_with_all_that_comes_from_it(capture: Callable[[str], Path]) -> None:
    found = sorted_findings(run_detectors(open_source(capture("v6-cache-bust"))))
    groups = grouped(found)
    assert [finding for group in groups for finding in group.findings] == found
    costs = [-(group.cost.money or 0.0) if group.cost else 0.0 for group in groups]
    assert costs == sorted(costs)
    assert groups[0].key == "system-time"
    assert groups[-1].cost is None
    assert Severity.ERROR.reaches(Severity.WARNING)
    assert not Severity.INFO.reaches(Severity.WARNING)


def priced(
    name: str, severity: Severity, cost: FindingCost | None, request: int = 0, cause: str = ""
) -> Finding:
    return Finding(
        id=name,
        severity=severity,
        wording=Wording(message="", explanation="", remedy=""),
        where=Where(request=request),
        cost=cost,
        cause=cause,
    )


def test_the_order_of_groups_and_within_them() -> None:
    found = [
        priced("note", Severity.INFO, None),
        priced("plain", Severity.WARNING, None, 1),
        priced("tokens", Severity.WARNING, FindingCost(900), 2),
        priced("cheap", Severity.WARNING, FindingCost(10, 0.5, "USD"), 3, "system-time"),
        priced("drift", Severity.WARNING, None, 1, "system-time"),
        priced("failed", Severity.ERROR, None, 9),
        priced(BROKEN_ID, Severity.ERROR, None),
    ]
    assert [finding.id for finding in sorted_findings(found)] == [
        "failed",
        "cheap",
        "drift",
        "tokens",
        "plain",
        "note",
        BROKEN_ID,
    ]


def test_sums_of_costs() -> None:
    dollars = FindingCost(1, 0.5, "USD", "list")
    assert sum_costs([None, None]) is None
    assert sum_costs([dollars, None, FindingCost(2, 0.25, "USD")]) == FindingCost(3, 0.75, "USD", "list")
    assert sum_costs([dollars, FindingCost(2)]) == FindingCost(3)
    assert sum_costs([dollars, FindingCost(2, 1.0, "EUR")]) == FindingCost(3)
    predicted = FindingCost(7, measured=False)
    assert sum_costs([dollars, predicted]) == dollars
    assert sum_costs([predicted, predicted]) == FindingCost(14, measured=False)


def test_every_cause_that_costs_is_a_finding(capture: Callable[[str], Path]) -> None:
    for name in ("v6-cache-bust", "v6-long-tool-loop-compacting", "v6-web-search-recall"):
        source = open_source(capture(name))
        losing = [verdict for verdict in analyse(source).verdicts if verdict.is_break]
        lost: dict[str, int] = {}
        for verdict in losing:
            lost[verdict.cause.id] = lost.get(verdict.cause.id, 0) + (verdict.tokens_lost or 0)
        found = [finding for finding in run_detectors(source) if finding.id == "cache-loss"]
        assert losing
        assert {finding.cause: finding.cost.tokens for finding in found if finding.cost} == lost


def test_a_session_in_three_sentences(capture: Callable[[str], Path]) -> None:
    found = sorted_findings(run_detectors(open_source(capture("v6-aborted"))))
    summary = session_summary(found)
    causes = [(cause.finding.id, len(cause.group.findings), cause.places) for cause in summary.worst(3)]
    assert sorted(causes) == [("finish-reason", 2, 2), ("over-window", 1, 1), ("request-failed", 4, 6)]
    assert sum(summary.counts.values()) == len(found)
    assert [
        finding for cause in summary.causes for finding in cause.group.findings if finding not in found
    ] == []


def test_a_summary_counts_places_and_leaves_notes_for_last() -> None:
    def made(name: str, severity: Severity, tokens: int | None = None, **data: object) -> Finding:
        kind = replace(detector(lambda subject: []), id=name, severity=severity)
        cost = None if tokens is None else FindingCost(tokens)
        return kind.finding(where=Where(), data=dict(data), cost=cost)

    findings = [
        made("note", Severity.INFO),
        made("often", Severity.WARNING, requests=[1, 2, 3]),
        made("dear", Severity.WARNING, 500),
        made("dear", Severity.WARNING, 400),
        made("bad", Severity.ERROR),
    ]
    summary = session_summary(findings)
    assert [cause.finding.id for cause in summary.causes] == ["bad", "dear", "often", "note"]
    assert [cause.cost and cause.cost.tokens for cause in summary.causes] == [None, 900, None, None]
    assert [cause.places for cause in summary.causes] == [1, 2, 3, 1]
    assert [cause.finding.id for cause in summary.worst(9)] == ["bad", "dear", "often"]
    assert [cause.finding.id for cause in session_summary(findings[:1]).worst(9)] == ["note"]


def test_it_can_be_cancelled(capture: Callable[[str], Path]) -> None:
    with pytest.raises(Cancelled):
        list(run_detectors(open_source(capture("v6-aborted")), progress=Progress(is_cancelled=lambda: True)))


def test_a_detector_that_raises_is_its_own_finding(capture: Callable[[str], Path]) -> None:
    def find(subject: SourceSubject) -> Iterator[Finding]:
        yield mine.finding(where=Where())
        raise KeyError("oops")

    mine = detector(find)
    found = list(run_detectors(open_source(capture("v6-long-tool-loop")), detectors=[mine, *DETECTORS]))
    assert [finding.id for finding in found] == ["mine", "broken-detector"]
    assert found[1].message == "the detector mine stopped: KeyError: 'oops'"


def test_a_built_in_detector_that_raises_is_a_bug(
    capture: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(subject: SourceSubject) -> Iterator[Finding]:
        raise KeyError("oops")
        yield

    mine = detector(find)
    monkeypatch.setattr("inspector.analysis.findings.run.built_in_detectors", lambda: (mine,))
    with pytest.raises(KeyError):
        list(run_detectors(open_source(capture("v6-long-tool-loop")), detectors=[mine]))


def test_the_example_of_the_documentation(made: Callable[..., Path], tmp_path: Path) -> None:
    folder = tmp_path / "detectors"
    folder.mkdir()
    shutil.copy(EXAMPLE, folder)
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 30
    path = made(step(1, [user("a")], duration_ms=61_500), step(2, [user("b")], duration_ms=900))
    found = [
        f for f in run_detectors(open_source(path), detectors=all_detectors(folder)) if f.id == "slow-answer"
    ]
    assert [(finding.message, finding.where.request) for finding in found] == [("answered after 61 s", 0)]


@pytest.mark.parametrize(
    ("code", "reason"),
    [("import nowhere_at_all", "nowhere_at_all"), ("x = 1", "expected a Detector"), ("def (", "SyntaxError")],
)
def test_files_that_are_no_detectors_are_told(
    code: str, reason: str, capture: Callable[[str], Path], tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    source = open_source(capture("v6-long-tool-loop"))
    (finding,) = run_detectors(source, detectors=all_detectors(tmp_path))
    assert (finding.id, finding.kind) == ("broken-detector", "load")
    assert reason in finding.message


def test_entry_points_are_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nothing(subject: SourceSubject) -> Iterator[Finding]:
        yield from ()

    mine: Any = detector(nothing)
    points = [SimpleNamespace(value="a:b", load=lambda: mine), SimpleNamespace(value="c", load=lambda: 1 / 0)]
    asked: list[str] = []

    def entry_points(group: str) -> list[SimpleNamespace]:
        asked.append(group)
        return points

    monkeypatch.setattr(registry, "entry_points", entry_points)
    assert [found.id for found in all_detectors(tmp_path)[len(DETECTORS) :]] == ["mine", "broken-detector"]
    assert asked == ["context_inspector.detectors"]


def test_the_json_of_a_finding() -> None:
    mine = detector(lambda subject: iter(()))
    finding = mine.finding(where=Where(topic="t", request=3), path="tools[0]", data={"n": 1})
    assert finding.to_dict() == {
        "id": "mine",
        "severity": "info",
        "message": "m",
        "where": {
            "topic": "t",
            "message_id": None,
            "part": None,
            "run_id": None,
            "step": None,
            "request": 3,
            "number": None,
        },
        "cause": None,
        "cost": None,
        "data": {"path": "tools[0]", "n": 1},
    }
