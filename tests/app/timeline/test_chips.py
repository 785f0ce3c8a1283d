"""Chips tell the problem: what was lost and why, all read, or why nothing can be said."""

from __future__ import annotations

import pytest

from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.verdict import RequestVerdict, VerdictState
from inspector.app.timeline.chips import chip_of
from inspector.app.timeline.rows import NoteKind, NoteRow, RequestRow, Row, StepRow, TurnRow
from inspector.model import Message, RequestRecord, RequestState, Role, Step, Usage


def record(index: int, read: int | None = None, **more: object) -> RequestRecord:
    usage = Usage(input=1000, cache_read=read) if read is not None else Usage()
    return RequestRecord(
        index=index,
        id=str(index),
        conversation_id="c",
        number=index + 1,
        usage=usage,
        **more,  # type: ignore[arg-type]
    )


def verdict(
    index: int,
    cause: CauseId,
    *,
    lost: int | None = None,
    predicted: int | None = None,
    read: int | None = None,
) -> RequestVerdict:
    told = Cause(cause, arguments={"before": "a", "after": "b", "total": "9", "minimum": "10"})
    return RequestVerdict(record=record(index, read), cause=told, tokens_lost=lost, predicted_lost=predicted)


def turn(*requests: int) -> Row:
    steps = tuple(
        Step(number=n, first_part=0, end_part=0, request_index=index) for n, index in enumerate(requests, 1)
    )
    message = Message(id="m", role=Role.ASSISTANT, steps=steps)
    return TurnRow(key="m", number=1, message=message, preview="")


LOSS = verdict(0, CauseId.MODEL_CHANGED, lost=300, read=0)
GUESS = verdict(1, CauseId.MODEL_CHANGED, predicted=500)
GOOD = verdict(2, CauseId.EXTENDS, lost=0, read=900)
FIRST = verdict(3, CauseId.FIRST, read=0)
KNOWN = {one.record.index: one for one in (LOSS, GUESS, GOOD, FIRST)}


@pytest.mark.parametrize(
    ("requests", "text", "state"),
    [
        ((0,), "−300", VerdictState.RED),
        ((1,), "−500*", VerdictState.RED),
        ((0, 1), "−800*", VerdictState.RED),
        ((2,), "all read", VerdictState.GREEN),
        ((3, 2), "all read", VerdictState.GREEN),
        ((2, 0), "−300", VerdictState.RED),
        ((3,), "first", VerdictState.GREY),
    ],
)
def test_a_turn_shows_the_worst_of_its_requests(
    requests: tuple[int, ...], text: str, state: VerdictState
) -> None:
    chip = chip_of(turn(*requests), KNOWN)
    assert chip is not None
    assert (chip.text, chip.state) == (text, state)


def test_a_loss_names_its_cause_and_the_ratio_is_in_the_tip() -> None:
    chip = chip_of(turn(0), KNOWN)
    assert chip is not None
    assert chip.cause == "Model changed"
    assert chip.tip.splitlines()[0] == "request 1 · Model changed · hits 0\u202f%"


def test_steps_and_loose_requests_have_the_chip_of_their_own_verdict() -> None:
    step = Step(number=1, first_part=0, end_part=0, request_index=2)
    row = StepRow(
        key="s", message=Message(id="m", role=Role.ASSISTANT), step=step, request=None, count=1, usage=Usage()
    )
    for made in (row, RequestRow(key="r", request=record(2))):
        chip = chip_of(made, KNOWN)
        assert chip is not None
        assert chip.text == "all read"


def test_rows_without_a_verdict_have_no_chip() -> None:
    assert chip_of(turn(7), KNOWN) is None
    assert chip_of(turn(0), {}) is None
    note = NoteRow(key="n", kind=NoteKind.TEXT, message=Message(id="m", role=Role.USER), preview="")
    assert chip_of(note, KNOWN) is None


@pytest.mark.parametrize(
    ("cause", "read", "word"),
    [
        (CauseId.SIDE_CALL, 0, "side call"),
        (CauseId.BELOW_MINIMUM, 0, "too small"),
        (CauseId.NO_BREAKPOINT, 0, "no mark"),
        (CauseId.EXTENDS, 0, "none read"),
        (CauseId.EXTENDS, None, "–"),
    ],
)
def test_grey_says_why(cause: CauseId, read: int | None, word: str) -> None:
    chip = chip_of(turn(5), {5: verdict(5, cause, read=read)})
    assert chip is not None
    assert (chip.text, chip.state) == (word, VerdictState.GREY)


def test_a_request_in_flight_is_judged_by_nobody() -> None:
    flying = RequestVerdict(record=record(5, state=RequestState.IN_FLIGHT), cause=Cause(CauseId.EXTENDS))
    chip = chip_of(turn(5), {5: flying})
    assert chip is not None
    assert (chip.text, chip.state) == ("in flight", VerdictState.GREY)
