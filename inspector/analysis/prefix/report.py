"""The verdict on every request of a session: measured, predicted, cause, tokens lost (PROVIDER_CACHE)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from inspector.analysis.prefix.blocks import LONG_MARK, BodyKind, Level, PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId, Remark, RemarkId
from inspector.analysis.prefix.compare import compare
from inspector.analysis.prefix.compare_tools import tools_missing_for_good
from inspector.analysis.prefix.load import load_requests, prompt_pair
from inspector.analysis.prefix.prediction import Prediction
from inspector.analysis.prefix.provider_reason import agrees, reason_word
from inspector.analysis.prefix.reasons import (
    Judged,
    behind_last_mark,
    cache_cause,
    lost_tokens,
    remarks_on,
)
from inspector.analysis.prefix.rules import CacheRules, load_rules
from inspector.analysis.prefix.simulate import CacheSimulator
from inspector.analysis.prefix.verdict import DISAGREEMENT, RequestVerdict
from inspector.model.figures import group
from inspector.model.request import RequestPurpose, RequestRecord, RequestState
from inspector.model.usage import UNKNOWN_USAGE, Usage, sum_usage
from inspector.sources.base import Progress, Source

__all__ = ["DISAGREEMENT", "PrefixReport", "RequestVerdict", "analyse", "judge", "summed"]

_REMEMBERED: Final = 16
"""Requests of a conversation among which the one is looked for that another goes on from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixReport:
    """A session's verdicts in source order, and their sums.

    Attributes:
        verdicts: one per request.
        measured: sums over all requests whose usage is known.
        tokens_lost: sum of the measured losses.
        predicted_lost: sum of the losses that are predicted only.
    """

    verdicts: tuple[RequestVerdict, ...]
    measured: Usage
    tokens_lost: int
    predicted_lost: int = 0

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
        return sorted(losing, key=lambda verdict: (-(verdict.lost or 0), verdict.record.index))


@dataclass(frozen=True, slots=True)
class _Before:
    """A request before in the same conversation, its prediction and its measured usage."""

    request: PrefixRequest
    prediction: Prediction
    usage: Usage


@dataclass(slots=True)
class _Chain:
    """The latest requests of a conversation, of which one is what the next goes on from."""

    requests: list[_Before] = field(default_factory=list)

    def add(self, request: _Before) -> None:
        """Remember a request; one that was refused cached nothing, and what it changed is told at the next."""
        if request.request.failed and any(not known.request.failed for known in self.requests):
            return
        if not request.request.failed:
            self.requests = [known for known in self.requests if not known.request.failed]
        self.requests.append(request)
        del self.requests[:-_REMEMBERED]

    def before(self, request: PrefixRequest) -> list[_Before]:
        """The request before and, of chats that take turns under one opening, the one before in the same chat."""
        if not self.requests:
            return []
        last = self.requests[-1]
        others = (
            known
            for known in reversed(self.requests[:-1])
            if _goes_on(known, request) and not _goes_on(known, last.request)
        )
        other = None if _goes_on(last, request) else next(others, None)
        return [last] if other is None else [last, other]


def _goes_on(before: _Before, request: PrefixRequest) -> bool:
    """Whether a request repeats all of another."""
    leaf = before.request.leaf
    return leaf is not None and request.leaf is not None and request.leaf.at(leaf.depth) is leaf


def analyse(
    source: Source, *, rules: CacheRules | None = None, progress: Progress | None = None
) -> PrefixReport:
    """Judge every request of a source; requests without a recorded prompt get measured figures alone."""
    rules = rules or load_rules()
    records = list(source.requests())
    requests = load_requests(source, records, progress, rules)
    return judge(records, requests, rules=rules, source=source)


def judge(
    records: Sequence[RequestRecord],
    requests: Iterable[PrefixRequest],
    *,
    rules: CacheRules | None = None,
    source: Source | None = None,
) -> PrefixReport:
    """Judge requests already rendered (recorded or replayed), given in order of sending."""
    requests = list(requests)
    rules = rules or load_rules()
    simulator = CacheSimulator(rules)
    simulator.observe(requests)
    bench = _Bench(rules, {record.index: record for record in records}, source)
    judged: dict[int, RequestVerdict] = {}
    chains: dict[str, _Chain] = {}
    for request in requests:
        prediction = simulator.feed(request)
        chain = chains.setdefault(request.chain_key, _Chain())
        main = request.purpose is RequestPurpose.MAIN
        befores = chain.before(request) if main else []
        judged[request.index] = bench.verdict(request, prediction, befores)
        if main and request.leaf is not None:
            chain.add(_Before(request, prediction, bench.records[request.index].usage))
    _settle_missing_tools(requests, judged)
    verdicts = tuple(judged.get(record.index) or _unjudged(record) for record in records)
    return summed(verdicts)


