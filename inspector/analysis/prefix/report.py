"""The verdict on every request of a session: measured, predicted, cause, tokens lost (PROVIDER_CACHE)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from inspector.analysis.prefix.blocks import LONG_MARK, BodyKind, Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.compare import compare
from inspector.analysis.prefix.compare_tools import tools_missing_for_good
from inspector.analysis.prefix.load import as_prompt, load_requests
from inspector.analysis.prefix.rules import CacheRule, RuleKind, load_rules
from inspector.analysis.prefix.simulate import CacheSimulator, Prediction
from inspector.model.request import RequestPurpose, RequestRecord, RequestState
from inspector.model.setting_spec import figure
from inspector.model.usage import Usage, sum_usage
from inspector.sources.base import Progress, Source

DISAGREEMENT = 0.05
"""Share of the prompt by which measured and predicted reads may differ before it is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestVerdict:
    """One request.

    Attributes:
        record: the request as listed.
        prediction: None when no prompt was recorded.
        cause: why its prefix did or did not match.
        tokens_lost: tokens sent anew that had been cached for the request before; None = cannot be told.
        compared_with: index of that request.
        disagrees: measured and predicted reads differ by more than `DISAGREEMENT` of the prompt.
        provider_reason: the provider's own reason; "" when it gave none.
        body_kind: what the comparison was made from.
        long_lived: the request asked for the long lifetime, whose writes cost more.
    """

    record: RequestRecord
    cause: Cause
    prediction: Prediction | None = None
    tokens_lost: int | None = None
    compared_with: int | None = None
    disagrees: bool = False
    provider_reason: str = ""
    body_kind: BodyKind | None = None
    long_lived: bool = False

    @property
    def is_break(self) -> bool:
        """Whether tokens were lost that had been cached, for a cause or for reasons unknown."""
        broken = self.cause.info.breaks or self.cause.id is CauseId.UNKNOWN
        return broken and bool(self.tokens_lost)

    @property
    def measured(self) -> Usage:
        """What the provider accounted."""
        return self.record.usage


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixReport:
    """A session's verdicts in source order, and their sums.

    Attributes:
        verdicts: one per request.
        measured: sums over all requests whose usage is known.
        tokens_lost: sum over requests.
    """

    verdicts: tuple[RequestVerdict, ...]
    measured: Usage
    tokens_lost: int

    def only(self, conversation_id: str) -> PrefixReport:
        """The verdicts of one conversation."""
        return summed(tuple(v for v in self.verdicts if v.record.conversation_id == conversation_id))

    @property
    def by_index(self) -> dict[int, RequestVerdict]:
        """Verdict per request index."""
        return {verdict.record.index: verdict for verdict in self.verdicts}

    def ranked(self) -> list[RequestVerdict]:
        """Verdicts whose prefix broke and that lost tokens by it, most first; causes nobody can tell among them."""
        losing = [verdict for verdict in self.verdicts if verdict.is_break]
        return sorted(losing, key=lambda verdict: (-(verdict.tokens_lost or 0), verdict.record.index))


@dataclass(frozen=True, slots=True)
class _Before:
    """The request before in the same conversation, its prediction and its measured usage."""

    request: PrefixRequest
    prediction: Prediction
    usage: Usage


def analyse(
    source: Source, *, rules: tuple[CacheRule, ...] | None = None, progress: Progress | None = None
) -> PrefixReport:
    """Judge every request of a source; requests without a recorded prompt get measured figures alone."""
    records = list(source.requests())
    requests = load_requests(source, records, progress)
    return judge(records, requests, rules=rules, source=source)


def judge(
    records: Sequence[RequestRecord],
    requests: Iterable[PrefixRequest],
    *,
    rules: tuple[CacheRule, ...] | None = None,
    source: Source | None = None,
) -> PrefixReport:
    """Judge requests already rendered (recorded or replayed), given in order of sending."""
    requests = list(requests)
    simulator = CacheSimulator(rules or load_rules())
    simulator.observe(requests)
    by_index = {record.index: record for record in records}
    judged: dict[int, RequestVerdict] = {}
    last_of_chain: dict[str, _Before] = {}
    for request in requests:
        prediction = simulator.feed(request)
        before = last_of_chain.get(request.chain_key)
        main = request.purpose is RequestPurpose.MAIN
        verdict = _verdict(by_index[request.index], request, prediction, before if main else None, source)
        judged[request.index] = verdict
        if main and request.blocks:
            usage = by_index[request.index].usage
            last_of_chain[request.chain_key] = _Before(request, prediction, usage)
    _settle_missing_tools(requests, judged)
    verdicts = tuple(judged.get(record.index) or _unjudged(record) for record in records)
    return summed(verdicts)


def summed(verdicts: tuple[RequestVerdict, ...]) -> PrefixReport:
    """A report of some verdicts."""
    return PrefixReport(
        verdicts=verdicts,
        measured=sum_usage(verdict.measured for verdict in verdicts),
        tokens_lost=sum(verdict.tokens_lost or 0 for verdict in verdicts),
    )


