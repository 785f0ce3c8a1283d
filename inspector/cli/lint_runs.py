"""Linting many sources at once: one process each, results in the order the paths were given."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from inspector.analysis.findings import (
    Circumstances,
    ConversationSubject,
    Detector,
    Finding,
    all_detectors,
    run_detectors,
    sorted_findings,
)
from inspector.analysis.findings.place_text import place_text
from inspector.analysis.findings.replayed import FindingFate, fates_of
from inspector.cli.replay_options import Side
from inspector.model.problems import Problem
from inspector.replay.engine import Replayer, conversation_ids
from inspector.sources.base import Source
from inspector.sources.open import open_source


@dataclass(frozen=True, slots=True, kw_only=True)
class LintJob:
    """What is the same for all sources.

    Attributes:
        blobs, traces, detectors: folders; None = where they are expected.
        disabled: ids of detectors to leave out.
        window: context window in tokens; None = as recorded.
        side: settings to replay under, to tell what becomes of the findings; None = do not replay.
    """

    blobs: Path | None = None
    traces: Path | None = None
    detectors: Path | None = None
    disabled: tuple[str, ...] = ()
    window: int | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """What came of one source.

    Attributes:
        path: as given.
        findings: by cause, what costs most first; those that only the replay shows last.
        places: where each of them is, as lines have it (`place_text`).
        fates: what a replay makes of each finding, None = nothing can be told; empty without a replay.
        notices: what the user should know of the source, as sentences.
        conversations: id and title of those it holds.
        problem: why it could not be read, as a sentence; "" = it could.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    places: tuple[str, ...] = ()
    fates: tuple[FindingFate | None, ...] = ()
    notices: tuple[str, ...] = ()
    conversations: tuple[tuple[str, str], ...] = ()
    problem: str = ""


def lint_all(paths: Sequence[str], job: LintJob, *, jobs: int | None = None) -> Iterator[Linted]:
    """Lint sources, as many at a time as there are processors or `jobs` says."""
    workers = min(len(paths), jobs or os.cpu_count() or 1)
    if workers <= 1:
        yield from (lint_one(path, job) for path in paths)
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(lint_one, paths, [job] * len(paths))


def lint_one(path: str, job: LintJob) -> Linted:
    """Lint one source; what is wrong with the file itself becomes `problem`, since it must not stop the others."""
    try:
        source = open_source(path, blobs=job.blobs)
    except Problem as problem:
        return Linted(path=path, problem=str(problem))
    circumstances = Circumstances(context_window=job.window, traces=job.traces)
    turns: dict[str, dict[str, int]] = {}

    def note(subject: ConversationSubject) -> None:
        turns[subject.id] = {message.id: number for number, message in enumerate(subject.path, start=1)}

    detectors = [one for one in all_detectors(job.detectors) if one.id not in job.disabled]
    try:
        found = run_detectors(source, detectors=detectors, circumstances=circumstances, seen=note)
        findings = tuple(sorted_findings(found))
        fates: tuple[FindingFate | None, ...] = ()
        if job.side is not None:
            fates = tuple(_fates(source, findings, job.side, detectors, circumstances))
            findings += tuple(one.finding for one in fates[len(findings) :] if one is not None)
    except Problem as problem:
        return Linted(path=path, problem=str(problem))
    else:
        notices = tuple(str(notice) for notice in source.notices)
        held = tuple((one.id, one.title) for one in source.conversations() if not one.deleted)
        places = tuple(place_text(one.where, turns.get(one.where.topic or "", {})) for one in findings)
        return Linted(
            path=path, findings=findings, places=places, fates=fates, notices=notices, conversations=held
        )
    finally:
        source.close()


def _fates(
    source: Source,
    findings: Sequence[Finding],
    side: Side,
    detectors: Sequence[Detector],
    circumstances: Circumstances,
) -> Iterator[FindingFate | None]:
    """The fate of each finding in order, None for those of the source as a whole; then what is new."""
    told: dict[int, FindingFate] = {}
    new: list[FindingFate] = []
    for name in conversation_ids(source):
        recorded = [finding for finding in findings if finding.where.topic == name]
        replayer = Replayer.open(source, name)
        own, settings = replayer.run(), side.of(replayer)
        fates = fates_of(
            source,
            recorded,
            (own, replayer.own_settings),
            (replayer.run(settings), settings),
            detectors=detectors,
            circumstances=circumstances,
        )
        told |= {id(finding): fate for finding, fate in zip(recorded, fates, strict=False)}
        new += fates[len(recorded) :]
    yield from (told.get(id(finding)) for finding in findings)
    yield from new
