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


def test_worst_first_then_in_the_order_of_the_session(capture: Callable[[str], Path]) -> None:
    found = sorted_findings(run_detectors(open_source(capture("v6-cache-bust"))))
    keys = [(finding.severity.rank, finding.where.request) for finding in found]
    assert keys == sorted(keys, key=lambda key: (key[0], key[1] or 0))
    assert Severity.ERROR.reaches(Severity.WARNING)
    assert not Severity.INFO.reaches(Severity.WARNING)


def test_a_session_in_three_sentences(capture: Callable[[str], Path]) -> None:
    found = sorted_findings(run_detectors(open_source(capture("v6-aborted"))))
    summary = session_summary(found)
    assert [(cause.finding.template_id, len(cause.findings), cause.places) for cause in summary.worst(3)] == [
        ("finish-reason.withheld", 1, 1),
        ("request-failed", 4, 6),
        ("over-window.refused", 1, 1),
    ]
    assert sum(summary.counts.values()) == len(found)
    assert [finding for cause in summary.causes for finding in cause.findings if finding not in found] == []


def test_equal_severity_goes_by_cost_and_then_by_places() -> None:
    def made(name: str, severity: Severity, **data: object) -> Finding:
        kind = replace(detector(lambda subject: []), id=name, severity=severity)
        return kind.finding(where=Where(), data=dict(data))

    findings = [
        made("note", Severity.INFO, tokens_lost=9000),
        made("often", Severity.WARNING, requests=[1, 2, 3]),
        made("dear", Severity.WARNING, tokens_lost=500),
        made("half", Severity.WARNING, tokens_lost=900),
        made("half", Severity.WARNING, tokens_lost=None),
        made("once", Severity.WARNING),
        made("bad", Severity.ERROR),
    ]
    summary = session_summary(findings)
    assert [cause.finding.id for cause in summary.causes] == ["bad", "dear", "often", "half", "once", "note"]
    assert [cause.tokens for cause in summary.causes][1:4] == [500, None, None]
    assert [cause.places for cause in summary.causes][2:4] == [3, 2]
    assert [cause.finding.id for cause in summary.worst(9)] == ["bad", "dear", "often", "half", "once"]
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
        "data": {"path": "tools[0]", "n": 1},
    }
