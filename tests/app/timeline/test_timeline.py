"""Rows of the timeline over real databases and captures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.app.timeline.branch_rows import TimelineRows
from inspector.app.timeline.locate import locate_message, locate_request, next_problem
from inspector.app.timeline.rows import (
    BandRow,
    ExcerptRow,
    ItemRow,
    NoteKind,
    NoteRow,
    RequestRow,
    Row,
    StepRow,
    SummaryRow,
    ToolRow,
    TurnRow,
)
from inspector.model import (
    BoundaryOrigin,
    Branch,
    CompactionBoundary,
    Conversation,
    ConversationSummary,
    Message,
    RequestPurpose,
    Role,
    Step,
    Usage,
    parse_part,
)
from inspector.sources.base import Source
from inspector.sources.open import open_source

Unpacked = Callable[[str, str], Path]


def load(source: Source, title: str = "") -> Conversation:
    summary = next(s for s in source.conversations() if title in s.title)
    return source.load(summary.id)


@pytest.fixture
def research(unpacked: Unpacked) -> Conversation:
    return load(open_source(unpacked("fixtures", "research")), "Battery")


def walk(presenter: TimelineRows, rows: list[Row]) -> list[Row]:
    found: list[Row] = []
    for row in rows:
        found += [row, *walk(presenter, presenter.children(row))]
    return found


def everything(conversation: Conversation) -> list[Row]:
    presenter = TimelineRows(conversation)
    return walk(presenter, presenter.rows())


def of_type(rows: list[Row], kind: type[Row]) -> list[Row]:
    return [row for row in rows if isinstance(row, kind)]


def test_turns_are_numbered_along_the_branch(research: Conversation) -> None:
    turns = of_type(TimelineRows(research).rows(), TurnRow)
    assert [row.number for row in turns if isinstance(row, TurnRow)] == list(range(1, 17))


def test_the_fold_stands_where_it_happened_and_dims_what_it_replaced(research: Conversation) -> None:
    rows = TimelineRows(research).rows()
    position = next(n for n, row in enumerate(rows) if isinstance(row, BandRow))
    assert position == 7
    assert isinstance(rows[6], TurnRow)
    assert rows[6].message.role is Role.USER
    assert all(row.folded for row in rows[:6])
    assert not any(row.folded for row in rows[6:])
    band = rows[position]
    assert isinstance(band, BandRow)
    assert (band.boundary.pre_tokens, band.boundary.post_tokens) == (13498, 906)


def usage(tokens: int | None) -> Usage:
    return Usage() if tokens is None else Usage(input=tokens)


def story(*prompts: int | None, anchor_at: int | None = None) -> Conversation:
    """Turns of a user and an assistant with one step each; the summary of the first two rows is stored on row 1."""
    anchor = {"type": "data-compaction-anchor", "data": {"status": "done", "phase": "turn-start"}}
    messages: dict[str, Message] = {}
    for number, tokens in enumerate(prompts):
        messages[f"u{number}"] = Message(id=f"u{number}", role=Role.USER)
        parts = (parse_part(anchor),) if number == anchor_at else ()
        step = Step(number=1, first_part=0, end_part=len(parts), usage=usage(tokens))
        messages[f"a{number}"] = Message(id=f"a{number}", role=Role.ASSISTANT, parts=parts, steps=(step,))
    boundary = CompactionBoundary(
        origin=BoundaryOrigin.SUMMARY_ROW, after_message_id="a0", summary="s", served=True
    )
    return Conversation(
        summary=ConversationSummary(id="c", title=""),
        messages=messages,
        branches=(Branch(leaf_id=None, message_ids=tuple(messages)),),
        boundaries=(boundary,),
    )


@pytest.mark.parametrize(
    ("told", "before"),
    [
        (story(100, 150, 90), "a2"),
        (story(100, 100, 90), "a2"),
        (story(100, 99, 90), "a1"),
        (story(100, 150, 200), None),
        (story(None, None, None), "a1"),
        (story(100, None, 90), "a1"),
        (story(100, 99, 90, anchor_at=2), "a2"),
        (story(100), None),
    ],
    ids=["drop", "equal is no drop", "at once", "never", "unmeasured", "gap", "anchor", "no turn behind it"],
)
def test_a_stored_summary_was_made_by_the_turn_whose_prompt_became_smaller(
    told: Conversation, before: str | None
) -> None:
    rows = TimelineRows(told).rows()
    place = next(n for n, row in enumerate(rows) if isinstance(row, BandRow))
    if before is None:
        last = rows[place - 1]
        assert isinstance(last, TurnRow)
        assert last.message.id == "a0"
    else:
        following = rows[place + 1]
        assert isinstance(following, TurnRow)
        assert following.message.id == before


def test_a_band_unfolds_to_its_summary(research: Conversation) -> None:
    presenter = TimelineRows(research)
    band = next(row for row in presenter.rows() if isinstance(row, BandRow))
    (summary,) = presenter.children(band)
    assert isinstance(summary, SummaryRow)
    assert summary.text.startswith("1. Task Overview")


def test_the_anchor_of_a_fold_with_a_band_is_not_told_twice(research: Conversation) -> None:
    bands = of_type(everything(research), BandRow)
    figures = [
        (row.boundary.pre_tokens, row.boundary.post_tokens) for row in bands if isinstance(row, BandRow)
    ]
    assert figures.count((13498, 906)) == 1
    assert (13952, 6120) in figures


def test_an_envelope_unfolds_to_pages_and_those_to_head_and_tail(research: Conversation) -> None:
    rows = everything(research)
    fetch = next(row for row in rows if isinstance(row, ToolRow) and row.facts is not None and row.facts.refs)
    presenter = TimelineRows(research)
    items = [row for row in presenter.children(fetch) if isinstance(row, ItemRow)]
    assert [item.item.id for item in items]
    assert items[-1].last
    shortened = next(item for item in items if item.item.shortened)
    (excerpt,) = presenter.children(shortened)
    assert isinstance(excerpt, ExcerptRow)
    assert excerpt.item.head.startswith("#")


def test_measured_prompts_and_estimates_are_kept_apart(research: Conversation) -> None:
    turns = TimelineRows(research, estimate=len).rows()
    for row in turns:
        if isinstance(row, TurnRow) and row.message.role is Role.USER:
            assert row.prompt_tokens is None
            assert row.estimated_tokens is not None
        elif isinstance(row, TurnRow):
            assert row.prompt_tokens is not None
            assert row.estimated_tokens is None


def test_usage_of_a_turn_is_the_sum_of_its_calls(research: Conversation) -> None:
    turn = next(row for row in TimelineRows(research).rows() if isinstance(row, TurnRow) and row.number == 8)
    assert turn.call_count == 5
    assert turn.usage.cache_read == sum(
        row.usage.cache_read or 0 for row in TimelineRows(research).children(turn) if isinstance(row, StepRow)
    )


def test_failed_turns_say_why(research: Conversation) -> None:
    failed = [row for row in TimelineRows(research).rows() if isinstance(row, TurnRow) and row.has_problem]
    assert [row.error for row in failed] == ["AI_APICallError: Overloaded"]


def test_keys_are_unique(research: Conversation) -> None:
    keys = [row.key for row in everything(research)]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("fixtures", "branches"),
        ("fixtures", "toolloop"),
        ("fixtures", "damaged"),
        ("fixtures", "older-schema"),
        ("fixtures", "torn"),
        ("captures", "v6-aborted"),
        ("captures", "v6-truncated-markers"),
        ("captures", "v7-telemetry"),
        ("captures", "v6-schema-400"),
    ],
)
def test_every_conversation_of_every_kind_can_be_shown(unpacked: Unpacked, kind: str, name: str) -> None:
    source = open_source(unpacked(kind, name))
    for summary in source.conversations():
        conversation = source.load(summary.id)
        for branch in conversation.branches[:4]:
            presenter = TimelineRows(conversation, branch)
            rows = walk(presenter, presenter.rows())
            assert sum(isinstance(row, TurnRow) for row in rows) == len(branch.message_ids)
            assert len({row.key for row in rows}) == len(rows)


def test_damaged_messages_are_rows_that_name_the_damage(unpacked: Unpacked) -> None:
    source = open_source(unpacked("fixtures", "damaged"))
    found: list[NoteRow] = []
    for summary in source.conversations():
        rows = everything(source.load(summary.id))
        found += [row for row in rows if isinstance(row, NoteRow) and row.kind is NoteKind.DAMAGED]
    assert {row.label for row in found} == {"invalid_json", "not_object", "no_parts", "parts_not_array"}
    assert any(row.preview for row in found if row.label == "invalid_json")


def test_folds_inside_a_tool_loop_stand_before_the_step_that_first_carried_the_summary(
    unpacked: Unpacked,
) -> None:
    conversation = load(open_source(unpacked("captures", "v6-long-tool-loop-compacting")))
    presenter = TimelineRows(conversation)
    rows = presenter.rows()
    assert not of_type(rows, BandRow)
    turn = rows[-1]
    children = presenter.children(turn)
    bands = [n for n, row in enumerate(children) if isinstance(row, BandRow)]
    assert len(bands) == len(conversation.boundaries)
    for position in bands:
        after = children[position + 1]
        band = children[position]
        assert isinstance(after, StepRow)
        assert isinstance(band, BandRow)
        assert after.step.request_index == band.boundary.request_index
    assert not turn.folded


def test_side_calls_stand_before_the_step_they_served(unpacked: Unpacked) -> None:
    conversation = load(open_source(unpacked("captures", "v6-web-search-recall")))
    rows = everything(conversation)
    side = [row for row in rows if isinstance(row, RequestRow)]
    assert [row.request.purpose for row in side] == [RequestPurpose.SUMMARIZE]
    band, _, following = rows[rows.index(side[0]) + 1 :][:3]
    assert isinstance(band, BandRow)
    assert isinstance(following, TurnRow)
    assert following.message.steps[0].request_index == side[0].request.index + 1


def test_alternatives_name_all_messages_in_the_same_place(unpacked: Unpacked) -> None:
    source = open_source(unpacked("fixtures", "branches"))
    found = 0
    for summary in source.conversations():
        conversation = source.load(summary.id)
        for row in TimelineRows(conversation).rows():
            if isinstance(row, TurnRow) and row.alternatives:
                found += 1
                assert row.message.id in row.alternatives
                assert len({conversation.messages[i].parent_id for i in row.alternatives}) == 1
    assert found


def test_a_request_is_found_at_its_step(unpacked: Unpacked) -> None:
    conversation = load(open_source(unpacked("captures", "v6-web-search-recall")))
    presenter = TimelineRows(conversation)
    keys = {row.key for row in walk(presenter, presenter.rows())}
    for request in conversation.requests:
        place = locate_request(conversation, request.index, conversation.active_branch)
        assert any(key in keys for key in place.keys)


def test_a_message_is_found_on_another_branch(unpacked: Unpacked) -> None:
    source = open_source(unpacked("fixtures", "branches"))
    summary = max(source.conversations(), key=lambda s: len(source.load(s.id).branches))
    conversation = source.load(summary.id)
    other = conversation.branches[1]
    assert other.leaf_id is not None
    place = locate_message(conversation, other.leaf_id, None, conversation.active_branch)
    assert other.leaf_id in place.branch.message_ids
    assert place.keys == (other.leaf_id,)


def test_the_search_for_problems_goes_round(research: Conversation) -> None:
    presenter = TimelineRows(research)
    first = next_problem(presenter, None)
    assert first is not None
    assert next_problem(presenter, first) == first
