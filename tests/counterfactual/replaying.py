"""Replays one run under the settings of every other run of its conversation, and compares."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Final

from inspector.model.problems import Problem
from inspector.model.request import RequestPurpose
from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer, conversation_ids
from inspector.replay.result import RequestOutcome
from inspector.sources.base import Source
from inspector.sources.open import open_source
from tests.counterfactual.masks import Difference, Mask
from tests.counterfactual.runs import FoldEvent, Kind, Lane, Run, Sent
from tests.counterfactual.scripted import ScriptedCompressor


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replayed request and the input tokens predicted of it; None = nothing was predicted."""

    outcome: RequestOutcome
    predicted: int | None


_BLOB: Final = re.compile(r"/Data/Files/([A-Za-z0-9_-]+)\.txt")


@dataclass(frozen=True, slots=True)
class Miss:
    """A request that a replay got wrong.

    Attributes:
        request: its place in the run, from 0.
        turn, step: 1-based.
        difference: where it differs first; None = the replay has no such request.
        said: what the replay itself says it cannot know of it.
    """

    request: int
    turn: int
    step: int
    difference: Difference | None
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A replay of run `recorded` under the settings of run `asked`.

    Attributes:
        requests: how many the application sent.
        misses: those replayed otherwise.
        folds_right, folds_missed, folds_extra: fold events at the right request and phase, not made, made up.
        predictions: (reported, predicted) input tokens of requests under other settings, where both are known.
        failure: what went wrong with the replay as a whole; "" = nothing.
    """

    conversation: str
    recorded: str
    asked: str
    lane: Lane
    kind: Kind
    from_full: bool
    requests: int
    misses: tuple[Miss, ...] = ()
    folds_right: int = 0
    folds_missed: tuple[FoldEvent, ...] = ()
    folds_extra: tuple[FoldEvent, ...] = ()
    predictions: tuple[tuple[int, int], ...] = ()
    failure: str = ""

    @property
    def equal(self) -> int:
        """Requests that are equal."""
        return self.requests - len(self.misses)

    @property
    def is_own(self) -> bool:
        """Whether the run was replayed under its own settings."""
        return self.recorded == self.asked


def replay_run(run: Run, others: Sequence[Run], lane: Lane, *, options: bool = False) -> Iterator[Outcome]:
    """Replay a run under every run's settings, its own among them."""
    path = run.source(lane)
    if path is None:
        return
    blobs = run.blobs if lane.has_blobs else None
    with ExitStack() as stack:
        try:
            source = stack.enter_context(closing(open_source(path, blobs=blobs)))
            replayers = [Replayer.open(source, found) for found in conversation_ids(source)]
            places = {} if lane is Lane.DB else _places(source)
        except Problem as problem:
            yield from (_failed(run, other, lane, str(problem)) for other in others)
            return
        known = _known_blobs(run, lane)
        for other in others:
            own = other.name == run.name
            mask = Mask(known if own else None, options=options)
            try:
                outcomes = _replayed(replayers, other, lane, own=own)
            except Exception:  # noqa: BLE001 - a replay that breaks is a result like another one
                yield _failed(run, other, lane, traceback.format_exc(limit=-4))
                continue
            found = _by_sent(outcomes, other.requests, places, lane)
            yield _outcome(run, other, lane, found, mask)


def _replayed(replayers: Sequence[Replayer], other: Run, lane: Lane, *, own: bool) -> list[Replayed]:
    """The replays of a run's conversations.

    A capture of what left is replayed as recorded; what was recorded before the middleware needs the settings.
    """
    outcomes: list[Replayed] = []
    for replayer in replayers:
        replayer.live = ScriptedCompressor(other)
        if own:
            result = replayer.run(None if lane.capture == "wire" else other.settings)
        else:
            result = replayer.run(_scripted(other.settings))
        predicted = (None if own else result.predict(request) for request in result.requests)
        outcomes.extend(map(Replayed, result.requests, predicted))
    return outcomes


def _scripted(settings: ReplaySettings) -> ReplaySettings:
    return replace(settings, compressor="live") if settings.compressor == "recorded" else settings


def _places(source: Source) -> dict[int, int]:
    """Place in the run of every main request of a capture, by the capture's own number."""
    main = [record.index for record in source.requests() if record.purpose is RequestPurpose.MAIN]
    return {index: place for place, index in enumerate(main)}


def _known_blobs(run: Run, lane: Lane) -> frozenset[str]:
    """Names of the blobs that a lane's source tells of."""
    if lane is Lane.DB:
        folder = run.blobs
        return frozenset() if folder is None else frozenset(path.stem for path in folder.iterdir())
    source = run.source(lane)
    texts = [] if source is None else [path.read_text() for path in source.rglob("generations.json")]
    return frozenset(name for text in texts for name in _BLOB.findall(text))


def _by_sent(
    replayed: Sequence[Replayed], sent: Sequence[Sent], places: Mapping[int, int], lane: Lane
) -> dict[int, Replayed]:
    """Replayed requests by place in the run: captures by their order, databases by turn and step."""
    if lane is not Lane.DB:
        by_index = {one.outcome.request_index: one for one in replayed}
        return {place: by_index[index] for index, place in places.items() if index in by_index}
    by_step = {(one.outcome.turn, one.outcome.step): one for one in replayed}
    found = ((place, by_step.get((request.turn, request.step))) for place, request in enumerate(sent))
    return {place: one for place, one in found if one is not None}


def _outcome(run: Run, other: Run, lane: Lane, found: Mapping[int, Replayed], mask: Mask) -> Outcome:
    misses, predictions = [], []
    for place, sent in enumerate(other.requests):
        one = found.get(place)
        difference = None if one is None else mask.difference(sent.prompt, one.outcome.prompt)
        if one is None or difference is not None:
            misses.append(Miss(place, sent.turn, sent.step, difference, _said(one)))
        if one is not None and sent.input_tokens is not None and one.predicted is not None:
            predictions.append((sent.input_tokens, one.predicted))
    expected = set(other.folds)
    made = {FoldEvent(p, one.outcome.fold.phase) for p, one in found.items() if one.outcome.fold is not None}
    return Outcome(
        conversation=run.conversation,
        recorded=run.name,
        asked=other.name,
        lane=lane,
        kind=other.kind,
        from_full=run.is_full,
        requests=len(other.requests),
        misses=tuple(misses),
        folds_right=len(expected & made),
        folds_missed=tuple(sorted(expected - made)),
        folds_extra=tuple(sorted(made - expected)),
        predictions=tuple(predictions),
    )


def _said(one: Replayed | None) -> tuple[str, ...]:
    return () if one is None else tuple(reason.value for reason in one.outcome.unknown)


def _failed(run: Run, other: Run, lane: Lane, failure: str) -> Outcome:
    requests = tuple(Miss(p, sent.turn, sent.step, None) for p, sent in enumerate(other.requests))
    return Outcome(
        conversation=run.conversation,
        recorded=run.name,
        asked=other.name,
        lane=lane,
        kind=other.kind,
        from_full=run.is_full,
        requests=len(other.requests),
        misses=requests,
        folds_missed=other.folds,
        failure=failure,
    )
