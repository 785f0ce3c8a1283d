"""Sweeps: every combination, the same figures wherever they are run, cancelled at once, problems told."""

from __future__ import annotations

import builtins
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from inspector.model.problems import Problem
from inspector.model.settings import ReplaySettings
from inspector.replay.probes import Probe
from inspector.replay.sweep import SweepCell, SweepSource, grid_assignments, in_order, sweep
from inspector.replay.sweep_executors import ClusterExecutor, ProcessExecutor, SerialExecutor, spread
from inspector.replay.sweep_work import GridPoint, SessionWork, SweepPlan
from inspector.sources.base import Cancelled, Progress
from tests.replay.conftest import OpenReplayer

GRID = {"truncate_threshold": [2_000, 50_000], "in_loop_memo": [True, False]}


@pytest.fixture
def toolloop(unpacked: Callable[[str, str], Path]) -> Path:
    return unpacked("fixtures", "toolloop")


@pytest.fixture
def capture(unpacked: Callable[[str, str], Path]) -> Path:
    return unpacked("captures", "v6-long-tool-loop")


def plain(cells: list[SweepCell]) -> list[dict[str, Any]]:
    return [{**cell.to_dict(), "seconds": 0} for cell in in_order(cells)]


def test_cells_are_all_combinations_of_all_sessions_in_order(toolloop: Path, capture: Path) -> None:
    cells = in_order(sweep([toolloop, capture], GRID, jobs=1))
    assert len(cells) == (2 + 1) * 4
    assert [cell.order for cell in cells] == list(range(12))
    assert [cell.assignments for cell in cells[:4]] == [
        {"truncate_threshold": threshold, "in_loop_memo": memo}
        for threshold in ("2000", "50000")
        for memo in ("true", "false")
    ]
    assert [cell.title for cell in cells[::4]][:2] == ["Window of two", "Handbook, twenty pages"]


def test_a_cell_is_what_a_single_replay_gives(replayer: OpenReplayer, toolloop: Path) -> None:
    session = replayer("fixtures", "toolloop")
    source = SweepSource(path=toolloop, conversation=session.session.conversation_id)
    probes = [Probe("section", "section")]
    for cell in sweep([source], GRID, probes=probes, jobs=1, detail=True):
        texts = [f"{name}={value}" for name, value in cell.assignments.items()]
        alone = session.run(session.own_settings.with_assignments(texts), probes)
        assert cell.result == alone.to_dict()
        assert cell.totals == alone.totals.to_dict()
        last = alone.requests[-1].probes["section"].value
        assert cell.probes["section"]["last"] == last
        assert sum(v for k, v in cell.probes["section"].items() if k != "last") == cell.requests


def test_processes_give_the_same_as_this_one(toolloop: Path, capture: Path) -> None:
    here = list(sweep([toolloop, capture], GRID, base=ReplaySettings(context_window=16_000), jobs=1))
    spawned = list(sweep([toolloop, capture], GRID, base=ReplaySettings(context_window=16_000), jobs=2))
    assert plain(spawned) == plain(here)


def test_results_come_while_it_runs_and_progress_counts_them(toolloop: Path) -> None:
    told: list[tuple[int, int]] = []
    progress = Progress(report=lambda done, total, what: told.append((done, total)))
    cells = sweep([toolloop], GRID, jobs=1, progress=progress)
    next(cells)
    assert told == [(0, 8)]
    assert len(list(cells)) == 7
    assert told == [(done, 8) for done in range(9)]


@pytest.mark.parametrize("executor", [SerialExecutor(), ProcessExecutor(2)])
def test_cancel_keeps_what_was_yielded_and_stops(
    toolloop: Path, executor: SerialExecutor | ProcessExecutor
) -> None:
    done: list[SweepCell] = []
    progress = Progress(is_cancelled=lambda: len(done) >= 3)
    many = {"truncate_threshold": [1_000 * n for n in range(1, 60)]}

    def run() -> None:
        for cell in sweep([toolloop], many, executor=executor, progress=progress):
            done.append(cell)

    with pytest.raises(Cancelled):
        run()
    assert len(done) == 3


def test_closing_early_stops_the_processes(toolloop: Path) -> None:
    with closing(sweep([toolloop], {"truncate_threshold": list(range(1, 200))}, jobs=2)) as cells:
        assert next(cells).requests


