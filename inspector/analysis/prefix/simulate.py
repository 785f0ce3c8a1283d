"""A provider's prefix cache, simulated over a session's requests by that provider's rule (PROVIDER_CACHE).

Positions are counted in tokens of the provider's own accounts: where an earlier request measured a prefix it is
taken as it is, the rest is shared out by characters; with nothing measured, four characters count as a token.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.analysis.prefix.blocks import Block, Level, PrefixRequest
from inspector.analysis.prefix.compare import first_difference
from inspector.analysis.prefix.compare_text import common_prefix
from inspector.analysis.prefix.rules import CacheRule, RuleKind, rule_for
from inspector.model.usage import Usage

CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a request should have read, written and sent anew, in tokens.

    Attributes:
        rule: the rule applied.
        read, write, new, total: None = cannot be told.
        read_from: index of the request that wrote or last used the entry; None = nothing read.
        expired_s: seconds since the best entry was last used, when it had expired.
        beyond_lookback: blocks between the best entry and the nearest mark, when out of look-back.
        lagging: a matching entry was still being written.
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
    beyond_lookback: int | None = None
    lagging: bool = False
    below_minimum: bool = False
    no_breakpoint: bool = False
    assumed_marks: bool = False


@dataclass(slots=True)
class _Entry:
    """A cached prefix: who used it last, when it can be read and when it dies (ms)."""

    request: int
    usable_at: int
    expires_at: int
    last_used: int
    ttl_ms: int


@dataclass(slots=True)
class _Miss:
    """Why the best entry could not be used."""

    expired_s: int | None = None
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

    def feed(self, request: PrefixRequest) -> Prediction:
        """Predict one request, then let it write what it writes."""
        rule = rule_for(self.rules, request.provider, request.model)
        scope = (request.provider, request.model, request.cache_key)
        if not request.blocks:
            return Prediction(rule=rule)
        if rule.kind is RuleKind.BREAKPOINTS:
            prediction = self._feed_breakpoints(rule, scope, request)
        elif rule.kind is RuleKind.EXACT:
            prediction = self._feed_exact(rule, scope, request)
        else:
            prediction = self._feed_prefix(rule, scope, request)
        self._requests[request.index] = request
        if not request.failed:
            self._latest[scope] = request
        return prediction

    def _recent(self, rule: CacheRule, scope: Scope, request: PrefixRequest) -> PrefixRequest | None:
        """The last request of the same cache while it lives: the first block may still be shared in part."""
        latest = self._latest.get(scope)
        if latest is None or latest.started_at is None or request.started_at is None:
            return latest
        return latest if request.started_at - latest.started_at <= rule.ttl_s * 1000 else None

    def _feed_breakpoints(self, rule: CacheRule, scope: Scope, request: PrefixRequest) -> Prediction:
        marks, assumed = breakpoints_of(request)
        total = total_tokens(request)
        if not marks:
            return Prediction(rule=rule, read=0, write=0, new=total, total=total, no_breakpoint=True)
        small = total < rule.minimum
        if small:
            return Prediction(rule=rule, read=0, write=0, new=total, total=total, below_minimum=True)
        miss = _Miss()
        hit = self._look_back(rule, scope, request, [position for position, _ in marks], miss)
        read = 0 if hit is None else self._position(scope, request, hit)
        read_from = None if hit is None else self._entries[scope, request.chain[hit]].request
        cached_end = max(self._position(scope, request, marks[-1][0]), read)
        self._write_marks(rule, scope, request, marks)
        self._remember(scope, request, marks[-1][0])
        return Prediction(
            rule=rule,
            read=read,
            write=cached_end - read,
            new=max(0, total - cached_end),
            total=total,
            read_from=read_from,
            expired_s=miss.expired_s,
            beyond_lookback=miss.beyond_lookback,
            lagging=miss.lagging,
            assumed_marks=assumed,
        )

    def _look_back(
        self, rule: CacheRule, scope: Scope, request: PrefixRequest, marks: list[int], miss: _Miss
    ) -> int | None:
        """The longest usable entry within look-back of any mark; notes why longer ones could not be used."""
        now = request.started_at or 0
        for position in range(marks[-1], -1, -1):
            entry = self._entries.get((scope, request.chain[position]))
            if entry is None:
                continue
            distance = min((mark - position for mark in marks if mark >= position), default=0)
            if distance > rule.lookback:
                miss.beyond_lookback = miss.beyond_lookback or distance
            elif self._usable(entry, request, miss):
                self._touch(entry, now, request.index)
                return position
        return None

    def _usable(self, entry: _Entry, request: PrefixRequest, miss: _Miss) -> bool:
        now = request.started_at or 0
        if now and now > entry.expires_at:
            if miss.expired_s is None:
                miss.expired_s = (now - entry.last_used) // 1000
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

    @staticmethod
    def _touch(entry: _Entry, now: int, index: int) -> None:
        entry.last_used = now
        entry.expires_at = max(entry.expires_at, now + entry.ttl_ms)
        entry.request = index

    def _write_marks(
        self, rule: CacheRule, scope: Scope, request: PrefixRequest, marks: list[tuple[int, str]]
    ) -> None:
        if request.failed:
            return
        for position, ttl in marks:
            if self._position(scope, request, position) >= rule.minimum:
                seconds = rule.long_ttl_s if ttl == "1h" else rule.ttl_s
                self._write(scope, request, position, seconds * 1000)

    def _write(self, scope: Scope, request: PrefixRequest, position: int, ttl_ms: int) -> None:
        started = request.started_at or 0
        key = (scope, request.chain[position])
        entry = self._entries.get(key)
        if entry is not None and started <= entry.expires_at:
            self._touch(entry, started, request.index)
            return
        self._entries[key] = _Entry(
            request.index, request.ready_at or started, started + ttl_ms, started, ttl_ms
        )

    def _feed_exact(self, rule: CacheRule, scope: Scope, request: PrefixRequest) -> Prediction:
        """Entries at explicit marks and at the end of the newest input; no shorter, unmarked prefix is read."""
        total = total_tokens(request)
        if total < rule.minimum:
            return Prediction(rule=rule, read=0, write=0, new=total, total=total, below_minimum=True)
        miss = _Miss()
        marks = [(i, block.mark) for i, block in enumerate(request.blocks) if block.mark]
        implicit = len(request.blocks) - 1
        if not marks or marks[-1][0] != implicit:
            marks.append((implicit, "5m"))
        hit = self._longest_entry(scope, request, miss)
        read = 0 if hit is None else self._position(scope, request, hit)
        read_from = None if hit is None else self._entries[scope, request.chain[hit]].request
        self._write_marks(rule, scope, request, marks)
        self._remember(scope, request, implicit)
        return Prediction(
            rule=rule,
            read=read,
            write=total - read,
            new=0,
            total=total,
            read_from=read_from,
            expired_s=miss.expired_s,
            lagging=miss.lagging,
        )

    def _longest_entry(self, scope: Scope, request: PrefixRequest, miss: _Miss) -> int | None:
        now = request.started_at or 0
        for position in range(len(request.chain) - 1, -1, -1):
            entry = self._entries.get((scope, request.chain[position]))
            if entry is not None and self._usable(entry, request, miss):
                self._touch(entry, now, request.index)
                return position
        return None

    def _feed_prefix(self, rule: CacheRule, scope: Scope, request: PrefixRequest) -> Prediction:
        """Longest common prefix with any earlier request, rounded down to the rule's steps."""
        total = total_tokens(request)
        miss = _Miss()
        hit = self._longest_entry(scope, request, miss)
        if hit is not None:
            other = self._requests.get(self._entries[scope, request.chain[hit]].request)
        else:
            other = self._recent(rule, scope, request)
        read_from = None if other is None else other.index
        shared = 0 if other is None else shared_chars(other, request)
        tokens = shared * total // request.chars if request.chars else 0
        read = tokens // rule.step * rule.step if tokens >= rule.minimum else 0
        if not request.failed:
            for position in range(len(request.chain)):
                self._write(scope, request, position, rule.ttl_s * 1000)
        return Prediction(
            rule=rule,
            read=read,
            write=0,
            new=total - read,
            total=total,
            read_from=read_from if read else None,
            expired_s=miss.expired_s if not read else None,
            lagging=miss.lagging,
            below_minimum=total < rule.minimum,
        )

    def _position(self, scope: Scope, request: PrefixRequest, block: int) -> int:
        """Tokens up to and including a block: measured by an earlier request, else shared out by characters."""
        total = total_tokens(request)
        measured = self._measured.get((scope, request.chain[block]))
        if measured is not None:
            return min(measured, total)
        base_chars = base_tokens = 0
        for earlier in range(block - 1, -1, -1):
            known = self._measured.get((scope, request.chain[earlier]))
            if known is not None:
                base_chars, base_tokens = request.ends[earlier], known
                break
        rest_chars = request.chars - base_chars
        if rest_chars <= 0 or total <= base_tokens:
            return min(base_tokens, total)
        return base_tokens + (total - base_tokens) * (request.ends[block] - base_chars) // rest_chars

    def _remember(self, scope: Scope, request: PrefixRequest, last_mark: int) -> None:
        """Keep the size of a prefix that the provider itself accounted: read + written end at the last mark."""
        usage = request.usage
        if usage.cache_read is None or usage.cache_write is None or request.failed:
            return
        cached = usage.cache_read + usage.cache_write
        if cached:
            self._measured[scope, request.chain[last_mark]] = cached


