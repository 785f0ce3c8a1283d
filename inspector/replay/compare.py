"""Two replays of one session side by side: what differs in each request, in each stored row and in total.

Requests are matched by what they belong to (assistant row or run) and their step, so that a difference never
compares two different moments of a conversation. Every difference reads "b less a".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from inspector.replay.result import FoldOutcome, ProbeState, ReplayResult, RequestOutcome, TurnOutcome

RequestKey: TypeAlias = tuple[str, int]
"""(message id or run id, step)."""

_TOTALS = (
    "prompt_tokens_before",
    "prompt_tokens_after",
    "prompt_chars_before",
    "prompt_chars_after",
    "summarizer_input_tokens",
    "stored_bytes_before",
    "stored_bytes_after",
    "folds",
    "trimmed_outputs",
    "reusable_prefix_chars",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestDifference:
    """One request under both settings; at least one side is there.

    Attributes:
        key: what it was matched by.
        a, b: the request under either settings; None = it has no such request.
    """

    key: RequestKey
    a: RequestOutcome | None
    b: RequestOutcome | None

    @property
    def either(self) -> RequestOutcome:
        """The request as b has it, else as a has it."""
        found = self.b or self.a
        assert found is not None
        return found

    @property
    def tokens(self) -> int:
        """Prompt tokens as sent."""
        return _after(self.b)[0] - _after(self.a)[0]

    @property
    def chars(self) -> int:
        """Prompt characters as sent (UTF-16 code units)."""
        return _after(self.b)[1] - _after(self.a)[1]

    @property
    def trimmed(self) -> int:
        """Outputs trimmed in flight."""
        return _count(self.b) - _count(self.a)

    @property
    def folds(self) -> tuple[FoldOutcome | None, FoldOutcome | None]:
        """The fold made before the request, on either side."""
        return (self.a.fold if self.a else None, self.b.fold if self.b else None)

    @property
    def summarizer_input_tokens(self) -> int:
        """Tokens a summariser read before the request."""
        before, after = self.folds
        return _input(after) - _input(before)

    @property
    def reusable_prefix_chars(self) -> int:
        """Characters shared with the request before it."""
        return _reusable(self.b) - _reusable(self.a)

    @property
    def probes(self) -> dict[str, tuple[ProbeState | None, ProbeState | None]]:
        """Facts that survive differently: name → (state in a, state in b)."""
        first, second = _probes(self.a), _probes(self.b)
        names = dict.fromkeys((*first, *second))
        pairs = {name: (first.get(name), second.get(name)) for name in names}
        return {name: pair for name, pair in pairs.items() if pair[0] is not pair[1]}

    @property
    def is_same(self) -> bool:
        """Whether nothing that is compared differs."""
        figures = (self.tokens, self.chars, self.trimmed, self.reusable_prefix_chars)
        return not any(figures) and not self.probes and _shape(self.folds[0]) == _shape(self.folds[1])

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        shown = self.either
        identity = {"message_id": shown.message_id} if shown.run_id is None else {"run_id": shown.run_id}
        before, after = self.folds
        return {
            **identity,
            "turn": shown.turn,
            "step": shown.step,
            "number": shown.number,
            "index_a": None if self.a is None else self.a.index,
            "index_b": None if self.b is None else self.b.index,
            "tokens": self.tokens,
            "chars": self.chars,
            "trimmed": self.trimmed,
            "fold_a": None if before is None else before.to_dict(),
            "fold_b": None if after is None else after.to_dict(),
            "summarizer_input_tokens": self.summarizer_input_tokens,
            "reusable_prefix_chars": self.reusable_prefix_chars,
            "probes": {name: [_word(state) for state in pair] for name, pair in self.probes.items()},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDifference:
    """One assistant row under both settings.

    Attributes:
        message_id: the row.
        stored_bytes: UTF-8 bytes of its data as stored.
        blobs: blobs it refers to.
    """

    message_id: str
    stored_bytes: int
    blobs: int

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {"message_id": self.message_id, "stored_bytes": self.stored_bytes, "blobs": self.blobs}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two replays and their differences.

    Attributes:
        a, b: the replays.
        requests: every request of either, in b's order, then what only a has.
        turns: every stored row of either.
        totals: sums of a session, b less a, by name.
    """

    a: ReplayResult
    b: ReplayResult
    requests: tuple[RequestDifference, ...]
    turns: tuple[TurnDifference, ...]
    totals: Mapping[str, int]

    @property
    def changed_settings(self) -> dict[str, tuple[Any, Any]]:
        """Settings that differ: name → (a's, b's)."""
        names = dict.fromkeys((*self.a.settings, *self.b.settings))
        pairs = {name: (self.a.settings.get(name), self.b.settings.get(name)) for name in names}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    @property
    def rests_on_stand_in(self) -> bool:
        """Whether a figure of either side depends on a stand-in for a summary."""
        return self.a.totals.rests_on_stand_in or self.b.totals.rests_on_stand_in

    def largest(self, limit: int | None = None) -> list[RequestDifference]:
        """Requests that differ, the largest difference in tokens first, then in characters."""
        changed = [difference for difference in self.requests if not difference.is_same]
        changed.sort(key=lambda difference: (-abs(difference.tokens), -abs(difference.chars)))
        return changed[:limit]

    def probe_changes(self) -> dict[str, list[RequestDifference]]:
        """Requests in which a fact survives differently, by probe."""
        changes: dict[str, list[RequestDifference]] = {}
        for difference in self.requests:
            for name in difference.probes:
                changes.setdefault(name, []).append(difference)
        return changes

    def difference_dict(self) -> dict[str, Any]:
        """JSON form of the differences alone; requests and rows that are the same are left out."""
        return {
            "settings": {name: list(pair) for name, pair in self.changed_settings.items()},
            "totals": dict(self.totals),
            "rests_on_stand_in": self.rests_on_stand_in,
            "requests": [difference.to_dict() for difference in self.requests if not difference.is_same],
            "turns": [turn.to_dict() for turn in self.turns if turn.stored_bytes or turn.blobs],
        }

    def to_dict(self) -> list[dict[str, Any]]:
        """The JSON contract of `compare --json`: both replays with their settings, b with its difference to a."""
        return [self.a.to_dict(), {**self.b.to_dict(), "difference": self.difference_dict()}]


