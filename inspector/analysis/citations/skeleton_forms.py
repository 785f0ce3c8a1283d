"""What a message's look-ups look like in full, in the prompt, and as stored, under given settings (PIPELINE §5, §6).

Whatever a trim cuts, ids, titles and URLs stay; `FormView.resolving` is checked against the trimmed outputs themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from inspector.analysis.citations.registry import build_registry
from inspector.analysis.citations.skeleton import Entry, MarkState, Skeleton
from inspector.model.part import Part, parse_part
from inspector.model.settings import ReplaySettings
from inspector.pipeline.codecs import snippet
from inspector.pipeline.conversion import ConversionError, ConversionOptions, convert_message, forms_for
from inspector.pipeline.excerpt import excerpt
from inspector.pipeline.in_flight_trim import InFlightOptions, trim_tool_results
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions, trim_for_storage
from inspector.pipeline.trim_record import TrimOutcome, TrimRecord
from inspector.replay.rules import in_flight_registry, storage_registry
from inspector.store.memory import MemoryStore
from inspector.store.offload import StoreOffload
from inspector.wire import JsonValue, length

FOLDER: Final = "/Data/Files"
"""Stands for the application's blob folder in the paths that markers show."""


class Form(StrEnum):
    """`full` as the tools returned it · `prompt` as the model sees it · `stored` as the database keeps it."""

    FULL = "full"
    PROMPT = "prompt"
    STORED = "stored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What stands for a text in a form.

    Attributes:
        chars: UTF-16 units of what stands there.
        vfs_filename: where the rest is kept; "" = the text is whole.
        head, tail: the ends that stay.
        snippet: what a stored output shows in the text's place; "" in other forms.
    """

    chars: int
    vfs_filename: str = ""
    head: str = ""
    tail: str = ""
    snippet: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is cut out."""
        return not self.vfs_filename


@dataclass(frozen=True, slots=True, kw_only=True)
class FormView:
    """A message's look-ups in one form.

    Attributes:
        form: which.
        shown: by (part, item) of the entry.
        resolving: ids of the message's own citations that still resolve.
        chars_full, chars: UTF-16 units of all texts in full and in this form.
    """

    form: Form
    shown: Mapping[tuple[int, int], Shown]
    resolving: frozenset[str]
    chars_full: int
    chars: int


def view_of(skeleton: Skeleton, form: Form, settings: ReplaySettings) -> FormView:
    """A skeleton's look-ups in a form."""
    entries = [entry for card in skeleton.cards if not card.from_turn for entry in card.entries]
    lane = _LANES[form](skeleton, settings)
    shown = {(entry.part, entry.item): lane.shown(entry) for entry in entries}
    own = [mark.id for mark in skeleton.marks.values() if mark.state is MarkState.OWN]
    registry = build_registry([part for _, part in sorted(lane.parts.items())])
    came_along = {entry.id for entry in entries if not entry.tool}
    return FormView(
        form=form,
        shown=shown,
        resolving=frozenset(
            name
            for name in own
            if registry.resolve(name) is not None
            or name in came_along
            or any(name in text for text in lane.opaque)
        ),
        chars_full=sum(entry.chars for entry in entries),
        chars=sum(item.chars for item in shown.values()),
    )


class _Full:
    """Outputs as the tools returned them.

    Attributes:
        parts: the tool parts in this form, by index.
        opaque: outputs that are one text here.
    """

    def __init__(self, skeleton: Skeleton, settings: ReplaySettings) -> None:
        self.parts: dict[int, Part] = {at: parse_part(raw) for at, raw in skeleton.parts.items()}
        self.opaque: list[str] = []

    def shown(self, entry: Entry) -> Shown:
        """What stands for an entry."""
        return Shown(chars=entry.chars)


