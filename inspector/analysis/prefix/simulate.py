"""A provider's prefix cache, simulated over a session's requests by that provider's rule (PROVIDER_CACHE).

Positions are counted in tokens of the provider's own accounts: where an earlier request measured a prefix it is
taken as it is, the rest is shared out by characters; with nothing measured, four characters count as a token.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from inspector.analysis.prefix.blocks import (
    LONG_MARK,
    SHORT_MARK,
    Block,
    BlockNode,
    Level,
    PrefixKey,
    PrefixRequest,
)
from inspector.analysis.prefix.compare import first_difference
from inspector.analysis.prefix.prediction import (
    FRAME_CHARS,
    Prediction,
    Scope,
    Untold,
    scope_of,
    total_tokens,
)
from inspector.analysis.prefix.rules import CacheRule, CacheRules, RuleKind
from inspector.model.usage import Usage
from inspector.wire.common_prefix import common_prefix

_HOLDERS: Final = 8
"""Of the requests that go on differently behind a common beginning, how many are looked at for more."""
_RECENT: Final = 64
"""How many requests are searched for them, the latest first."""
_LIFETIME: Final = re.compile(r"(\d+)\s*([smhd])")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(slots=True)
class _Entry:
    """A cached prefix: who used it last and under which routing key, when it can be read, how long it lives (ms)."""

    request: int
    routing: str
    usable_at: int
    last_used: int
    ttl_ms: int
    gone_ms: int | None

    def touch(self, now: int, request: PrefixRequest) -> None:
        """Use refreshes the lifetime."""
        self.last_used = max(self.last_used, now)
        self.request = request.index
        self.routing = _routing(request)


@dataclass(slots=True)
class _Miss:
    """Why the best entry could not be used, or whether that it could is in doubt."""

    expired_s: int | None = None
    ttl_s: int | None = None
    beyond_lookback: int | None = None
    lagging: bool = False
    untold: Untold = Untold.NOTHING


@dataclass(slots=True)
class _Automatic:
    """What an automatic cache holds of one scope: beginnings seen, requests in order, units found."""

    known: set[PrefixKey] = field(default_factory=set)
    requests: list[PrefixRequest] = field(default_factory=list)
    shared_units: list[tuple[PrefixRequest, int]] = field(default_factory=list)


@dataclass(slots=True)
class CacheSimulator:
    """Feeds requests in order of sending; each call returns what that request should have done.

    Attributes:
        rules: from `load_rules`.
    """

    rules: CacheRules
    _entries: dict[tuple[Scope, PrefixKey], _Entry] = field(default_factory=dict)
    _automatic: dict[Scope, _Automatic] = field(default_factory=dict)
    _measured: dict[tuple[Scope, BlockNode], int] = field(default_factory=dict)
    _leaves: dict[int, BlockNode] = field(default_factory=dict)
    _smallest: dict[Scope, int] = field(default_factory=dict)
    _largest: dict[str, int] = field(default_factory=dict)

    def observe(self, requests: Iterable[PrefixRequest]) -> None:
        """Note what only the whole session tells.

        The smallest prefix each cache was seen to hold overrules a documented minimum above it; a mark is missing in
        a conversation that grows beyond the minimum, and a small one needs none.
        """
        for request in requests:
            rule = self.rules.rule_for(request.provider, request.model)
            largest = self._largest.get(request.chain_key, 0)
            self._largest[request.chain_key] = max(total_tokens(request, rule), largest)
            cached = request.usage.cached or request.usage.cache_write
            scope = scope_of(request)
            if cached and not request.explicit:
                self._smallest[scope] = min(cached, self._smallest.get(scope, cached))

    def feed(self, request: PrefixRequest) -> Prediction:
        """Predict one request, then let it write what it writes."""
        rule = self.rules.rule_for(request.provider, request.model)
        untold = _untold(rule, request)
        if untold is not Untold.NOTHING or request.leaf is None:
            return Prediction(rule=rule, untold=untold or Untold.NO_PROMPT)
        scope = scope_of(request)
        minimum = self._minimum(rule, scope)
        total = total_tokens(request, rule)
        marks, assumed = _marks(rule, request)
        nothing = Prediction(rule=rule, read=0, write=0, new=total, total=total, minimum=minimum)
        by_marks = rule.kind in (RuleKind.BREAKPOINTS, RuleKind.EXACT)
        grown = max(total, self._largest.get(request.chain_key, 0)) >= minimum
        if by_marks and not marks and grown:
            prediction = replace(nothing, no_breakpoint=True)
        elif total < minimum:
            prediction = replace(nothing, below_minimum=True)
        elif by_marks:
            prediction = self._feed_marks(nothing, scope, request, marks)
        else:
            prediction = self._feed_prefix(nothing, scope, request)
        self._leaves[request.index] = request.leaf
        return replace(prediction, assumed_marks=assumed)

    def _minimum(self, rule: CacheRule, scope: Scope) -> int:
        """The rule's minimum; where smaller prefixes were seen cached, the next documented one that fits."""
        seen = self._smallest.get(scope, rule.minimum)
        if seen >= rule.minimum:
            return rule.minimum
        return max((other for other in rule.other_minimums if other <= seen), default=seen)

    def _feed_marks(
        self, nothing: Prediction, scope: Scope, request: PrefixRequest, marks: list[tuple[int, str]]
    ) -> Prediction:
        """Entries at marks only, found from each mark back over the rule's look-back (0: exactly at it)."""
        rule, miss = nothing.rule, _Miss()
        hit = self._look_back(rule, scope, request, [position for position, _ in marks], miss)
        read = 0 if hit is None else self._position(rule, scope, request, hit[0])
        cached_end = max(self._position(rule, scope, request, marks[-1][0]), read)
        self._write_marks(nothing, scope, request, marks)
        self._remember(scope, request, marks[-1][0])
        total = nothing.total or 0
        prediction = replace(nothing, read=read, write=cached_end - read, new=max(0, total - cached_end))
        return _with_miss(prediction, miss, None if hit is None else hit[1])

    def _look_back(
        self, rule: CacheRule, scope: Scope, request: PrefixRequest, marks: list[int], miss: _Miss
    ) -> tuple[int, int] | None:
        """Block and last user of the longest usable entry in reach; notes why longer ones could not be used."""
        reach = len(request.nodes) if rule.kind is RuleKind.EXACT else rule.lookback
        for position in range(marks[-1], -1, -1):
            entry = self._entries.get((scope, request.key_at(position)))
            if entry is None:
                continue
            distance = min(mark - position for mark in marks if mark >= position)
            if distance > reach:
                miss.beyond_lookback = miss.beyond_lookback or distance
            elif self._usable(entry, request, miss):
                holder = entry.request
                entry.touch(request.started_at or 0, request)
                return position, holder
        return None

    def _usable(self, entry: _Entry, request: PrefixRequest, miss: _Miss) -> bool:
        now = request.started_at or 0
        age = now - entry.last_used if now and entry.last_used else 0
        if entry.gone_ms is not None and age > entry.gone_ms:
            if miss.expired_s is None:
                miss.expired_s, miss.ttl_s = age // 1000, entry.gone_ms // 1000
            return False
        if now and now < entry.usable_at and not self._answers(entry.request, request):
            miss.lagging = True
            return False
        if age > entry.ttl_ms:
            miss.untold = Untold.AGE
        elif entry.routing != _routing(request):
            miss.untold = Untold.ROUTING
        return True

    def _answers(self, writer: int, request: PrefixRequest) -> bool:
        """Whether a request goes on from the writer's, which proves that the writer had been answered."""
        leaf = self._leaves.get(writer)
        if leaf is None or leaf.depth + 1 >= len(request.nodes):
            return False
        return request.nodes[leaf.depth] is leaf

    def _write_marks(
        self, nothing: Prediction, scope: Scope, request: PrefixRequest, marks: list[tuple[int, str]]
    ) -> None:
        if request.caches_nothing:
            return
        rule = nothing.rule
        for position, mark in marks:
            if self._position(rule, scope, request, position) >= nothing.minimum:
                self._write(rule, scope, request, position, mark)

    def _write(self, rule: CacheRule, scope: Scope, request: PrefixRequest, position: int, mark: str) -> None:
        started = request.started_at or 0
        key = (scope, request.key_at(position))
        entry = self._entries.get(key)
        if entry is not None and (entry.gone_ms is None or started - entry.last_used <= entry.gone_ms):
            entry.touch(started, request)
            return
        self._entries[key] = _entry(rule, request, mark)

    def _feed_prefix(self, nothing: Prediction, scope: Scope, request: PrefixRequest) -> Prediction:
        """Longest common prefix with any earlier request; of units, the longest that is whole within it."""
        rule, miss = nothing.rule, _Miss()
        held = self._automatic.setdefault(scope, _Automatic())
        found = [
            (self._readable(rule, scope, other, request), other.index)
            for other in self._candidates(rule, held, request, miss)
        ]
        if rule.kind is RuleKind.UNITS:
            found += [
                (tokens, other.index)
                for other, tokens in held.shared_units
                if self._shared(rule, scope, other, request) >= tokens
            ]
        tokens, source = max(found, default=(0, -1))
        read = tokens // rule.step * rule.step if tokens >= nothing.minimum else 0
        if not request.caches_nothing:
            self._hold(rule, scope, held, request)
        prediction = replace(nothing, read=read, new=(nothing.total or 0) - read)
        return _with_miss(prediction, miss, source if read else None)

    def _hold(self, rule: CacheRule, scope: Scope, held: _Automatic, request: PrefixRequest) -> None:
        if rule.kind is RuleKind.UNITS:
            for other in _latest_sharing(held, request)[:1]:
                tokens = self._shared(rule, scope, other, request)
                if tokens >= rule.minimum and not _begins(other, request):
                    held.shared_units.append((request, tokens))
                    del held.shared_units[:-_RECENT]
        for position in range(len(request.nodes) - 1, -1, -1):
            key = request.key_at(position)
            if key in held.known:
                break  # What stands before a known block is known.
            held.known.add(key)
        held.requests.append(request)
        if request.usage.input is not None and request.leaf is not None:
            self._measured[scope, request.leaf] = request.usage.input

    def _candidates(
        self, rule: CacheRule, held: _Automatic, request: PrefixRequest, miss: _Miss
    ) -> list[PrefixRequest]:
        """Earlier requests that share most and whose entries can still be read."""
        found = _latest_sharing(held, request)
        if not found:
            return []
        # Use refreshes a beginning: the latest of those that share it tells its age.
        newest = max(found, key=lambda other: other.started_at or 0)
        usable = [other for other in found if self._usable(_entry(rule, other, ""), request, _Miss())]
        if not self._usable(_entry(rule, newest, ""), request, miss):
            return usable
        return usable if miss.untold is Untold.NOTHING else [newest, *usable]

    def _readable(self, rule: CacheRule, scope: Scope, other: PrefixRequest, request: PrefixRequest) -> int:
        """Tokens of an earlier request's entry: what both share, or of units the whole prompt if it is a beginning."""
        if rule.kind is not RuleKind.UNITS:
            return self._shared(rule, scope, other, request)
        if other.leaf is None or not _begins(other, request):
            return 0
        return self._position(rule, scope, request, other.leaf.depth)

    def _shared(self, rule: CacheRule, scope: Scope, other: PrefixRequest, request: PrefixRequest) -> int:
        """Tokens of the longest common prefix with an earlier request, within the first differing block too."""
        first = first_difference(other, request)
        allowed = _blocks_of_same_settings(other, request)
        base = self._position(rule, scope, request, min(first, allowed) - 1) if min(first, allowed) else 0
        both = first < len(other.nodes) and first < len(request.nodes) and first < allowed
        if not both or not _comparable(other.blocks[first], request.blocks[first]):
            return base
        inside = common_prefix(other.texts()[first], request.texts()[first])
        block = self._position(rule, scope, request, first) - base
        return base + block * inside // max(1, request.blocks[first].chars)

    def _position(self, rule: CacheRule, scope: Scope, request: PrefixRequest, block: int) -> int:
        """Tokens up to and including a block: measured by an earlier request, else shared out by characters."""
        total = total_tokens(request, rule) - rule.tail
        nodes = request.nodes
        measured = self._measured.get((scope, nodes[block]))
        if measured is not None:
            return min(measured, total)
        base_weight = base_tokens = 0
        for earlier in range(block - 1, -1, -1):
            known = self._measured.get((scope, nodes[earlier]))
            if known is not None:
                base_weight, base_tokens = _weight(request, earlier), known
                break
        rest = _weight(request, len(nodes) - 1) - base_weight
        if rest <= 0 or total <= base_tokens:
            return max(0, min(base_tokens, total))
        return base_tokens + (total - base_tokens) * (_weight(request, block) - base_weight) // rest

    def _remember(self, scope: Scope, request: PrefixRequest, last_mark: int) -> None:
        """Keep the size of a prefix that the provider itself accounted: read + written end at the last mark."""
        usage = request.usage
        if usage.cache_read is None or usage.cache_write is None or request.caches_nothing:
            return
        cached = usage.cache_read + usage.cache_write
        if cached:
            self._measured[scope, request.nodes[last_mark]] = cached


