"""The list of findings: order, filter, stepping, what a card sums up."""

from __future__ import annotations

from inspector.analysis.findings import Finding, Severity, Where
from inspector.analysis.findings.broken import BROKEN_ID
from inspector.app.findings.shelf import Group, Shelf
from tests.app.findings.made import make


def shelf_of(*findings: Finding) -> Shelf:
    shelf = Shelf()
    shelf.add(findings)
    return shelf


def listed(shelf: Shelf) -> list[str]:
    return [entry.finding.message for entry in shelf.listed()]


def test_worst_come_first_and_the_order_of_arrival_stays_within_a_severity() -> None:
    shelf = shelf_of(
        make("note", severity=Severity.INFO),
        make("first"),
        make("bad", severity=Severity.ERROR),
        make("second"),
    )
    assert listed(shelf) == ["bad", "first", "second", "note"]


def test_conversations_stay_together_and_the_whole_source_comes_last() -> None:
    shelf = shelf_of(
        make("source"),
        make("a1", where=Where(topic="a")),
        make("b1", where=Where(topic="b")),
        make("a2", where=Where(topic="a")),
    )
    assert listed(shelf) == ["a1", "a2", "b1", "source"]


def test_every_word_of_the_filter_must_occur_somewhere() -> None:
    shelf = shelf_of(make("blob is gone"), make("blob is there"), make("nothing"))
    shelf.query = "  GONE blob "
    assert listed(shelf) == ["blob is gone"]
    shelf.query = "missing"
    assert listed(shelf) == []
    assert shelf.step("", 1) is None


def test_the_filter_follows_the_language() -> None:
    shelf = shelf_of(make("blob is gone"))
    shelf.query = "gone"
    assert len(shelf.listed()) == 1
    shelf.text_of = lambda finding: "anders"
    shelf.forget_texts()
    assert listed(shelf) == []
    shelf.query = "ANDERS"
    assert len(shelf.listed()) == 1


def test_a_hidden_severity_is_left_out_but_counted() -> None:
    shelf = shelf_of(make("warning"), make("error", severity=Severity.ERROR))
    shelf.hidden = frozenset({Group.ERROR})
    assert listed(shelf) == ["warning"]
    assert shelf.count(Group.ERROR) == 1


def test_stepping_goes_round_in_both_directions() -> None:
    shelf = shelf_of(make("one"), make("two"), make("three"))
    keys = [entry.key for entry in shelf.listed()]

    def step(key: str, direction: int) -> int:
        entry = shelf.step(key, direction)
        assert entry is not None
        return keys.index(entry.key)

    assert [step("", 1), step(keys[0], 1), step(keys[2], 1)] == [0, 1, 0]
    assert [step("", -1), step(keys[0], -1), step(keys[1], -1)] == [2, 2, 0]


def test_the_same_finding_has_the_same_key_in_the_next_check_and_twins_differ() -> None:
    where = Where(topic="a", message_id="m", part=1)
    findings = (make("x", where=where), make("x", where=where), make("y", where=Where(topic="a")))
    first, again = shelf_of(*findings), shelf_of(*findings)
    keys = [entry.key for entry in first.entries]
    assert keys == [entry.key for entry in again.entries]
    assert len(set(keys)) == 3


def test_the_card_names_each_kind_once_and_notes_only_when_nothing_is_worse() -> None:
    note = make("note", id="trace", severity=Severity.INFO)
    shelf = shelf_of(make("one"), make("two"), make("other", id="secrets"), note)
    worst = shelf.worst(3)
    assert [(entry.finding.message, cause.places) for entry, cause in worst] == [("one", 2), ("other", 1)]
    assert [entry.finding.message for entry, _ in shelf_of(note).worst(3)] == ["note"]


def test_a_failed_detector_is_listed_last_and_is_no_finding_of_the_session() -> None:
    shelf = shelf_of(make("it raised", id=BROKEN_ID), make("note", severity=Severity.INFO))
    assert listed(shelf) == ["note", "it raised"]
    assert [finding.message for finding in shelf.findings] == ["note"]
    assert shelf.count(Group.BROKEN) == 1
    assert len(shelf.worst(3)) == 1
