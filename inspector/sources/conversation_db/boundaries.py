"""Where a conversation was folded, from summary rows and anchor parts (FORMATS A, PIPELINE §11, §12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeGuard

from inspector.model.compaction import AnchorPhase, AnchorStatus, BoundaryOrigin, CompactionBoundary
from inspector.model.message import Message, Role
from inspector.model.part import AnchorPart, Part


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
    summaries = {name for name, message in messages.items() if message.compaction_summary}
    served = served_path(active_path, clears, summaries).boundary
    followers = dict(pairwise(active_path))
    found: list[CompactionBoundary] = []
    claimed: set[tuple[str, int]] = set()
    for name, message in messages.items():
        if message.compaction_summary:
            boundary = CompactionBoundary(
                origin=BoundaryOrigin.SUMMARY_ROW,
                message_id=name,
                after_message_id=name,
                before_message_id=followers.get(name),
                summary=message.compaction_summary,
                served=name == served,
            )
            anchor = _turn_start_anchor(messages, active_path, name)
            if anchor is not None:
                claimed.add(anchor[:2])
                boundary = _with_anchor(boundary, anchor[2])
            found.append(boundary)
    loose = [_from_anchor(*anchor) for anchor in _anchors(messages) if anchor[:2] not in claimed]
    order = {name: index for index, name in enumerate(messages)}
    return tuple(sorted((*found, *loose), key=lambda boundary: order[boundary.message_id or ""]))


def has_clear(message: Message) -> bool:
    """Whether the row cuts everything up to and including itself out of the context."""
    return any(part.type == "data-clear" for part in message.parts)


def _turn_start_anchor(
    messages: Mapping[str, Message], path: Sequence[str], boundary_id: str
) -> tuple[str, int, AnchorPart] | None:
    """The anchor of the turn that wrote this boundary: it stands in the turn's assistant row.

    Only the turn start right behind the folded rows can have written it, so the first assistant row with a settled
    turn-start anchor behind the boundary is it, unless another boundary comes first.
    """
    if boundary_id not in path:
        return None
    for name in path[path.index(boundary_id) + 1 :]:
        message = messages[name]
        if message.role is Role.ASSISTANT:
            for index, part in enumerate(message.parts):
                if _is_settled_turn_start(part):
                    return name, index, part
        if message.compaction_summary:
            return None
    return None


def _is_settled_turn_start(part: Part) -> TypeGuard[AnchorPart]:
    return (
        isinstance(part, AnchorPart)
        and part.phase is AnchorPhase.TURN_START
        and part.status is AnchorStatus.DONE
    )


def _anchors(messages: Mapping[str, Message]) -> Iterator[tuple[str, int, AnchorPart]]:
    for name, message in messages.items():
        for index, part in enumerate(message.parts):
            if isinstance(part, AnchorPart):
                yield name, index, part


def _from_anchor(message_id: str, index: int, part: AnchorPart) -> CompactionBoundary:
    boundary = CompactionBoundary(origin=BoundaryOrigin.ANCHOR, message_id=message_id, part_index=index)
    return _with_anchor(boundary, part)


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