def lifetimes(rule: CacheRule, request: PrefixRequest, mark: str = "") -> tuple[int, int | None]:
    """Seconds an entry of a request surely lives, and after which it is surely gone (None = nobody says)."""
    asked = _LIFETIME.fullmatch(request.retention.strip())
    if asked:
        seconds = int(asked[1]) * _SECONDS[asked[2]]
        return seconds, seconds
    if mark == LONG_MARK:
        return rule.long_ttl_s, rule.long_ttl_s
    return rule.ttl_s, rule.gone_after_s


def _entry(rule: CacheRule, request: PrefixRequest, mark: str) -> _Entry:
    started = request.started_at or 0
    alive, gone = lifetimes(rule, request, mark)
    return _Entry(
        request=request.index,
        routing=_routing(request),
        usable_at=request.ready_at or started,
        last_used=started,
        ttl_ms=alive * 1000,
        gone_ms=None if gone is None else gone * 1000,
    )


def _routing(request: PrefixRequest) -> str:
    return request.settings.get("cache_key", "")


def _untold(rule: CacheRule, request: PrefixRequest) -> Untold:
    if not rule.predicts:
        return Untold.NO_RULE
    if request.previous:
        return Untold.SERVER_HISTORY
    return Untold.EXPLICIT_CACHE if request.explicit else Untold.NOTHING


