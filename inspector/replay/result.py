"""What a replay found, as plain comparable data; `to_dict` gives the JSON contract of `replay --json`.

Figures come in three kinds that are never mixed: measured by the provider, computed from bytes we have, and
depending on a stand-in for a summary that was never written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from inspector.pipeline.cache_breakpoints import MarkedRequest
from inspector.pipeline.compaction.record import FoldBudget
from inspector.replay.unknown import Unknown
from inspector.wire import JsonValue

if TYPE_CHECKING:
    from inspector.replay.fidelity import Fidelity


class Basis(StrEnum):
    """What a figure rests on."""

    MEASURED = "measured"
    COMPUTED = "computed"
    STAND_IN = "depends-on-stand-in"


class Lane(StrEnum):
    """Which trim cut an output."""

    IN_FLIGHT = "in-flight"
    STORAGE = "storage"


class SummarySource(StrEnum):
    """Where the summary of a fold came from."""

    RECORDED = "recorded"
    STAND_IN = "stand-in"
    OUTLINE = "outline"
    LIVE = "live"


class ProbeState(StrEnum):
    """Where a fact is in a request, best first.

    `stub`: in what a trim left of an output · `readable`: only behind a handle or path that the model may read ·
    `lost`: nowhere, though an earlier request had it · `not-yet`: nowhere, a later request has it · `never`: in no
    request of the session.
    """

    VERBATIM = "verbatim"
    STUB = "stub"
    SUMMARY = "summary"
    READABLE = "readable"
    LOST = "lost"
    NOT_YET = "not-yet"
    NEVER = "never"

    @property
    def in_reach(self) -> bool:
        """Whether the model has the fact before it or can read it back."""
        return self in (ProbeState.VERBATIM, ProbeState.STUB, ProbeState.SUMMARY, ProbeState.READABLE)


@dataclass(frozen=True, slots=True)
class Size:
    """How large a prompt is.

    Attributes:
        chars: UTF-16 code units of its texts (as JSON where a part is no text).
        tokens: tokenx footprint.
        rough: rough estimate of the same.
        bytes: UTF-8 bytes of its JSON.
    """

    chars: int = 0
    tokens: int = 0
    rough: int = 0
    bytes: int = 0

    def __add__(self, other: Size) -> Size:
        return Size(
            self.chars + other.chars,
            self.tokens + other.tokens,
            self.rough + other.rough,
            self.bytes + other.bytes,
        )

    def __sub__(self, other: Size) -> Size:
        return Size(
            self.chars - other.chars,
            self.tokens - other.tokens,
            self.rough - other.rough,
            self.bytes - other.bytes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedMiddle:
    """What the cut-out middle of an output held.

    Attributes:
        chars, lines: size of what is not shown.
        json_items: items of a JSON list in it; None when the output is no list.
        files: names of files that only the middle mentions, at most ten.
        recoverable: the full text lies behind a marker that the model may read; else it is gone.
    """

    chars: int
    lines: int
    json_items: int | None = None
    files: tuple[str, ...] = ()
    recoverable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrimOutcome:
    """One output that was cut.

    Attributes:
        tool: tool name; "" where unknown.
        call_id: tool call id; "" where unknown.
        key: codec key of the text (`/2/content`); "" for a whole output.
        chars_before, chars_after: UTF-16 code units of the text and of what stands in its place.
        lane: in flight or for storage.
        rule: which rule cut it (marker, plain, envelope …).
        message_id: row it belongs to; None in captures.
        removed: what the middle held; None when it was not looked at.
    """

    tool: str
    call_id: str
    key: str
    chars_before: int
    chars_after: int
    lane: Lane
    rule: str
    message_id: str | None = None
    removed: RemovedMiddle | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        plain: dict[str, Any] = {
            "tool": self.tool,
            "key": self.key,
            "chars_before": self.chars_before,
            "chars_after": self.chars_after,
            "lane": self.lane.value,
            "rule": self.rule,
            "call_id": self.call_id,
        }
        if self.removed is not None:
            plain["removed"] = {
                "chars": self.removed.chars,
                "lines": self.removed.lines,
                "json_items": self.removed.json_items,
                "files": list(self.removed.files),
                "recoverable": self.removed.recoverable,
            }
        return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldOutcome:
    """A fold that happened before a request.

    Attributes:
        phase: "turn-start" or "in-loop".
        folded_messages: messages by which the prompt got shorter.
        summarizer_input_tokens, summary_tokens: rough tokens the summariser read and wrote.
        source: where the summary came from.
        boundary_id: row the summary was stored on; None in the loop.
        pre_tokens, post_tokens: size of the context before the fold and behind it, as the application counts; at a
            turn's start a kept row may still tell the unfolded size. None = not known.
        next_tokens: tokens of the request that the fold was made for; None = not counted.
        summary: its text.
    """

    phase: str
    folded_messages: int
    summarizer_input_tokens: int
    summary_tokens: int
    source: SummarySource
    boundary_id: str | None = None
    pre_tokens: float | None = None
    post_tokens: float | None = None
    next_tokens: int | None = None
    summary: str = ""

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "phase": self.phase,
            "folded_messages": self.folded_messages,
            "summarizer_input_tokens": self.summarizer_input_tokens,
            "summary_tokens": self.summary_tokens,
            "summary_source": self.source.value,
            "boundary_id": self.boundary_id,
            "pre_tokens": self.pre_tokens,
            "post_tokens": self.post_tokens,
            "next_tokens": self.next_tokens,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable:
    """What the model may read back in a request.

    Attributes:
        files: handles for read_file.
        outputs: paths for fs_read.
    """

    files: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()


def _unmarked() -> MarkedRequest:
    return MarkedRequest(prompt=[], tools=None, not_placed={}, changed=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOutcome:
    """One request as it would have gone out.

    Attributes:
        index: position in the replay.
        turn, step: 1-based turn of the conversation and step in its tool loop.
        message_id: DBs: the assistant row it belongs to; run_id: captures.
        request_index: the recorded request it stands for, when there is one; number: its number in the conversation.
        before: the prompt with nothing trimmed and nothing folded; after: as it would have gone out.
        recorded: size of the prompt as recorded (captures), else None.
        by_role, by_part: size after, by role and by kind of part (text, tool-result …).
        trimmed: outputs cut in flight in this prompt.
        fold: the fold made before this request, if any; no_fold_reason: why none was made, "" otherwise.
        budget: trigger and keep with their formulas; None = no window known. estimate: size compared with it.
        served_summary: a summary (made now or earlier) stands in the prompt.
        dropped_messages: messages left out by the sliding window.
        reusable_prefix_chars: characters shared with the request before it, from the start.
        readable: read-back rights.
        probes: state of every probe.
        mark: places the cache breakpoints when asked, see `breakpoints`.
        tools: number of tools sent, None = not known.
        basis: what `after` rests on.
        net_tokens_saved: tokens the trims save less tokens billed again because they broke the prefix.
        unknown: what a recording does not hold, so that the application's request may have differed here.
        by_rule: of a captured request replayed as recorded, whether the rules give just the bytes recorded; None =
            there is nothing to compare with.
        close_call: whether to fold was decided within the spread of what the provider measures of such a prompt.
        prompt: the messages as they would have gone out (shared objects; do not change).
    """

    index: int
    turn: int
    step: int
    before: Size
    after: Size
    message_id: str | None = None
    run_id: str | None = None
    request_index: int | None = None
    number: int | None = None
    recorded: Size | None = None
    by_role: Mapping[str, Size] = field(default_factory=dict)
    by_part: Mapping[str, Size] = field(default_factory=dict)
    trimmed: tuple[TrimOutcome, ...] = ()
    fold: FoldOutcome | None = None
    no_fold_reason: str = ""
    budget: FoldBudget | None = None
    estimate: float | None = None
    served_summary: bool = False
    dropped_messages: int = 0
    reusable_prefix_chars: int = 0
    readable: Readable = Readable()
    probes: Mapping[str, ProbeState] = field(default_factory=dict)
    mark: Callable[[], MarkedRequest | None] = field(default=_unmarked, compare=False, repr=False)
    tools: int | None = None
    basis: Basis = Basis.COMPUTED
    net_tokens_saved: int = 0
    unknown: tuple[Unknown, ...] = ()
    by_rule: bool | None = None
    close_call: bool = False
    prompt: tuple[JsonValue, ...] = field(default=(), compare=False, repr=False)

    @property
    def breakpoints(self) -> tuple[str, ...] | None:
        """Where cache marks stand: `system[0]`, `message[4]` …; None = not known. Worked out when asked for."""
        marked = self.mark()
        return None if marked is None else tuple(f"{m.place.value}[{m.index}]" for m in marked.breakpoints)

    @property
    def label(self) -> str:
        """What people call it: the number of the request it stands for, else `turn.step`."""
        return f"{self.turn}.{self.step}" if self.number is None else str(self.number)

    @property
    def sent_prompt(self) -> Sequence[JsonValue]:
        """The messages with their cache marks, as far as these are known."""
        marked = self.mark()
        return self.prompt if marked is None or not marked.changed else marked.prompt

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        identity = {"message_id": self.message_id} if self.run_id is None else {"run_id": self.run_id}
        return {
            "index": self.index,
            "number": self.number,
            "turn": self.turn,
            "step": self.step,
            **identity,
            "request_index": self.request_index,
            "before": _size(self.before),
            "after": _size(self.after),
            "recorded": None if self.recorded is None else _size(self.recorded),
            "by_role": {role: _size(size) for role, size in self.by_role.items()},
            "by_part": {kind: _size(size) for kind, size in self.by_part.items()},
            "trimmed": [trim.to_dict() for trim in self.trimmed],
            "fold": None if self.fold is None else self.fold.to_dict(),
            "no_fold_reason": self.no_fold_reason or None,
            "trigger": None if self.budget is None else str(self.budget.trigger),
            "keep": None if self.budget is None else str(self.budget.keep),
            "estimate": self.estimate,
            "served_summary": self.served_summary,
            "dropped_messages": self.dropped_messages,
            "reusable_prefix_chars": self.reusable_prefix_chars,
            "readable": {"files": list(self.readable.files), "outputs": list(self.readable.outputs)},
            "probes": {name: state.value for name, state in self.probes.items()},
            "breakpoints": None if (marks := self.breakpoints) is None else list(marks),
            "tools": self.tools,
            "basis": self.basis.value,
            "net_tokens_saved": self.net_tokens_saved,
            "close_call": self.close_call,
            "unknown": [reason.value for reason in self.unknown],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOutcome:
    """One assistant row as it would have been stored after its turn.

    Attributes:
        message_id: the row.
        stored_bytes_before, stored_bytes_after: UTF-8 bytes of its data in full and trimmed.
        blobs: blobs it would refer to.
        trimmed: outputs moved out of the row.
        parts: the row's parts as stored (shared objects; do not change).
    """

    message_id: str
    stored_bytes_before: int
    stored_bytes_after: int
    blobs: int = 0
    trimmed: tuple[TrimOutcome, ...] = ()
    parts: tuple[JsonValue, ...] = field(default=(), compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "message_id": self.message_id,
            "stored_bytes_before": self.stored_bytes_before,
            "stored_bytes_after": self.stored_bytes_after,
            "blobs": self.blobs,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums over a session; see `Size` and `FoldOutcome` for the units."""

    prompt_tokens_before: int = 0
    prompt_tokens_after: int = 0
    prompt_chars_before: int = 0
    prompt_chars_after: int = 0
    summarizer_input_tokens: int = 0
    stored_bytes_before: int = 0
    stored_bytes_after: int = 0
    folds: int = 0
    trimmed_outputs: int = 0
    reusable_prefix_chars: int = 0
    rests_on_stand_in: bool = False

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResult:
    """A session replayed under one set of settings.

    Attributes:
        settings: the settings as plain data (`ReplaySettings.to_dict`).
        source_path, conversation_id: what was replayed.
        requests, turns: in order.
        totals: sums.
        notes: what could not be known, as sentences.
        fidelity: how true the session's replay as recorded is; None = it was not asked for.
        predict: input tokens that the provider would measure of a request of this replay; None = not known.
    """

    settings: Mapping[str, Any]
    source_path: str
    conversation_id: str
    requests: tuple[RequestOutcome, ...]
    turns: tuple[TurnOutcome, ...]
    totals: Totals
    notes: tuple[str, ...] = ()
    fidelity: Fidelity | None = None
    predict: Callable[[RequestOutcome], int | None] = field(
        default=lambda request: None, compare=False, repr=False
    )

    def to_dict(self) -> dict[str, Any]:
        """One conversation of `replay --json`."""
        return {
            "source": self.source_path,
            "conversation": self.conversation_id,
            "settings": dict(self.settings),
            "requests": [
                {**request.to_dict(), "predicted_input_tokens": self.predict(request)}
                for request in self.requests
            ],
            "turns": [turn.to_dict() for turn in self.turns],
            "totals": self.totals.to_dict(),
            "fidelity": None if self.fidelity is None else self.fidelity.to_dict(),
            "notes": list(self.notes),
        }


