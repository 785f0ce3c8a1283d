"""How long do commands take over a large capture, and how much memory, beside `orjson.loads` of the same file?

Run: `python -m tests.benchmarks.bench_commands [MB]` (default 435). The capture is generated from the recorded one;
each command runs in a process of its own, its memory is the peak above the interpreter's, its time a ratio to orjson's.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.bench_open_capture import _generate, _template, _warm

_PROBE = """
import io, os, sys, time, contextlib
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
words = sys.argv[2:]
if words[0] == "orjson":
    import orjson
    before, start = peak(), time.perf_counter()
    orjson.loads(open(sys.argv[1], "rb").read())
else:
    from inspector.cli.main import run
    before, start = peak(), time.perf_counter()
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        run([words[0], sys.argv[1], *words[1:]])
print(time.perf_counter() - start, peak() - before)
"""

COMMANDS = (("info", "--json"), ("info",), ("cache", "--json"), ("lint", "--jobs", "1"), ("replay", "--json"))


def main() -> None:
    """Generate, measure, print."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 435
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generations.json"
        steps = _generate(_template(Path(folder)), path, size * 1_000_000)
        _warm(path)
        print(f"{path.stat().st_size / 1e6:.0f} MB, {steps} steps")
        base, _ = _measure(path, ("orjson",))
        print(f"{'orjson.loads':20}{base:8.1f} s")
        for words in COMMANDS:
            took, above = _measure(path, words)
            print(f"{' '.join(words):20}{took:8.1f} s{took / base:8.2f} ×{above:8.0f} MB", flush=True)


def _measure(path: Path, words: tuple[str, ...]) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, str(path), *words], capture_output=True, text=True, check=True
    )
    took, above = map(float, done.stdout.split())
    return took, above


if __name__ == "__main__":
    main()
