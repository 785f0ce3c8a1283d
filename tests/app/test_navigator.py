"""What the navigator lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.app.navigator import (
    EntryRow,
    Grouping,
    NavigatorLists,
    NavRow,
    RequestLeaf,
    RunRow,
    Section,
    SectionRow,
)
from inspector.model import ConversationSummary, ListGroup, RequestRecord, RunRecord
from inspector.sources.open import open_source

Unpacked = Callable[[str, str], Path]


def presenter_of(path: Path) -> NavigatorLists:
    source = open_source(path)
    return NavigatorLists(source.conversations(), source.runs(), source.requests())


def summary(name: str, group: ListGroup = ListGroup.TOPICS, *, deleted: bool = False) -> ConversationSummary:
    return ConversationSummary(id=name, group=group, title=name.title(), deleted=deleted)


def test_kinds_and_the_bin_are_sections_with_counts() -> None:
    presenter = NavigatorLists(
        [summary("b", deleted=True), summary("a"), summary("c", ListGroup.AGENT_SESSIONS), summary("d")]
    )
    rows = presenter.rows(Grouping.CONVERSATIONS)
    heads = [(row.section, row.count) for row in rows if isinstance(row, SectionRow)]
    assert heads == [(Section.TOPICS, 2), (Section.AGENT_SESSIONS, 1), (Section.DELETED, 1)]
    assert [row.summary.id for row in rows if isinstance(row, EntryRow)] == ["a", "d", "c", "b"]


def test_the_filter_wants_every_word_and_ignores_case() -> None:
    presenter = NavigatorLists([summary("grid storage"), summary("grid"), summary("storage")])
    rows = presenter.rows(Grouping.CONVERSATIONS, "STOR grid")
    assert [row.summary.id for row in rows if isinstance(row, EntryRow)] == ["grid storage"]
    assert presenter.rows(Grouping.CONVERSATIONS, "nothing of the kind") == []


def collect(presenter: NavigatorLists, rows: list[NavRow], depth: int = 0) -> list[tuple[int, NavRow]]:
    found: list[tuple[int, NavRow]] = []
    for row in rows:
        found += [(depth, row), *collect(presenter, presenter.children(row), depth + 1)]
    return found


def test_nested_runs_lie_below_the_step_that_started_them(unpacked: Unpacked) -> None:
    presenter = presenter_of(unpacked("captures", "v7-telemetry"))
    rows = collect(presenter, presenter.rows(Grouping.RUNS))
    depths = {depth for depth, row in rows if isinstance(row, RunRow)}
    assert depths == {0, 1, 2}
    for position, (depth, row) in enumerate(rows):
        if isinstance(row, RunRow) and depth and row.run.parent_step_id:
            before = [found for d, found in rows[:position] if d == depth and isinstance(found, RequestLeaf)]
            assert row.run.parent_step_id in {leaf.request.id for leaf in before}


@pytest.mark.parametrize("name", ["v6-aborted", "v7-telemetry", "v7-middleware"])
def test_every_request_is_listed_once_under_the_runs(unpacked: Unpacked, name: str) -> None:
    source = open_source(unpacked("captures", name))
    presenter = NavigatorLists(source.conversations(), source.runs(), source.requests())
    rows = collect(presenter, presenter.rows(Grouping.RUNS))
    listed = sorted(row.request.index for _, row in rows if isinstance(row, RequestLeaf))
    assert listed == [request.index for request in source.requests()]
    assert len({row.key for _, row in rows}) == len(rows)


def test_a_filter_on_runs_keeps_what_leads_to_a_match() -> None:
    outer = RunRecord(id="outer", request_indexes=(0,))
    inner = RunRecord(id="inner", parent_run_id="outer", parent_step_id="s0", function_id="dig")
    other = RunRecord(id="other")
    request = RequestRecord(index=0, id="s0", conversation_id="c")
    presenter = NavigatorLists((), [outer, inner, other], [request])
    rows = presenter.rows(Grouping.RUNS, "dig")
    assert [row.run.id for row in rows if isinstance(row, RunRow)] == ["outer"]


def test_runs_that_name_each_other_as_parents_are_still_listed() -> None:
    runs = [RunRecord(id="a", parent_run_id="b"), RunRecord(id="b", parent_run_id="a")]
    rows = NavigatorLists((), runs, ()).rows(Grouping.RUNS)
    assert [row.run.id for row in rows if isinstance(row, RunRow)] == ["a", "b"]


def test_databases_have_one_grouping_only(unpacked: Unpacked) -> None:
    presenter = presenter_of(unpacked("fixtures", "research"))
    assert not presenter.has_runs
    assert presenter.rows(Grouping.RUNS) == presenter.rows(Grouping.CONVERSATIONS)
