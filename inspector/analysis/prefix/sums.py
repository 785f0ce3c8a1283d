"""Sums of measured and predicted cache figures per turn, conversation, session and model (unknown kept apart)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.model.usage import Usage, sum_usage


class SumBy(StrEnum):
    """What is summed over."""

    SESSION = "session"
    CONVERSATION = "conversation"
    MODEL = "model"
    TURN = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheSum:
    """A sum over requests.

    Attributes:
        by, key: what it is the sum of; key = conversation id, model, or message or run id; "" for the session.
        conversation_id: "" for sums over several.
        requests, unknown: how many; of these without cache figures, which are in no measured sum.
        measured: over requests whose input and cache reads are known, so that its ratio is that of the same requests.
        predicted_read, predicted_total: over requests with a prediction; None = none has one.
        tokens_lost: sent anew although cached before.
    """

    by: SumBy
    key: str
    conversation_id: str
    requests: int
    unknown: int
    measured: Usage
    predicted_read: int | None
    predicted_total: int | None
    tokens_lost: int

    @property
    def predicted_ratio(self) -> float | None:
        """Predicted reads of the predicted prompts; None = unknown."""
        if self.predicted_read is None or not self.predicted_total:
            return None
        return self.predicted_read / self.predicted_total

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "by": self.by.value,
            "key": self.key,
            "conversation": self.conversation_id or None,
            "requests": self.requests,
            "unknown": self.unknown,
            "read": self.measured.cache_read,
            "write": self.measured.cache_write,
            "new": self.measured.new,
            "total": self.measured.input,
            "hit_ratio": self.measured.hit_ratio,
            "predicted_read": self.predicted_read,
            "predicted_total": self.predicted_total,
            "tokens_lost": self.tokens_lost,
        }


def sums(report: PrefixReport) -> tuple[CacheSum, ...]:
    """All sums: the session, then conversations, models and turns, each in order of first request."""
    return tuple(one for by in SumBy for one in sums_by(report.verdicts, by))


def sums_by(verdicts: Sequence[RequestVerdict], by: SumBy) -> tuple[CacheSum, ...]:
    """Sums of one kind."""
    groups: dict[str, list[RequestVerdict]] = {}
    for verdict in verdicts:
        groups.setdefault(_KEYS[by](verdict), []).append(verdict)
    return tuple(_sum(by, key, group) for key, group in groups.items())


def _sum(by: SumBy, key: str, group: Sequence[RequestVerdict]) -> CacheSum:
    known = [v for v in group if v.measured.input is not None and v.measured.cache_read is not None]
    predicted = [v.prediction for v in group if v.prediction is not None and v.prediction.read is not None]
    conversations = {verdict.record.conversation_id for verdict in group}
    return CacheSum(
        by=by,
        key=key,
        conversation_id=conversations.pop() if len(conversations) == 1 else "",
        requests=len(group),
        unknown=len(group) - len(known),
        measured=sum_usage(verdict.measured for verdict in known),
        predicted_read=_total(one.read for one in predicted),
        predicted_total=_total(one.total for one in predicted),
        tokens_lost=sum(verdict.tokens_lost or 0 for verdict in group),
    )


def _total(figures: Iterable[int | None]) -> int | None:
    known = [figure for figure in figures if figure is not None]
    return sum(known) if known else None


def _turn(verdict: RequestVerdict) -> str:
    return verdict.record.message_id or verdict.record.run_id or verdict.record.id


_KEYS: Final[dict[SumBy, Callable[[RequestVerdict], str]]] = {
    SumBy.SESSION: lambda verdict: "",
    SumBy.CONVERSATION: lambda verdict: verdict.record.conversation_id,
    SumBy.MODEL: lambda verdict: verdict.record.model,
    SumBy.TURN: _turn,
}
