"""Asks several compressors in turn and remembers which one answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from inspector.pipeline.compaction.compressor import CompressionRequest, CompressorError
from inspector.replay.result import SummarySource


class NoSummaryHereError(CompressorError):
    """This compressor has no summary for the request; another one may."""


class SourcedCompressor(Protocol):
    """A compressor that says what its summaries are.

    Attributes:
        source: how results that rest on it are marked.
    """

    source: SummarySource

    def compress(self, request: CompressionRequest, /) -> str:
        """As in `pipeline.compaction.compressor.Compressor`; may raise `NoSummaryHereError`."""
        ...


class ChainCompressor:
    """The first compressor that has a summary answers.

    Attributes:
        last_source: who answered last; None before the first answer.
    """

    def __init__(self, compressors: Sequence[SourcedCompressor]) -> None:
        self._compressors = tuple(compressors)
        self.last_source: SummarySource | None = None

    def compress(self, request: CompressionRequest, /) -> str:
        """The first answer; `CompressorError` when nobody has one."""
        for compressor in self._compressors:
            try:
                reply = compressor.compress(request)
            except NoSummaryHereError:
                continue
            self.last_source = compressor.source
            return reply
        raise CompressorError("no compressor has a summary for this fold")
