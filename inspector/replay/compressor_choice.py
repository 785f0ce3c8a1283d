"""The compressor that settings ask for, over what a session recorded."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.model.problems import Problem, register_templates
from inspector.model.settings import ReplaySettings
from inspector.pipeline.compaction.compressor import CompressionRequest, CompressorError
from inspector.replay.compressors import (
    ChainCompressor,
    OutlineCompressor,
    RecordedCompressor,
    SourcedCompressor,
    StandInCompressor,
)
from inspector.replay.result import SummarySource

register_templates(
    {
        "no-live-endpoint": (
            "Setting compressor: live needs an endpoint. Give --live-url and --live-model "
            "(the key is read from CONTEXT_INSPECTOR_API_KEY)."
        )
    }
)


class FailingCompressor:
    """Always fails, to see what a failing summariser does to a session."""

    source = SummarySource.STAND_IN

    def compress(self, request: CompressionRequest, /) -> str:
        """Raises."""
        raise CompressorError("set to fail")


def choose_compressor(
    settings: ReplaySettings,
    *,
    by_boundary: Mapping[str, str],
    by_tail: Mapping[int, str] | None = None,
    live: SourcedCompressor | None = None,
) -> ChainCompressor | None:
    """The compressors to ask in turn; None = nobody is configured. Raises `Problem("no-live-endpoint")`."""
    recorded = RecordedCompressor(by_boundary, by_tail)
    stand_in = StandInCompressor(settings.stand_in_tokens)
    if settings.compressor == "live" and live is None:
        raise Problem("no-live-endpoint", {})
    chosen: dict[str, list[SourcedCompressor]] = {
        "recorded": [recorded, stand_in],
        "stand-in": [stand_in],
        "outline": [OutlineCompressor()],
        "live": [live] if live is not None else [],
        "failing": [FailingCompressor()],
        "none": [],
    }
    compressors = chosen[settings.compressor]
    return ChainCompressor(compressors) if compressors else None
