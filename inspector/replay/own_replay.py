"""The session under its own settings: what every other replay of it is measured against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inspector.replay.baseline import Baseline, Key
from inspector.replay.fidelity import Fidelity, fidelity
from inspector.replay.memo import SessionMemo
from inspector.replay.result import ReplayResult, RequestOutcome
from inspector.replay.session import PromptSession, ReplaySession, RowSession


@dataclass(frozen=True, slots=True)
class OwnReplay:
    """The replay as recorded, and what it tells of others.

    Attributes:
        result: the replay.
        fidelity: how true it is.
        baseline: how the provider's figures follow it; None = the session has no one history.
        keys: row and step of a capture's requests, by the capture's own number.
    """

    result: ReplayResult
    fidelity: Fidelity
    baseline: Baseline | None
    keys: Mapping[int, Key]

    @classmethod
    def of(cls, session: ReplaySession, result: ReplayResult, memo: SessionMemo) -> OwnReplay:
        """Of a session and its replay under its own settings."""
        rows = session.rows if isinstance(session, PromptSession) else session
        keys = _keys(rows) if rows is not None and isinstance(session, PromptSession) else {}
        baseline = None if rows is None else Baseline.of(_by_row(result, keys), rows.measured(), memo.sizes)
        own = cls(result, fidelity(session, result.requests, baseline), baseline, keys)
        return replace(own, result=own.told_of(result))

    def told_of(self, result: ReplayResult) -> ReplayResult:
        """A replay of the session with what is known of it: fidelity, predicted tokens, close calls."""
        requests = result.requests
        if self.baseline is not None and self.baseline.fit.is_fitted and result is not self.result:
            spread = self.baseline.fit.spread
            requests = tuple(
                replace(one, close_call=True) if _is_close(one, spread) else one for one in requests
            )
        return replace(result, requests=requests, fidelity=self.fidelity, predict=self._predicted)

    def _predicted(self, request: RequestOutcome) -> int | None:
        if self.baseline is None:
            return None
        key = self._key(request)
        measured = self.baseline.measured.get(key)
        if measured is not None:
            return self.baseline.corrected(key, measured, request)
        fit = self.baseline.fit
        return round(fit.predicted(self.baseline.size_of(request))) if fit.is_fitted else None

    def _key(self, request: RequestOutcome) -> Key:
        index = request.request_index
        if request.message_id is None and index is not None and index in self.keys:
            return self.keys[index]
        return request.message_id or "", request.step


def _keys(rows: RowSession) -> dict[int, Key]:
    return {
        step.request_index: (turn.message_id, number)
        for turn in rows.turns
        for number, step in enumerate(turn.steps, 1)
        if step.request_index is not None
    }


def _by_row(result: ReplayResult, keys: Mapping[int, Key]) -> ReplayResult:
    """A capture's replay with its requests named by row and step."""
    if not keys:
        return result
    named = []
    for request in result.requests:
        message_id, step = keys[request.request_index or 0]
        named.append(replace(request, message_id=message_id, step=step))
    return replace(result, requests=tuple(named))


def _is_close(request: RequestOutcome, spread: float) -> bool:
    """Whether the decision to fold lies within the spread of its trigger."""
    if request.budget is None or request.estimate is None:
        return False
    return abs(request.estimate - request.budget.trigger.value) <= spread
