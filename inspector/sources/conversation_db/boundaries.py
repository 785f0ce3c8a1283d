"""Where a conversation was folded, from summary rows and anchor parts (FORMATS A, PIPELINE §11, §12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise

from inspector.model.compaction import AnchorPhase, AnchorStatus, BoundaryOrigin, CompactionBoundary
from inspector.model.message import Message
from inspector.model.part import AnchorPart


@dataclass(frozen=True, slots=True)
class ServedPath:
    """What of a branch the next prompt is built from.

    Attributes:
        last_clear: last row with a `data-clear` part; None = none.
        after_clear: number of rows behind it.
        boundary: deepest row behind it that holds a summary; None = none.
        after_boundary: number of rows behind the boundary (behind the clear when there is none).
    """

    last_clear: str | None
    after_clear: int
    boundary: str | None
    after_boundary: int


def served_path(path: Sequence[str], clears: Set[str], summaries: Set[str]) -> ServedPath:
    """Cut a branch (oldest first) at its last clear and its deepest boundary."""
    clear = _last_index(path, clears)
    behind = path[clear + 1 :]
    boundary = _last_index(behind, summaries)
    return ServedPath(
        last_clear=path[clear] if clear >= 0 else None,
        after_clear=len(behind),
        boundary=behind[boundary] if boundary >= 0 else None,
        after_boundary=len(behind) - boundary - 1,
    )


def boundaries_of(
    messages: Mapping[str, Message], active_path: Sequence[str]
) -> tuple[CompactionBoundary, ...]:
    """Folds in stored order: summary rows, and the anchors that belong to none of them."""
    clears = {name for name, message in messages.items() if has_clear(message)}
    summaries = [name for name, message in messages.items() if message.compaction_summary]
    served = served_path(active_path, clears, set(summaries)).boundary
    followers = dict(pairwise(active_path))
    anchors = _anchors_of_summaries(messages, active_path)
    rows = [
        CompactionBoundary(
            origin=BoundaryOrigin.SUMMARY_ROW,
            message_id=name,
            after_message_id=name,
            before_message_id=followers.get(name),
            summary=messages[name].compaction_summary,
            served=name == served,
        )
        for name in summaries
    ]
    told = [
        _with_anchor(row, anchors[row.message_id].part) if row.message_id in anchors else row for row in rows
    ]
    claimed = {anchor.place for anchor in anchors.values()}
    loose = [_from_anchor(found) for found in _anchors(messages) if found.place not in claimed]
    order = {name: index for index, name in enumerate(messages)}
    return tuple(sorted((*told, *loose), key=lambda boundary: order[boundary.message_id or ""]))


def has_clear(message: Message) -> bool:
    """Whether the row cuts everything up to and including itself out of the context."""
    return any(part.type == "data-clear" for part in message.parts)


@dataclass(frozen=True, slots=True)
class _Anchor:
    message_id: str
    part_index: int
    part: AnchorPart

    @property
    def place(self) -> tuple[str, int]:
        return self.message_id, self.part_index

    @property
    def is_settled_turn_start(self) -> bool:
        return self.part.phase is AnchorPhase.TURN_START and self.part.status is AnchorStatus.DONE


def _anchors_of_summaries(messages: Mapping[str, Message], path: Sequence[str]) -> dict[str | None, _Anchor]:
    """The anchor that tells of each summary on the branch, by the summary's row.

    Summaries are written at the start of a turn, each deeper than the one before, and the anchor stands in that
    turn's answer: so both are in the same order. Builds that store no anchors, or only some, leave no telling
    which belongs to which; then there are none.
    """
    summaries = [name for name in path if messages[name].compaction_summary]
    found = [
        anchor for name in path for anchor in _anchors_in(messages[name]) if anchor.is_settled_turn_start
    ]
    place = {name: index for index, name in enumerate(path)}
    pairs = list(zip(summaries, found, strict=False))
    fits = all(place[name] < place[anchor.message_id] for name, anchor in pairs)
    return dict(pairs) if len(summaries) == len(found) and fits else {}


def _anchors(messages: Mapping[str, Message]) -> Iterator[_Anchor]:
    for message in messages.values():
        yield from _anchors_in(message)


def _anchors_in(message: Message) -> Iterator[_Anchor]:
    for index, part in enumerate(message.parts):
        if isinstance(part, AnchorPart):
            yield _Anchor(message.id, index, part)


def _from_anchor(found: _Anchor) -> CompactionBoundary:
    boundary = CompactionBoundary(
        origin=BoundaryOrigin.ANCHOR, message_id=found.message_id, part_index=found.part_index
    )
    return _with_anchor(boundary, found.part)


def _with_anchor(boundary: CompactionBoundary, part: AnchorPart) -> CompactionBoundary:
    return replace(
        boundary,
        folded_count=part.folded_count,
        pre_tokens=part.pre_tokens,
        post_tokens=part.post_tokens,
        status=part.status,
        phase=part.phase,
    )


def _last_index(path: Sequence[str], wanted: Set[str]) -> int:
    return next((index for index in range(len(path) - 1, -1, -1) if path[index] in wanted), -1)
