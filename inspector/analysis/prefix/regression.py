"""A session's cache against an earlier one's: hit ratio, write amplification and causes of breaks, for CI.

Write amplification is how often a token is written to the cache that was sent for the first time: 1 = every token
once. What is sent for the first time is what a prompt is longer by than the one before it in its conversation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.analysis.prefix.report import PrefixReport
from inspector.model.figures import share
from inspector.model.request import RequestPurpose

HIT_TOLERANCE: Final = 0.01
"""Points of the hit ratio that are noise: the last tokens of a prompt are rounded to blocks."""
WRITE_TOLERANCE: Final = 0.05
"""Share by which writes may grow unsaid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheHealth:
    """What two runs of the same session are compared by; None = not measured.

    Attributes:
        hit_ratio: of all measured prompts.
        write_amplification: written tokens ÷ tokens sent for the first time.
        breaks: requests whose prefix broke at a cost, by cause.
    """

    hit_ratio: float | None
    write_amplification: float | None
    breaks: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """JSON form, the `health` of `cache --json`."""
        return {
            "hit_ratio": self.hit_ratio,
            "write_amplification": self.write_amplification,
            "breaks": dict(self.breaks),
        }


def health_of(report: PrefixReport) -> CacheHealth:
    """The health of a session."""
    return CacheHealth(
        hit_ratio=report.measured.hit_ratio,
        write_amplification=_amplification(report),
        breaks=dict(sorted(Counter(v.cause.id.value for v in report.verdicts if v.is_break).items())),
    )


def health_from(document: Any) -> CacheHealth | None:
    """The health that a `cache --json` document tells; None when it is none."""
    found = document.get("health") if isinstance(document, dict) else None
    if not isinstance(found, dict) or not isinstance(found.get("breaks"), dict):
        return None
    ratio, writes = found.get("hit_ratio"), found.get("write_amplification")
    return CacheHealth(
        hit_ratio=float(ratio) if isinstance(ratio, int | float) else None,
        write_amplification=float(writes) if isinstance(writes, int | float) else None,
        breaks={str(cause): int(count) for cause, count in found["breaks"].items()},
    )


def regressions(before: CacheHealth, after: CacheHealth) -> list[str]:
    """What got worse, as sentences; nothing when all is as good as it was. What was measured and is not, is worse."""
    found = []
    if before.hit_ratio is not None and (
        after.hit_ratio is None or after.hit_ratio < before.hit_ratio - HIT_TOLERANCE
    ):
        found.append(f"the hit ratio fell from {share(before.hit_ratio)} to {share(after.hit_ratio)}")
    was, now = before.write_amplification, after.write_amplification
    if was is not None and now is not None and now > was * (1 + WRITE_TOLERANCE):
        found.append(f"tokens are written {now:.2f} times where they were written {was:.2f} times")
    new = sorted(set(after.breaks) - set(before.breaks))
    found += [
        f"{cause} breaks the prefix of {after.breaks[cause]} requests and did not before" for cause in new
    ]
    return found


def _amplification(report: PrefixReport) -> float | None:
    """Writes over growth, of the main requests whose prompt and writes were measured."""
    last: dict[str, int] = {}
    written = grown = 0
    for verdict in report.verdicts:
        usage, name = verdict.measured, verdict.record.conversation_id
        if verdict.record.purpose is not RequestPurpose.MAIN:
            continue
        if usage.input is None or usage.cache_write is None:
            continue
        written += usage.cache_write
        grown += max(0, usage.input - last.get(name, 0))
        last[name] = usage.input
    return written / grown if grown and written else None
