"""The cutoff that a web search applies to its own results, before any trim (PIPELINE §14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.tokens.slicing import first_tokens
from inspector.wire import JsonValue


@dataclass(frozen=True, slots=True)
class CutoffResults:
    """Search results after the cutoff.

    Attributes:
        results: uncut results are the same objects as before.
        limit: tokens each content was cut to; None when there was nothing to cut.
        cut: indexes of the results that were cut.
    """

    results: list[JsonValue]
    limit: int | None
    cut: tuple[int, ...]


def cut_results(results: Sequence[JsonValue], token_limit: int) -> CutoffResults:
    """Share a limit in tokenx tokens evenly among results; what is cut ends in "..."."""
    if not results:
        return CutoffResults([], None, ())
    limit = max(1, token_limit // len(results))
    cut = [_cut(result, limit) for result in results]
    indexes = tuple(
        at for at, (after, before) in enumerate(zip(cut, results, strict=True)) if after is not before
    )
    return CutoffResults(cut, limit, indexes)


def _cut(result: JsonValue, limit: int) -> JsonValue:
    content = result.get("content") if isinstance(result, dict) else None
    if not isinstance(result, dict) or not isinstance(content, str):
        return result
    kept = first_tokens(content, limit)
    return result if kept == content else {**result, "content": f"{kept}..."}
