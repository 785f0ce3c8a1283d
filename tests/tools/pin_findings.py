"""Write down what the detectors find in all recorded data: `python -m tests.tools.pin_findings`.

Look at the difference before committing it: every finding that came must be true, every one that went must have been
false. The clock is set, so that ages do not count.
"""

from __future__ import annotations

import json
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from inspector.analysis.findings import Circumstances, run_detectors
from inspector.analysis.findings.registry import built_in_detectors
from inspector.model.problems import Problem
from inspector.sources.open import open_source

DATA: Final = Path(__file__).parents[1] / "data"
PINS: Final = DATA / "findings.json"
NOW_MS: Final = 1_796_000_000_000 + 30 * 86_400_000
PAIRS: Final = ("pairs/01-mcp-loop/B", "pairs/05-in-loop/C", "pairs/06-cjk-emoji/C", "pairs/13-mcp-shapes/A")
"""A sample of whole runs of the application: each has a database, and a capture of what left."""


def unpack_all(root: Path) -> Iterator[tuple[str, Path]]:
    """Every recorded source, by name."""
    for kind in ("captures", "fixtures"):
        for archive in sorted((DATA / kind).glob("*.tar.xz")):
            _extract(archive, root / kind)
            name = archive.name.removesuffix(".tar.xz")
            yield f"{kind}/{name}", root / kind / name
    _extract(DATA / "cases.tar.xz", root)
    for case in sorted((root / "cases").iterdir()):
        if case.is_dir():
            loose = [path for path in case.iterdir() if path.suffix == ".jsonl"]
            yield f"cases/{case.name}", loose[0] if loose else case
    _extract(DATA / "counterfactual" / "pairs.tar.xz", root, PAIRS)
    for name in PAIRS:
        for part in ("Data", "wire"):
            yield f"{name}/{part}", root / name / part


def _extract(archive: Path, target: Path, wanted: tuple[str, ...] = ()) -> None:
    with tarfile.open(archive) as packed:
        members = (m for m in packed if not wanted or m.name.startswith(tuple(f"{name}/" for name in wanted)))
        packed.extractall(target, members=members, filter="data")


def found_in(path: Path) -> dict[str, int] | str:
    """Findings by template, or the id of the problem that a source is refused with."""
    try:
        source = open_source(path)
    except Problem as problem:
        return problem.id
    try:
        circumstances = Circumstances(now_ms=NOW_MS)
        found = run_detectors(source, detectors=built_in_detectors(), circumstances=circumstances)
        return dict(sorted(Counter(finding.template_id for finding in found).items()))
    finally:
        source.close()


def main() -> int:
    """Write the file anew."""
    with tempfile.TemporaryDirectory() as folder:
        pins = {name: found_in(path) for name, path in unpack_all(Path(folder))}
    PINS.write_text(json.dumps(pins, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(pins)} sources\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
