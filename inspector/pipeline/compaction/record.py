"""What a fold did or why it did not happen, and the anchor events it sends (PIPELINE §11, §12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from inspector.model.compaction import AnchorPhase, AnchorStatus
from inspector.pipeline.compaction.policy import CompactionPolicy, Worked
from inspector.pipeline.compaction.summarize import SummaryRecord
from inspector.wire import JsonValue


class NoFold(StrEnum):
    """Why a fold did not happen."""

    PIPELINE_OFF = "pipeline-off"
    COMPACTION_OFF = "compaction-off"
    IN_LOOP_OFF = "in-loop-off"
    MAX_MESSAGES = "max-messages"
    NOT_A_CHAT = "not-a-chat"
    CALLER_OWNS_CONTEXT = "caller-owns-context"
    NO_COMPRESSOR = "no-compressor"
    NO_WINDOW = "no-window"
    BELOW_TRIGGER = "below-trigger"
    BOUNDARY_INDEX_0 = "boundary-index-0"
    NOTHING_OLD_ENOUGH = "nothing-old-enough"
    EMPTY_SUMMARY = "empty-summary"
    COMPRESSOR_FAILED = "compressor-failed"
    DISABLED_BY_FAILURE = "disabled-by-failure"
    NOT_RECORDED = "not-recorded"


class EstimateBasis(StrEnum):
    """What the size of a context was taken from."""

    ROWS = "rows"
    REPORTED_CONTEXT = "reported-context"
    REPORTED_USAGE = "reported-usage"
    FOOTPRINT = "footprint"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorEvent:
    """What the window is told of a fold (`data-compaction-anchor`), without its times.

    Attributes:
        id: the same for all events of one fold.
        status, phase: where it stands.
        pre_tokens, post_tokens: size before and after; only of `done`.
        folded_count: messages by which the prompt got shorter; only of `done`.
    """

    id: str
    status: AnchorStatus
    phase: AnchorPhase
    pre_tokens: float | None = None
    post_tokens: int | None = None
    folded_count: int | None = None

    def to_dict(self) -> dict[str, JsonValue]:
        """The application's JSON form; figures that are not there are left out."""
        figures: dict[str, JsonValue] = {
            "preTokens": self.pre_tokens,
            "postTokens": self.post_tokens,
            "foldedCount": self.folded_count,
        }
        known = {name: value for name, value in figures.items() if value is not None}
        return {"id": self.id, "status": str(self.status), "phase": str(self.phase), **known}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldBudget:
    """The thresholds of a request, worked out.

    Attributes:
        window, reservation: what they were worked out from, tokens; reservation None = no max_tokens is sent.
        room, trigger, keep: input room, the size above which a fold is due, what it leaves alone.
    """

    window: float
    reservation: float | None
    room: Worked
    trigger: Worked
    keep: Worked

    @classmethod
    def of(cls, policy: CompactionPolicy, window: float, reservation: float | None) -> FoldBudget:
        """Work out a policy's formulas for a known window."""
        return cls(
            window=window,
            reservation=reservation,
            room=policy.input_room(window, reservation),
            trigger=policy.trigger(window, reservation),
            keep=policy.keep(window, reservation),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldRecord:
    """One chance to fold.

    Attributes:
        phase: at the start of a turn, or before a step of its tool loop.
        folded: a new summary was made and is served.
        no_fold: why not, when it was not.
        estimate, basis: size of the context, and what it was taken from; None = never measured.
        budget: thresholds; None = no window is known.
        kept_turns: turns left alone (in-loop).
        folded_count: messages by which the prompt got shorter.
        post_tokens: size after the fold.
        summary: the summariser call, when one was made, answered or not.
        failure: what the compressor said when it failed.
        events: anchor events in order.
    """

    phase: AnchorPhase
    folded: bool = False
    no_fold: NoFold | None = None
    estimate: float | None = None
    basis: EstimateBasis | None = None
    budget: FoldBudget | None = None
    kept_turns: int | None = None
    folded_count: int = 0
    post_tokens: int | None = None
    summary: SummaryRecord | None = None
    failure: str = ""
    events: tuple[AnchorEvent, ...] = ()

    @property
    def triggered(self) -> bool:
        """Whether the context was larger than the trigger."""
        return (
            self.estimate is not None
            and self.budget is not None
            and self.estimate > self.budget.trigger.value
        )

    def begun(self, anchor_id: str) -> FoldRecord:
        """The record once the window was told that a fold begins."""
        event = AnchorEvent(id=anchor_id, status=AnchorStatus.COMPACTING, phase=self.phase)
        return replace(self, events=(event,))

    def skipped(self, reason: NoFold, failure: str = "") -> FoldRecord:
        """The record of a begun fold that came to nothing."""
        event = replace(self.events[0], status=AnchorStatus.SKIPPED)
        return replace(self, no_fold=reason, failure=failure, events=(*self.events, event))

    def done(self, *, folded_count: int, post_tokens: int) -> FoldRecord:
        """The record of a begun fold that is served."""
        event = replace(
            self.events[0],
            status=AnchorStatus.DONE,
            pre_tokens=self.estimate,
            post_tokens=post_tokens,
            folded_count=folded_count,
        )
        return replace(
            self,
            folded=True,
            folded_count=folded_count,
            post_tokens=post_tokens,
            events=(*self.events, event),
        )


class FoldAborted(Exception):  # noqa: N818 - not an error of the program: the user stopped the request
    """The user stopped the request while it was being folded.

    Attributes:
        record: what had been done by then; its `compacting` event is never settled.
    """

    def __init__(self, record: FoldRecord) -> None:
        super().__init__(record.failure)
        self.record = record
