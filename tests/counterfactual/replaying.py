"""Replays one run under the settings of every other run of its conversation, and compares."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any, Final

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
        predictions: (reported, predicted) input tokens of requests replayed to the byte, where both are known.
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


def _replayed(replayers: Sequence[Replayer], other: Run, lane: Lane, *, own: bool) -> list[RequestOutcome]:
    """The replays of a run's conversations.

    A capture of what left is replayed as recorded; what was recorded before the middleware needs the settings.
    """
    outcomes: list[RequestOutcome] = []
    for replayer in replayers:
        replayer.live = ScriptedCompressor(other)
        if own:
            recorded = lane.capture == "wire"
            outcomes.extend(replayer.run(None if recorded else other.settings).requests)
        else:
            outcomes.extend(replayer.run(_scripted(other.settings)).requests)
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
    outcomes: Sequence[RequestOutcome], sent: Sequence[Sent], places: Mapping[int, int], lane: Lane
) -> dict[int, RequestOutcome]:
    """Replayed requests by place in the run: captures by their order, databases by turn and step."""
    if lane is not Lane.DB:
        return {places[o.request_index]: o for o in outcomes if o.request_index in places}
    by_step = {(request.turn, request.step): place for place, request in enumerate(sent)}
    return {by_step[o.turn, o.step]: o for o in outcomes if (o.turn, o.step) in by_step}


def _outcome(run: Run, other: Run, lane: Lane, found: Mapping[int, RequestOutcome], mask: Mask) -> Outcome:
    misses, predictions = [], []
    for place, sent in enumerate(other.requests):
        outcome = found.get(place)
        difference = None if outcome is None else mask.difference(sent.prompt, outcome.prompt)
        if outcome is None or difference is not None:
            misses.append(Miss(place, sent.turn, sent.step, difference, _said(outcome)))
        elif sent.input_tokens is not None:
            predicted = _predicted(outcome)
            predictions.extend([] if predicted is None else [(sent.input_tokens, predicted)])
    expected = set(other.folds)
    made = {FoldEvent(p, o.fold.phase) for p, o in found.items() if o.fold is not None}
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


def _said(outcome: RequestOutcome | None) -> tuple[str, ...]:
    unknown: Any = getattr(outcome, "unknown", ())
    return tuple(str(item) for item in unknown)


def _predicted(outcome: RequestOutcome) -> int | None:
    predicted: Any = getattr(outcome, "predicted_tokens", None)
    return predicted


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
