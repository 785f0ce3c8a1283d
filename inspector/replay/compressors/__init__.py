"""Who writes the summaries of a replay: recorded ones, stand-ins, an offline outline, a live model."""

from __future__ import annotations

from inspector.replay.compressors.chain import ChainCompressor, NoSummaryHereError, SourcedCompressor
from inspector.replay.compressors.outline import OutlineCompressor
from inspector.replay.compressors.recorded import RecordedCompressor
from inspector.replay.compressors.stand_in import StandInCompressor

__all__ = [
    "ChainCompressor",
    "NoSummaryHereError",
    "OutlineCompressor",
    "RecordedCompressor",
    "SourcedCompressor",
    "StandInCompressor",
]
