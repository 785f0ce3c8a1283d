"""Build and renew the index of a capture (FORMATS B).

The writer rewrites the whole file in place, mostly with the same beginning, so renewing checks a fingerprint of every
known step at the place where it should be now and scans only what changed.
"""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import xxhash

from inspector.model.problems import Problem
from inspector.model.user_files import io_problem
from inspector.sources.base import Progress
from inspector.sources.devtools.entries import BIG_FIELDS, RunEntry, StepEntry
from inspector.sources.devtools.layout import LayoutMismatch, LayoutScan
from inspector.sources.devtools.lines import Line, RawFile, read_lines
from inspector.sources.devtools.structure import read_structure
from inspector.sources.devtools.utf8_check import Utf8Check
from inspector.sources.devtools.utf8_check import moved as bytes_moved

_SAMPLE: Final = 512
_ATTEMPTS: Final = 3


@dataclass(frozen=True, slots=True)
class Signature:
    """What tells that a file was written again."""

    size: int
    mtime_ns: int
    inode: int


@dataclass(slots=True)
class Index:
    """Where everything lies in a capture.

    Attributes:
        signature: of the file that was indexed.
        runs, steps: complete ones, in file order.
        fingerprints: one hash per step over its beginning and end.
        missing: what the file is cut in ("step", "steps", "runs", "file"); "" when it is whole.
        regular: laid out by the package, line by line.
        bytes_read: how much of the file was read for this index.
        bad_bytes: offsets of bytes that are no UTF-8; each is read as one replacement character.
    """

    signature: Signature
    runs: list[RunEntry] = field(default_factory=list)
    steps: list[StepEntry] = field(default_factory=list)
    fingerprints: array[int] = field(default_factory=lambda: array("Q"))
    missing: str = ""
    regular: bool = True
    bytes_read: int = 0
    bad_bytes: set[int] = field(default_factory=set)