def sum_totals(requests: tuple[RequestOutcome, ...], turns: tuple[TurnOutcome, ...]) -> Totals:
    """Sums over a session; an output trimmed in many requests counts once."""
    folds = [request.fold for request in requests if request.fold is not None]
    # Requests of a replay share the objects of their trims, so most are told apart without looking into them.
    trims = {id(trim): trim for request in requests for trim in request.trimmed}
    cut = {(trim.call_id, trim.key) for trim in trims.values()}
    return Totals(
        prompt_tokens_before=sum(request.before.tokens for request in requests),
        prompt_tokens_after=sum(request.after.tokens for request in requests),
        prompt_chars_before=sum(request.before.chars for request in requests),
        prompt_chars_after=sum(request.after.chars for request in requests),
        summarizer_input_tokens=sum(fold.summarizer_input_tokens for fold in folds),
        stored_bytes_before=sum(turn.stored_bytes_before for turn in turns),
        stored_bytes_after=sum(turn.stored_bytes_after for turn in turns),
        folds=len(folds),
        trimmed_outputs=len(cut),
        reusable_prefix_chars=sum(request.reusable_prefix_chars for request in requests),
        rests_on_stand_in=any(request.basis is Basis.STAND_IN for request in requests),
    )


def _size(size: Size) -> dict[str, int]:
    return {"chars": size.chars, "tokens": size.tokens, "rough": size.rough, "bytes": size.bytes}