def _with_miss(prediction: Prediction, miss: _Miss, source: int | None) -> Prediction:
    """What was found with why more could not be, and with nothing read claimed where that is in doubt."""
    found = replace(
        prediction,
        read_from=source,
        expired_s=miss.expired_s,
        ttl_s=miss.ttl_s,
        beyond_lookback=miss.beyond_lookback,
        lagging=miss.lagging,
    )
    if miss.untold is Untold.NOTHING or source is None:
        return found
    return replace(found, untold=miss.untold, read=None, write=None, new=None)


def _latest_sharing(held: _Automatic, request: PrefixRequest) -> list[PrefixRequest]:
    """Earlier requests with the longest beginning in common, the latest first; the latest one when none has any."""
    position = len(request.nodes) - 1
    while position >= 0 and request.key_at(position) not in held.known:
        position -= 1
    alike = (other for other in _recent(held) if _blocks_of_same_settings(other, request) > position)
    if position < 0:
        return next(([other] for other in alike), [])
    wanted = request.nodes[position]
    found: dict[int, PrefixRequest] = {}
    for other in alike:
        if other.leaf is not None and other.leaf.at(position) is wanted:
            behind = other.leaf.at(position + 1)
            found.setdefault(0 if behind is None else behind.block.digest, other)
            if len(found) >= _HOLDERS:
                break
    return list(found.values())