def summed(verdicts: tuple[RequestVerdict, ...]) -> PrefixReport:
    """A report of some verdicts."""
    return PrefixReport(
        verdicts=verdicts,
        measured=sum_usage(verdict.measured for verdict in verdicts),
        tokens_lost=sum(verdict.tokens_lost or 0 for verdict in verdicts),
        predicted_lost=sum(verdict.predicted_lost or 0 for verdict in verdicts),
    )


def _settle_missing_tools(requests: Sequence[PrefixRequest], judged: dict[int, RequestVerdict]) -> None:
    """Tools that are missing once are a cold list; tools that stay away were removed."""
    chains: dict[str, list[PrefixRequest]] = {}
    for request in requests:
        if request.purpose is RequestPurpose.MAIN and request.leaf is not None:
            chains.setdefault(request.chain_key, []).append(request)
    for chain in chains.values():
        for request, following in pairwise(chain):
            verdict = judged[request.index]
            stays = following.span(Level.TOOLS) == (0, 0)
            if verdict.cause.id is CauseId.TOOLS_EMPTY and stays:
                count = int((verdict.cause.arguments or {}).get("count", "0"))
                gone = tools_missing_for_good(count)
                cause = replace(gone, also=verdict.cause.also, remarks=verdict.cause.remarks)
                judged[request.index] = replace(verdict, cause=cause)


def _unjudged(record: RequestRecord) -> RequestVerdict:
    main = record.purpose is RequestPurpose.MAIN
    cause = Cause(CauseId.UNKNOWN if main else CauseId.SIDE_CALL)
    return RequestVerdict(record=record, cause=cause.remarked(*_account_remarks(record)))


@dataclass(frozen=True, slots=True)
class _Bench:
    """What all requests of a source are judged with."""

    rules: CacheRules
    records: dict[int, RequestRecord]
    source: Source | None

    def verdict(
        self, request: PrefixRequest, prediction: Prediction, befores: Sequence[_Before]
    ) -> RequestVerdict:
        """The verdict on a request compared with the one before; with another it goes on from if that is elsewhere."""
        record = self.records[request.index]
        before = befores[0] if befores else None
        if len(befores) > 1:
            judged = self._judged(request, prediction, record, before)
            if self._structural(judged, record).id is CauseId.BRANCH_SWITCHED:
                before = befores[1]
        if record.state is RequestState.ERROR and not record.usage.is_known:
            prediction = replace(prediction, read=None, write=None, new=None)
        judged = self._judged(request, prediction, record, before)
        structural = self._structural(judged, record)
        lost, predicted = (None, None) if request.failed else lost_tokens(judged, structural)
        cause = _unseen(request, cache_cause(structural, judged, lost, self.rules))
        if cause.id is CauseId.MARK_TOO_EARLY:
            lost = (lost or 0) + (behind_last_mark(judged) or 0)
        disagrees = _disagrees(record, prediction, request.body_kind)
        if cause.id is CauseId.FIRST and cause.variant == "read":
            disagrees = False  # What was cached before was not recorded, so nothing could be predicted.
        cause = cause.remarked(
            *remarks_on(cause, judged, disagrees=disagrees),
            *_provider_remarks(request, cause),
            *_account_remarks(record),
        )
        return RequestVerdict(
            record=record,
            cause=cause,
            prediction=prediction,
            tokens_lost=lost,
            predicted_lost=predicted,
            compared_with=None if before is None else before.request.index,
            disagrees=disagrees,
            provider_reason=request.provider_reason,
            body_kind=request.body_kind,
            long_lived=request.lifetime == LONG_MARK or any(mark == LONG_MARK for _, mark in request.marks),
            served_by=request.served_by,
        )

    def _judged(
        self, request: PrefixRequest, prediction: Prediction, record: RequestRecord, before: _Before | None
    ) -> Judged:
        return Judged(
            request=request,
            usage=record.usage,
            prediction=prediction,
            before=None if before is None else before.request,
            before_usage=UNKNOWN_USAGE if before is None else before.usage,
            before_prediction=None if before is None else before.prediction,
        )

    def _structural(self, judged: Judged, record: RequestRecord) -> Cause:
        request = judged.request
        if request.purpose is not RequestPurpose.MAIN:
            return Cause(CauseId.SIDE_CALL)
        if request.leaf is None:
            return Cause(CauseId.UNKNOWN)
        left, right = self._same_form(judged.before, request, record)
        cause = compare(left, right, self.rules)
        before = None if judged.before is None else self.records.get(judged.before.index)
        return _folded(left, right, cause) if record.fold and before and before.fold != record.fold else cause

    def _same_form(
        self, previous: PrefixRequest | None, request: PrefixRequest, record: RequestRecord
    ) -> tuple[PrefixRequest | None, PrefixRequest]:
        """Both requests rendered from the same kind of body; a failed one often has no recorded body."""
        source = self.source
        if previous is None or previous.body_kind is request.body_kind or source is None:
            return previous, request
        leaf, before = request.leaf, previous.leaf
        if leaf is not None and before is not None and leaf.at(before.depth) is before:
            return previous, request  # hung behind the body before: it goes on from it
        return prompt_pair(source, self.records[previous.index], record)


