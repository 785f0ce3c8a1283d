"""Where each citation of an answer leads: its own look-ups, only an earlier message's, or nowhere (PIPELINE §16)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from inspector.analysis.citations.markers import cited_ids
from inspector.analysis.citations.registry import build_registry
from inspector.model.message import Message
from inspector.model.part import Part, TextPart


@dataclass(frozen=True, slots=True)
class CitedMessage:
    """The citations of one message.

    Attributes:
        message_id: whose.
        registry_ids: ids it could cite.
        cited: ids its texts cite, each once, by first appearance.
        own: those that resolve.
        earlier: those known only from an earlier message of the path, which do not render.
        dangling: those that no output on the path has: the model saw something that is gone, or made it up.
    """

    message_id: str
    registry_ids: tuple[str, ...]
    cited: tuple[str, ...]
    own: tuple[str, ...]
    earlier: tuple[str, ...]
    dangling: tuple[str, ...]


def cite_message(message_id: str, parts: Sequence[Part], earlier_ids: Collection[str] = ()) -> CitedMessage:
    """Resolve one message; `earlier_ids` are registry ids of the messages before it on its path."""
    registry = build_registry(parts)
    texts = (cited_ids(part.text) for part in parts if isinstance(part, TextPart))
    cited = tuple(dict.fromkeys(marker_id for ids in texts for marker_id in ids))
    own = tuple(marker_id for marker_id in cited if registry.resolve(marker_id) is not None)
    others = [marker_id for marker_id in cited if marker_id not in own]
    return CitedMessage(
        message_id=message_id,
        registry_ids=tuple(registry.by_id),
        cited=cited,
        own=own,
        earlier=tuple(marker_id for marker_id in others if marker_id in earlier_ids),
        dangling=tuple(marker_id for marker_id in others if marker_id not in earlier_ids),
    )


def cite_path(messages: Iterable[Message]) -> list[CitedMessage]:
    """Resolve the messages of a branch, oldest first."""
    earlier: set[str] = set()
    found: list[CitedMessage] = []
    for message in messages:
        found.append(cite_message(message.id, message.parts, earlier))
        earlier.update(found[-1].registry_ids)
    return found
