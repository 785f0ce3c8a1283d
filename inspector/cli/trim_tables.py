"""What `trim` found: one tool output a row, sums by tool, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from inspector.cli.figures import count
from inspector.cli.info_tables import print_table
from inspector.cli.output import write_line

if TYPE_CHECKING:
    from inspector.pipeline.trim_record import TrimRecord

_TITLES: Final = {"in_flight": "in flight", "storage": "stored"}


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """One tool output.

    Attributes:
        place: where it is, by the words of the JSON form.
        tool_name: "" when it has none.
        records: what was done to its texts, by lane.
        drift: whether both lanes leave the same bytes; None = there is one lane.
    """

    place: Mapping[str, int | str]
    tool_name: str
    records: Mapping[str, Sequence[TrimRecord]]
    drift: str | None = None

    def saved(self, lane: str) -> int:
        """UTF-16 units that a lane would take out of it."""
        return sum(record.saved for record in self.records[lane])


@dataclass(frozen=True, slots=True)
class Trims:
    """All outputs at one threshold.

    Attributes:
        threshold, in_flight: UTF-16 units, as configured and as the model's window caps it in flight.
        lanes: `in_flight`, and `storage` in databases.
        rows: in stored order.
        notes: what could not be put back before.
    """

    threshold: int
    in_flight: int
    lanes: Sequence[str]
    rows: Sequence[ToolOutput]
    notes: Sequence[str] = ()

    def saved(self, lane: str) -> int:
        """UTF-16 units that a lane would take out of all."""
        return sum(row.saved(lane) for row in self.rows)

    def by_tool(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """(tool, parts, saved in each lane), the most saving in the last lane first."""
        own: dict[str, list[ToolOutput]] = {}
        for row in self.rows:
            own.setdefault(row.tool_name, []).append(row)
        rows = [
            (tool, len(outputs), tuple(sum(row.saved(lane) for row in outputs) for lane in self.lanes))
            for tool, outputs in own.items()
        ]
        return sorted(rows, key=lambda row: (*(-saved for saved in reversed(row[2])), row[0]))


def facts_of(trims: Trims) -> dict[str, object]:
    """The JSON form."""
    return {
        "threshold": trims.threshold,
        "in_flight_threshold": trims.in_flight,
        "parts": [
            {
                **row.place,
                "tool": row.tool_name,
                **({} if row.drift is None else {"drift": row.drift}),
                **{lane: [_record(record) for record in row.records[lane]] for lane in trims.lanes},
            }
            for row in trims.rows
        ],
        "tools": {
            tool: {"parts": parts, **dict(zip(trims.lanes, saved, strict=True))}
            for tool, parts, saved in trims.by_tool()
        },
        "saved": {lane: trims.saved(lane) for lane in trims.lanes},
        **({"notes": list(trims.notes)} if trims.notes else {}),
    }


def _record(record: TrimRecord) -> dict[str, object]:
    return {
        "key": record.key,
        "outcome": record.outcome.value,
        "reason": record.reason.value if record.reason else None,
        "chars_before": record.chars_before,
        "chars_after": record.chars_after,
        "place": record.place,
    }


def print_trims(trims: Trims) -> None:
    """One table of outputs, one of tools."""
    capped = f", {count(trims.in_flight)} in flight" if trims.in_flight != trims.threshold else ""
    places = [name for name in ("request", "message", "part") if trims.rows and name in trims.rows[0].place]
    columns = [f">{name}" if isinstance(trims.rows[0].place[name], int) else name for name in places]
    lanes = [column for lane in trims.lanes for column in (_TITLES[lane], ">saved")]
    print_table(
        f"Threshold {count(trims.threshold)}{capped} (characters)",
        (*columns, "tool", *lanes, *(("drift",) if "storage" in trims.lanes else ())),
        (
            (
                *(str(row.place[name]) for name in places),
                row.tool_name,
                *(
                    cell
                    for lane in trims.lanes
                    for cell in (_lane(row.records[lane]), count(row.saved(lane)))
                ),
                *(() if row.drift is None else (row.drift,)),
            )
            for row in trims.rows
        ),
    )
    total = ("total", len(trims.rows), tuple(trims.saved(lane) for lane in trims.lanes))
    print_table(
        "Saving per tool",
        ("tool", ">parts", *(f">{_TITLES[lane]}" for lane in trims.lanes)),
        [(tool, count(parts), *map(count, saved)) for tool, parts, saved in (*trims.by_tool(), total)],
    )
    for note in trims.notes:
        write_line(note)


def _lane(records: Sequence[TrimRecord]) -> str:
    """What became of an output: its outcomes, and of those kept the reason."""
    words = [record.reason.value if record.reason else record.outcome.value for record in records]
    counts = {word: words.count(word) for word in dict.fromkeys(words)}
    return (
        ", ".join(word if count == 1 else f"{count} {word}" for word, count in counts.items()) or "not sent"
    )
