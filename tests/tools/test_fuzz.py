"""A slice of the fuzz suite: rounds that once failed and a few more; `python -m tests.tools.fuzz` runs thousands."""

from __future__ import annotations

import pytest

from tests.tools.fuzz import MAKERS, SEEDS, run_round

SLICE = 4
"""Rounds of each kind in every run of the tests."""


@pytest.mark.parametrize(
    ("kind", "seed"),
    [(kind, seed) for kind in MAKERS for seed in (*SEEDS[kind], *range(SLICE))],
)
def test_a_damaged_input_is_told_in_a_sentence(
    kind: str, seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    assert run_round(kind, seed, most=2) == []