def breakpoints_of(request: PrefixRequest) -> tuple[list[tuple[int, str]], bool]:
    """Positions and lifetimes of the cache marks, and whether they are assumed.

    Automatic mode puts one on the last block. When nothing was recorded although the provider reported cached
    tokens (telemetry captures), the usual two are assumed: end of the system prompt and last block.
    """
    marks = [(index, block.mark) for index, block in enumerate(request.blocks) if block.mark]
    last = len(request.blocks) - 1
    if request.automatic and (not marks or marks[-1][0] != last):
        marks.append((last, "5m"))
    if marks or not _cached_something(request.usage):
        return marks, False
    system = [i for i, block in enumerate(request.blocks) if block.level is Level.SYSTEM]
    assumed = [(system[-1], "5m")] if system else []
    if last not in (position for position, _ in assumed):
        assumed.append((last, "5m"))
    return assumed, True


def _cached_something(usage: Usage) -> bool:
    return bool(usage.cache_read) or bool(usage.cache_write)


def total_tokens(request: PrefixRequest) -> int:
    """The provider's own count of the prompt when it gave one, else four characters a token."""
    if request.usage.input is not None:
        return request.usage.input
    return -(-request.chars // CHARS_PER_TOKEN)


def shared_chars(left: PrefixRequest, right: PrefixRequest) -> int:
    """Characters of the longest common prefix of two requests, the first differing block included."""
    first = first_difference(left, right)
    shared = right.ends[first - 1] if first else 0
    both = first < len(left.blocks) and first < len(right.blocks)
    if both and _comparable(left.blocks[first], right.blocks[first]):
        shared += common_prefix(left.texts()[first], right.texts()[first])
    return shared


def _comparable(left: Block, right: Block) -> bool:
    return left.level is right.level and left.role == right.role
