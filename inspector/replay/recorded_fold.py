"""A summary that a database holds although the rules would not have folded: what was recorded stands (PIPELINE §11).

Only where nothing that folds depend on is set otherwise: what the application did is known, whatever our estimate
of its reasons.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.compact import summary_message, without_system
from inspector.pipeline.compaction.rows import Row, find_deepest_marker, summary_of
from inspector.pipeline.compaction.summarize import SummaryOptions, prepare_summary
from inspector.pipeline.compaction.turn_start import RowConverter
from inspector.pipeline.history.ir import from_model_messages
from inspector.replay.resolve import Resolved
from inspector.replay.result import FoldOutcome, SummarySource
from inspector.replay.session import RowSession
from inspector.tokens import rough


def recorded_boundary(session: RowSession, path: Sequence[Row]) -> int | None:
    """Index of the deepest row of a path that has a recorded summary, when it is not being served yet."""
    served = find_deepest_marker(path)
    for index in range(len(path) - 1, served, -1):
        if str(path[index]["id"]) in session.summaries:
            return index
    return None


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
