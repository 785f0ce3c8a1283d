"""Findings of a replay: gone, still there, new, or not to be told, matched by place and then by kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.findings import run_detectors
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.replayed import (
    Fate,
    FindingFate,
    compare_findings,
    findings_of_replay,
    replayable_detectors,
)
from inspector.replay.engine import Replayer
from inspector.sources.open import open_source

WORDING = Wording(message="m", explanation="", remedy="")


def made(name: str, request: int | None = None, *, topic: str = "t", path: str = "") -> Finding:
    where = Where(topic=topic, request=request)
    return Finding(id=name, severity=Severity.WARNING, wording=WORDING, where=where, path=path)


def told(fates: list[FindingFate]) -> list[tuple[str, int | None, str]]:
    return [(one.finding.id, one.finding.where.request, one.fate.value) for one in fates]


def test_what_the_replay_as_recorded_does_not_show_cannot_be_told() -> None:
    recorded = [made("a", 1), made("b", 2), made("c", 3)]
    fates = compare_findings(recorded, [made("a", 1), made("b", 2)], [made("b", 2)])
    assert told(fates) == [("a", 1, "gone"), ("b", 2, "still there"), ("c", 3, "not replayable")]


def test_a_finding_that_moved_is_still_there_and_not_new() -> None:
    fates = compare_findings([made("a", 1)], [made("a", 1)], [made("a", 7)])
    assert told(fates) == [("a", 1, "still there")]
    assert fates[0].now == made("a", 7)


def test_of_several_alike_as_many_stay_as_the_replay_shows() -> None:
    three = [made("a", number) for number in (1, 2, 3)]
    fates = compare_findings(three, three, [made("a", 3), made("a", 9)])
    assert told(fates) == [("a", 1, "still there"), ("a", 2, "gone"), ("a", 3, "still there")]
    assert fates[0].now == made("a", 9)
    assert fates[2].now == made("a", 3)


def test_a_place_is_its_path_and_conversation_too() -> None:
    here, there = made("a", 1, path="x"), made("a", 1, topic="u", path="x")
    assert told(compare_findings([here], [here], [there])) == [("a", 1, "gone"), ("a", 1, "new")]


def test_new_findings_come_last_and_those_a_replay_always_shows_are_not_among_them() -> None:
    always = made("always", 4)
    fates = compare_findings([made("a", 1)], [always], [always, made("b", 2)])
    assert told(fates) == [("a", 1, "not replayable"), ("b", 2, "new")]


def fates_of(path: Path, *assignments: str) -> dict[str, set[Fate]]:
    source = open_source(path)
    conversation = source.conversations()[0].id
    replayer = Replayer.open(source, conversation)
    settings = replayer.settings(replayer.own_settings, assignments)
    fates = compare_findings(
        run_detectors(source, conversation_id=conversation),
        findings_of_replay(source, replayer.run(), replayer.own_settings),
        findings_of_replay(source, replayer.run(settings), settings),
    )
    found: dict[str, set[Fate]] = {}
    for one in fates:
        found.setdefault(one.finding.id, set()).add(one.fate)
    return found


def test_a_memo_and_a_larger_window_end_the_folding_of_a_capture(
    unpacked: Callable[[str, str], Path],
) -> None:
    path = unpacked("captures", "v6-long-tool-loop-compacting")
    fates = fates_of(path, "context_window=51000", "in_loop_memo=true")
    for name in ("refold-cost", "compaction-thrash", "cache-collapse"):
        assert fates[name] == {Fate.GONE}, name
    as_recorded = fates_of(path)
    for name in ("refold-cost", "compaction-thrash"):
        assert as_recorded[name] == {Fate.STAYS}, name


def test_no_message_window_gives_a_database_its_attachment_back(
    unpacked: Callable[[str, str], Path],
) -> None:
    path = unpacked("fixtures", "toolloop")
    assert fates_of(path, "max_messages=none", "manifests=true").get("lost-readback") != {Fate.STAYS}
    assert fates_of(path)["lost-readback"] == {Fate.STAYS}


@pytest.mark.parametrize("kind", ["captures/v6-web-search-recall", "fixtures/research"])
def test_under_its_own_settings_a_replay_shows_nothing_new(
    unpacked: Callable[[str, str], Path], kind: str
) -> None:
    fates = fates_of(unpacked(*kind.split("/")))
    assert not [name for name, found in fates.items() if {Fate.NEW, Fate.GONE} & found]


def test_only_detectors_that_ask_for_what_a_replay_makes_take_part(
    unpacked: Callable[[str, str], Path],
) -> None:
    names = {one.id for one in replayable_detectors(open_source(unpacked("captures", "v6-long-tool-loop")))}
    assert {"refold-cost", "flood", "lost-readback"} <= names
    assert not {"secrets", "request-failed", "store", "tool-schema", "tool-drift"} & names
