"""How fast and how small is opening a large capture, beside `json.load` and `orjson.loads` of the same file?

Run: `python -m tests.benchmarks.bench_open_capture [MB …]` (default 450 600). Each figure comes from a process of its
own: seconds until the list of runs and requests is complete, and the peak of resident memory above the
interpreter's before the work began.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

DATA = Path(__file__).parent.parent / "data" / "captures"

_PROBE = """
import sys, time
def peak():
    # not getrusage: its figure starts from the parent's
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
{setup}
before = peak()
start = time.perf_counter()
{work}
took = time.perf_counter() - start
print(took, peak() - before, count)
"""

CONTENDERS = {
    "index: runs and steps": (
        "from pathlib import Path; from inspector.sources.devtools.index import build_index",
        "index = build_index(Path(sys.argv[1])); count = len(index.steps)",
    ),
    "open_source + runs()": (
        "from inspector.sources.open import open_source; import inspector.sources.devtools",
        "source = open_source(sys.argv[1]); count = sum(len(run.request_indexes) for run in source.runs())",
    ),
    "open_source + requests()": (
        "from inspector.sources.open import open_source; import inspector.sources.devtools",
        "source = open_source(sys.argv[1]); count = len(source.requests())",
    ),
    "json.load": (
        "import json",
        "count = len(json.load(open(sys.argv[1], encoding='utf-8'))['steps'])",
    ),
    "orjson.loads": (
        "import orjson",
        "count = len(orjson.loads(open(sys.argv[1], 'rb').read())['steps'])",
    ),
}


def main() -> None:
    """Generate, measure, print."""
    sizes = [int(word) for word in sys.argv[1:]] or [450, 600]
    with tempfile.TemporaryDirectory() as folder:
        template = _template(Path(folder))
        for megabytes in sizes:
            path = Path(folder) / f"generations-{megabytes}.json"
            steps = _generate(template, path, megabytes * 1_000_000)
            _warm(path)
            print(f"\n{path.stat().st_size / 1e6:.0f} MB, {steps} steps")
            print(f"{'':28}{'seconds':>10}{'MB above':>12}")
            for name, (setup, work) in CONTENDERS.items():
                print(f"{name:28}{_measure(setup, work, path)}")
            path.unlink()


def _template(folder: Path) -> dict[str, list[dict[str, object]]]:
    with tarfile.open(DATA / "v6-long-tool-loop-compacting.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    capture = folder / "v6-long-tool-loop-compacting" / ".devtools" / "generations.json"
    content: dict[str, list[dict[str, object]]] = json.loads(capture.read_bytes())
    return content


def _generate(template: dict[str, list[dict[str, object]]], path: Path, size: int) -> int:
    """Write the template's runs and steps again and again under new ids, in the package's own layout."""
    runs = [_element(run) for run in template["runs"]]
    steps = [_element(step) for step in template["steps"]]
    round_bytes = sum(len(step.encode()) + 2 for step in steps)
    rounds = max(1, round(size / round_bytes))
    with path.open("w", encoding="utf-8") as file:
        file.write('{\n  "runs": [\n')
        file.write(",\n".join(_renamed(run, number) for number in range(rounds) for run in runs))
        file.write('\n  ],\n  "steps": [\n')
        for number in range(rounds):
            text = ",\n".join(_renamed(step, number) for step in steps)
            file.write(text + ("\n" if number == rounds - 1 else ",\n"))
        file.write("  ]\n}")
    return rounds * len(steps)


def _warm(path: Path) -> None:
    """Read the file once, so that the first contender does not pay for a cold page cache."""
    with path.open("rb", buffering=0) as file:
        while file.read(1 << 22):
            pass


def _element(value: dict[str, object]) -> str:
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return "\n".join("    " + line for line in text.split("\n"))


def _renamed(text: str, number: int) -> str:
    for name in ("id", "run_id"):
        text = text.replace(f'      "{name}": "', f'      "{name}": "{number:05d}', 1)
    return text


def _measure(setup: str, work: str, path: Path) -> str:
    script = _PROBE.format(setup=setup, work=work)
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return f"   failed: {done.stderr.strip().splitlines()[-1]}"
    took, memory, count = done.stdout.split()
    return f"{float(took):10.2f}{float(memory):12.0f}   ({count} steps)"


if __name__ == "__main__":
    main()
