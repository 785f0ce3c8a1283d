"""The session under its own settings: what the provider measured holds for these prompts (PIPELINE §11, §12).

Where a replay sends other prompts, a measured figure is corrected by the difference of the computed sizes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.replay.result import ReplayResult


def corrected(measured: float, recorded: int, sent: int) -> int:
    """What a provider that measured a prompt of `recorded` computed tokens would measure of one of `sent`.

    It counts what we do not see (tool declarations), so a difference is added; but where it counts fewer than we do
    even so, our tokens are larger than its own, and the difference counts in proportion.
    """
    scale = min(1.0, measured / recorded) if recorded else 1.0
    return round(measured + (sent - recorded) * scale)


@dataclass(frozen=True, slots=True)
class Baseline:
    """Computed tokens of every request under the session's own settings, by (message id, step)."""

    tokens: Mapping[tuple[str, int], int]

    @classmethod
    def of(cls, result: ReplayResult) -> Baseline:
        """The baseline that a replay under the session's own settings gives."""
        return cls({(r.message_id or "", r.step): r.after.tokens for r in result.requests})
