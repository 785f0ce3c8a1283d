"""How long do all detectors take over a large capture, beside the naive form: each reading the source for itself?

Run: `python -m tests.benchmarks.bench_findings [MB]` (default 60). The capture is that of `bench_open_capture`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from inspector.analysis.findings import DETECTORS, Finding, run_detectors
from inspector.sources.base import Source
from inspector.sources.open import open_source
from tests.benchmarks.bench_open_capture import _generate, _template


def together(source: Source) -> list[Finding]:
    """One run of all detectors, sharing what they read."""
    return list(run_detectors(source))


def apart(source: Source) -> list[Finding]:
    """Each detector with a run of its own."""
    found: list[Finding] = []
    for detector in DETECTORS:
        found += run_detectors(source, detectors=[detector])
    return found


CONTENDERS: dict[str, Callable[[Source], list[Finding]]] = {"together": together, "each apart": apart}


def main() -> None:
    """Generate, measure, print; both must find the same."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generations.json"
        steps = _generate(_template(Path(folder)), path, megabytes * 1_000_000)
        print(f"{path.stat().st_size / 1e6:.0f} MB, {steps} requests, {len(DETECTORS)} detectors")
        counts = {name: _measure(name, path, run) for name, run in CONTENDERS.items()}
    assert len(set(counts.values())) == 1, counts


def _measure(name: str, path: Path, run: Callable[[Source], list[Finding]]) -> int:
    source = open_source(path)
    source.conversations()
    start = time.perf_counter()
    found = run(source)
    print(f"{name:12}{time.perf_counter() - start:8.2f} s   {len(found)} findings")
    return len(found)


if __name__ == "__main__":
    main()
