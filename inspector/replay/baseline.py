"""The session under its own settings: what the provider measured holds for these prompts (PIPELINE §11, §12).

Where a replay sends other prompts, a measured figure is corrected by the difference of the computed sizes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.replay.result import ReplayResult


@dataclass(frozen=True, slots=True)
class Baseline:
    """Computed tokens of every request under the session's own settings, by (message id, step)."""

    tokens: Mapping[tuple[str, int], int]

    @classmethod
    def of(cls, result: ReplayResult) -> Baseline:
        """The baseline that a replay under the session's own settings gives."""
        return cls({(r.message_id or "", r.step): r.after.tokens for r in result.requests})
