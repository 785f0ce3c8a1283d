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
    def hit_ratio(self) -> float | None:
        """cache_read / input; None when either is unknown or nothing was sent."""
        if self.cache_read is None or not self.input:
            return None
        return self.cache_read / self.input

    def to_dict(self) -> dict[str, int | None]:
        """The JSON contract of `info --json`, in field order."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


UNKNOWN_USAGE = Usage()


def sum_usage(usages: Iterable[Usage]) -> Usage:
    """Sum figure by figure over the known values; a figure unknown everywhere stays None."""
    items = list(usages)
    totals: dict[str, int | None] = {}
    for f in fields(Usage):
        known = [value for usage in items if (value := getattr(usage, f.name)) is not None]
        totals[f.name] = sum(known) if known else None
    return Usage(**totals)
