"""What both trims would do to each stored tool output, and where they would not leave the same bytes (PIPELINE §5, §6).

The prompt of the turn that made an output holds what the in-flight trim left of it; the prompts after it hold what was
rendered from storage. Where the two differ, the provider's prefix cache breaks at that output.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from inspector.pipeline.conversion import ConversionError, ConversionOptions, convert_message, forms_for
from inspector.pipeline.envelope_render import render_output
from inspector.pipeline.in_flight_trim import InFlightOptions, trim_tool_results
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions, tool_name_of
from inspector.pipeline.stored_output import is_persisted_output
from inspector.pipeline.tool_registry import ToolRegistry, built_in_registry
from inspector.pipeline.trim_record import TrimOutcome, TrimRecord
from inspector.sources.conversation_db import MessageRow
from inspector.sources.row_store import RowStore
from inspector.store.memory import MemoryStore
from inspector.store.offload import StoreOffload
from inspector.store.row_trim import rehearsal_store, trim_row, trimmable_data
from inspector.wire import JsonValue, dumps

JsonObject = dict[str, JsonValue]


class Drift(StrEnum):
    """Whether an output looks the same in the turn that made it and in those after it.

    `none` it does · `other-bytes` it does not · `new-path` a text of it is trimmed in flight but stored whole: once
    its provisional blob is collected, it is offloaded anew and shows another path · `unknown` it was trimmed before,
    or cannot be sent at all.
    """

    NONE = "none"
    OTHER_BYTES = "other-bytes"
    NEW_PATH = "new-path"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PartLanes:
    """One tool part in both lanes.

    Attributes:
        message_id, topic_id, part: where it is.
        tool_name: "" when it has none.
        in_flight, storage: one record per text looked at; empty in flight when the output cannot be sent.
        drift: do both lanes leave the same bytes.
        stored_again: it is an envelope already, so both lanes see its marker.
    """

    message_id: str
    topic_id: str
    part: int
    tool_name: str
    in_flight: tuple[TrimRecord, ...]
    storage: tuple[TrimRecord, ...]
    drift: Drift
    stored_again: bool


@dataclass(frozen=True, slots=True)
class LaneSettings:
    """Thresholds in UTF-16 units; they differ where the model's window caps the one in flight.

    Attributes:
        storage, in_flight: texts longer than this are trimmed.
        registry: tools with codecs and exemptions.
        userdata: where the application keeps its data, as markers show it.
    """

    storage: int
    in_flight: int
    registry: ToolRegistry
    userdata: str

    @classmethod
    def of(
        cls,
        threshold: int,
        userdata: str,
        *,
        in_flight: int | None = None,
        registry: ToolRegistry | None = None,
    ) -> LaneSettings:
        """Settings with the built-in tools, and the same threshold in both lanes unless told otherwise."""
        capped = threshold if in_flight is None else in_flight
        return cls(threshold, capped, registry or built_in_registry(), userdata)


def trim_lanes(source: RowStore, settings: LaneSettings) -> Iterator[PartLanes]:
    """Every finished tool output of every assistant row, in stored order."""
    lanes = _Lanes(settings, rehearsal_store(source.file_entries(), f"{settings.userdata}/Data/Files"))
    for row in source.rows():
        data = trimmable_data(row)
        if data is not None:
            yield from lanes.row(row, data)


class _Lanes:
    """Both lanes over one store."""

    def __init__(self, settings: LaneSettings, store: MemoryStore) -> None:
        self._store = store
        self._stored = StorageTrimOptions(
            budget=TrimBudget(threshold=settings.storage), registry=settings.registry
        )
        self._sent = InFlightOptions(
            budget=TrimBudget(threshold=settings.in_flight), per_tool=settings.registry.policies()
        )

    def row(self, row: MessageRow, data: JsonObject) -> Iterator[PartLanes]:
        """The tool parts of one row."""
        trim = trim_row(data, self._stored, self._store)
        before, after = data["parts"], trim.data["parts"]
        assert isinstance(before, list)
        assert isinstance(after, list)
        for at, (part, stored) in enumerate(zip(before, after, strict=True)):
            if (
                isinstance(part, dict)
                and isinstance(stored, dict)
                and part.get("state") == "output-available"
            ):
                records = tuple(record for record in trim.records if record.part == at)
                if records:
                    yield self._part(row, at, part, stored, records)

    def _part(
        self, row: MessageRow, at: int, part: JsonObject, stored: JsonObject, records: tuple[TrimRecord, ...]
    ) -> PartLanes:
        now, in_flight = self._in_prompt(part)
        later, _ = self._in_prompt(stored)
        enveloped = is_persisted_output(part.get("output"))
        return PartLanes(
            message_id=row.id,
            topic_id=row.topic_id,
            part=at,
            tool_name=tool_name_of(part) or "",
            in_flight=in_flight,
            storage=records,
            drift=Drift.UNKNOWN if enveloped or now is None else _drift(now, later, in_flight, records),
            stored_again=enveloped,
        )

    def _in_prompt(self, part: JsonObject) -> tuple[str | None, tuple[TrimRecord, ...]]:
        """The JSON of a part's result in a prompt, and what the trim did to it; None when it cannot be sent."""
        name = tool_name_of(part) or ""
        options = ConversionOptions(forms=forms_for((name,)), render_output=self._render)
        try:
            converted = convert_message({"id": "", "role": "assistant", "parts": [part]}, options)
        except ConversionError:
            return None, ()
        prompt: list[JsonValue] = [message for message in converted.messages if message.get("role") == "tool"]
        if not prompt:
            return None, ()
        trimmed = trim_tool_results(prompt, self._sent, StoreOffload(self._store))
        return dumps(trimmed.prompt), trimmed.records

    def _render(self, output: JsonValue) -> JsonValue:
        return render_output(output, self._store.path)


def _drift(
    now: str, later: str | None, in_flight: tuple[TrimRecord, ...], storage: tuple[TrimRecord, ...]
) -> Drift:
    if now != later:
        return Drift.OTHER_BYTES
    offloaded = {record.key for record in in_flight if record.outcome is TrimOutcome.MARKED}
    stored = {record.key for record in storage if record.outcome is TrimOutcome.STORED}
    return Drift.NONE if offloaded <= stored else Drift.NEW_PATH
