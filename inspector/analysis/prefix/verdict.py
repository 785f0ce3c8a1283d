"""The one verdict on a request that every surface shows: cause, loss, hit, evidence, state and sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from inspector.analysis.prefix.blocks import BodyKind
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.prediction import Prediction
from inspector.analysis.prefix.provider_reason import agrees
from inspector.model.request import RequestRecord, RequestState
from inspector.model.usage import Usage

DISAGREEMENT: Final = 0.05
"""Share of the prompt by which measured and predicted reads may differ before it is said."""


class Evidence(StrEnum):
    """What a cause rests on."""

    BYTES = "bytes"
    INFERRED = "inferred"
    PROVIDER = "provider"
    UNKNOWN = "unknown"


class VerdictState(StrEnum):
    """What a request's chip tells at a glance.

    GREEN: all that could be read was read. GREY: first, side call, growth, too small or no rule. RED: an avoidable
    loss with its cause.
    """

    GREEN = "green"
    GREY = "grey"
    RED = "red"


_INFERRED: Final = frozenset(
    {
        CauseId.TTL_EXPIRED,
        CauseId.BELOW_MINIMUM,
        CauseId.LOOKBACK_EXCEEDED,
        CauseId.SIDE_CALL,
    }
)
_UNTOLD: Final = frozenset({CauseId.UNEXPLAINED, CauseId.NOT_COMPARABLE, CauseId.UNKNOWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestVerdict:
    """One request.

    Attributes:
        record: the request as listed.
        cause: why its prefix did or did not match, with remarks.
        prediction: None when no prompt was recorded.
        tokens_lost: tokens sent anew that could have been read, measured; None = not measured or none can be told.
        predicted_lost: the same where only a prediction tells; None = measured, or none can be told.
        compared_with: index of the request it was compared with.
        disagrees: measured and predicted reads differ by more than `DISAGREEMENT` of the prompt.
        provider_reason: the provider's own reason; "" when it gave none.
        body_kind: what the comparison was made from.
        long_lived: the request asked for the long lifetime, whose writes cost more.
        served_by: who answered behind a gateway; "" when it does not say.
    """

    record: RequestRecord
    cause: Cause
    prediction: Prediction | None = None
    tokens_lost: int | None = None
    predicted_lost: int | None = None
    compared_with: int | None = None
    disagrees: bool = False
    provider_reason: str = ""
    body_kind: BodyKind | None = None
    long_lived: bool = False
    served_by: str = ""

    @property
    def is_break(self) -> bool:
        """Whether tokens were lost, measured or predicted, for a cause or for reasons unknown."""
        broken = self.cause.info.breaks or self.cause.id is CauseId.UNKNOWN
        return broken and bool(self.lost)

    @property
    def lost(self) -> int | None:
        """Tokens lost: measured, else predicted; see `loss_is_measured`."""
        return self.predicted_lost if self.tokens_lost is None else self.tokens_lost

    @property
    def loss_is_measured(self) -> bool:
        """Whether `lost` was measured; predicted losses stay out of measured totals."""
        return self.tokens_lost is not None

    @property
    def measured(self) -> Usage:
        """What the provider accounted."""
        return self.record.usage

    @property
    def hit_ratio(self) -> float | None:
        """Share of the prompt that was read, measured; None = unknown."""
        return self.record.usage.hit_ratio

    @property
    def sentence(self) -> str:
        """The cause and all remarks in English."""
        return self.cause.sentence

    @property
    def agreement(self) -> bool | None:
        """Whether the provider's own reason names our cause; None = it gave none or compared nothing."""
        return agrees(self.provider_reason, self.cause.id) if self.provider_reason else None

    @property
    def evidence(self) -> Evidence:
        """What the cause rests on."""
        cause = self.cause.id
        if cause in _UNTOLD:
            named = self.provider_reason and self.agreement is not None
            return Evidence.PROVIDER if named else Evidence.UNKNOWN
        if cause in _INFERRED or self.body_kind is BodyKind.REPLAYED:
            return Evidence.INFERRED
        if cause is CauseId.FIRST and self.cause.variant:
            return Evidence.INFERRED
        return Evidence.BYTES

    @property
    def state(self) -> VerdictState:
        """What its chip tells."""
        if self.is_break:
            return VerdictState.RED
        if self.cause.id is CauseId.SIDE_CALL or self.record.state is RequestState.IN_FLIGHT:
            return VerdictState.GREY
        read_all = bool(self.measured.cache_read) and self.cause.id is not CauseId.FIRST
        return VerdictState.GREEN if read_all else VerdictState.GREY
