"""A replay with a folder for its markers does not depend on where the database lies by now."""

from __future__ import annotations

import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer
from inspector.sources.open import open_source

CASES = Path(__file__).parent.parent / "data" / "counterfactual" / "cases.tar.xz"
RUN = "cases/manyfolds/w8k/db/"


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("moved")
    found = [folder / "here", folder / "a_1_b_2_c_3" / "much_further_down_than_before_4_5_6"]
    with tarfile.open(CASES) as archive:
        members = [member for member in archive.getmembers() if member.name.startswith(RUN)]
        for place in found:
            archive.extractall(place, members=members, filter="data")
    return [place / RUN for place in found]


def folds_at(place: Path, settings: ReplaySettings) -> list[tuple[bool, float | None, int]]:
    with closing(open_source(place)) as source:
        (entry,) = [one for one in source.conversations() if one.message_count]
        result = Replayer.open(source, entry.id).run(settings)
    return [(one.fold is not None, one.estimate, one.after.tokens) for one in result.requests]


def test_estimates_and_folds_do_not_hang_on_the_path(places: list[Path]) -> None:
    settings = ReplaySettings(context_window=24_000, truncate_threshold=5_000, data_path="/data/Files")
    here, there = (folds_at(place, settings) for place in places)
    assert here == there
    assert any(folded for folded, _, _ in here)
