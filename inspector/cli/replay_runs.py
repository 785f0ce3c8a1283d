"""Opening a source for `replay` and `compare`, and replaying its conversations one after the other."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.cli.replay_options import Side, confirm_live, conversations_of, live_of, probes_of

if TYPE_CHECKING:
    from inspector.replay.engine import Replayer
    from inspector.replay.result import ReplayResult
    from inspector.sources.base import Progress, Source


@dataclass(frozen=True, slots=True)
class Replayed:
    """One conversation under one or more settings.

    Attributes:
        id: of the conversation.
        title: of the conversation, or its id.
        results: one a side.
    """

    id: str
    title: str
    results: Sequence[ReplayResult]


def replay_sides(
    options: argparse.Namespace, source: Source, sides: Sequence[Side], progress: Progress
) -> Iterator[Replayed]:
    """Every conversation chosen under every side; raises `Problem`, also when a live call was not agreed to."""
    from inspector.replay.compressors.live import LiveCompressor
    from inspector.replay.engine import Replayer

    live, probes = live_of(options), probes_of(options)
    chosen = conversations_of(source, options.conversation)
    if live is not None:
        replayers = (Replayer.open(source, found, progress=progress) for found in chosen)
        confirm_live(options, live, *_live_calls(replayers, sides))
    titles = {entry.id: entry.title for entry in source.conversations()}
    compressor = LiveCompressor(live) if live is not None else None
    for found in chosen:
        replayer = Replayer.open(source, found, live=compressor, progress=progress)
        results = [replayer.run(side.of(replayer), probes) for side in sides]
        yield Replayed(found, titles[found] or found, results)


def _live_calls(replayers: Iterator[Replayer], sides: Sequence[Side]) -> tuple[int, int]:
    """Calls and input tokens a live summariser will be asked for, reckoned with stand-ins."""
    calls = tokens = 0
    for replayer in replayers:
        for side in sides:
            settings = side.of(replayer)
            if settings.compressor == "live":
                totals = replayer.run(settings.with_assignments(["compressor=stand-in"])).totals
                calls += totals.folds
                tokens += totals.summarizer_input_tokens
    return calls, tokens
