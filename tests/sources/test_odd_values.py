"""Any value of a sample may be of another kind in a real file: what cannot be read is a `Problem`, never a fault."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.analysis.findings import run_detectors
from inspector.analysis.inventory.requests import inventory
from inspector.analysis.prefix.report import analyse
from inspector.model.problems import Problem
from inspector.sources.open import open_source

SAMPLES = Path(__file__).parents[1] / "data" / "samples"
FILES = sorted(
    path.relative_to(SAMPLES).as_posix()
    for ending in ("jsonl", "json", "har")
    for path in SAMPLES.rglob(f"*.{ending}")
)
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    2**70,
    1.5,
    "",
    "x",
    "{}",
    "[1",
    [],
    {},
    [None],
    [[]],
    ["a", 1],
    {"type": 7},
    {"a": {"b": []}},
]


def documents(path: Path) -> tuple[list[Any], bool]:
    """The records of a sample, and whether they stand one a line."""
    text = path.read_text()
    if path.suffix == ".jsonl":
        found = []
        for line in text.splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found, True
    return [json.loads(text)], False


def places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every (holder, key) in a value."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            found.append((value, key))
            places(item, found)
    return found


@settings(max_examples=150)
@given(name=st.sampled_from(FILES), seed=st.integers(0, 10**6), count=st.integers(1, 4))
def test_odd_values_never_break_a_source(
    tmp_path_factory: pytest.TempPathFactory, name: str, seed: int, count: int
) -> None:
    records, by_line = documents(SAMPLES / name)
    chance = random.Random(seed)
    for _ in range(count):
        spots = places(records, [])
        holder, key = chance.choice(spots)
        holder[key] = copy.deepcopy(chance.choice(ODD))
    path = tmp_path_factory.mktemp("odd") / Path(name).name
    path.write_text("\n".join(json.dumps(r) for r in records) if by_line else json.dumps(records[0]))
    with contextlib.suppress(Problem):
        source = open_source(path)
        for summary in source.conversations():
            source.load(summary.id)
        for record in source.requests():
            source.payload(record.index)
            source.raw_json(record.index)
        list(source.search("a"))
        [str(notice) for notice in source.notices]
        inventory(source)
        analyse(source)
        list(run_detectors(source))
