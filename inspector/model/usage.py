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
        told: of a sum, the prompt tokens of the calls whose cache reads are known; None = all of `input`.
    """

    input: int | None = None
    no_cache: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    output: int | None = None
    reasoning: int | None = None
    told: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether the provider reported anything at all."""
        return any(value is not None for value in self.to_dict().values())

    @property
    def new(self) -> int | None:
        """Prompt tokens neither read nor written, the one figure shown as new.

        What is left of the whole, so that read, written and new make up the prompt; else the figure reported for it.
        """
        whole = self.whole
        if whole is None or self.cache_read is None:
            return self.no_cache
        return whole - self.cache_read - (self.cache_write or 0)

    @property
    def whole(self) -> int | None:
        """The prompt tokens that `cache_read` is a part of."""
        return self.input if self.told is None else self.told

    @property
    def cached(self) -> int | None:
        """Prompt tokens that were in the cache once the request was answered; None when nothing tells."""
        if self.cache_read is None:
            return None
        return self.cache_read + (self.cache_write or 0)

    @property
    def hit_ratio(self) -> float | None:
        """Read of what was sent by the calls whose reads are known; None when neither is, or nothing was sent."""
        if self.cache_read is None or not self.whole:
            return None
        return self.cache_read / self.whole

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
        return {name: getattr(self, name) for name in _FIGURES}


_FIGURES = tuple(f.name for f in fields(Usage) if f.name != "told")
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
        lifetime: of what was written to the cache (`5m`, `1h`); "" when the account does not say.
    """

    usage: Usage = UNKNOWN_USAGE
    impossible: Usage | None = None
    corrected: Usage | None = None
    passes: tuple[ModelPass, ...] = ()
    cost: float | None = None
    currency: str | None = None
    lifetime: str = ""


UNKNOWN_ACCOUNT = Account()


def checked(usage: Usage) -> tuple[Usage, Usage | None]:
    """A usage that can be true, and the claim as it was when it cannot."""
    return (usage.without_prompt, usage) if usage.is_impossible else (usage, None)


def sum_usage(usages: Iterable[Usage]) -> Usage:
    """Sum figure by figure over the known values; a figure unknown everywhere stays None.

    Shares of the cache in a sum are those of the calls that tell of it (`Usage.told`).
    """
    items = list(usages)
    totals: dict[str, int | None] = {}
    for name in _FIGURES:
        known = [value for usage in items if (value := getattr(usage, name)) is not None]
        totals[name] = sum(known) if known else None
    told = sum(usage.whole or 0 for usage in items if usage.cache_read is not None)
    return Usage(**totals, told=None if told == (totals["input"] or 0) else told)


def _not_negative(value: int | None) -> int | None:
    return None if value is None or value < 0 else value
