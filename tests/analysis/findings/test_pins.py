"""What the detectors find in all recorded data, by kind and count; `python -m tests.tools.pin_findings` renews it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.pin_findings import PINS, found_in, unpack_all

EXPECTED: dict[str, dict[str, int] | str] = json.loads(PINS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return dict(unpack_all(tmp_path_factory.mktemp("pins")))


def test_every_source_is_pinned(sources: dict[str, Path]) -> None:
    assert list(sources) == list(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_findings_in_recorded_data(name: str, sources: dict[str, Path]) -> None:
    assert found_in(sources[name]) == EXPECTED[name]