def _blocks_of_same_settings(other: PrefixRequest, request: PrefixRequest) -> int:
    """How many blocks of a request depend on settings that another request had as well."""
    for level, before, after in zip(Level, other.salts, request.salts, strict=True):
        if before != after:
            return request.span(level)[0]
    return len(request.nodes)


def _recent(held: _Automatic) -> Iterator[PrefixRequest]:
    return iter(held.requests[: -_RECENT - 1 : -1])


def _begins(other: PrefixRequest, request: PrefixRequest) -> bool:
    """Whether an earlier prompt is a whole beginning of another."""
    leaf = other.leaf
    return leaf is not None and request.leaf is not None and request.leaf.at(leaf.depth) is leaf


def _weight(request: PrefixRequest, block: int) -> int:
    return request.end_of(block) + FRAME_CHARS * (block + 1)


def _marks(rule: CacheRule, request: PrefixRequest) -> tuple[list[tuple[int, str]], bool]:
    """Marks by the rule: implicit caches put one at the end of the newest input."""
    if rule.kind is not RuleKind.EXACT:
        return breakpoints_of(request) if rule.kind is RuleKind.BREAKPOINTS else ([], False)
    marks = list(request.marks)
    implicit = len(request.nodes) - 1
    return (marks if marks and marks[-1][0] == implicit else [*marks, (implicit, SHORT_MARK)]), False


def breakpoints_of(request: PrefixRequest) -> tuple[list[tuple[int, str]], bool]:
    """Positions and lifetimes of the cache marks, and whether they are assumed.

    Automatic mode puts one on the last block. When nothing was recorded although the provider reported cached
    tokens (telemetry captures), the usual two are assumed: end of the system prompt and last block.
    """
    marks = list(request.marks)
    last = len(request.nodes) - 1
    if request.automatic and (not marks or marks[-1][0] != last):
        marks.append((last, SHORT_MARK))
    if marks or not _cached_something(request.usage):
        return marks, False
    start, end = request.span(Level.SYSTEM)
    lifetime = request.lifetime or SHORT_MARK
    assumed = [(end - 1, lifetime)] if end > start else []
    if last not in (position for position, _ in assumed):
        assumed.append((last, lifetime))
    return assumed, True


def _cached_something(usage: Usage) -> bool:
    return bool(usage.cache_read) or bool(usage.cache_write)


def _comparable(left: Block, right: Block) -> bool:
    return left.level is right.level and left.role == right.role