def _folded(left: PrefixRequest | None, right: PrefixRequest, cause: Cause) -> Cause:
    """A break behind a fold that the source tells of, whatever the summary looks like."""
    if left is None or not cause.info.breaks or cause.id is CauseId.COMPACTED or cause.block is None:
        return cause
    sent = right.blocks
    if cause.block < len(sent) and sent[cause.block].level is not Level.MESSAGES:
        return cause
    kept = {block.digest for block in sent}
    gone = sum(block.digest not in kept for block in left.blocks if block.level is Level.MESSAGES)
    return replace(cause, id=CauseId.COMPACTED, where="messages", arguments={"count": str(gone)}, variant="")


def _unseen(request: PrefixRequest, cause: Cause) -> Cause:
    """The provider's word where the bytes show nothing because the source does not hold them all."""
    if cause.id is not CauseId.UNEXPLAINED or not request.unrecorded:
        return cause
    if "system" in request.provider_reason:
        return Cause(CauseId.SYSTEM_CHANGED, "system", variant="unseen")
    if "tools" in request.provider_reason:
        return Cause(CauseId.TOOL_CHANGED, "tools", variant="unseen")
    return cause


def _provider_remarks(request: PrefixRequest, cause: Cause) -> list[Remark]:
    """What the provider itself says, with whether it agrees, and what it did to the history."""
    found: list[Remark] = []
    if request.provider_reason:
        agreement = agrees(request.provider_reason, cause.id)
        says = RemarkId.PROVIDER_AGREES if agreement else RemarkId.PROVIDER_DISAGREES
        kind = RemarkId.PROVIDER_SAYS if agreement is None else says
        reason = reason_word(request.provider_reason) or request.provider_reason
        found.append(Remark(kind, {"reason": reason}))
    if request.edits:
        found.append(Remark(RemarkId.EDITED_BY_PROVIDER, {"edits": ", ".join(request.edits)}))
    return found


def _account_remarks(record: RequestRecord) -> list[Remark]:
    """What is odd about a request's account."""
    account, found = record.account, list[Remark]()
    claimed, told = account.impossible, account.corrected
    if claimed is not None:
        figures = {
            "read": group(claimed.cache_read or 0),
            "written": group(claimed.cache_write or 0),
            "total": group(claimed.input or 0),
        }
        found.append(Remark(RemarkId.IMPOSSIBLE_ACCOUNT, figures))
    if told is not None and told.cache_read != record.usage.cache_read:
        read = {"told": group(told.cache_read or 0), "measured": group(record.usage.cache_read or 0)}
        found.append(Remark(RemarkId.SDK_DIFFERS, read))
    folds = [one.usage.input for one in account.passes if one.kind == "compaction" and one.usage.input]
    if folds:
        found.append(Remark(RemarkId.FOLDED_BY_PROVIDER, {"total": group(sum(folds))}))
    return found


def _disagrees(record: RequestRecord, prediction: Prediction, body: BodyKind) -> bool:
    """Whether reads differ by more than `DISAGREEMENT` of the prompt; replayed ones by their share, not their size."""
    measured, predicted, total = record.usage.cache_read, prediction.read, prediction.total
    if measured is None or predicted is None or not total or record.state is RequestState.IN_FLIGHT:
        return False
    if body is BodyKind.REPLAYED:
        ratio = record.usage.hit_ratio
        return ratio is not None and abs(ratio - predicted / total) > DISAGREEMENT
    return abs(measured - predicted) > DISAGREEMENT * total
