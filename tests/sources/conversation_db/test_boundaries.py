"""Folds: summary rows, the anchors that belong to them, and what the next prompt is served from."""

from __future__ import annotations

from collections.abc import Callable

from inspector.model.compaction import AnchorPhase, AnchorStatus, BoundaryOrigin
from inspector.model.conversation import Conversation
from inspector.model.message import Message, Role
from inspector.model.part import AnchorPart
from inspector.sources.conversation_db import ConversationDbSource
from inspector.sources.conversation_db.boundaries import ServedPath, boundaries_of, served_path

Opened = Callable[..., ConversationDbSource]


def load(source: ConversationDbSource, title: str) -> Conversation:
    return source.load(next(entry.id for entry in source.conversations() if entry.title == title))


def test_a_path_is_cut_at_its_last_clear_and_its_deepest_boundary() -> None:
    path = list("abcdefg")
    assert served_path(path, set(), set()) == ServedPath(None, 7, None, 7)
    assert served_path(path, set("ac"), set()) == ServedPath("c", 4, None, 4)
    assert served_path(path, set("c"), set("b")) == ServedPath("c", 4, None, 4)
    assert served_path(path, set("c"), set("bde")) == ServedPath("c", 4, "e", 2)
    assert served_path(path, set("g"), set("g")) == ServedPath("g", 0, None, 0)
    assert served_path([], set("a"), set("b")) == ServedPath(None, 0, None, 0)


def test_a_summary_row_is_the_served_boundary_with_its_turns_anchor(opened: Opened) -> None:
    conversation = load(opened("research"), "Battery materials briefing 电池材料简报")
    in_loop, durable = conversation.boundaries
    assert durable.origin is BoundaryOrigin.SUMMARY_ROW
    assert durable.served
    assert durable.after_message_id == durable.message_id == "01a00599-1a46-7878-9fca-fcaa4bef6e8e"
    assert durable.before_message_id == "01a0059a-0f32-728b-8849-32c4fd51574c"
    assert (durable.folded_count, durable.pre_tokens, durable.post_tokens) == (6, 13498, 906)
    assert durable.phase is AnchorPhase.TURN_START
    assert in_loop.origin is BoundaryOrigin.ANCHOR
    assert (in_loop.after_message_id, in_loop.part_index, in_loop.folded_count) == (None, 12, 9)


def test_anchors_of_every_status_are_folds_of_the_row_they_stand_in(opened: Opened) -> None:
    conversation = load(opened("toolloop"), "Handbook, twenty pages")
    summary, *anchors = conversation.boundaries
    assert summary.served
    assert summary.folded_count is None
    assert [anchor.status for anchor in anchors] == [
        AnchorStatus.DONE,
        AnchorStatus.DONE,
        AnchorStatus.SKIPPED,
        AnchorStatus.DONE,
        AnchorStatus.DONE,
        AnchorStatus.COMPACTING,
    ]
    assert [anchor.part_index for anchor in anchors] == [42, 43, 44, 45, 46, 12]


def test_a_summary_before_the_last_clear_is_not_served(opened: Opened) -> None:
    (boundary,) = load(opened("branches"), "Context cleared").boundaries
    assert boundary.origin is BoundaryOrigin.SUMMARY_ROW
    assert not boundary.served


def test_an_older_schema_has_no_summaries(opened: Opened) -> None:
    for name in ("old-schema", "older-schema"):
        source = opened(name)
        assert all(source.load(entry.id).boundaries == () for entry in source.conversations())
        assert [entry.fold_count for entry in source.conversations()] == [0] * len(source.conversations())


def anchor(folded: int) -> AnchorPart:
    return AnchorPart(
        type="data-compaction-anchor",
        raw={},
        status=AnchorStatus.DONE,
        phase=AnchorPhase.TURN_START,
        folded_count=folded,
    )


def folded_twice(*parts: tuple[str, AnchorPart]) -> dict[str, Message]:
    """Ten rows a … j; folds end at b and d, told by anchors in rows behind."""
    held = dict(parts)
    return {
        name: Message(
            id=name,
            role=Role.ASSISTANT,
            parts=(held[name],) if name in held else (),
            compaction_summary="summary" if name in "bd" else None,
        )
        for name in "abcdefghij"
    }


def test_each_of_two_folds_gets_the_anchor_of_its_own_turn() -> None:
    messages = folded_twice(("f", anchor(2)), ("i", anchor(3)))
    first, second = boundaries_of(messages, list("abcdefghij"))
    assert (first.message_id, first.folded_count) == ("b", 2)
    assert (second.message_id, second.folded_count, second.served) == ("d", 3, True)


def test_an_anchor_that_cannot_be_told_apart_stays_alone() -> None:
    boundaries = boundaries_of(folded_twice(("f", anchor(2))), list("abcdefghij"))
    assert [(found.message_id, found.folded_count) for found in boundaries] == [
        ("b", None),
        ("d", None),
        ("f", 2),
    ]


def test_an_anchor_before_its_summary_is_not_that_summarys() -> None:
    messages = folded_twice(("a", anchor(2)), ("i", anchor(3)))
    assert all(
        found.folded_count is None for found in boundaries_of(messages, list("abcdefghij")) if found.summary
    )
