"""Requests of a replay as bars, Qt-free: what was recorded, what would be sent, where it folds.

Two views, never mixed in one bar: *measured* shows the tokens a provider accounted, split by what its cache did;
*predicted* shows tokens counted from the replayed prompts, split into the prefix shared with the request before and
the rest. The recorded outline beside a predicted fill is counted the same way as the fill.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.model import RequestRecord, Usage
from inspector.replay.compare import Comparison
from inspector.replay.result import Basis, FoldOutcome, ReplayResult, RequestOutcome


class BarView(StrEnum):
    """Which figures the bars show."""

    PREDICTED = "predicted"
    MEASURED = "measured"


class Part(StrEnum):
    """Parts of a bar from the bottom up."""

    READ = "read"
    WRITTEN = "written"
    NEW = "new"
    REUSED = "reused"
    CHANGED = "changed"
    UNSPLIT = "unsplit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One request.

    Attributes:
        outcome: its replay.
        record: the recorded request, when there is one.
        parts: tokens from the bottom up; empty = unknown.
        outline: tokens as recorded, counted as `parts` are; None = unknown or not shown.
        rival: tokens under settings A, when two settings are compared.
        trigger, window: lines it is held against, tokens; None = not known.
        fold: made before it.
        stand_in: `parts` rest on a stand-in for a summary.
    """

    outcome: RequestOutcome
    record: RequestRecord | None = None
    parts: tuple[tuple[Part, int], ...] = ()
    outline: int | None = None
    rival: int | None = None
    trigger: float | None = None
    window: float | None = None
    fold: FoldOutcome | None = None
    stand_in: bool = False

    @property
    def label(self) -> str:
        """What the request is called, see `RequestOutcome.label`."""
        return self.outcome.label

    @property
    def total(self) -> int | None:
        """Tokens of all parts; None = unknown."""
        return sum(tokens for _, tokens in self.parts) if self.parts else None

    @property
    def highest(self) -> int:
        """The largest figure shown in its place."""
        return max(self.total or 0, self.outline or 0, self.rival or 0)

    def tokens(self, part: Part) -> int | None:
        """Tokens of one part; None when it is not shown."""
        return next((tokens for kind, tokens in self.parts if kind is part), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptBars:
    """All bars of a chart.

    Attributes:
        bars: in order.
        view: which figures they show.
        compares: bars have rivals.
    """

    bars: tuple[Bar, ...] = ()
    view: BarView = BarView.PREDICTED
    compares: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """The kinds of parts that occur, from the bottom up."""
        found = {kind for bar in self.bars for kind, _ in bar.parts}
        return tuple(kind for kind in Part if kind in found)

    @property
    def has_outline(self) -> bool:
        """Whether a recorded size is shown anywhere."""
        return any(bar.outline is not None for bar in self.bars)

    @property
    def has_stand_in(self) -> bool:
        """Whether a bar rests on a stand-in."""
        return any(bar.stand_in for bar in self.bars)

    @property
    def trigger(self) -> float | None:
        """The trigger of the newest request that has one."""
        return next((bar.trigger for bar in reversed(self.bars) if bar.trigger is not None), None)

    @property
    def window(self) -> float | None:
        """The window of the newest request that has one."""
        return next((bar.window for bar in reversed(self.bars) if bar.window is not None), None)


def predicted_bars(
    result: ReplayResult,
    records: Mapping[int, RequestRecord],
    *,
    recorded: ReplayResult | None,
    rival: Comparison | None = None,
) -> PromptBars:
    """Bars of a replay over what was recorded, or beside the replay it is compared with."""
    sizes = recorded_sizes(recorded)
    rivals = _rivals(rival)
    bars = []
    for outcome in result.requests:
        key = request_key(outcome)
        bars.append(
            Bar(
                outcome=outcome,
                record=_record(outcome, records),
                parts=split_prefix(outcome),
                outline=None if rival is not None else sizes.get(key),
                rival=rivals.get(key),
                trigger=None if outcome.budget is None else outcome.budget.trigger.value,
                window=None if outcome.budget is None else outcome.budget.window,
                fold=outcome.fold,
                stand_in=outcome.basis is Basis.STAND_IN,
            )
        )
    return PromptBars(bars=tuple(bars), view=BarView.PREDICTED, compares=rival is not None)


def measured_bars(result: ReplayResult, records: Mapping[int, RequestRecord]) -> PromptBars:
    """Bars of what the provider accounted; places, folds and lines are those of the session's own settings."""
    bars = []
    for outcome in result.requests:
        record = _record(outcome, records)
        bars.append(
            Bar(
                outcome=outcome,
                record=record,
                parts=() if record is None else split_usage(record.usage),
                trigger=None if outcome.budget is None else outcome.budget.trigger.value,
                window=None if outcome.budget is None else outcome.budget.window,
            )
        )
    return PromptBars(bars=tuple(bars), view=BarView.MEASURED)


def has_measured(result: ReplayResult, records: Mapping[int, RequestRecord]) -> bool:
    """Whether the provider accounted for any request of a session."""
    return any(
        (record := _record(outcome, records)) is not None and record.usage.input is not None
        for outcome in result.requests
    )


def request_key(outcome: RequestOutcome) -> tuple[str, int]:
    """What makes two replays' requests the same request."""
    return outcome.message_id or outcome.run_id or "", outcome.step


def recorded_sizes(recorded: ReplayResult | None) -> dict[tuple[str, int], int]:
    """Prompt tokens as recorded (captures) or as the session's own settings give them (databases)."""
    requests: Sequence[RequestOutcome] = () if recorded is None else recorded.requests
    return {request_key(one): (one.recorded or one.after).tokens for one in requests}


def split_prefix(outcome: RequestOutcome) -> tuple[tuple[Part, int], ...]:
    """Tokens of a prompt: shared with the request before, and the rest, in proportion to their characters."""
    tokens, chars = outcome.after.tokens, outcome.after.chars
    reused = round(tokens * min(1.0, outcome.reusable_prefix_chars / chars)) if chars else 0
    return (Part.REUSED, reused), (Part.CHANGED, tokens - reused)


def split_usage(usage: Usage) -> tuple[tuple[Part, int], ...]:
    """Measured prompt tokens by what the cache did; whole where the provider did not say."""
    if usage.input is None:
        return ()
    if usage.cache_read is None:
        return ((Part.UNSPLIT, usage.input),)
    return (Part.READ, usage.cache_read), (Part.WRITTEN, usage.cache_write or 0), (Part.NEW, usage.new or 0)


def _rivals(rival: Comparison | None) -> dict[tuple[str, int], int]:
    if rival is None:
        return {}
    return {request_key(one.either): one.a.after.tokens for one in rival.requests if one.a is not None}


def _record(outcome: RequestOutcome, records: Mapping[int, RequestRecord]) -> RequestRecord | None:
    return None if outcome.request_index is None else records.get(outcome.request_index)
