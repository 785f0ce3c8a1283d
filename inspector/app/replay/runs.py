"""Which replays are needed and which are at hand, without Qt: results by settings and facts, a few kept for undo.

One run at a time: runs of a session share what was computed of it, and two at once would be in each other's way.
"""

from __future__ import annotations

import gc
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from inspector.analysis.cost.prices import PriceTable, prices_of
from inspector.analysis.cost.saving import ReplayCost, replay_cost
from inspector.analysis.prefix.replayed import judge_replay
from inspector.model import Branch, RequestRecord
from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer
from inspector.replay.probes import Probe
from inspector.replay.result import ReplayResult
from inspector.sources.base import Progress, Source

KEPT: Final = 12
"""Results kept; most of what one holds is shared with the others."""

RunKey: TypeAlias = tuple[ReplaySettings, tuple[Probe, ...]]


@dataclass(slots=True)
class OpenedReplay:
    """A conversation ready to be replayed.

    Attributes:
        replayer: runs it.
        records: its recorded requests by index.
        source: where it lies.
        prices: of its models, those of its database first; None = not asked for.
        results: what was run, by settings and facts, the newest last.
        costs: predicted costs of results, by settings and facts.
        first_ms: how long the first run took.
    """

    replayer: Replayer
    records: dict[int, RequestRecord]
    source: Source | None = None
    prices: PriceTable | None = None
    results: OrderedDict[RunKey, ReplayResult] = field(default_factory=OrderedDict)
    costs: dict[RunKey, ReplayCost] = field(default_factory=dict)
    first_ms: int | None = None

    @property
    def recorded(self) -> ReplaySettings:
        """The session's own settings."""
        return self.replayer.own_settings

    def result(self, settings: ReplaySettings | None, probes: tuple[Probe, ...]) -> ReplayResult | None:
        """A result at hand."""
        return None if settings is None else self.results.get((settings, probes))

    @property
    def is_priced(self) -> bool:
        """Whether any of the models asked has a price."""
        models = {(one.provider, one.model) for one in self.records.values()}
        return self.prices is not None and any(self.prices.find(*model) is not None for model in models)

    def reckon(self, keys: Sequence[RunKey], progress: Progress) -> dict[RunKey, ReplayCost]:
        """Predicted costs of results at hand that have none yet (in a worker); raises `Cancelled`."""
        found: dict[RunKey, ReplayCost] = {}
        if self.source is None or self.prices is None:
            return found
        wanted = [key for key in dict.fromkeys(keys) if key in self.results and key not in self.costs]
        for done, key in enumerate(wanted):
            progress.step(done, len(wanted))
            result = self.results[key]
            found[key] = replay_cost(result, judge_replay(self.source, result), self.prices)
        return found

    def missing(self, keys: Sequence[RunKey]) -> list[RunKey]:
        """Which of some runs are not at hand, in order, each once."""
        return [key for key in dict.fromkeys(keys) if key not in self.results]

    def run(self, keys: Sequence[RunKey], progress: Progress) -> dict[RunKey, ReplayResult]:
        """Replay (in a worker); raises `Problem`, and `Cancelled` between two runs."""
        found = {}
        for number, key in enumerate(keys):
            progress.step(number, len(keys))
            found[key] = self.replayer.run(key[0], key[1])
        # A collection over the prompts of all kept results stops every thread for 120 to 240 ms at 200 steps. They
        # hold no cycles; while a session is open, the collector leaves what there is alone.
        gc.freeze()
        return found

    def keep(self, found: dict[RunKey, ReplayResult]) -> None:
        """Take up results; the oldest go, the session's own never."""
        self.results.update(found)
        for key in list(self.results):
            if len(self.results) <= KEPT:
                return
            if key[0] != self.recorded:
                del self.results[key]
                self.costs.pop(key, None)


def thaw_results() -> None:
    """Let the collector look at everything again, once a session is left."""
    gc.unfreeze()


def open_replay(
    source: Source, conversation_id: str, branch: Branch | None, probes: tuple[Probe, ...], progress: Progress
) -> OpenedReplay:
    """Prepare a conversation and replay it under its own settings (in a worker); raises `Problem`."""
    replayer = Replayer.open(source, conversation_id, branch=branch, progress=progress)
    records = {one.index: one for one in source.requests() if one.conversation_id == conversation_id}
    opened = OpenedReplay(replayer, records, source, prices_of(source))
    begun = time.perf_counter()
    opened.keep(opened.run([(replayer.own_settings, probes)], progress))
    opened.first_ms = round((time.perf_counter() - begun) * 1000)
    return opened
