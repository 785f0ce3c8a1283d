"""The session under its own settings: what the provider measured holds for these prompts (PIPELINE §11, §12).

Where a replay sends other prompts, a measured figure is corrected by what its own request would have counted
differently, in the provider's tokens as far as they can be told from ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from inspector.replay.calibration import Fit, Measure, Point, best_fit
from inspector.replay.result import Basis, ReplayResult, RequestOutcome
from inspector.replay.sizes import SizeMemo
from inspector.wire import JsonValue

Key: TypeAlias = tuple[str, int]
"""Message id and step."""
_CLOSE: Final = 4
"""Tokens of spread that need no closer measure."""


def corrected(measured: float, recorded: float, sent: float) -> int:
    """What a provider that measured a prompt of `recorded` computed tokens would measure of one of `sent`.

    It counts what we do not see (tool declarations), so a difference is added; but where it counts fewer than we do
    even so, our tokens are larger than its own, and the difference counts in proportion.
    """
    scale = min(1.0, measured / recorded) if recorded else 1.0
    return round(measured + (sent - recorded) * scale)


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the session's own settings send, and how the provider's figures follow it.

    Attributes:
        sizes: size of every request in the measure that fits best.
        fit: measured against these.
        measured: what the provider reported.
        size_of: the same size of any prompt.
    """

    sizes: Mapping[Key, float]
    fit: Fit
    measured: Mapping[Key, int]
    size_of: Callable[[RequestOutcome], float]

    @classmethod
    def of(cls, result: ReplayResult, measured: Mapping[Key, int], memo: SizeMemo) -> Baseline:
        """The baseline that a replay under the session's own settings gives."""
        known = [request for request in result.requests if _key(request) in measured]
        certain = [request for request in known if request.basis is not Basis.STAND_IN]
        measures = dict(_MEASURES)
        best = best_fit({name: _points(certain, of, measured) for name, of in measures.items()})
        if best.is_fitted and best.spread > _CLOSE:
            measures[Measure.JSON_TOKENS] = lambda request: json_tokens(request.prompt, memo)
            best = best_fit({name: _points(certain, of, measured) for name, of in measures.items()})
        size_of = measures[best.measure]
        sizes = {_key(request): size_of(request) for request in result.requests}
        if best.is_fitted:
            # The text of a summary that nothing stores is not known, but the provider measured it.
            unsure = (request for request in known if request.basis is Basis.STAND_IN)
            sizes |= {_key(request): best.implied(measured[_key(request)]) for request in unsure}
        return cls(sizes, best, measured, size_of)

    def corrected(self, key: Key, measured: float, sent: RequestOutcome) -> int:
        """A figure measured of a step's own prompt, for the prompt that was sent in its place."""
        recorded = self.sizes.get(key)
        if recorded is None:
            return round(measured)
        size = self.size_of(sent)
        if not self.fit.is_fitted:
            return corrected(measured, recorded, size)
        return max(0, round(measured + self.fit.slope * (size - recorded)))


def json_tokens(prompt: Sequence[JsonValue], memo: SizeMemo) -> float:
    """Tokenx tokens of a prompt's JSON; the brackets between two messages make one piece more than within each."""
    return sum(memo.json_tokens(message) for message in prompt) + max(0, len(prompt) - 1)


_MEASURES: Final[dict[Measure, Callable[[RequestOutcome], float]]] = {
    Measure.TOKENS: lambda request: request.after.tokens,
    Measure.CHARS: lambda request: request.after.chars,
    Measure.ROUGH: lambda request: request.after.rough,
}


def _points(
    requests: Sequence[RequestOutcome],
    size_of: Callable[[RequestOutcome], float],
    measured: Mapping[Key, int],
) -> list[Point]:
    return [Point(size_of(request), measured[_key(request)]) for request in requests]


def _key(request: RequestOutcome) -> Key:
    return request.message_id or "", request.step
