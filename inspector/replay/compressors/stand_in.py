"""A stand-in for a summary that was never written: deterministic, of a stated length, and plainly marked."""

from __future__ import annotations

import math
from typing import Final

from inspector.pipeline.compaction.compressor import CompressionRequest
from inspector.replay.result import SummarySource
from inspector.tokens import tokenx

_ROUGH_TOKENS_PER_CHAR: Final = 0.3
_WORD: Final = "filler"
"""One token."""
_FILLER: Final = "This line stands in for summary text that was never written.\n"


class StandInCompressor:
    """Writes text of a fixed size that says what it is.

    Attributes:
        tokens: rough tokens of every stand-in.
    """

    source = SummarySource.STAND_IN

    def __init__(self, tokens: int) -> None:
        self.tokens = tokens

    def sized(self, request: CompressionRequest, tokens: int) -> str:
        """Text of exactly so many tokenx tokens, where the recording tells how long the summary was."""
        head = _head(request)
        words = tokens - tokenx(head)
        text = head + " ".join([_WORD] * words) if words >= 0 else " ".join([_WORD] * tokens)
        return f"<summary>{text.strip()}</summary>"

    def compress(self, request: CompressionRequest, /) -> str:
        """Text of about `tokens` rough tokens, never above the limit of the request."""
        limit = min(self.tokens, math.floor(request.max_output_tokens))
        length = max(1, math.floor(limit / _ROUGH_TOKENS_PER_CHAR))
        body = _FILLER * math.ceil(length / len(_FILLER))
        return f"<summary>{(_head(request) + body)[:length].strip()}</summary>"


def _head(request: CompressionRequest) -> str:
    return f"[Stand-in for a summary of {len(request.source)} messages]\n"