def _settle_missing_tools(requests: Sequence[PrefixRequest], judged: dict[int, RequestVerdict]) -> None:
    """Tools that are missing once are a cold list; tools that stay away were removed."""
    chains: dict[str, list[PrefixRequest]] = {}
    for request in requests:
        if request.purpose is RequestPurpose.MAIN and request.blocks:
            chains.setdefault(request.chain_key, []).append(request)
    for chain in chains.values():
        for request, following in pairwise(chain):
            verdict = judged[request.index]
            stays = following.span(Level.TOOLS) == (0, 0)
            if verdict.cause.id is CauseId.TOOLS_EMPTY and stays:
                count = int((verdict.cause.arguments or {}).get("count", "0"))
                cause = replace(tools_missing_for_good(count), also=verdict.cause.also)
                judged[request.index] = replace(verdict, cause=cause)


def _unjudged(record: RequestRecord) -> RequestVerdict:
    main = record.purpose is RequestPurpose.MAIN
    return RequestVerdict(record=record, cause=Cause(CauseId.UNKNOWN if main else CauseId.SIDE_CALL))


def _verdict(
    record: RequestRecord,
    request: PrefixRequest,
    prediction: Prediction,
    before: _Before | None,
    source: Source | None,
) -> RequestVerdict:
    previous = before.request if before else None
    if request.purpose is not RequestPurpose.MAIN:
        cause = Cause(CauseId.SIDE_CALL)
    elif not request.blocks:
        cause = Cause(CauseId.UNKNOWN)
    else:
        left, right = _same_form(previous, request, record, source)
        cause = cache_cause(compare(left, right), prediction, record.usage, failed=request.failed)
    refused = record.state is RequestState.ERROR and not record.usage.is_known
    if refused:
        prediction = replace(prediction, read=None, write=None, new=None)
    return RequestVerdict(
        record=record,
        cause=cause,
        prediction=prediction,
        tokens_lost=None if before is None or refused else _tokens_lost(before, record, prediction),
        compared_with=None if previous is None else previous.index,
        disagrees=_disagrees(record, prediction, request.body_kind),
        provider_reason=request.provider_reason,
        body_kind=request.body_kind,
        long_lived=any(block.mark == LONG_MARK for block in request.blocks),
    )


def _same_form(
    previous: PrefixRequest | None, request: PrefixRequest, record: RequestRecord, source: Source | None
) -> tuple[PrefixRequest | None, PrefixRequest]:
    """Both requests rendered from the same kind of body; a failed one often has no recorded body."""
    if previous is None or previous.body_kind is request.body_kind or source is None:
        return previous, request
    other = next(item for item in source.requests() if item.index == previous.index)
    return as_prompt(source, other), as_prompt(source, record)


def cache_cause(structural: Cause, prediction: Prediction, measured: Usage, *, failed: bool = False) -> Cause:
    """The cause that counts: when the bytes match, the reason why the cache could still not be read."""
    read = prediction.read if measured.cache_read is None else measured.cache_read
    matches = structural.id in (CauseId.EXTENDS, CauseId.IDENTICAL)
    if not matches or failed or read or prediction.lagging:
        return structural
    if prediction.below_minimum:
        arguments = {"total": figure(prediction.total or 0), "minimum": figure(prediction.minimum)}
        return Cause(CauseId.BELOW_MINIMUM, "", arguments)
    if prediction.no_breakpoint:
        return Cause(CauseId.NO_BREAKPOINT)
    if prediction.expired_s is not None:
        arguments = {"gap_s": figure(prediction.expired_s), "ttl_s": figure(prediction.ttl_s or 0)}
        return Cause(CauseId.TTL_EXPIRED, "", arguments)
    if prediction.beyond_lookback is not None:
        arguments = {"distance": str(prediction.beyond_lookback), "lookback": str(prediction.rule.lookback)}
        return Cause(CauseId.LOOKBACK_EXCEEDED, "", arguments)
    return structural


def _tokens_lost(before: _Before, record: RequestRecord, prediction: Prediction) -> int | None:
    """Tokens the request before had in the cache that this one, as long as it is, had to send anew."""
    earlier = before.prediction
    if before.request.failed:
        return 0
    measured = before.usage.cache_read, before.usage.cache_write
    if measured[0] is not None and measured[1] is not None:
        cached = measured[0] + measured[1]
    elif earlier.read is not None and earlier.write is not None:
        cached = earlier.read + earlier.write or _cacheable(earlier)
    else:
        return None
    read = prediction.read if record.usage.cache_read is None else record.usage.cache_read
    total = prediction.total if record.usage.input is None else record.usage.input
    if read is None or total is None:
        return None
    lost = min(cached, total - prediction.rule.tail) - read
    return lost if lost > prediction.rule.step else 0


def _cacheable(prediction: Prediction) -> int:
    """Providers that cache without saying so hold the whole prompt from their minimum on."""
    automatic = prediction.rule.kind in (RuleKind.STEPS, RuleKind.UNITS, RuleKind.EXACT)
    total = prediction.total or 0
    step = prediction.rule.step
    return total // step * step if automatic and total >= prediction.minimum else 0


def _disagrees(record: RequestRecord, prediction: Prediction, body: BodyKind) -> bool:
    """Whether reads differ by more than `DISAGREEMENT` of the prompt; replayed ones by their share, not their size."""
    measured, predicted, total = record.usage.cache_read, prediction.read, prediction.total
    if measured is None or predicted is None or not total or record.state is RequestState.IN_FLIGHT:
        return False
    if body is BodyKind.REPLAYED:
        ratio = record.usage.hit_ratio
        return ratio is not None and abs(ratio - predicted / total) > DISAGREEMENT
    return abs(measured - predicted) > DISAGREEMENT * total
