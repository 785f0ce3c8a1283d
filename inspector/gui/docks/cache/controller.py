"""Runs the analysis of the cache tab in the background; the newest wish wins, what nobody waits for is dropped."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.app.cache.bars import CacheBar, cache_bars, with_replays
from inspector.app.cache.evidence import Analysed, analyse_for, predicted_reads
from inspector.app.selection import Selection
from inspector.app.timeline.locate import Target
from inspector.gui.background import Background
from inspector.model import Conversation, Problem
from inspector.replay.result import ReplayResult
from inspector.sources.base import Source, Trait

_ANALYSE: Final = "cache-analyse"
_REPLAYS: Final = ("cache-replay-a", "cache-replay-b")


class CacheController(QObject):
    """What the tab shows and does.

    Attributes:
        changed: there is another report, or none.
        bars_changed: the same requests with other predictions of replays.
        progressed: emitted with (done, total) while requests are compared.
        failed: emitted with an exception; None when all is well again.
        selected_changed: emitted with the position of the selected request, −1 = none.
        target_requested: emitted with a `Target` to be shown in the window.
    """

    changed = Signal()
    bars_changed = Signal()
    progressed = Signal(int, int)
    failed = Signal(object)
    selected_changed = Signal(int)
    target_requested = Signal(object)

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._place: tuple[Source, Conversation] | None = None
        self._analysed: Analysed | None = None
        self._bars: tuple[CacheBar, ...] = ()
        self._replayed: list[dict[int, int | None]] = [{}, {}]
        self._results: tuple[ReplayResult | None, ReplayResult | None] = (None, None)
        self._selected = -1
        self._wanted: Selection | None = None
        self._watchers: set[str] = set()
        self._shown: set[int] | None = None
        self._pending_step = 0
        self._stale = self.is_busy = self.was_stopped = False
        self.error: Exception | None = None

    # -- what there is

    @property
    def analysed(self) -> Analysed | None:
        """What was found; None while nothing was."""
        return self._analysed

    @property
    def bars(self) -> tuple[CacheBar, ...]:
        """The requests of the conversation on screen."""
        return self._bars

    @property
    def conversation(self) -> Conversation | None:
        """The conversation taken up."""
        return None if self._place is None else self._place[1]

    @property
    def selected(self) -> int:
        """Position of the selected request, −1 = none."""
        return self._selected

    @property
    def selected_bar(self) -> CacheBar | None:
        """The selected request."""
        return self._bars[self._selected] if 0 <= self._selected < len(self._bars) else None

    # -- what is looked at

    def show_conversation(self, source: Source, conversation: Conversation) -> None:
        """Take up a conversation; it is judged when the tab is looked at."""
        before = self._place
        if before is not None and before[0] is source and before[1] is conversation:
            return  # another branch of it is shown: the requests are the same
        self._place, self._stale, self.was_stopped = (source, conversation), True, False
        if before is None or before[0] is not source or before[1].summary.id != conversation.summary.id:
            known = self._analysed
            reusable = known is not None and known.source is source and Trait.PROMPTS in source.traits
            self._forget(keep=known if reusable else None)
        self._run()

    def renew(self) -> None:
        """The source has grown: judge it again, keeping what is shown until that is done."""
        self._stale = self._place is not None
        self._run(again=True)

    def clear(self) -> None:
        """Show nothing."""
        self._place, self._stale = None, False
        self._forget(keep=None)

    def set_active(self, active: bool, *, watcher: str = "tab") -> None:
        """Whether a view that shows verdicts is on screen; while none is, nothing is judged."""
        (self._watchers.add if active else self._watchers.discard)(watcher)
        self._run()
        if active:
            self._run_replays()

    def stop(self) -> None:
        """Stop judging."""
        self._background.cancel(_ANALYSE)
        if self.is_busy:
            self._on_cancelled()

    def start(self) -> None:
        """Judge after all."""
        self.was_stopped, self._stale = False, True
        self._run()

    def _forget(self, *, keep: Analysed | None) -> None:
        for channel in (_ANALYSE, *_REPLAYS):
            self._background.cancel(channel)
        self._analysed, self._bars, self._selected, self._pending_step = keep, (), -1, 0
        self._replayed, self._results = [{}, {}], (None, None)
        self.is_busy, self.error = False, None
        self.changed.emit()

    # -- judging

    def _run(self, *, again: bool = False) -> None:
        if not (self._watchers and self._stale and self._place is not None) or self.was_stopped:
            return
        self._stale = False
        source, conversation = self._place
        known = None if again else self._analysed
        self.is_busy, self.error = True, None
        self._background.run(
            lambda progress: analyse_for(source, conversation.summary.id, progress, known),
            on_result=self._on_analysed,
            on_error=self._on_failed,
            on_progress=lambda done, total, what: self.progressed.emit(done, total),
            on_cancelled=self._on_cancelled,
            channel=_ANALYSE,
        )
        if self.is_busy:
            self.changed.emit()

    def _on_analysed(self, analysed: Analysed) -> None:
        self.is_busy = False
        self._analysed = analysed
        self._take_bars()
        self._selected = min(self._selected, len(self._bars) - 1)
        self._set_error(None)
        self._merge_replays()
        self.changed.emit()
        self._run_replays()
        self.show_selection(self._wanted)
        if self._selected < 0:
            self._select(self.worst)
        if self._pending_step:
            self.step(self._pending_step)

    def _on_failed(self, error: Exception) -> None:
        self.is_busy = False
        self._analysed, self._bars = None, ()
        self._set_error(error)
        self.changed.emit()
        if not isinstance(error, Problem):
            self._background.crashed.emit(error)

    def _on_cancelled(self) -> None:
        self.is_busy, self.was_stopped = False, True
        self.changed.emit()

    def _set_error(self, error: Exception | None) -> None:
        self.error = error
        self.failed.emit(error)

    def set_shown(self, shown: set[int] | None) -> None:
        """Show only these requests, by index; None = all of the conversation."""
        if shown == self._shown:
            return
        self._shown = shown
        bar = self.selected_bar
        self._take_bars()
        self._merge_replays()
        index = None if bar is None else bar.verdict.record.index
        self._selected = next((n for n, b in enumerate(self._bars) if b.verdict.record.index == index), -1)
        self.changed.emit()

    def _take_bars(self) -> None:
        verdicts = () if self._analysed is None else self._analysed.shown().verdicts
        shown = self._shown
        self._bars = cache_bars([one for one in verdicts if shown is None or one.record.index in shown])

    # -- replays

    def set_replayed(self, a: ReplayResult | None, b: ReplayResult | None) -> None:
        """Show what replays A and B would read; None = there is none."""
        if (a, b) != self._results:
            self._results = (a, b)
            self._run_replays()

    def _run_replays(self) -> None:
        if self._place is None or self._analysed is None or not self._watchers:
            return
        source = self._place[0]
        for side, channel in enumerate(_REPLAYS):
            self._background.run(
                predicted_reads(source, self._results[side]),
                on_result=self._on_first if side == 0 else self._on_second,
                on_error=self.failed.emit,
                channel=channel,
            )

    def _on_first(self, found: dict[int, int | None]) -> None:
        self._take_replay(0, found)

    def _on_second(self, found: dict[int, int | None]) -> None:
        self._take_replay(1, found)

    def _take_replay(self, side: int, found: dict[int, int | None]) -> None:
        if found != self._replayed[side]:
            self._replayed[side] = found
            self._merge_replays()
            self.bars_changed.emit()

    def _merge_replays(self) -> None:
        self._bars = with_replays(self._bars, self._replayed[0], self._replayed[1])

    # -- the selected request

    def choose(self, position: int) -> None:
        """Select a request here and in the window."""
        self._select(position)
        bar = self.selected_bar
        if bar is not None:
            record = bar.verdict.record
            self.target_requested.emit(Target(record.conversation_id, request_index=record.index))

    def step(self, direction: int) -> None:
        """Select the next (1) or previous (−1) break, from the end over to the beginning.

        While the requests are still being compared, the wish waits for that.
        """
        self._pending_step = direction if self._analysed is None else 0
        breaks = [place for place, bar in enumerate(self._bars) if bar.verdict.is_break]
        if not breaks:
            return
        ahead = [place for place in breaks if (place - self._selected) * direction > 0]
        near = min(ahead, key=lambda place: abs(place - self._selected), default=None)
        self.choose(near if near is not None else breaks[0 if direction > 0 else -1])

    def choose_request(self, index: int) -> None:
        """Select a request by its index in the source."""
        positions = [n for n, bar in enumerate(self._bars) if bar.verdict.record.index == index]
        if positions:
            self.choose(positions[0])

    def show_selection(self, selection: Selection | None) -> None:
        """Follow what is selected in the window."""
        self._wanted = selection
        index = None if selection is None else selection.request_index
        positions = [n for n, bar in enumerate(self._bars) if bar.verdict.record.index == index]
        if positions:
            self._select(positions[0])

    @property
    def worst(self) -> int:
        """What a person came for: the break that lost most; the last request when nothing broke; −1 = none."""
        return max(range(len(self._bars)), key=self._badness, default=-1)

    def _badness(self, position: int) -> tuple[int, int]:
        verdict = self._bars[position].verdict
        return (verdict.lost or 0) if verdict.is_break else 0, position

    def _select(self, position: int) -> None:
        if position != self._selected:
            self._selected = position
            self.selected_changed.emit(position)
