"""The citation skeleton of one message: its answer with live citations, and the sources behind them (PIPELINE §16).

Outputs that were moved out of the message are put back, so that any threshold can be tried; what the message shows of
them under one is `skeleton_forms`' business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from inspector.analysis.citations.hostname import hostname
from inspector.analysis.citations.lookups import Finding, lookup_findings
from inspector.analysis.citations.markers import cited_ids, marker_parts
from inspector.analysis.citations.registry import Citation, build_registry
from inspector.model.conversation import Branch, Conversation
from inspector.model.envelope import BlobRef
from inspector.model.message import Message, Role
from inspector.model.part import Part, SourceUrlPart, TextPart, ToolPart
from inspector.model.problems import Problem
from inspector.pipeline.envelope_render import inflate_envelope
from inspector.replay.restore import Restorer
from inspector.sources.base import Progress, Source
from inspector.wire import JsonValue, length, vfs_uri


class MarkState(StrEnum):
    """Where a citation leads: to the message's own look-ups, only to an earlier message's, or nowhere."""

    OWN = "own"
    EARLIER = "earlier"
    DANGLING = "dangling"


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation in the text.

    Attributes:
        id: what the text names.
        state: where it leads.
        number: number shown of its source; 0 when it does not resolve.
        card: index of its card; None when there is none.
    """

    id: str
    state: MarkState
    number: int = 0
    card: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing a tool found.

    Attributes:
        id: what `[cite:id]` names.
        tool: the tool; "" for sources that came with the answer.
        part: index of its part in the message.
        item: position in the tool's output.
        text: in full, as far as it can be read.
        chars: UTF-16 units of the text in full, whether or not it can be read.
        readable: the text could be had.
    """

    id: str
    tool: str
    part: int
    item: int
    text: str
    chars: int
    readable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A source: everything found of one address.

    Attributes:
        number: as shown in the text; 0 = not cited.
        title, url, host: of the source; url and host may be "".
        entries: what was found of it; one of an earlier message has parts of that message.
        from_turn: the earlier message it is from; 0 = the message's own.
    """

    number: int
    title: str
    url: str
    host: str
    entries: tuple[Entry, ...]
    from_turn: int = 0

    @property
    def chars(self) -> int:
        """UTF-16 units of all its texts in full."""
        return sum(entry.chars for entry in self.entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skeleton:
    """A message with its citations.

    Attributes:
        message_id, turn: which message, and its position on the branch counted from 1.
        question: what the person wrote before it; "" of an answer that nobody asked for.
        texts: its text parts with every marker as `[cite:id]`.
        marks: its citations by id, by first appearance.
        cards: cited sources by number, those of earlier messages, then those not cited.
        tools: look-ups by tool, in order of first use.
        parts: its tool parts in full, by index.
    """

    message_id: str
    turn: int
    question: str
    texts: tuple[str, ...]
    marks: Mapping[str, Mark]
    cards: tuple[Card, ...]
    tools: Mapping[str, int]
    parts: Mapping[int, dict[str, JsonValue]] = field(repr=False)

    def count(self, state: MarkState) -> int:
        """Citations that lead there."""
        return sum(mark.state is state for mark in self.marks.values())


def turns_with_citations(conversation: Conversation, branch: Branch) -> list[str]:
    """Ids of the answers on a branch that cite something, oldest first."""
    return [
        message.id
        for message in conversation.path(branch)
        if message.role is Role.ASSISTANT
        and any(cited_ids(part.text) for part in message.parts if isinstance(part, TextPart))
    ]


def skeleton_of(
    source: Source,
    conversation: Conversation,
    branch: Branch,
    message_id: str,
    progress: Progress | None = None,
) -> Skeleton:
    """The skeleton of one message of a branch; reads the blobs behind its outputs. Raises `Problem`."""
    path = list(conversation.path(branch))
    position = next((at for at, message in enumerate(path) if message.id == message_id), None)
    if position is None:
        wanted = {"path": str(source.path), "what": "message", "name": message_id}
        raise Problem("no-such-item", {**wanted, "available": f"the branch has {len(path)}"})
    filler = _Filler(source, progress or Progress())
    message = path[position]
    parts = filler.parts(message)
    texts = [part.text for part in parts if isinstance(part, TextPart)]
    marked = marker_parts(texts, build_registry(parts))
    numbers = {name: citation.number for text in marked for name, citation in text.by_marker.items()}
    cards, homes = _own_cards(parts, numbers, filler.unread)
    cited = list(dict.fromkeys(name for text in marked for name in cited_ids(text.content)))
    earlier = _earlier_cards(path[:position], set(cited) - set(numbers), source)
    marks = _marks(cited, numbers, homes, {name: len(cards) + at for at, name in enumerate(earlier)})
    return _ordered(
        Skeleton(
            message_id=message_id,
            turn=position + 1,
            question=_question(path[:position]),
            texts=tuple(text.content for text in marked),
            marks=marks,
            cards=(*cards, *earlier.values()),
            tools=Counter(
                _name(part) for part in parts if isinstance(part, ToolPart) and lookup_findings([part])
            ),
            parts={at: _stored_part(part) for at, part in enumerate(parts) if isinstance(part, ToolPart)},
        )
    )


def _question(before: Sequence[Message]) -> str:
    """The text of the last user message."""
    asked = next((message for message in reversed(before) if message.role is Role.USER), None)
    parts = () if asked is None else asked.parts
    return "\n\n".join(part.text.strip() for part in parts if isinstance(part, TextPart))


class _Filler:
    """Puts outputs back that were moved out of a message.

    Attributes:
        unread: full length by (part index, key) of texts that cannot be had.
    """

    def __init__(self, source: Source, progress: Progress) -> None:
        self._source = source
        self._progress = progress
        self._restorer = Restorer(self._behind_marker)
        self.unread: dict[tuple[int, str], int] = {}

    def parts(self, message: Message) -> list[Part]:
        """The parts of a message with their outputs in full."""
        return [self._part(index, part) for index, part in enumerate(message.parts)]

    def _part(self, index: int, part: Part) -> Part:
        if not isinstance(part, ToolPart) or not part.has_output:
            return part
        self._progress.step(index, 0)
        output = self._inflated(index, part) if part.envelope is not None else self._restored(part.output)
        return part if output is part.output else replace(part, output=output, envelope=None)

    def _inflated(self, index: int, part: ToolPart) -> JsonValue:
        assert part.envelope is not None
        texts: dict[BlobRef, str | None] = {ref: self._source.blob(ref).text for ref in part.envelope.refs}
        self.unread |= {(index, ref.key): ref.total_chars for ref, text in texts.items() if text is None}
        try:
            return inflate_envelope(part.envelope, texts.__getitem__)
        except LookupError:
            return part.output

    def _restored(self, output: JsonValue) -> JsonValue:
        """A captured output with its markers put back."""
        result: JsonValue = {"role": "tool", "content": [{"type": "tool-result", "output": output}]}
        restored = self._restorer.message(result)
        if restored is result or not isinstance(restored, dict) or not isinstance(restored["content"], list):
            return output
        first = restored["content"][0]
        return first["output"] if isinstance(first, dict) else output

    def _behind_marker(self, place: str) -> str | None:
        name = place.rpartition("/")[2]
        blank = BlobRef("", "", name, "", "", 0, 0)
        return self._source.blob(blank).text if place == vfs_uri(name) or name.startswith("vfs_") else None


def _own_cards(
    parts: Sequence[Part], numbers: Mapping[str, int], unread: Mapping[tuple[int, str], int]
) -> tuple[list[Card], dict[str, int]]:
    """Cards of a message's own sources in registry order, and the card of each id."""
    registry = build_registry(parts)
    places = {id(citation): at for at, citation in enumerate(registry.all)}
    entries: list[list[Entry]] = [[] for _ in registry.all]
    homes = {name: places[id(citation)] for name, citation in registry.by_id.items()}
    for number, citation in registry.by_marker_number.items():
        homes.setdefault(str(number), places[id(citation)])
    for index, part in enumerate(parts):
        for entry in _entries(index, part, unread):
            if entry.id in homes and all(known.id != entry.id for known in entries[homes[entry.id]]):
                entries[homes[entry.id]].append(entry)
    shown = {homes[name]: number for name, number in numbers.items()}
    cards = [
        _card(citation, shown.get(at, 0), found)
        for at, (citation, found) in enumerate(zip(registry.all, entries, strict=True))
    ]
    return cards, homes


def _card(citation: Citation, number: int, entries: Iterable[Entry], from_turn: int = 0) -> Card:
    return Card(
        number=number,
        title=citation.title,
        url=citation.url,
        host=hostname(citation.url) if citation.url else "",
        entries=tuple(entries),
        from_turn=from_turn,
    )


def _entries(index: int, part: Part, unread: Mapping[tuple[int, str], int]) -> Iterator[Entry]:
    if isinstance(part, SourceUrlPart):
        yield Entry(id=part.source_id, tool="", part=index, item=0, text="", chars=0)
    elif isinstance(part, ToolPart):
        for findings in lookup_findings([part]):
            for item, finding in enumerate(findings):
                yield _entry(index, _name(part), item, finding, unread)


def _entry(
    index: int, tool: str, item: int, finding: Finding, unread: Mapping[tuple[int, str], int]
) -> Entry:
    lost = unread.get((index, f"/{item}/content"))
    return Entry(
        id=finding.id,
        tool=tool,
        part=index,
        item=item,
        text=finding.content,
        chars=length(finding.content) if lost is None else lost,
        readable=lost is None,
    )


def _earlier_cards(path: Sequence[Message], wanted: set[str], source: Source) -> dict[str, Card]:
    """Cards of sources that only earlier messages of the path found, by id; the newest message counts."""
    found: dict[str, Card] = {}
    for turn, message in enumerate(path, 1):
        named = wanted & build_registry(message.parts).by_id.keys() if wanted else ()
        if not named:
            continue
        filler = _Filler(source, Progress())
        parts = filler.parts(message)
        registry = build_registry(parts)
        for index, part in enumerate(parts):
            for entry in _entries(index, part, filler.unread):
                if entry.id in named:
                    found[entry.id] = _card(registry.by_id[entry.id], 0, [entry], turn)
    return found


def _marks(
    cited: Iterable[str], numbers: Mapping[str, int], own: Mapping[str, int], earlier: Mapping[str, int]
) -> dict[str, Mark]:
    marks: dict[str, Mark] = {}
    for name in cited:
        if name in numbers:
            marks[name] = Mark(name, MarkState.OWN, numbers[name], own[name])
        elif name in earlier:
            marks[name] = Mark(name, MarkState.EARLIER, 0, earlier[name])
        else:
            marks[name] = Mark(name, MarkState.DANGLING)
    return marks


def _ordered(skeleton: Skeleton) -> Skeleton:
    """Cited cards by number first, then those of earlier messages, then what was found but not cited."""

    def rank(at: int) -> tuple[int, int, int]:
        card = skeleton.cards[at]
        return (0 if card.number else 1 if card.from_turn else 2, card.number, at)

    order = sorted(range(len(skeleton.cards)), key=rank)
    place = {old: new for new, old in enumerate(order)}
    marks = {
        name: mark if mark.card is None else replace(mark, card=place[mark.card])
        for name, mark in skeleton.marks.items()
    }
    return replace(skeleton, cards=tuple(skeleton.cards[at] for at in order), marks=marks)


def _stored_part(part: ToolPart) -> dict[str, JsonValue]:
    """A tool part as a message row holds it; captured ones are recorded in another shape."""
    if isinstance(part.raw, dict) and part.raw.get("type") == part.type:
        return {**part.raw, "output": part.output} if part.has_output else part.raw
    fields: dict[str, JsonValue] = {"type": part.type, "toolCallId": part.tool_call_id, "input": part.input}
    if part.dynamic:
        fields["toolName"] = part.tool_name
    if part.state is not None:
        fields["state"] = part.state.value
    return {**fields, "output": part.output} if part.has_output else fields


def _name(part: ToolPart) -> str:
    return part.tool_name or ""
