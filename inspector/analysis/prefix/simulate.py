"""A provider's prefix cache, simulated over a session's requests by that provider's rule (PROVIDER_CACHE).

Positions are counted in tokens of the provider's own accounts: where an earlier request measured a prefix it is
taken as it is, the rest is shared out by characters; with nothing measured, four characters count as a token.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from inspector.analysis.prefix.blocks import LONG_MARK, SHORT_MARK, Block, Level, PrefixRequest
from inspector.analysis.prefix.compare import first_difference
from inspector.analysis.prefix.rules import CacheRule, RuleKind, rule_for
from inspector.model.usage import Usage
from inspector.wire.common_prefix import common_prefix

CHARS_PER_TOKEN = 4
FRAME_CHARS = 12
"""What separates blocks (roles, brackets) in characters; the tokens of many small blocks are short without it."""
_HOLDERS = 8
"""Requests remembered per prefix that go on differently behind it, to look for more that they share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a request should have read, written and sent anew, in tokens.

    Attributes:
        rule: the rule applied.
        read, write, new, total: None = cannot be told.
        read_from: index of the request that wrote or last used the entry; None = nothing read.
        expired_s: seconds since the best entry was last used, when it had expired; `ttl_s` it lived.
        beyond_lookback: blocks between the best entry and the nearest mark, when out of look-back.
        lagging: a matching entry was still being written.
        minimum: tokens a prefix needs here: the rule's, or fewer where the provider's accounts prove it.
        below_minimum: the prompt is too small to be cached.
        no_breakpoint: the rule needs marks and the request has none.
        assumed_marks: no mark was recorded though the provider cached: marks were assumed.
    """

    rule: CacheRule
    read: int | None = None
    write: int | None = None
    new: int | None = None
    total: int | None = None
    read_from: int | None = None
    expired_s: int | None = None
    ttl_s: int | None = None
    beyond_lookback: int | None = None
    lagging: bool = False
    minimum: int = 0
    below_minimum: bool = False
    no_breakpoint: bool = False
    assumed_marks: bool = False

    @property
    def minimum_observed(self) -> bool:
        """Whether the provider was seen caching less than its rule says."""
        return self.minimum < self.rule.minimum


@dataclass(slots=True)
class _Entry:
    """A cached prefix: who used it last, when it can be read and when it dies (ms), who goes on behind it how."""

    request: int
    usable_at: int
    expires_at: int
    last_used: int
    ttl_ms: int
    holders: dict[int, int] = field(default_factory=dict)

    def touch(self, now: int, index: int) -> None:
        """Use refreshes the lifetime."""
        self.last_used = now
        self.expires_at = max(self.expires_at, now + self.ttl_ms)
        self.request = index

    def hold(self, following: int, index: int) -> None:
        """Remember a request by the digest of its block behind the prefix."""
        self.holders.pop(following, None)
        self.holders[following] = index
        if len(self.holders) > _HOLDERS:
            del self.holders[next(iter(self.holders))]


@dataclass(slots=True)
class _Miss:
    """Why the best entry could not be used."""

    expired_s: int | None = None
    ttl_s: int | None = None
    beyond_lookback: int | None = None
    lagging: bool = False


Scope = tuple[str, str, str]
"""Provider, model and routing key: caches are never shared across them."""


@dataclass(slots=True)
class CacheSimulator:
    """Feeds requests in order of sending; each call returns what that request should have done.

    Attributes:
        rules: from `load_rules`.
    """

    rules: tuple[CacheRule, ...]
    _entries: dict[tuple[Scope, int], _Entry] = field(default_factory=dict)
    _measured: dict[tuple[Scope, int], int] = field(default_factory=dict)
    _requests: dict[int, PrefixRequest] = field(default_factory=dict)
    _latest: dict[Scope, PrefixRequest] = field(default_factory=dict)
    _smallest: dict[Scope, int] = field(default_factory=dict)

    def observe(self, requests: Iterable[PrefixRequest]) -> None:
        """Note the smallest prefix each cache was seen to hold: it overrules a documented minimum above it."""
        for request in requests:
            cached = (request.usage.cache_read or 0) + (request.usage.cache_write or 0)
            scope = _scope(request)
            if cached:
                self._smallest[scope] = min(cached, self._smallest.get(scope, cached))

    def feed(self, request: PrefixRequest) -> Prediction:
        """Predict one request, then let it write what it writes."""
        rule = rule_for(self.rules, request.provider, request.model)
        if not request.blocks:
            return Prediction(rule=rule)
        scope = _scope(request)
        minimum = self._minimum(rule, scope)
        total = total_tokens(request, rule)
        marks, assumed = _marks(rule, request)
        nothing = Prediction(rule=rule, read=0, write=0, new=total, total=total, minimum=minimum)
        if total < minimum:
            prediction = replace(nothing, below_minimum=True)
        elif rule.kind in (RuleKind.BREAKPOINTS, RuleKind.EXACT):
            prediction = self._feed_marks(nothing, scope, request, marks) if marks else _unmarked(nothing)
        else:
            prediction = self._feed_prefix(nothing, scope, request)
        self._requests[request.index] = request
        if not request.failed:
            self._latest[scope] = request
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
        return replace(
            nothing,
            read=read,
            write=cached_end - read,
            new=max(0, total - cached_end),
            read_from=None if hit is None else hit[1],
            expired_s=miss.expired_s,
            ttl_s=miss.ttl_s,
            beyond_lookback=miss.beyond_lookback,
            lagging=miss.lagging,
        )

    def _look_back(
        self, rule: CacheRule, scope: Scope, request: PrefixRequest, marks: list[int], miss: _Miss
    ) -> tuple[int, int] | None:
        """Block and last user of the longest usable entry in reach; notes why longer ones could not be used."""
        now = request.started_at or 0
        reach = len(request.chain) if rule.kind is RuleKind.EXACT else rule.lookback
        for position in range(marks[-1], -1, -1):
            entry = self._entries.get((scope, request.chain[position]))
            if entry is None:
                continue
            distance = min(mark - position for mark in marks if mark >= position)
            if distance > reach:
                miss.beyond_lookback = miss.beyond_lookback or distance
            elif self._usable(entry, request, miss):
                holder = entry.request
                entry.touch(now, request.index)
                return position, holder
        return None

    def _usable(self, entry: _Entry, request: PrefixRequest, miss: _Miss) -> bool:
        now = request.started_at or 0
        if now and now > entry.expires_at:
            if miss.expired_s is None:
                miss.expired_s, miss.ttl_s = (now - entry.last_used) // 1000, entry.ttl_ms // 1000
            return False
        if now and now < entry.usable_at and not self._answers(entry.request, request):
            miss.lagging = True
            return False
        return True

    def _answers(self, writer: int, request: PrefixRequest) -> bool:
        """Whether a request goes on from the writer's, which proves that the writer had been answered."""
        other = self._requests.get(writer)
        if other is None or len(other.chain) >= len(request.chain):
            return False
        return other.chain[-1] == request.chain[len(other.chain) - 1]

    def _write_marks(
        self, nothing: Prediction, scope: Scope, request: PrefixRequest, marks: list[tuple[int, str]]
    ) -> None:
        if request.failed:
            return
        rule = nothing.rule
        for position, ttl in marks:
            if self._position(rule, scope, request, position) >= nothing.minimum:
                self._write(scope, request, position, rule.long_ttl_s if ttl == LONG_MARK else rule.ttl_s)

    def _write(self, scope: Scope, request: PrefixRequest, position: int, ttl_s: int) -> None:
        started = request.started_at or 0
        key = (scope, request.chain[position])
        entry = self._entries.get(key)
        if entry is not None and started <= entry.expires_at:
            entry.touch(started, request.index)
            return
        ready = request.ready_at or started
        self._entries[key] = _Entry(request.index, ready, started + ttl_s * 1000, started, ttl_s * 1000)

    def _feed_prefix(self, nothing: Prediction, scope: Scope, request: PrefixRequest) -> Prediction:
        """Longest common prefix with any earlier request, rounded down to the rule's steps."""
        rule, miss = nothing.rule, _Miss()
        found = [
            (self._shared(rule, scope, other, request), other.index)
            for other in self._candidates(rule, scope, request, miss)
        ]
        tokens, source = max(found, default=(0, -1))
        read = tokens // rule.step * rule.step if tokens >= nothing.minimum else 0
        if not request.failed:
            for position in range(len(request.chain)):
                self._write(scope, request, position, rule.ttl_s)
                following = request.blocks[position + 1].digest if position + 1 < len(request.blocks) else 0
                self._entries[scope, request.chain[position]].hold(following, request.index)
            if request.usage.input is not None:
                self._measured[scope, request.chain[-1]] = request.usage.input
        return replace(
            nothing,
            read=read,
            new=(nothing.total or 0) - read,
            read_from=source if read else None,
            expired_s=miss.expired_s if not read else None,
            ttl_s=miss.ttl_s,
            lagging=miss.lagging,
        )

    def _candidates(
        self, rule: CacheRule, scope: Scope, request: PrefixRequest, miss: _Miss
    ) -> list[PrefixRequest]:
        """Earlier requests that share most: the last holders of the longest live prefix, else the latest one."""
        for position in range(len(request.chain) - 1, -1, -1):
            entry = self._entries.get((scope, request.chain[position]))
            if entry is not None and self._usable(entry, request, miss):
                return [self._requests[index] for index in entry.holders.values()]
        latest = self._latest.get(scope)
        if latest is None or miss.expired_s is not None:
            return []
        gap = (request.started_at or 0) - (latest.started_at or 0)
        return [latest] if gap <= rule.ttl_s * 1000 else []

    def _shared(self, rule: CacheRule, scope: Scope, other: PrefixRequest, request: PrefixRequest) -> int:
        """Tokens of the longest common prefix with an earlier request, within the first differing block too."""
        first = first_difference(other, request)
        base = self._position(rule, scope, request, first - 1) if first else 0
        both = first < len(other.blocks) and first < len(request.blocks)
        if not both or not _comparable(other.blocks[first], request.blocks[first]):
            return base
        inside = common_prefix(other.texts()[first], request.texts()[first])
        block = self._position(rule, scope, request, first) - base
        return base + block * inside // max(1, request.blocks[first].chars)

    def _position(self, rule: CacheRule, scope: Scope, request: PrefixRequest, block: int) -> int:
        """Tokens up to and including a block: measured by an earlier request, else shared out by characters."""
        total = total_tokens(request, rule) - rule.tail
        measured = self._measured.get((scope, request.chain[block]))
        if measured is not None:
            return min(measured, total)
        base_weight = base_tokens = 0
        for earlier in range(block - 1, -1, -1):
            known = self._measured.get((scope, request.chain[earlier]))
            if known is not None:
                base_weight, base_tokens = _weight(request, earlier), known
                break
        rest = _weight(request, len(request.blocks) - 1) - base_weight
        if rest <= 0 or total <= base_tokens:
            return max(0, min(base_tokens, total))
        return base_tokens + (total - base_tokens) * (_weight(request, block) - base_weight) // rest

    def _remember(self, scope: Scope, request: PrefixRequest, last_mark: int) -> None:
        """Keep the size of a prefix that the provider itself accounted: read + written end at the last mark."""
        usage = request.usage
        if usage.cache_read is None or usage.cache_write is None or request.failed:
            return
        cached = usage.cache_read + usage.cache_write
        if cached:
            self._measured[scope, request.chain[last_mark]] = cached