def compare(a: ReplayResult, b: ReplayResult) -> Comparison:
    """Compare two replays of one session."""
    first, second = _by_key(a.requests), _by_key(b.requests)
    keys = [*second, *(key for key in first if key not in second)]
    return Comparison(
        a=a,
        b=b,
        requests=tuple(RequestDifference(key=key, a=first.get(key), b=second.get(key)) for key in keys),
        turns=tuple(_turns(a.turns, b.turns)),
        totals={name: getattr(b.totals, name) - getattr(a.totals, name) for name in _TOTALS},
    )


def _by_key(requests: Sequence[RequestOutcome]) -> dict[RequestKey, RequestOutcome]:
    """Requests by what they belong to; where a capture repeats an id and step, the repeats count on."""
    found: dict[RequestKey, RequestOutcome] = {}
    for request in requests:
        owner, step = request.message_id or request.run_id or "", request.step
        while (owner, step) in found:
            owner += "'"
        found[owner, step] = request
    return found


def _turns(a: Sequence[TurnOutcome], b: Sequence[TurnOutcome]) -> list[TurnDifference]:
    first = {turn.message_id: turn for turn in a}
    second = {turn.message_id: turn for turn in b}
    absent = TurnOutcome(message_id="", stored_bytes_before=0, stored_bytes_after=0)
    differences = []
    for row in dict.fromkeys((*second, *first)):
        left, right = first.get(row, absent), second.get(row, absent)
        stored = right.stored_bytes_after - left.stored_bytes_after
        differences.append(
            TurnDifference(message_id=row, stored_bytes=stored, blobs=right.blobs - left.blobs)
        )
    return differences


def _after(request: RequestOutcome | None) -> tuple[int, int]:
    return (0, 0) if request is None else (request.after.tokens, request.after.chars)


def _count(request: RequestOutcome | None) -> int:
    return 0 if request is None else len(request.trimmed)


def _input(fold: FoldOutcome | None) -> int:
    return 0 if fold is None else fold.summarizer_input_tokens


def _reusable(request: RequestOutcome | None) -> int:
    return 0 if request is None else request.reusable_prefix_chars


def _probes(request: RequestOutcome | None) -> Mapping[str, ProbeState]:
    return {} if request is None else request.probes


def _shape(fold: FoldOutcome | None) -> dict[str, Any] | None:
    return None if fold is None else fold.to_dict()


def _word(state: ProbeState | None) -> str | None:
    return None if state is None else state.value
