"""What a replay would do differently, by the rows of a timeline that show it; Qt-free.

Two replays are compared, the session's own settings and others; what is the same in both is left out, so that a
timeline shows in place what a changed setting does to each output.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.model import Message
from inspector.replay.result import FoldOutcome, Lane, ReplayResult, RequestOutcome, TrimOutcome

WHOLE: Final = -1
"""Characters kept of an output that is not cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallForecast:
    """What becomes of a tool call's output; None = as before.

    Attributes:
        prompt_chars: what is left of it in prompts, `WHOLE` = all.
        stored_chars: what is left of it in the stored message.
    """

    prompt_chars: int | None = None
    stored_chars: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestForecast:
    """What becomes of a request.

    Attributes:
        fold: made before it, where none was; None otherwise.
        unfolded: none is made, where one was.
        dropped: messages left out by a sliding window; None = as before.
        tokens_before, tokens_after: prompt tokens under the session's own and the other settings.
    """

    fold: FoldOutcome | None = None
    unfolded: bool = False
    dropped: int | None = None
    tokens_before: int = 0
    tokens_after: int = 0


@dataclass(frozen=True, slots=True)
class Predictions:
    """Everything that differs.

    Attributes:
        calls: by tool call id.
        requests: by assistant message and step, and by recorded request index.
    """

    calls: Mapping[str, CallForecast] = field(default_factory=dict)
    requests: Mapping[tuple[str, int] | int, RequestForecast] = field(default_factory=dict)

    def of_call(self, call_id: str | None) -> CallForecast | None:
        """What becomes of a tool call; None when nothing changes."""
        return self.calls.get(call_id or "")

    def of_step(self, message_id: str, step: int, request_index: int | None) -> RequestForecast | None:
        """What becomes of a model call; None when nothing changes."""
        found = None if request_index is None else self.requests.get(request_index)
        return found or self.requests.get((message_id, step))

    def of_turn(self, message: Message) -> RequestForecast | None:
        """What becomes of a turn's only model call; several have rows of their own."""
        if len(message.steps) > 1:
            return None
        index = message.steps[0].request_index if message.steps else None
        return self.of_step(message.id, 1, index)


NOTHING: Final = Predictions()


def predict(own: ReplayResult | None, other: ReplayResult | None) -> Predictions:
    """What `other` does differently from the session's own settings."""
    if own is None or other is None or own is other:
        return NOTHING
    return Predictions(_calls(own, other), _requests(own, other))


def _calls(own: ReplayResult, other: ReplayResult) -> dict[str, CallForecast]:
    before, after = _kept(own), _kept(other)
    found = {}
    for call in before.keys() | after.keys():
        old, new = before.get(call, {}), after.get(call, {})
        forecast = CallForecast(
            prompt_chars=_changed(old, new, Lane.IN_FLIGHT), stored_chars=_changed(old, new, Lane.STORAGE)
        )
        if forecast != CallForecast():
            found[call] = forecast
    return found


def _changed(old: Mapping[Lane, int], new: Mapping[Lane, int], lane: Lane) -> int | None:
    left = new.get(lane, WHOLE)
    return None if left == old.get(lane, WHOLE) else left


def _kept(result: ReplayResult) -> dict[str, dict[Lane, int]]:
    """Characters left of every output that is cut, by call and lane; as the newest prompt has it."""
    latest: dict[tuple[str, Lane], dict[str, int]] = {}
    seen: set[int] = set()
    trims = (*(turn.trimmed for turn in result.turns), *(request.trimmed for request in result.requests))
    for found_there in reversed(trims):
        # Requests share the objects of their trims, so that most are known without looking into them.
        fresh = [trim for trim in found_there if id(trim) not in seen]
        seen.update(map(id, fresh))
        latest |= {place: cut for place, cut in _by_call(fresh).items() if place not in latest}
    found: dict[str, dict[Lane, int]] = {}
    for (call, lane), cut in latest.items():
        found.setdefault(call, {})[lane] = sum(cut.values())
    return found


def _by_call(trims: Iterable[TrimOutcome]) -> dict[tuple[str, Lane], dict[str, int]]:
    found: dict[tuple[str, Lane], dict[str, int]] = {}
    for trim in trims:
        if trim.call_id:
            found.setdefault((trim.call_id, trim.lane), {})[trim.key] = trim.chars_after
    return found


def _requests(own: ReplayResult, other: ReplayResult) -> dict[tuple[str, int] | int, RequestForecast]:
    before = {_key(one): one for one in own.requests}
    found: dict[tuple[str, int] | int, RequestForecast] = {}
    for one in other.requests:
        was = before.get(_key(one))
        forecast = None if was is None else _forecast(was, one)
        if forecast is not None:
            found[_key(one)] = forecast
    return found


def _forecast(was: RequestOutcome, now: RequestOutcome) -> RequestForecast | None:
    same_fold = (was.fold is None) == (now.fold is None)
    same_drop = was.dropped_messages == now.dropped_messages
    if same_fold and same_drop and was.after.tokens == now.after.tokens:
        return None
    return RequestForecast(
        fold=now.fold if was.fold is None else None,
        unfolded=was.fold is not None and now.fold is None,
        dropped=None if same_drop else now.dropped_messages,
        tokens_before=was.after.tokens,
        tokens_after=now.after.tokens,
    )


def _key(outcome: RequestOutcome) -> tuple[str, int] | int:
    if outcome.request_index is not None:
        return outcome.request_index
    return outcome.message_id or outcome.run_id or "", outcome.step
