"""`python -m tests.golden FILE…`: prints `N passed, M failed` and what failed where; exits 1 if anything did."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.golden.runner import run_file

DATA = Path(__file__).parent.parent / "data" / "golden"


def main(arguments: list[str] | None = None) -> int:
    """Run the files given (default: all of tests/data/golden)."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="vector files (.jsonl or .jsonl.gz)")
    parser.add_argument("--most", type=int, default=20, help="failures printed per file (default 20)")
    options = parser.parse_args(arguments)
    passed = failed = 0
    for path in options.files or sorted(DATA.glob("*.jsonl.gz")):
        outcome = run_file(path)
        passed, failed = passed + outcome.passed, failed + len(outcome.failures)
        left_out = f", {outcome.left_out} optional left out" if outcome.left_out else ""
        print(f"{path.name}: {outcome.passed} passed, {len(outcome.failures)} failed{left_out}")
        for name, difference in outcome.failures[: options.most]:
            print(f"  {name}\n    {difference}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