def test_base_is_a_preset_settings_or_the_sessions_own(toolloop: Path) -> None:
    grid = {"stand_in_tokens": [500]}
    own = list(sweep([toolloop], grid, jobs=1))
    assert {cell.settings["truncate_threshold"] for cell in own} == {8_000, 50_000}
    named = list(sweep([toolloop], grid, base="test-profile", assignments=["in_loop=off"], jobs=1))
    assert {cell.settings["truncate_threshold"] for cell in named} == {100_000}
    assert {cell.settings["in_loop"] for cell in named} == {False}


def test_problems_of_the_grid_and_the_paths_come_before_anything_runs(toolloop: Path, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="Setting context_window: -1 is not allowed; expected a whole number"):
        sweep([toolloop], {"context_window": [16_000, -1]})
    with pytest.raises(Problem, match="no setting called trunc"):
        sweep([toolloop], {"trunc": [1]})
    with pytest.raises(Problem, match="no such file"):
        sweep([toolloop, tmp_path / "gone"], GRID)


def test_a_session_that_cannot_be_replayed_gives_cells_that_say_why(toolloop: Path) -> None:
    cells = list(sweep([toolloop], {"compressor": ["live", "outline"]}, jobs=1))
    assert [bool(cell.problem) for cell in in_order(cells)] == [True, False, True, False]
    assert "live needs an endpoint" in in_order(cells)[0].to_dict()["problem"]


def test_a_source_that_vanished_gives_cells_that_say_why(tmp_path: Path) -> None:
    work = SessionWork(
        path=tmp_path / "gone",
        blobs=None,
        conversation_id="c",
        title="t",
        points=(GridPoint(order=0, assignments={}), GridPoint(order=1, assignments={})),
        plan=SweepPlan(base="recorded"),
    )
    cells = list(SerialExecutor().run([work], lambda: False))
    assert [cell.order for cell in cells] == [0, 1]
    assert all("no such file" in cell.problem for cell in cells)


def test_sessions_are_split_only_as_far_as_there_are_workers() -> None:
    points = tuple(GridPoint(order=n, assignments={"stand_in_tokens": str(n)}) for n in range(10))
    work = SessionWork(
        path=Path("p"), blobs=None, conversation_id="c", title="", points=points, plan=SweepPlan(base="x")
    )
    assert [len(piece.points) for piece in work.split(4)] == [3, 3, 2, 2]
    assert [point for piece in work.split(4) for point in piece.points] == list(points)
    assert len(spread([work] * 4, 2)) == 4
    assert len(spread([work], 4)) == 4
    assert len(spread([work], 99)) == 10
    assert spread([], 4) == []


def test_grid_values_are_written_as_on_the_command_line() -> None:
    assert grid_assignments({"in_loop": [True, "off"], "max_messages": [None]}) == [
        {"in_loop": "true", "max_messages": "none"},
        {"in_loop": "off", "max_messages": "none"},
    ]
    assert grid_assignments({}) == [{}]


@pytest.fixture
def cluster() -> Iterator[str]:
    """Address of a dask scheduler with two worker processes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from distributed import LocalCluster

        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
            yield local.scheduler_address


def test_a_cluster_gives_the_same_as_this_process(cluster: str, toolloop: Path) -> None:
    here = list(sweep([toolloop], GRID, jobs=1))
    there = list(sweep([toolloop], GRID, scheduler=cluster))
    assert plain(there) == plain(here)


def test_a_cluster_is_cancelled_too(cluster: str, toolloop: Path) -> None:
    with pytest.raises(Cancelled):
        list(sweep([toolloop], GRID, scheduler=cluster, progress=Progress(is_cancelled=lambda: True)))


def test_a_cluster_needs_its_package(monkeypatch: pytest.MonkeyPatch, toolloop: Path) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **more: Any) -> Any:
        if name == "distributed":
            raise ImportError(name)
        return real(name, *arguments, **more)

    monkeypatch.delitem(sys.modules, "distributed", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Problem, match=r"pip install 'context-inspector\[cluster\]'"):
        list(sweep([toolloop], GRID, executor=ClusterExecutor("tcp://127.0.0.1:1")))