class _Prompt(_Full):
    """Outputs as a prompt holds them after the in-flight trim."""

    def __init__(self, skeleton: Skeleton, settings: ReplaySettings) -> None:
        super().__init__(skeleton, settings)
        self._settings = settings
        self._options = InFlightOptions(
            budget=_budget(settings), per_tool=in_flight_registry(settings.codecs).policies()
        )
        self._storage = StoreOffload(MemoryStore(FOLDER))
        self._cut: dict[tuple[int, str], TrimRecord] = {}
        for at, raw in skeleton.parts.items():
            self._trim(at, raw)

    def _trim(self, at: int, raw: dict[str, JsonValue]) -> None:
        value, records = self._sent(raw)
        self._cut |= {
            (at, record.key): record for record in records if record.outcome is not TrimOutcome.KEPT
        }
        if isinstance(value, str):
            self.opaque.append(value)
        self.parts[at] = parse_part({**raw, "output": value})

    def _sent(self, raw: dict[str, JsonValue]) -> tuple[JsonValue, tuple[TrimRecord, ...]]:
        """The value of the part's tool result in a prompt."""
        name = str(raw.get("toolName") or str(raw.get("type")).removeprefix("tool-"))
        options = ConversionOptions(forms=forms_for((name,)))
        try:
            converted = convert_message({"id": "", "role": "assistant", "parts": [raw]}, options)
        except ConversionError:
            return raw.get("output"), ()
        results: list[JsonValue] = [m for m in converted.messages if m.get("role") == "tool"]
        trimmed = trim_tool_results(results, self._options, self._storage)
        return _value(trimmed.prompt), trimmed.records

    def shown(self, entry: Entry) -> Shown:
        record = self._cut.get((entry.part, f"/{entry.item}/content")) or self._cut.get((entry.part, ""))
        if record is None:
            return Shown(chars=entry.chars)
        return _excerpted(entry, self._settings, record.vfs_filename or FOLDER, record.chars_after)


class _Stored(_Full):
    """Outputs as the database keeps them after the storage trim."""

    def __init__(self, skeleton: Skeleton, settings: ReplaySettings) -> None:
        super().__init__(skeleton, settings)
        self._settings = settings
        options = StorageTrimOptions(
            budget=_budget(settings),
            registry=storage_registry(settings.codecs),
            enabled=settings.storage_trim,
        )
        indexes = list(skeleton.parts)
        trimmed = trim_for_storage([skeleton.parts[at] for at in indexes], options, MemoryStore(FOLDER))
        self.parts = {at: parse_part(raw) for at, raw in zip(indexes, trimmed.parts, strict=True)}
        self._cut = {
            (indexes[record.part], record.key): record
            for record in trimmed.records
            if record.outcome is TrimOutcome.STORED
        }

    def shown(self, entry: Entry) -> Shown:
        record = self._cut.get((entry.part, f"/{entry.item}/content")) or self._cut.get((entry.part, ""))
        if record is None:
            return Shown(chars=entry.chars)
        kept = snippet(entry.text) if record.key else ""
        return _excerpted(entry, self._settings, record.vfs_filename or "", record.chars_after, kept)


_LANES: Final[Mapping[Form, type[_Full]]] = {
    Form.FULL: _Full,
    Form.PROMPT: _Prompt,
    Form.STORED: _Stored,
}


def _budget(settings: ReplaySettings) -> TrimBudget:
    return TrimBudget(
        threshold=settings.truncate_threshold,
        head_chars=settings.head_chars,
        tail_chars=settings.tail_chars,
    )


def _excerpted(entry: Entry, settings: ReplaySettings, name: str, chars: int, kept: str = "") -> Shown:
    ends = excerpt(entry.text, settings.head_chars, settings.tail_chars)
    return Shown(chars=chars, vfs_filename=name, head=ends.head, tail=ends.tail, snippet=kept)


def _value(prompt: list[JsonValue]) -> JsonValue:
    """The output's value of the one tool result in a prompt; None when there is none."""
    for message in prompt:
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            output = part.get("output") if isinstance(part, dict) else None
            if isinstance(output, dict):
                return output.get("value")
    return None


def hidden_chars(entry: Entry, shown: Shown) -> int:
    """UTF-16 units of a text that its form does not show."""
    return max(0, entry.chars - length(shown.head) - length(shown.tail))
