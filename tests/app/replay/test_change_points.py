"""The values at which something changes in a session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from inspector.app.replay.change_points import change_points, crossed, output_lengths
from inspector.replay.engine import Replayer
from inspector.sources.open import open_source


def test_a_fold_comes_or_goes_on_the_two_sides_of_a_window_s_tick(
    unpacked: Callable[[str, str], Path],
) -> None:
    source = open_source(unpacked("captures", "v6-long-tool-loop"))
    conversation = source.conversations()[0].id
    replayer = Replayer.open(source, conversation)
    settings = replayer.settings(replayer.own_settings, ["context_window=900000"])
    result = replayer.run(settings)
    assert result.totals.folds == 0
    window = change_points((), result.requests, settings)["context_window"][-1]
    folds = []
    for value in (window - 1, window):
        chosen = replayer.settings(replayer.own_settings, [f"context_window={int(value)}"])
        folds.append(replayer.run(chosen).totals.folds)
    assert folds[0] > folds[1] == 0


def test_lengths_are_those_of_the_full_outputs(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-long-tool-loop"))
    lengths = output_lengths(source.load(source.conversations()[0].id))
    assert lengths == tuple(sorted(set(lengths)))
    assert min(lengths) > 0


def test_a_sweep_samples_its_start_and_just_above_each_point() -> None:
    assert crossed([5, 10, 20, 30], 10, 30) == [10, 11, 21]
    assert crossed([], 1, 2) == [1]
