"""Runs replays for the dock: one at a time, the newest settings win, stale results are dropped.

The widgets of the dock change `state` through the methods here and redraw on the signals; none of them runs anything.
"""

from __future__ import annotations

import time
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.analysis.cost.saving import ReplayCost
from inspector.app.replay.change_points import ChangePoints, change_points, output_lengths
from inspector.app.replay.prompt_bars import request_key
from inspector.app.replay.proposals import proposed_facts
from inspector.app.replay.runs import OpenedReplay, RunKey, open_replay, thaw_results
from inspector.app.replay.state import ReplayState
from inspector.app.replay.totals import Costs
from inspector.app.selection import Selection
from inspector.app.timeline.locate import Target
from inspector.gui.background import Background
from inspector.model import Branch, Conversation, Problem, RequestRecord
from inspector.model.settings import ReplaySettings
from inspector.replay.compare import Comparison, compare
from inspector.replay.probes import Probe
from inspector.replay.result import ReplayResult, RequestOutcome
from inspector.sources.base import Source

DEBOUNCE_MS: Final = 12
"""Changes that come closer together than this are one; short, since the first answer is due within 100 ms."""

_OPEN: Final = "replay-open"
_COST: Final = "replay-cost"
_LENGTHS: Final = "replay-lengths"


class ReplayController(QObject):
    """What the dock shows and does.

    Attributes:
        state: settings, pinned settings, facts.
        error: why the last session or run did not work; None = it did.
        took_ms: how long the last run took; None = nothing ran but the session's own settings.
        state_changed: controls, presets, undo or facts changed.
        result_changed: there are other results to show, or none.
        costs_changed: predicted costs of the results shown are known.
        busy_changed: emitted with whether a replay is on its way.
        failed: emitted with an exception: a session or a run did not work; None when all is well again.
        selected_changed: emitted with the position of the selected request, or −1.
        target_requested: emitted with a `Target` to be shown in the window.
        tab_requested: emitted with the id of a tab to be shown.
    """

    state_changed = Signal()
    result_changed = Signal()
    costs_changed = Signal()
    busy_changed = Signal(bool)
    failed = Signal(object)
    selected_changed = Signal(int)
    target_requested = Signal(object)
    tab_requested = Signal(str)

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.background = background
        self.state = ReplayState()
        self.error: Exception | None = None
        self.took_ms: int | None = None
        self._opened: OpenedReplay | None = None
        self._place: tuple[Source, Conversation, Branch | None] | None = None
        self._shown: ReplayResult | None = None
        self._selected = -1
        self._selection: Selection | None = None
        self._lengths: tuple[Conversation, tuple[int, ...]] | None = None
        self._proposed: tuple[str, ...] = ()
        self._active = self._stale = self._running = self._held = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._run)

    # -- what is replayed

    def show_conversation(self, source: Source, conversation: Conversation, branch: Branch | None) -> None:
        """Take up a conversation; it is read when the dock is looked at."""
        same = self._place is not None and self._place[1].summary.id == conversation.summary.id
        same = same and self._place is not None and self._place[0] is source
        self._place, self._stale = (source, conversation, branch), True
        if not same:
            self._forget()
        self._open()

    def clear(self) -> None:
        """Show nothing."""
        self._place, self._stale = None, False
        self._forget()

    def set_active(self, active: bool) -> None:
        """Whether the dock is on screen; off it, nothing is read or run."""
        self._active = active
        self._open()

    def _forget(self) -> None:
        self.background.cancel(_OPEN)
        self.background.cancel(_COST)
        self._timer.stop()
        self._opened = self._shown = None
        thaw_results()
        self._selected = -1
        self.state.start(ReplaySettings())
        self._set_error(None)
        self.state_changed.emit()
        self.result_changed.emit()
        self._tell_busy()

    def _open(self) -> None:
        if not (self._active and self._stale and self._place is not None):
            return
        self._stale = False
        source, conversation, branch = self._place
        probes = self.state.probes
        self._set_error(None)
        self.background.run(
            lambda progress: open_replay(source, conversation.summary.id, branch, probes, progress),
            on_result=self.take_up,
            on_error=self._on_open_failed,
            channel=_OPEN,
        )
        self.busy_changed.emit(True)

    def take_up(self, opened: OpenedReplay) -> None:
        """A conversation is ready: show it under its own settings, or under those that were changed before."""
        fresh = self._opened is None
        self._opened = opened
        self.took_ms = None
        if fresh:
            self.state.start(opened.recorded)
        else:
            self.state.renew(opened.recorded)
        self.state_changed.emit()
        self._run()
        self._measure()

    def _measure(self) -> None:
        """Measure the outputs of the conversation and propose facts to track, once."""
        conversation = self.conversation
        if conversation is None or (self._lengths is not None and self._lengths[0] is conversation):
            return
        self.background.run(
            lambda _progress: (conversation, output_lengths(conversation), proposed_facts(conversation)),
            on_result=self._on_lengths,
            channel=_LENGTHS,
        )

    def _on_lengths(self, found: tuple[Conversation, tuple[int, ...], tuple[str, ...]]) -> None:
        self._lengths = found[:2]
        self._proposed = found[2]
        self.state_changed.emit()
        self.result_changed.emit()

    @property
    def proposed_facts(self) -> list[str]:
        """Facts worth tracking that are not tracked yet."""
        if self._lengths is None or self._lengths[0] is not self.conversation:
            return []
        tracked = {probe.name for probe in self.state.probes} | {probe.pattern for probe in self.state.probes}
        return [text for text in self._proposed if text not in tracked]

    @property
    def change_points(self) -> ChangePoints:
        """The values at which something changes in the session, by setting."""
        lengths, result = self._lengths, self.result
        if lengths is None or lengths[0] is not self.conversation or result is None:
            return {}
        return change_points(lengths[1], result.requests, self.state.settings)

    def _on_open_failed(self, error: Exception) -> None:
        self._forget_results()
        self._fail(error)

    def _forget_results(self) -> None:
        self._opened = self._shown = None
        self.result_changed.emit()
        self._tell_busy()

    def _fail(self, error: Exception) -> None:
        self._set_error(error)
        if not isinstance(error, Problem):
            self.background.crashed.emit(error)

    def _set_error(self, error: Exception | None) -> None:
        if error is not self.error:
            self.error = error
            self.failed.emit(error)

    # -- running

    def _keys(self) -> list[RunKey]:
        """The runs that should be on screen, the most wanted first."""
        assert self._opened is not None
        state = self.state
        wanted = [state.settings, self._opened.recorded]
        if state.pinned is not None:
            wanted.append(state.pinned)
        return [(settings, state.probes) for settings in wanted]

    @Slot()
    def _run(self) -> None:
        """Run what is missing, or show what is there; a run on its way is waited for."""
        opened = self._opened
        if opened is None or self._running:
            return
        missing = opened.missing(self._keys())
        if not missing:
            self._publish()
            return
        self._running = True
        begun = time.perf_counter()
        self.background.run(
            lambda progress: opened.run(missing, progress),
            on_result=lambda found: self._on_run(opened, found, begun),
            on_error=self._on_run_failed,
        )
        self._tell_busy()

    def _on_run(self, opened: OpenedReplay, found: dict[RunKey, ReplayResult], begun: float) -> None:
        self._running = False
        opened.keep(found)
        self.took_ms = round((time.perf_counter() - begun) * 1000)
        if opened is self._opened:
            self._set_error(None)
            if self._held and opened.missing(self._keys()):
                self._preview(found)
        if not self._timer.isActive():
            self._run()

    def _preview(self, found: dict[RunKey, ReplayResult]) -> None:
        """Show where a slider was a moment ago, since it is still held, and go on when that is painted.

        Results that are late for any other reason are dropped.
        """
        self._shown = next(iter(found.values()))
        self.result_changed.emit()
        self._timer.start()

    def _on_run_failed(self, error: Exception) -> None:
        self._running = False
        self._fail(error)
        self._tell_busy()

    def _publish(self) -> None:
        self._shown = self.result
        self._set_error(None)
        self.result_changed.emit()
        if self._selected < 0:
            self.show_selection(self._selection)
        self._tell_busy()
        self._reckon()

    def _reckon(self) -> None:
        """Reckon what costs money on screen, once the replays themselves are shown."""
        opened = self._opened
        if opened is None or not opened.is_priced:
            return
        keys = self._keys()
        if all(key in opened.costs for key in keys):
            return
        self.background.run(
            lambda progress: opened.reckon(keys, progress),
            on_result=lambda found: self._on_costs(opened, found),
            channel=_COST,
        )

    def _on_costs(self, opened: OpenedReplay, found: dict[RunKey, ReplayCost]) -> None:
        opened.costs.update(found)
        if opened is self._opened:
            self.costs_changed.emit()

    def _tell_busy(self) -> None:
        self.busy_changed.emit(self.is_busy)

    def _changed(self, *, at_once: bool = False) -> None:
        self.state_changed.emit()
        if self._opened is None:
            return
        if at_once or not self._opened.missing(self._keys()):
            self._timer.stop()
            self._run()
        elif not self._timer.isActive():
            # Not started anew by every change: a hand that never rests would never see anything.
            self._timer.start()
            self._tell_busy()

    # -- what there is

    @property
    def is_open(self) -> bool:
        """Whether a conversation is ready to be replayed."""
        return self._opened is not None

    @property
    def is_busy(self) -> bool:
        """Whether what is shown is not yet what is wanted."""
        return self._running or self._timer.isActive()

    @property
    def opened(self) -> OpenedReplay | None:
        """The conversation ready to be replayed."""
        return self._opened

    @property
    def conversation(self) -> Conversation | None:
        """The conversation taken up."""
        return None if self._place is None else self._place[1]

    @property
    def source(self) -> Source | None:
        """The source it lies in."""
        return None if self._place is None else self._place[0]

    @property
    def result(self) -> ReplayResult | None:
        """The replay under the current settings; while one is on its way, the one shown before."""
        found = None if self._opened is None else self._opened.result(self.state.settings, self.state.probes)
        return found or self._shown

    @property
    def recorded(self) -> ReplayResult | None:
        """The replay under the session's own settings."""
        return self._of(self.state.recorded)

    @property
    def pinned(self) -> ReplayResult | None:
        """The replay under settings A."""
        return self._of(self.state.pinned)

    @property
    def comparison(self) -> Comparison | None:
        """A against the current settings; None while nothing is pinned."""
        pinned, result = self.pinned, self.result
        return None if pinned is None or result is None else compare(pinned, result)

    @property
    def costs(self) -> Costs | None:
        """Predicted costs of the replays on screen, A or the session's own first; None = no model has a price."""
        opened, state = self._opened, self.state
        if opened is None or not opened.is_priced:
            return None
        first = state.recorded if state.pinned is None else state.pinned
        if self._shown is not opened.result(state.settings, state.probes):
            return opened.costs.get((first, state.probes)), None
        return opened.costs.get((first, state.probes)), opened.costs.get((state.settings, state.probes))

    def _of(self, settings: ReplaySettings | None) -> ReplayResult | None:
        return None if self._opened is None else self._opened.result(settings, self.state.probes)

    @property
    def records(self) -> dict[int, RequestRecord]:
        """The conversation's recorded requests by index."""
        return {} if self._opened is None else self._opened.records

    # -- settings

    def change(self, name: str, value: Any) -> None:
        """Set one setting."""
        if self.state.change(name, value):
            self._changed()

    def apply(self, settings: ReplaySettings) -> None:
        """Set all settings."""
        if self.state.apply(settings):
            self._changed(at_once=True)

    def reset(self, name: str) -> None:
        """Set one setting back to the session's own."""
        if self.state.reset(name):
            self._changed()

    def hold(self) -> None:
        """A slider is held: it will move on."""
        self._held = True

    def settle(self) -> None:
        """A slider was let go."""
        self._held = False
        self.state.settle()

    @Slot()
    def undo(self) -> None:
        """Take the last change back."""
        if self.state.can_undo:
            self.state.undo()
            self._changed(at_once=True)

    @Slot()
    def redo(self) -> None:
        """Take the last undone change again."""
        if self.state.can_redo:
            self.state.redo()
            self._changed(at_once=True)

    # -- comparing

    @Slot()
    def toggle_pin(self) -> None:
        """Pin the current settings as A, or end the comparison."""
        if self.state.pinned is None:
            self.state.pin()
        else:
            self.state.unpin()
        self._changed(at_once=True)

    @Slot()
    def compare_with_recorded(self) -> None:
        """Compare with what was recorded, as A; or end the comparison."""
        if self.state.pinned is None:
            self.state.pin(self.state.recorded)
        else:
            self.state.unpin()
        self._changed(at_once=True)

    @Slot()
    def swap(self) -> None:
        """Exchange A and the current settings."""
        self.state.swap()
        self._changed(at_once=True)

    @Slot()
    def go_to_largest_difference(self) -> None:
        """Select the request that differs most between A and the current settings; again: the next one."""
        comparison = self.comparison
        if comparison is None or (result := self.result) is None:
            return
        places = {request_key(one): n for n, one in enumerate(result.requests)}
        found = [places[key] for one in comparison.largest() if (key := request_key(one.either)) in places]
        if found:
            again = found.index(self._selected) + 1 if self._selected in found else 0
            self.choose(found[again % len(found)])

    # -- facts

    def track(self, text: str) -> None:
        """Track a fact, as text or /regex/; raises `Problem("bad-probe")`."""
        if self.state.track(Probe.parse(text)):
            self._changed(at_once=True)

    def track_literally(self, text: str) -> None:
        """Track a text as it is, whatever it looks like."""
        if text and self.state.track(Probe(text, text)):
            self._changed(at_once=True)

    def track_text(self, text: str) -> None:
        """Track a selected text, and show the facts."""
        self.track_literally(text.strip())
        self.tab_requested.emit("probes")

    def untrack(self, names: list[str]) -> None:
        """Track some facts no longer."""
        self.state.untrack(names)
        self._changed(at_once=True)

    # -- the selected request

    @property
    def selected(self) -> int:
        """Position of the selected request, −1 = none."""
        return self._selected

    @property
    def selected_request(self) -> RequestOutcome | None:
        """The selected request's replay."""
        result = self.result
        inside = result is not None and 0 <= self._selected < len(result.requests)
        return result.requests[self._selected] if inside and result is not None else None

    def choose(self, position: int) -> None:
        """Select a request here and in the window."""
        self._select(position)
        outcome = self.selected_request
        if outcome is not None and self._place is not None:
            found = outcome.request_index
            message = outcome.message_id if found is None else None
            self.target_requested.emit(
                Target(self._place[1].summary.id, message_id=message, request_index=found)
            )

    def _select(self, position: int) -> None:
        if position != self._selected:
            self._selected = position
            self.selected_changed.emit(position)

    @Slot(object)
    def show_selection(self, selection: Selection | None) -> None:
        """Follow what is selected in the window; before there is a result, as soon as there is one."""
        self._selection = selection
        result = self.result
        if selection is not None and result is not None:
            self._select(_position(selection, result.requests))


def _position(selection: Selection, requests: tuple[RequestOutcome, ...]) -> int:
    """The request a selection is about, by its record, else the last one of its turn; −1 = none."""
    found = -1
    for position, outcome in enumerate(requests):
        if selection.request is not None and outcome.request_index == selection.request.index:
            return position
        if selection.message is None or outcome.message_id != selection.message.id:
            continue
        if selection.step is None or selection.step.number == outcome.step:
            found = position
    return found
