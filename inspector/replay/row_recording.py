"""The folds a database tells of, served where its own settings are replayed (PIPELINE §11, §12; FORMATS A).

The application serves a stored summary from the turn that made it, which is later than the row it stands on. That
turn is found by its anchor where the build stores one, else by the rules on the figures the provider measured, else
by the measured input falling below that of the row before. A fold that left neither summary nor anchor did not happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.model.compaction import AnchorPhase, AnchorStatus
from inspector.model.part import AnchorPart
from inspector.pipeline.compaction.compact import summary_message, without_system
from inspector.pipeline.compaction.compressor import CompressionRequest
from inspector.pipeline.compaction.record import FoldRecord
from inspector.pipeline.compaction.rows import Row, find_deepest_marker, summary_of
from inspector.pipeline.compaction.summarize import SummaryOptions, prepare_summary
from inspector.pipeline.compaction.turn_start import RowConverter
from inspector.pipeline.compaction.window import as_number
from inspector.pipeline.compaction.wording import format_summary
from inspector.pipeline.history.ir import from_model_messages
from inspector.replay.compressors import ChainCompressor, RecordedCompressor, StandInCompressor
from inspector.replay.loop import Verdict
from inspector.replay.resolve import Resolved
from inspector.replay.result import FoldOutcome, SummarySource
from inspector.replay.session import ReplayTurn, RowSession
from inspector.tokens import rough, tokenx

_NEAR: Final = 0.01
"""Share by which the size that an anchor tells may differ from the one worked out here."""


def settled(turn: ReplayTurn, phase: AnchorPhase) -> list[AnchorPart]:
    """Anchors of the folds of a phase that a turn made."""
    return [anchor for anchor in turn.anchors if anchor.phase is phase and anchor.status is AnchorStatus.DONE]


@dataclass(slots=True)
class Recording:
    """What is known of the folds of one session.

    Attributes:
        session: the session.
        stand_in_tokens: length of what stands for the summaries of a loop, which nothing stores.
    """

    session: RowSession
    stand_in_tokens: int
    _anchored: bool = field(init=False)

    def __post_init__(self) -> None:
        self._anchored = any(settled(turn, AnchorPhase.TURN_START) for turn in self.session.turns)

    def durable(self, turn: ReplayTurn) -> ChainCompressor:
        """Answers at the start of a turn with the stored summaries; fails where none was stored."""
        folded = not self._anchored or bool(settled(turn, AnchorPhase.TURN_START))
        return ChainCompressor([RecordedCompressor(self.session.summaries)] if folded else [])

    def loop(self, turn: ReplayTurn) -> LoopStandIn:
        """Answers in a turn's loop as often as its anchors say that it was folded."""
        return LoopStandIn(settled(turn, AnchorPhase.IN_LOOP), StandInCompressor(self.stand_in_tokens))

    def boundary(self, turn: ReplayTurn, path: Sequence[Row]) -> int | None:
        """Index of the row whose summary the turn serves from here on though no rule says so; None = none."""
        served = find_deepest_marker(path)
        stored = (
            index
            for index in range(len(path) - 1, served, -1)
            if str(path[index]["id"]) in self.session.summaries
        )
        deepest = next(stored, None)
        return deepest if deepest is not None and self._folded_here(turn, path) else None

    def _folded_here(self, turn: ReplayTurn, path: Sequence[Row]) -> bool:
        if self._anchored:
            return bool(settled(turn, AnchorPhase.TURN_START))
        measured = turn.steps[0].usage.input
        before = (as_number(row.get("contextTokens")) for row in reversed(path) if row["role"] == "assistant")
        known = next((tokens for tokens in before if tokens is not None), None)
        # With nothing measured at all, the turn after the row that holds the summary is as good as any other.
        return known is None or measured is None or measured < known


@dataclass(slots=True)
class LoopStandIn:
    """Stands in for the summaries of a loop: as many as its anchors tell of, each as long as they say.

    Attributes:
        anchors: those still to come.
        stand_in: how long a summary is where its anchor does not say.
        fell: the provider measured less of the step at hand than of the one before it.
    """

    anchors: list[AnchorPart]
    stand_in: StandInCompressor
    source: SummarySource = SummarySource.STAND_IN
    fell: bool = False
    _tokens: int | None = None
    _made: str = ""

    def compress(self, request: CompressionRequest, /) -> str:
        """A stand-in, for the verdict to judge."""
        self._made = self.stand_in.compress(request)
        if self._tokens is not None:
            self._made = self.stand_in.sized(request, self._tokens)
        return self._made

    def verdict(self, record: FoldRecord) -> Verdict:
        """Whether a fold that the rules made is one of those told of, and has its size."""
        if not self.anchors or not self._is_told(record):
            return Verdict.UNDONE
        wanted = self.anchors[0].post_tokens
        if self._tokens is None and wanted is not None and record.post_tokens not in (None, wanted):
            assert record.post_tokens is not None
            self._tokens = max(1, tokenx(format_summary(self._made)) + wanted - record.post_tokens)
            return Verdict.AGAIN
        self._tokens = None
        del self.anchors[0]
        return Verdict.STANDS

    def _is_told(self, record: FoldRecord) -> bool:
        """By the size the anchor tells, else by the measured input falling."""
        told = self.anchors[0].pre_tokens
        if self.fell or told is None or record.estimate is None:
            return True
        return abs(record.estimate - told) <= _NEAR * told


def recorded_fold(
    session: RowSession, path: Sequence[Row], boundary: int, resolved: Resolved, convert: RowConverter
) -> FoldOutcome:
    """The fold that left the summary at `boundary`; what the summariser read is worked out from the rows."""
    before = find_deepest_marker(path[:boundary])
    old = [summary_message(summary_of(path[before]))] if before >= 0 else []
    folded = [*old, *convert(path[before + 1 : boundary + 1])]
    options = SummaryOptions.for_window(resolved.settings.compressor_window or resolved.window)
    row_id = str(path[boundary]["id"])
    prepared = prepare_summary(
        without_system(from_model_messages(folded).messages), options, boundary_id=row_id
    )
    summary = session.summaries[row_id]
    return FoldOutcome(
        phase=str(AnchorPhase.TURN_START),
        folded_messages=boundary - before,
        summarizer_input_tokens=prepared.record.input_tokens,
        summary_tokens=rough(summary),
        source=SummarySource.RECORDED,
        boundary_id=row_id,
        summary=summary,
    )
