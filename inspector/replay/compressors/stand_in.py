"""A stand-in for a summary that was never written: deterministic, of a stated length, and plainly marked."""

from __future__ import annotations

import math
from typing import Final

from inspector.pipeline.compaction.compressor import CompressionRequest
from inspector.replay.result import SummarySource

_ROUGH_TOKENS_PER_CHAR: Final = 0.3
_FILLER: Final = "This line stands in for summary text that was never written.\n"


class StandInCompressor:
    """Writes text of a fixed size that says what it is.

    Attributes:
        tokens: rough tokens of every stand-in.
    """

    source = SummarySource.STAND_IN

    def __init__(self, tokens: int) -> None:
        self.tokens = tokens

    def compress(self, request: CompressionRequest, /) -> str:
        """Text of about `tokens` rough tokens, never above the limit of the request."""
        limit = min(self.tokens, math.floor(request.max_output_tokens))
        length = max(1, math.floor(limit / _ROUGH_TOKENS_PER_CHAR))
        head = f"[Stand-in for a summary of {len(request.source)} messages]\n"
        body = _FILLER * math.ceil(length / len(_FILLER))
        return f"<summary>{(head + body)[:length].strip()}</summary>"
