"""Words of the cache tab."""

from __future__ import annotations

from inspector.analysis.prefix.causes import CAUSES, Cause
from inspector.analysis.prefix.prediction import Prediction
from inspector.analysis.prefix.provider_reason import agrees
from inspector.analysis.prefix.sums import SumBy
from inspector.app.cache.bars import CacheBar
from inspector.app.cache.families import Family
from inspector.app.i18n import translate
from inspector.app.replay.prompt_bars import Part
from inspector.app.wording import causes as cause_words
from inspector.app.wording import numbers
from inspector.app.wording.inspector import unknown
from inspector.app.wording.replay import part
from inspector.app.wording.timeline import DOT

UNKNOWN = "–"
STAR = "*"


def family(kind: Family) -> str:
    """What a break has to do with."""
    return {
        Family.TOOLS: translate("Cache", "tools"),
        Family.SYSTEM: translate("Cache", "system prompt"),
        Family.HISTORY: translate("Cache", "history"),
        Family.BYTES: translate("Cache", "same thing, other bytes"),
        Family.SETTINGS: translate("Cache", "model or settings"),
        Family.LIMITS: translate("Cache", "limits of the cache"),
        Family.UNKNOWN: translate("Cache", "unknown"),
    }[kind]


def sum_by(kind: SumBy) -> str:
    """What the table lists."""
    return {
        SumBy.SESSION: translate("Cache", "Requests"),
        SumBy.TURN: translate("Cache", "Turns"),
        SumBy.CONVERSATION: translate("Cache", "Conversations"),
        SumBy.MODEL: translate("Cache", "Models"),
    }[kind]


def figure(value: int | None) -> str:
    """A number with grouped digits; a dash when nobody knows it."""
    return UNKNOWN if value is None else numbers.group(value)


def ratio(value: float | None) -> str:
    """A share in percent; a dash when nobody knows it."""
    return UNKNOWN if value is None else numbers.percent(value)


def money(amount: float | None, currency: str) -> str:
    """`0.0109 USD`; a dash when nobody knows it."""
    return UNKNOWN if amount is None else numbers.money(amount, currency)


def also(cause: Cause) -> str:
    """What else differs, behind the first difference; "" when nothing does."""
    titles = [translate("Causes", CAUSES[other].title) for other in cause.also]
    return translate("Cache", "Also: {0}").format(", ".join(titles)) if titles else ""


def rule(prediction: Prediction) -> str:
    """Which rule was applied and where it is from."""
    text = translate("Cache", "Rule {0} of {1}: {2}").format(
        prediction.rule.id, prediction.rule.as_of, prediction.rule.source
    )
    if not prediction.minimum_observed:
        return text
    seen = translate("Cache", "the provider was seen caching from {0} tokens on, not {1}").format(
        numbers.group(prediction.minimum), numbers.group(prediction.rule.minimum)
    )
    return f"{text}; {seen}"


def provider_says(reason: str, cause: Cause) -> str:
    """The provider's own reason beside ours."""
    found = agrees(reason, cause.id)
    if found is None:
        return reason
    verdict = translate("Cache", "agrees") if found else translate("Cache", "disagrees")
    return f"{reason} ({verdict})"


def bar_text(bar: CacheBar) -> str:
    """What a bar says to the pointer and to a screen reader."""
    verdict = bar.verdict
    lines = [
        DOT.join(
            (
                translate("Cache", "Request {0}").format(numbers.group(bar.number)),
                cause_words.title(verdict.cause),
            )
        )
    ]
    measured = [f"{part(kind)} {numbers.group(tokens)}" for kind, tokens in bar.parts]
    told = DOT.join([*measured, translate("Cache", "hits {0}").format(ratio(bar.ratio))])
    lines.append(translate("Cache", "Measured: {0}").format(told if measured else unknown()))
    if bar.predicted_read is not None:
        star = STAR if bar.is_replayed else ""
        read = f"{part(Part.READ)} {numbers.group(bar.predicted_read)}{star}"
        lines.append(translate("Cache", "Predicted: {0}").format(read))
    if verdict.lost:
        text = (
            translate("Cache", "Lost: {0} tokens")
            if verdict.loss_is_measured
            else translate("Cache", "Lost by prediction: {0} tokens")
        )
        lines.append(text.format(numbers.group(verdict.lost)))
    for name, figure_of in zip("AB", bar.replayed, strict=True):
        if figure_of is not None:
            text = translate("Cache", "Replay {0} would read {1}")
            lines.append(text.format(name, numbers.group(figure_of)))
    return "\n".join(lines)
