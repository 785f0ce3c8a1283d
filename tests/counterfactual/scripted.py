"""A run's own summaries, given to a replay through its seam for summarisers."""

from __future__ import annotations

from inspector.pipeline.compaction.compressor import CompressionRequest
from inspector.replay.result import SummarySource
from tests.counterfactual.runs import Run


class ScriptedCompressor:
    """Answers as the run's summariser did, call by call."""

    source = SummarySource.LIVE

    def __init__(self, run: Run) -> None:
        self._run = run
        self._calls = 0

    def compress(self, request: CompressionRequest, /) -> str:
        """The next answer; one of the same kind when the run had no further one."""
        self._calls += 1
        replies = self._run.replies
        return replies[self._calls - 1] if self._calls <= len(replies) else self._run.next_reply