def _scope(request: PrefixRequest) -> Scope:
    return request.provider, request.model, request.cache_key


def _weight(request: PrefixRequest, block: int) -> int:
    return request.ends[block] + FRAME_CHARS * (block + 1)


def _unmarked(nothing: Prediction) -> Prediction:
    return replace(nothing, no_breakpoint=True)


def _marks(rule: CacheRule, request: PrefixRequest) -> tuple[list[tuple[int, str]], bool]:
    """Marks by the rule: implicit caches put one at the end of the newest input."""
    if rule.kind is not RuleKind.EXACT:
        return breakpoints_of(request) if rule.kind is RuleKind.BREAKPOINTS else ([], False)
    marks = [(index, block.mark) for index, block in enumerate(request.blocks) if block.mark]
    implicit = len(request.blocks) - 1
    return (marks if marks and marks[-1][0] == implicit else [*marks, (implicit, SHORT_MARK)]), False


def breakpoints_of(request: PrefixRequest) -> tuple[list[tuple[int, str]], bool]:
    """Positions and lifetimes of the cache marks, and whether they are assumed.

    Automatic mode puts one on the last block. When nothing was recorded although the provider reported cached
    tokens (telemetry captures), the usual two are assumed: end of the system prompt and last block.
    """
    marks = [(index, block.mark) for index, block in enumerate(request.blocks) if block.mark]
    last = len(request.blocks) - 1
    if request.automatic and (not marks or marks[-1][0] != last):
        marks.append((last, SHORT_MARK))
    if marks or not _cached_something(request.usage):
        return marks, False
    system = [i for i, block in enumerate(request.blocks) if block.level is Level.SYSTEM]
    assumed = [(system[-1], SHORT_MARK)] if system else []
    if last not in (position for position, _ in assumed):
        assumed.append((last, SHORT_MARK))
    return assumed, True


def _cached_something(usage: Usage) -> bool:
    return bool(usage.cache_read) or bool(usage.cache_write)


def total_tokens(request: PrefixRequest, rule: CacheRule) -> int:
    """The provider's own count of the prompt when it gave one, else four characters a token."""
    if request.usage.input is not None:
        return request.usage.input
    return -(-(request.chars + FRAME_CHARS * len(request.blocks)) // CHARS_PER_TOKEN) + rule.tail


def _comparable(left: Block, right: Block) -> bool:
    return left.level is right.level and left.role == right.role
