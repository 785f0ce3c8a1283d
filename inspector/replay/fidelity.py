"""How true a replay is: the session replayed as recorded, against what was recorded and measured of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from inspector.model.compaction import AnchorPhase
from inspector.model.figures import group, percent
from inspector.replay.baseline import Baseline
from inspector.replay.calibration import LEAST_POINTS
from inspector.replay.result import Basis, RequestOutcome
from inspector.replay.row_recording import settled
from inspector.replay.session import PromptSession, ReplaySession

CLOSE_ENOUGH: Final = 0.02
"""Half of the requests may be counted so far from what was measured, and the replay still counts as true."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fidelity:
    """A replay as recorded against the record.

    Attributes:
        requests: how many were replayed.
        to_the_byte: of a capture, those that the rules give just as they were recorded; None = no bytes to compare.
        token_error: median of |counted − measured| / measured; None = too little was measured.
        folds_made, folds_recorded: folds replayed and told of.
        reasons: why it is not whole, as sentences.
    """

    requests: int
    to_the_byte: int | None
    token_error: float | None
    folds_made: int
    folds_recorded: int
    reasons: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether everything that can be compared agrees."""
        return not self.reasons

    @property
    def sentence(self) -> str:
        """`as recorded: 24 of 24 requests to the byte · tokens within 1.2 % · folds 7 of 7`."""
        pieces = [f"{group(self.requests)} requests"]
        if self.to_the_byte is not None:
            pieces = [f"{group(self.to_the_byte)} of {group(self.requests)} requests to the byte"]
        if self.token_error is not None:
            pieces.append(f"tokens within {percent(self.token_error)}")
        if self.folds_recorded or self.folds_made:
            pieces.append(f"folds {self.folds_made} of {self.folds_recorded}")
        return "as recorded: " + " · ".join(pieces)

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "requests": self.requests,
            "to_the_byte": self.to_the_byte,
            "token_error": self.token_error,
            "folds_made": self.folds_made,
            "folds_recorded": self.folds_recorded,
            "whole": self.is_whole,
            "reasons": list(self.reasons),
        }


def fidelity(
    session: ReplaySession, requests: Sequence[RequestOutcome], baseline: Baseline | None
) -> Fidelity:
    """Of a session whose requests were replayed under its own settings."""
    compared = [request for request in requests if request.by_rule is not None]
    exact = sum(request.by_rule is True for request in compared)
    error = None if baseline is None else _token_error(baseline)
    made = sum(request.fold is not None for request in requests)
    recorded = _recorded_folds(session)
    return Fidelity(
        requests=len(requests),
        to_the_byte=exact if compared else None,
        token_error=error,
        folds_made=made,
        folds_recorded=recorded,
        reasons=tuple(
            reason
            for reason in (
                _bytes_reason(len(compared) - exact),
                _before_middleware_reason(session),
                _token_reason(error),
                _fold_reason(made, recorded),
                _stand_in_reason(requests),
            )
            if reason
        ),
    )


def _token_error(baseline: Baseline) -> float | None:
    fit = baseline.fit
    errors = [
        abs(fit.predicted(point.estimated) - point.measured) / point.measured
        for point in fit.points
        if point.measured > 0
    ]
    return median(errors) if len(errors) >= LEAST_POINTS else None


def _recorded_folds(session: ReplaySession) -> int:
    if isinstance(session, PromptSession):
        return sum(request.fold is not None for request in session.requests)
    anchors = [len(settled(turn, phase)) for turn in session.turns for phase in AnchorPhase]
    return sum(anchors) or len(session.summaries)


def _bytes_reason(differing: int) -> str:
    if not differing:
        return ""
    what = "1 request was" if differing == 1 else f"{group(differing)} requests were"
    return f"{what} sent in other bytes than the settings inferred from the capture give"


def _before_middleware_reason(session: ReplaySession) -> str:
    if not isinstance(session, PromptSession) or not session.before_middleware:
        return ""
    return "the prompts were recorded before the application trimmed them, so there are no sent bytes to compare with"


def _token_reason(error: float | None) -> str:
    if error is None or error <= CLOSE_ENOUGH:
        return ""
    return f"half of the requests are counted more than {percent(error)} off what the provider measured"


def _fold_reason(made: int, recorded: int) -> str:
    return "" if made == recorded else f"{made} folds were replayed, {recorded} are recorded"


def _stand_in_reason(requests: Sequence[RequestOutcome]) -> str:
    unsure = sum(request.basis is Basis.STAND_IN for request in requests)
    if not unsure:
        return ""
    what = "1 request rests" if unsure == 1 else f"{group(unsure)} requests rest"
    return f"{what} on a stand-in for a summary that nothing stores"