def signature_of(path: Path) -> Signature:
    """The file's signature now; raises `Problem`."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise io_problem(path, error) from error
    return Signature(status.st_size, status.st_mtime_ns, status.st_ino)


def build_index(path: Path, progress: Progress | None = None, *, known: Index | None = None) -> Index:
    """Index a capture; with `known`, an earlier index of the same file, only what is new is read.

    A file that is written meanwhile is read again, a few times; what then still is cut is marked in `missing`.

    Raises:
        Problem: no capture, no JSON, not readable.
        Cancelled: when `progress` said so.
    """
    progress = progress or Progress()
    for attempt in range(_ATTEMPTS):
        signature = signature_of(path)
        try:
            with path.open("rb", buffering=0) as file:
                index = _Builder(path, file, signature, progress).build(known)
        except OSError as error:
            raise io_problem(path, error) from error
        if signature_of(path) == signature or attempt == _ATTEMPTS - 1:
            return index
    raise AssertionError("unreachable")


def step_keys(steps: Sequence[StepEntry]) -> list[str]:
    """A name per step that stays when steps are added: its id, numbered where the file repeats one."""
    seen: Counter[str] = Counter()
    keys = []
    for step in steps:
        seen[step.id] += 1
        count = seen[step.id]
        keys.append(step.id if count == 1 else f"{step.id}\n{count}")
    return keys


def place_in(index: Index, offset: int) -> str:
    """`step 3, output`: what lies at an offset of the file; `outside the steps` when it is none of them."""
    for number, step in enumerate(index.steps, start=1):
        if step.start <= offset < step.end:
            spans = ((name, step.span(name)) for name in BIG_FIELDS)
            names = [name for name, span in spans if span is not None and span[0] <= offset < span[1]]
            return ", ".join((f"step {number}", *names))
    return "outside the steps"


def holds(file: RawFile, index: Index) -> bool:
    """Whether the steps still lie where the index says, judged by the last and some others."""
    count = len(index.steps)
    samples = {0, count // 2, count - 1} if count else set()
    return all(_fingerprint(file, index.steps[n]) == index.fingerprints[n] for n in samples)


class _Builder:
    def __init__(self, path: Path, file: RawFile, signature: Signature, progress: Progress) -> None:
        self._path = path
        self._file = file
        self._progress = progress
        self._index = Index(signature)
        self._utf8 = Utf8Check()

    def build(self, known: Index | None) -> Index:
        try:
            self._read_layout(known)
        except LayoutMismatch:
            self._utf8 = Utf8Check()
            self._read_structure()
        self._utf8.finish()
        self._index.bad_bytes |= self._utf8.places
        return self._index

    def _read_structure(self) -> None:
        size = self._index.signature.size

        def on_block(offset: int, block: memoryview) -> None:
            self._utf8.feed(offset, block)
            self._progress.step(offset + len(block), size, "index")

        found = read_structure(self._path, self._file, on_block)
        _require_lists(self._path, found.keys, whole=not found.missing)
        self._index = Index(
            self._index.signature,
            found.runs,
            found.steps,
            missing=found.missing,
            regular=False,
            bytes_read=self._index.signature.size,
        )
        self._add_fingerprints(0)

    def _read_layout(self, known: Index | None) -> None:
        scan = LayoutScan()
        lines = self._lines(0)
        for line in lines:
            scan.feed(line)
            if scan.in_steps:
                break
        if scan.in_steps and known is not None and known.regular and known.steps:
            scan = self._renew(scan, known)
        else:
            self._collect(scan, lines)
        self._index.missing = scan.missing
        _require_lists(self._path, scan.keys, whole=scan.complete)
        self._index.runs = scan.runs

    def _collect(self, scan: LayoutScan, lines: Iterator[Line]) -> None:
        """Scan to the end of the file."""
        first = len(self._index.steps)
        self._index.steps.extend(scan.steps(lines))
        self._add_fingerprints(first)

    def _add_fingerprints(self, first: int) -> None:
        # Afterwards, not while scanning: reading samples moves the file's position.
        for step in self._index.steps[first:]:
            self._index.fingerprints.append(_fingerprint(self._file, step))

    def _renew(self, head: LayoutScan, known: Index) -> LayoutScan:
        """Take over known steps where they still are, scan the others; returns the scan that reached the end."""
        places = {step.id: number for number, step in enumerate(known.steps)}
        position, number = head.resume, 0
        while True:
            position, number = self._take_over(known, number, position)
            scan = LayoutScan.resumed(position, head)
            met = self._scan_until_known(scan, places)
            if met is None:
                return scan
            position, number = scan.resume, met + 1

    def _take_over(self, known: Index, number: int, position: int) -> tuple[int, int]:
        """Keep known steps from `number` on as long as they lie where they should; returns where it stopped."""
        while number < len(known.steps):
            old = known.steps[number]
            # the opening brace is indented by four
            moved = old.shifted(position + 4 - old.start)
            if _fingerprint(self._file, moved) != known.fingerprints[number]:
                break
            separator = _read_at(self._file, moved.end, 2)
            self._index.steps.append(moved)
            self._index.bad_bytes |= bytes_moved(known.bad_bytes, old.start, old.end, moved.start - old.start)
            self._index.fingerprints.append(known.fingerprints[number])
            self._index.bytes_read += 2 * _SAMPLE
            number += 1
            position = moved.end + (2 if separator == b",\n" else 1)
        return position, number

    def _scan_until_known(self, scan: LayoutScan, places: dict[str, int]) -> int | None:
        """Scan until a step known from before is complete; its number there, None at the end of the file."""
        first, met = len(self._index.steps), None
        for step in scan.steps(self._lines(scan.resume)):
            self._index.steps.append(step)
            if (met := places.get(step.id)) is not None:
                break
        self._add_fingerprints(first)
        return met

    def _lines(self, start: int) -> Iterator[Line]:
        size = self._index.signature.size

        def on_block(offset: int, block: memoryview) -> None:
            self._utf8.feed(offset, block)
            self._index.bytes_read += len(block)
            self._progress.step(offset + len(block), size, "index")

        return read_lines(self._file, start, on_block)


def _require_lists(path: Path, keys: list[str], *, whole: bool) -> None:
    """A whole file must have both lists; a cut one must at least have come to one of them."""
    wanted = {"runs", "steps"}
    if wanted <= set(keys) or (not whole and wanted & set(keys)):
        return
    if not whole and not keys:
        raise Problem(
            "not-json", {"path": str(path), "offset": str(path.stat().st_size), "found": "it ends there"}
        )
    shown = ", ".join(f"`{key}`" for key in keys[:6]) + (", …" if len(keys) > 6 else "")
    found = f"an object with {shown}" if keys else "an empty object"
    raise Problem("not-a-capture", {"path": str(path), "found": found})


def _fingerprint(file: RawFile, step: StepEntry) -> int:
    head = _read_at(file, step.start, min(_SAMPLE, step.end - step.start))
    tail = _read_at(file, max(step.start, step.end - _SAMPLE), min(_SAMPLE, step.end - step.start))
    return xxhash.xxh3_64_intdigest(head + tail)


def _read_at(file: RawFile, offset: int, count: int) -> bytes:
    file.seek(offset)
    return file.read(count)
