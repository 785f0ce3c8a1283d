"""Blob store and read-back against their naive forms: `python -m tests.benchmarks.bench_store`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from inspector.pipeline.read_back import AllowList, DiskFiles, fs_read
from inspector.store.blob_store import BlobStore

BLOBS = 200
BLOB = "line of a tool output, some eighty characters long, as they come from a shell\n" * 250
PAGED = b"line of a big log file, ASCII as most of them are, forty to eighty long\n" * 700_000


def main() -> None:
    """Print a table of seconds and ratios."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        print(f"{'what':52} {'ours':>9} {'naive':>9} {'ratio':>7}")
        _line(f"page at the end of {len(PAGED) >> 20} MB", *_paging(place / "big.txt"))
        _line(f"{BLOBS} blobs, one transaction (naive: one each)", *_writing(place))
        _line(f"{BLOBS} known blobs put again (naive: written again)", *_reusing(place))


def _paging(path: Path) -> tuple[float, float]:
    path.write_bytes(PAGED)
    files = DiskFiles()
    allowed = AllowList.of([str(path)], files)

    def naive() -> list[str]:
        return path.read_text().split("\n")[699_000:699_010]

    ours = _timed(lambda: fs_read(str(path), allowed=allowed, offset=699_001, limit=10))
    return ours, _timed(naive)


def _writing(place: Path) -> tuple[float, float]:
    texts = [f"{number}\n{BLOB}" for number in range(BLOBS)]
    one, each = (BlobStore.create(place / f"{name}.sqlite", place / name) for name in ("one", "each"))

    def together() -> None:
        with one.begin() as transaction:
            for text in texts:
                transaction.put(text, message_id="m")

    return _timed(together), _timed(lambda: [each.put(text, message_id="m") for text in texts])


def _reusing(place: Path) -> tuple[float, float]:
    store = BlobStore(place / "one.sqlite", place / "one")

    def again() -> None:
        with store.begin() as transaction:
            for number in range(BLOBS):
                transaction.put(f"{number}\n{BLOB}")

    def rewritten() -> None:
        with store.begin() as transaction:
            for number in range(BLOBS):
                transaction.create(f"{number}\n{BLOB}")

    return _timed(again), _timed(rewritten)


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _line(what: str, ours: float, naive: float) -> None:
    print(f"{what:52} {ours:8.3f}s {naive:8.3f}s {naive / ours:6.1f}×")


if __name__ == "__main__":
    main()
