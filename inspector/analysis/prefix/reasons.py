"""From what differs to what counts: why a request's cache use is what it is, and what was lost by it (§6.8).

A cause is a cause only under the provider's rules, and a loss is one only where it was measured or a rule predicts it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from inspector.analysis.prefix.blocks import PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId, Remark, RemarkId
from inspector.analysis.prefix.compare import doubtful_cause
from inspector.analysis.prefix.prediction import Prediction, Untold
from inspector.analysis.prefix.rules import CacheRules, RuleKind
from inspector.model.figures import group
from inspector.model.usage import UNKNOWN_USAGE, Usage

_MATCHES: Final = frozenset({CauseId.EXTENDS, CauseId.IDENTICAL})
_SETTINGS: Final = frozenset(
    {
        CauseId.TOOL_CHOICE_CHANGED,
        CauseId.THINKING_CHANGED,
        CauseId.EFFORT_CHANGED,
        CauseId.VERBOSITY_CHANGED,
        CauseId.TEXT_FORMAT_CHANGED,
        CauseId.SERVICE_TIER_CHANGED,
        CauseId.CACHE_KEY_CHANGED,
        CauseId.IMAGE_CHANGED,
    }
)
_SPARING: Final = frozenset({RemarkId.SETTING_SPARED, RemarkId.PROVIDER_RENAMED})
_NOISE: Final = 100
"""Where the bytes match, a loss below a hundredth of the prompt is none: providers round and add words of theirs."""
_EARLY: Final = 1024
"""Tokens behind the last mark from which on the mark counts as too early."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A request under judgement.

    Attributes:
        request, usage, prediction: of the request; `usage` as accounted.
        before: the request it is compared with; None = the first.
        before_usage, before_prediction: of that request.
    """

    request: PrefixRequest
    usage: Usage
    prediction: Prediction
    before: PrefixRequest | None = None
    before_usage: Usage = UNKNOWN_USAGE
    before_prediction: Prediction | None = None

    @property
    def read(self) -> int | None:
        """Tokens read: measured, else predicted."""
        return self.prediction.read if self.usage.cache_read is None else self.usage.cache_read

    @property
    def total(self) -> int | None:
        """Tokens of the prompt: measured, else predicted."""
        return self.prediction.total if self.usage.input is None else self.usage.input


def cache_cause(structural: Cause, judged: Judged, lost: int | None, rules: CacheRules) -> Cause:
    """The cause that counts: when the bytes match, the reason why the cache could still not be read.

    `lost`: tokens lost by measure; None = not measured.
    """
    if structural.id is CauseId.FIRST:
        return _first(structural, judged)
    if structural.id in (CauseId.SIDE_CALL, CauseId.UNKNOWN):
        return structural
    crowded = _too_many_marks(judged)
    if crowded is not None:
        return crowded
    if structural.id in _SETTINGS and _spared(structural, judged, lost):
        return _without_setting(structural, judged)
    if structural.id not in _MATCHES or judged.request.failed:
        return structural
    cause = _of_matching(structural, judged, lost, rules)
    kept = structural.remarks
    if cause.id not in _MATCHES and cause.id is not CauseId.UNEXPLAINED:
        # What was spared is no longer said of a setting that turned out to be the cause.
        kept = tuple(remark for remark in kept if remark.id not in _SPARING)
    return replace(cause, remarks=kept)


def _first(structural: Cause, judged: Judged) -> Cause:
    read, prediction = judged.usage.cache_read, judged.prediction
    if read:
        arguments = {"read": group(read)}
        if judged.request.explicit:
            return replace(
                structural, variant="explicit", arguments={**arguments, "name": judged.request.explicit}
            )
        variant = "shared" if prediction.read_from is not None else "read"
        return replace(structural, variant=variant, arguments=arguments)
    return replace(structural, variant="parallel") if prediction.lagging else structural


def _too_many_marks(judged: Judged) -> Cause | None:
    allowed, marks = judged.prediction.rule.max_marks, judged.request.marks
    if not allowed or len(marks) <= allowed or judged.read:
        return None
    where = ", ".join(judged.request.blocks[at].path for at, _ in marks)
    arguments = {"count": str(len(marks)), "allowed": str(allowed)}
    return Cause(CauseId.TOO_MANY_MARKS, where, arguments)


def _spared(structural: Cause, judged: Judged, lost: int | None) -> bool:
    """Whether only settings differ and the provider was seen to read all the same."""
    return not structural.also and lost == 0 and bool(judged.usage.cache_read)


def _without_setting(structural: Cause, judged: Judged) -> Cause:
    arguments = structural.arguments or {}
    shown = {"name": structural.where, "before": arguments.get("before", "unset")}
    remark = Remark(RemarkId.SETTING_SPARED, {**shown, "after": arguments.get("after", "unset")})
    before = len(judged.before.nodes) if judged.before is not None else 0
    grown = before < len(judged.request.nodes)
    cause = Cause(CauseId.EXTENDS, block=before) if grown else Cause(CauseId.IDENTICAL)
    return replace(cause, remarks=(*structural.remarks, remark))


def _of_matching(structural: Cause, judged: Judged, lost: int | None, rules: CacheRules) -> Cause:
    """Why bytes that match were not read, or not all of them."""
    prediction = judged.prediction
    if judged.request.explicit or not prediction.rule.predicts:
        return structural
    if not judged.read and prediction.no_breakpoint:
        return Cause(CauseId.NO_BREAKPOINT)
    if not judged.read and prediction.below_minimum:
        arguments = {"total": group(prediction.total or 0), "minimum": group(prediction.minimum)}
        return Cause(CauseId.BELOW_MINIMUM, "", arguments)
    short = bool(lost) if judged.usage.cache_read is not None else not judged.read
    if not short:
        return _early_mark(judged) or structural
    if prediction.expired_s is not None:
        arguments = {"gap_s": group(prediction.expired_s), "ttl_s": group(prediction.ttl_s or 0)}
        return Cause(CauseId.TTL_EXPIRED, "", arguments)
    if prediction.beyond_lookback is not None:
        distance, lookback = str(prediction.beyond_lookback), str(prediction.rule.lookback)
        return Cause(CauseId.LOOKBACK_EXCEEDED, "", {"distance": distance, "lookback": lookback})
    if not lost:
        return structural
    found = None if judged.before is None else doubtful_cause(judged.before, judged.request, rules)
    return found or Cause(CauseId.UNEXPLAINED)


def _early_mark(judged: Judged) -> Cause | None:
    behind = behind_last_mark(judged)
    if judged.before is None or behind is None:
        return None
    where = judged.before.blocks[judged.before.marks[-1][0]].path
    return Cause(CauseId.MARK_TOO_EARLY, where)


def behind_last_mark(judged: Judged) -> int | None:
    """Tokens the request before sent behind its last mark, which are sent anew here; None = not worth a word."""
    before, usage = judged.before, judged.before_usage
    rule = judged.prediction.rule
    if before is None or rule.kind is not RuleKind.BREAKPOINTS or not before.marks or before.automatic:
        return None
    if usage.input is None or usage.cached is None or usage.cache_write is None:
        return None
    if before.marks[-1][0] == len(before.nodes) - 1 or judged.usage.cache_read is None:
        return None
    behind = usage.input - rule.tail - usage.cached
    return behind if behind >= max(_EARLY, judged.prediction.minimum) else None


def lost_tokens(judged: Judged, structural: Cause) -> tuple[int | None, int | None]:
    """Tokens that could have been read and were sent anew: measured, and predicted where nothing was measured."""
    prediction = judged.prediction
    if judged.before is None or judged.request.in_flight or not prediction.rule.predicts:
        return None, None
    if judged.request.previous or judged.before.previous:
        return None, None
    if judged.before.failed:
        return (0, None) if judged.usage.cache_read is not None else (None, None)
    held, measured = _held(judged)
    if held is None or judged.read is None or judged.total is None:
        return None, None
    short = min(held, judged.total - prediction.rule.tail) - judged.read
    noise = judged.total // _NOISE if structural.id in _MATCHES | _SETTINGS else 0
    lost = short if short > max(prediction.rule.step, noise) else 0
    if measured and judged.usage.cache_read is not None:
        return lost, None
    return None, lost


def _held(judged: Judged) -> tuple[int | None, bool]:
    """Tokens that were in the cache after the request before, and whether its accounts tell."""
    usage, prediction = judged.before_usage, judged.before_prediction
    rule = judged.prediction.rule
    if judged.request.explicit:
        return usage.cache_read, True
    if judged.prediction.no_breakpoint and usage.input is not None:
        return (usage.input - rule.tail if usage.input >= judged.prediction.minimum else 0), True
    if (
        rule.automatic
        and usage.input is not None
        and (rule.kind is not RuleKind.EXACT or not usage.cache_write)
    ):
        whole = usage.input // rule.step * rule.step
        small = usage.input < (judged.prediction.minimum or rule.minimum)
        return (0 if small else max(whole, usage.cached or 0)), True
    if usage.cache_read is not None and usage.cache_write is not None:
        return usage.cached, True
    if prediction is None or prediction.read is None or prediction.write is None:
        return None, False
    if usage.cache_read is not None:
        return max(usage.cache_read, prediction.read + prediction.write), True
    held = prediction.read + prediction.write
    if not held and rule.automatic:
        total = prediction.total or 0
        held = total // rule.step * rule.step if total >= prediction.minimum else 0
    return held, False


def remarks_on(cause: Cause, judged: Judged, *, disagrees: bool) -> tuple[Remark, ...]:
    """What else is known of a request, the cause apart."""
    found: list[Remark] = []
    request, prediction = judged.request, judged.prediction
    before = judged.before
    if request.explicit and cause.id is not CauseId.FIRST:
        found.append(Remark(RemarkId.EXPLICIT_CACHE, {"name": request.explicit}))
    if before is not None and before.served_by and request.served_by not in ("", before.served_by):
        served = {"before": before.served_by, "after": request.served_by}
        found.append(Remark(RemarkId.SERVED_ELSEWHERE, served))
    if cause.id is CauseId.UNEXPLAINED:
        if prediction.lagging:
            found.append(Remark(RemarkId.STILL_WRITING))
        if not prediction.rule.promised:
            found.append(Remark(RemarkId.PROMISES_NOTHING))
    if disagrees and cause.id in _MATCHES and (judged.usage.cache_read or 0) > (prediction.read or 0):
        found.append(Remark(RemarkId.RULE_TOO_STRICT))
    if prediction.untold is Untold.NO_RULE:
        found.append(Remark(RemarkId.NO_RULE))
    if judged.usage.input is not None and judged.usage.cache_read is None:
        found.append(Remark(RemarkId.NO_ACCOUNT))
    return tuple(found)
