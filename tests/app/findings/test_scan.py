"""The work of a check: order of conversations, handing over, stopping; detectors that fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from inspector.analysis.findings import Finding, registry
from inspector.app.findings.scan import CONVERSATIONS, Inspection
from inspector.sources.base import Cancelled, Progress, Source
from inspector.sources.open import open_source

RAISING = """
from inspector.analysis.findings import Detector, Severity, Wording

def look(subject):
    raise RuntimeError("boom")

DETECTOR = Detector(
    id="mine", title="Mine", severity=Severity.INFO, meaning="", remedy="",
    wordings={"": Wording(message="m", explanation="e", remedy="r")}, source=look,
)
"""


@pytest.fixture
def source(unpacked: Callable[[str, str], Path]) -> Iterator[Source]:
    opened = open_source(unpacked("captures", "v6-aborted"))
    yield opened
    opened.close()


def test_the_conversation_on_screen_is_looked_at_first(source: Source) -> None:
    last = source.conversations()[-1].id
    handed: list[Sequence[Finding]] = []
    inspection = Inspection(source, last)
    inspection.run(handed.append, Progress())
    assert handed[0][0].where.topic == last
    everything = [finding for batch in handed for finding in batch]
    assert len({finding.where.topic for finding in everything}) > 1
    assert inspection.detectors > 10


def test_the_wanted_conversation_may_change_on_the_way(source: Source) -> None:
    names = [entry.id for entry in source.conversations()]
    inspection = Inspection(source, names[0])
    seen: list[str] = []
    add = inspection.places.add

    def watch(subject: object) -> None:
        seen.append(subject.id)  # type: ignore[attr-defined]
        inspection.wanted = names[-1]
        add(subject)  # type: ignore[arg-type]

    inspection.places.add = watch  # type: ignore[method-assign]
    inspection.run(lambda found: None, Progress())
    assert seen[:3] == [names[0], names[-1], names[1]]
    assert sorted(seen) == sorted(names)


def test_it_stops_when_asked(source: Source) -> None:
    steps: list[int] = []
    progress = Progress(lambda done, total, what: steps.append(done), lambda: len(steps) > 3)
    with pytest.raises(Cancelled):
        Inspection(source, "").run(lambda found: None, progress)


def test_progress_counts_conversations(source: Source) -> None:
    told: list[tuple[int, int]] = []

    def report(done: int, total: int, what: str) -> None:
        if what == CONVERSATIONS:
            told.append((done, total))

    Inspection(source, "").run(lambda found: None, Progress(report))
    total = len(source.conversations())
    assert told == [(n, total) for n in range(total + 1)]


def test_a_custom_detector_that_fails_is_told_and_the_others_run(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(RAISING)
    (tmp_path / "torn.py").write_text("def")
    monkeypatch.setattr(registry, "user_detectors_path", lambda: tmp_path)
    registry.all_detectors.cache_clear()
    try:
        found: list[Finding] = []
        Inspection(source, "").run(found.extend, Progress())
    finally:
        registry.all_detectors.cache_clear()
    told = [finding.message for finding in found if finding.id == "broken-detector"]
    assert any("mine stopped: RuntimeError: boom" in text for text in told)
    assert any("torn.py could not be loaded" in text for text in told)
    assert any(finding.id == "request-failed" for finding in found)
