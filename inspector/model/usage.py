"""Token accounts as a provider reported them, in one shape; unknown is None and never 0 (FORMATS B)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Usage:
    """Measured tokens of one model call or a sum of calls; every figure may be None = unknown.

    Attributes:
        input: all prompt tokens, cached ones included.
        no_cache: prompt tokens neither read from nor written to the cache.
        cache_read: prompt tokens read from the provider's prefix cache.
        cache_write: prompt tokens written to it.
        output: generated tokens, reasoning included.
        reasoning: generated reasoning tokens.
    """

    input: int | None = None
    no_cache: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    output: int | None = None
    reasoning: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether the provider reported anything at all."""
        return any(getattr(self, f.name) is not None for f in fields(self))

    @property
    def new(self) -> int | None:
        """Prompt tokens neither read nor written: what is left of the whole, else the figure reported for it."""
        if self.input is None or self.cache_read is None:
            return self.no_cache
        return self.input - self.cache_read - (self.cache_write or 0)

    @property
    def cached(self) -> int | None:
        """Prompt tokens that were in the cache once the request was answered; None when nothing tells."""
        if self.cache_read is None:
            return None
        return self.cache_read + (self.cache_write or 0)

    @property
    def hit_ratio(self) -> float | None:
        """cache_read / input; None when either is unknown or nothing was sent."""
        if self.cache_read is None or not self.input:
            return None
        return self.cache_read / self.input

    @property
    def is_impossible(self) -> bool:
        """Whether the figures contradict each other: negative ones, or more read and written than was sent."""
        if any((getattr(self, f.name) or 0) < 0 for f in fields(self)):
            return True
        return self.input is not None and (self.cache_read or 0) + (self.cache_write or 0) > self.input

    @property
    def without_prompt(self) -> Usage:
        """The generated tokens alone: what stands when the prompt's figures cannot be true."""
        return Usage(output=_not_negative(self.output), reasoning=_not_negative(self.reasoning))

    def to_dict(self) -> dict[str, int | None]:
        """The JSON contract of `info --json`, in field order."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


UNKNOWN_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class ModelPass:
    """A pass of the model that a provider made besides the answer within one request, such as a fold.

    Attributes:
        kind: the provider's word (`compaction`, `message`).
        usage: its own account.
    """

    kind: str
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a request's tokens are, and how that was come by.

    Attributes:
        usage: of the answer; figures that cannot be true are unknown.
        impossible: the prompt's figures as they were claimed when they cannot be true; None = they can.
        corrected: what the SDK had said where the provider's own account says otherwise; None = nothing.
        passes: what the provider did besides the answer, each with its own tokens.
        cost, currency: what the provider or gateway itself charged; None = it does not say.
    """

    usage: Usage = UNKNOWN_USAGE
    impossible: Usage | None = None
    corrected: Usage | None = None
    passes: tuple[ModelPass, ...] = ()
    cost: float | None = None
    currency: str | None = None


UNKNOWN_ACCOUNT = Account()


def checked(usage: Usage) -> tuple[Usage, Usage | None]:
    """A usage that can be true, and the claim as it was when it cannot."""
    return (usage.without_prompt, usage) if usage.is_impossible else (usage, None)


def sum_usage(usages: Iterable[Usage]) -> Usage:
    """Sum figure by figure over the known values; a figure unknown everywhere stays None."""
    items = list(usages)
    totals: dict[str, int | None] = {}
    for f in fields(Usage):
        known = [value for usage in items if (value := getattr(usage, f.name)) is not None]
        totals[f.name] = sum(known) if known else None
    return Usage(**totals)


def _not_negative(value: int | None) -> int | None:
    return None if value is None or value < 0 else value
