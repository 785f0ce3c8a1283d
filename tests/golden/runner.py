"""Reads vector files, runs their adapter on each line and collects failures."""

from __future__ import annotations

import gzip
import importlib
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from inspector.wire import js_json
from tests.golden.values import decode, first_difference


@dataclass(slots=True)
class Outcome:
    """What happened to one file.

    Attributes:
        path: the file.
        passed: vectors whose output equals the recorded one.
        failures: (name, first difference).
        left_out: vectors of functions the adapter calls optional (`OPTIONAL_FUNCTIONS`).
    """

    path: Path
    passed: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    left_out: int = 0


def adapter_for(path: Path) -> ModuleType:
    """The adapter named by the file: `tokens.jsonl`, `tokens-7.jsonl.gz` → `adapters.tokens`."""
    name = path.name.split(".")[0].split("-")[0]
    return importlib.import_module(f"tests.golden.adapters.{name}")


def read_vectors(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file, split on LF alone, parsed as JavaScript parses."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    for line in data.split(b"\n"):
        if line.strip():
            vector = js_json.loads(line)
            assert isinstance(vector, dict)
            yield vector


def run_file(path: Path) -> Outcome:
    """Run every vector of a file; a vector without a recorded output fails."""
    adapter, outcome = adapter_for(path), Outcome(path)
    optional = getattr(adapter, "OPTIONAL_FUNCTIONS", frozenset())
    for vector in read_vectors(path):
        if optional and vector["input"].get("fn") in optional:
            outcome.left_out += 1
            continue
        difference = _run_vector(adapter, vector)
        if difference is None:
            outcome.passed += 1
        else:
            outcome.failures.append((str(vector.get("name")), difference))
    return outcome


def _run_vector(adapter: ModuleType, vector: dict[str, Any]) -> str | None:
    expected = decode(vector.get("output"))
    try:
        actual = adapter.run(decode(vector["input"]))
    except Exception:  # noqa: BLE001 - a crash of ours is a failed vector, with its traceback, and the run goes on
        return traceback.format_exc(limit=-3)
    compare = getattr(adapter, "difference", first_difference)
    result: str | None = compare(expected, actual)
    return result
