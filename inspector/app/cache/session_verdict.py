"""What matters most of a session's cache, in a line: what was sent again, what it cost, the worst of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.analysis.cost.cost import session_cost
from inspector.analysis.prefix.verdict import RequestVerdict, VerdictState
from inspector.app.cache.evidence import Analysed
from inspector.app.i18n import translate
from inspector.app.wording import causes as cause_words
from inspector.app.wording import numbers, units
from inspector.app.wording.timeline import DOT


@dataclass(frozen=True, slots=True)
class SessionVerdict:
    """A conversation judged as a whole.

    Attributes:
        state: red where tokens were lost, green where all that could be read was read, grey where nobody knows.
        lost: measured tokens sent again.
        predicted: tokens of which only a prediction says so; never summed with `lost`.
        money: what the measured ones cost more than reading them, by currency.
        hit_ratio: measured; None = unknown.
        worst: the break that lost most; None = none broke.
        requests: how many there are.
    """

    state: VerdictState
    lost: int = 0
    predicted: int = 0
    money: dict[str, float] = field(default_factory=dict)
    hit_ratio: float | None = None
    worst: RequestVerdict | None = None
    requests: int = 0

    @classmethod
    def of(cls, analysed: Analysed) -> SessionVerdict:
        """The verdict on the conversation on screen."""
        report = analysed.shown()
        breaks = report.ranked()
        states = {verdict.state for verdict in report.verdicts}
        state = next(
            (one for one in (VerdictState.RED, VerdictState.GREEN) if one in states), VerdictState.GREY
        )
        return cls(
            state=state,
            lost=sum(one.tokens_lost or 0 for one in breaks),
            predicted=sum(one.lost or 0 for one in breaks if not one.loss_is_measured),
            money=dict(session_cost(report, analysed.prices).lost),
            hit_ratio=report.measured.hit_ratio,
            worst=breaks[0] if breaks else None,
            requests=len(report.verdicts),
        )


def sentence(verdict: SessionVerdict) -> str:
    """`117 613 tokens sent again · 0.38 USD · worst: model changed, #23`; says so where nothing is wrong or known."""
    if not verdict.requests:
        return translate("Cache", "No requests are recorded here")
    if verdict.worst is None:
        return _calm(verdict)
    pieces = []
    if verdict.lost:
        pieces.append(translate("Cache", "{0} sent again").format(units.tokens(verdict.lost)))
        pieces += [numbers.money(amount, currency) for currency, amount in verdict.money.items() if amount]
    if verdict.predicted:
        text = translate("Cache", "{0} sent again by prediction, not measured")
        pieces.append(text.format(units.tokens(verdict.predicted)))
    worst = verdict.worst
    pieces.append(
        translate("Cache", "worst: {0}, #{1}").format(
            cause_words.title(worst.cause), numbers.group(worst.record.number)
        )
    )
    return DOT.join(pieces)


def _calm(verdict: SessionVerdict) -> str:
    if verdict.hit_ratio is None:
        return translate("Cache", "Nothing is known of the provider's cache here")
    text = translate("Cache", "Nothing that was cached was sent again")
    hits = translate("Cache", "hits {0}").format(numbers.percent(verdict.hit_ratio))
    return DOT.join((text, hits))
