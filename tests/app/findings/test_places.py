"""Where findings lie: turns of databases, requests of captures, and what they lead to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.findings import Finding, Where, run_detectors
from inspector.app.findings.badges import marks_of
from inspector.app.findings.marks import Mark
from inspector.app.findings.places import Places, session_of
from inspector.app.findings.shelf import Shelf
from inspector.app.timeline.locate import Target
from inspector.sources.open import open_source
from tests.app.findings.made import make

Unpacked = Callable[[str, str], Path]


def places_of(path: Path) -> tuple[Places, list[Finding]]:
    places = Places()
    source = open_source(path)
    findings = list(run_detectors(source, seen=places.add))
    source.close()
    return places, findings


@pytest.fixture(scope="module")
def failed(unpacked: Unpacked) -> tuple[Places, list[Finding]]:
    return places_of(unpacked("captures", "v6-schema-400"))


@pytest.fixture(scope="module")
def research(unpacked: Unpacked) -> tuple[Places, list[Finding]]:
    return places_of(unpacked("fixtures", "research"))


def test_a_finding_of_a_capture_sits_on_a_request_and_names_the_others(
    failed: tuple[Places, list[Finding]],
) -> None:
    places, findings = failed
    schema = next(finding for finding in findings if finding.id == "tool-schema")
    spot = places.spot(schema)
    assert (spot.place, spot.count, spot.others, spot.by_request) == (0, 2, (1,), True)
    assert places.requests_of(schema) == {0, 1, 2, 3, 4, 5}
    assert places.topics_of(schema) == {f"conversation-{n}" for n in range(1, 6)}
    assert places.target(schema) == Target("conversation-1", None, None, 0)


def test_a_finding_of_a_database_sits_on_a_turn(research: tuple[Places, list[Finding]]) -> None:
    places, findings = research
    dangling = next(finding for finding in findings if finding.id == "dangling-citation")
    spot = places.spot(dangling)
    assert (spot.place, spot.count, spot.by_request, spot.part) == (13, 16, False, 1)
    assert spot.session.startswith("Battery")
    target = places.target(dangling)
    assert target is not None
    assert (target.message_id, target.part_index) == (dangling.where.message_id, 1)


def test_a_finding_about_the_whole_source_leads_nowhere(research: tuple[Places, list[Finding]]) -> None:
    places, _ = research
    whole = make(where=Where())
    assert places.target(whole) is None
    assert places.spot(whole).session == ""
    assert places.spot(whole).place is None


def test_a_message_without_a_topic_is_found_by_its_id(research: tuple[Places, list[Finding]]) -> None:
    places, findings = research
    known = next(finding for finding in findings if finding.where.message_id is not None)
    loose = make(where=Where(message_id=known.where.message_id))
    assert places.topic_of(loose) == known.where.topic
    assert places.target_of_message(known.where.message_id or "") == Target(
        known.where.topic or "", known.where.message_id
    )
    assert places.target_of_message("nobody") is None


def test_every_message_of_every_branch_has_a_place(unpacked: Unpacked) -> None:
    source = open_source(unpacked("fixtures", "branches"))
    for summary in source.conversations():
        conversation = source.load(summary.id)
        session = session_of(conversation)
        assert session.turns.keys() >= conversation.messages.keys()
        assert all(0 <= place < session.count for place in session.turns.values())
        on_screen = [session.turns[message.id] for message in conversation.path()]
        assert on_screen == list(range(len(on_screen)))
    source.close()


def test_badges_count_findings_with_the_worst_severity(failed: tuple[Places, list[Finding]]) -> None:
    places, findings = failed
    shelf = Shelf(places=places)
    shelf.add(findings)
    marks = marks_of(shelf.entries, places)
    assert marks.conversations["conversation-2"] == Mark(2, "error")
    assert marks.conversations["conversation-5"] == Mark(3, "error")
    assert marks.requests[6] == Mark(1, "info")
    assert 7 not in marks.requests
    assert marks.messages["answer-0"] == Mark(2, "error")
