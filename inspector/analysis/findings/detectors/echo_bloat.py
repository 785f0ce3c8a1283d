"""echo-bloat: outputs of read tools stored in full although their text lies elsewhere already (PIPELINE §17.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import SourceSubject
from inspector.analysis.inventory.raw_parts import tool_name, tool_parts
from inspector.model.figures import percent
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions
from inspector.pipeline.stored_output import is_persisted_output
from inspector.replay.recorded_settings import recorded_threshold
from inspector.sources.base import Trait
from inspector.sources.conversation_db import MessageRow, ParsedData, parse_data
from inspector.sources.row_store import RowStore
from inspector.store.memory import MemoryStore
from inspector.store.row_trim import rehearsal_store, trim_row, trimmable_data
from inspector.wire import JsonValue, content_hash, utf8_length
from inspector.wire.reading import as_text

READ_TOOLS: Final = frozenset({"read_file", "fs_read"})
SMALLEST: Final = 40_000
"""Bytes of echo below which nobody cares."""
SHARE: Final = 0.3
"""Share of a conversation's stored bytes from which its echo is bloat."""
DUPLICATE: Final = 1000
"""Bytes from which an output that occurs again counts as a duplicate."""
LOW_THRESHOLD: Final = 5000
"""The threshold tried where the current one saves nothing."""
_TOP: Final = 10


@dataclass(slots=True)
class _Tally:
    """Bytes of one conversation, or of a whole database."""

    data_bytes: int = 0
    echo: int = 0
    duplicates: int = 0
    saved: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    by_tool: dict[str, dict[str, int]] = field(default_factory=dict)
    rows: list[tuple[int, str]] = field(default_factory=list)
    first: tuple[int, str, int] = (0, "", 0)
    hashes: set[str] = field(default_factory=set)

    def output(self, name: str, text: str, place: tuple[str, int], *, persisted: bool) -> None:
        """Count one output."""
        size = utf8_length(text)
        tool = self.by_tool.setdefault(name, {"parts": 0, "bytes": 0, "envelopes": 0, "duplicate_bytes": 0})
        tool["parts"] += 1
        tool["bytes"] += size
        tool["envelopes"] += persisted
        if persisted:
            return
        if name in READ_TOOLS:
            self.echo += size
            self.first = max(self.first, (size, *place))
        if size >= DUPLICATE:
            key = content_hash(text)
            if key in self.hashes:
                self.duplicates += size
                tool["duplicate_bytes"] += size
            self.hashes.add(key)


def find(subject: SourceSubject) -> Iterator[Finding]:
    """One finding per conversation with bloat, and one for the database when there is any."""
    database = subject.database
    if database is None:
        return
    threshold = recorded_threshold(database)
    tallies, whole = _count(subject, database, sorted({threshold, min(threshold, LOW_THRESHOLD)}))
    bloated = {name: tally for name, tally in tallies.items() if _is_bloat(tally)}
    for name, tally in bloated.items():
        where = Where(topic=name, message_id=tally.first[1], part=tally.first[2])
        yield _finding("", where, tally, threshold)
    if bloated or whole.duplicates >= SMALLEST:
        yield _finding("database", Where(), whole, threshold)


def _is_bloat(tally: _Tally) -> bool:
    return tally.echo >= SMALLEST and tally.echo >= SHARE * tally.data_bytes


def _count(
    subject: SourceSubject, database: RowStore, thresholds: list[int]
) -> tuple[dict[str, _Tally], _Tally]:
    tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
    whole = _Tally()
    stores = {threshold: rehearsal_store(database.file_entries()) for threshold in thresholds}
    for done, row in enumerate(database.rows()):
        subject.progress.step(done, 0, "stored outputs")
        for tally in (tallies[row.topic_id], whole):
            tally.data_bytes += row.data_bytes
            tally.rows.append((row.data_bytes, row.id))
        parsed = parse_data(row.data)
        _count_outputs(row, parsed, (tallies[row.topic_id], whole))
        _count_savings(row, parsed, (tallies[row.topic_id], whole), stores)
    return tallies, whole


def _count_outputs(row: MessageRow, parsed: ParsedData, tallies: tuple[_Tally, ...]) -> None:
    at = {id(part): index for index, part in enumerate(parsed.parts)}
    for part in tool_parts(parsed.parts):
        output: JsonValue = part.get("output")
        if output is None:
            continue
        text = as_text(output)
        for tally in tallies:
            place = (row.id, at[id(part)])
            tally.output(tool_name(part), text, place, persisted=is_persisted_output(output))


def _count_savings(
    row: MessageRow, parsed: ParsedData, tallies: tuple[_Tally, ...], stores: dict[int, MemoryStore]
) -> None:
    data = trimmable_data(row, parsed)
    if data is None:
        return
    for threshold, store in stores.items():
        options = StorageTrimOptions(budget=TrimBudget(threshold=threshold))
        saved = trim_row(data, options, store).bytes_saved
        for tally in tallies:
            tally.saved[threshold] += saved


def _finding(kind: str, where: Where, tally: _Tally, threshold: int) -> Finding:
    lowest = min(tally.saved, default=threshold)
    useful = tally.saved.get(threshold, 0) < tally.saved.get(lowest, 0)
    return DETECTOR.finding(
        kind,
        where=where,
        severity=Severity.INFO if kind else Severity.WARNING,
        data={
            "data_bytes": tally.data_bytes,
            "echo_bytes": tally.echo,
            "duplicate_bytes": tally.duplicates,
            "saved_at": {str(key): value for key, value in tally.saved.items()},
            "threshold": threshold,
            "by_tool": _table(tally),
            "top_rows": [
                {"message_id": name, "bytes": size} for size, name in sorted(tally.rows)[: -_TOP - 1 : -1]
            ],
        },
        echo=tally.echo,
        total=tally.data_bytes,
        share=percent(tally.echo / max(1, tally.data_bytes)),
        saved=tally.saved.get(threshold, 0),
        threshold=threshold,
        better=tally.saved.get(lowest, 0),
        lowest=lowest,
        duplicates=tally.duplicates,
        try_settings=(f"truncate_threshold={lowest}",) if useful else None,
    )


def _table(tally: _Tally) -> list[dict[str, Any]]:
    """Tools by stored bytes, most first."""
    rows: list[dict[str, Any]] = [{"tool": name, **counts} for name, counts in tally.by_tool.items()]
    return sorted(rows, key=lambda row: -int(row["bytes"]))


_NUMBERS = (
    "{duplicates} bytes are duplicates; trimming saves {saved} bytes at the current threshold of {threshold} chars, "
    "{better} at {lowest}"
)

DETECTOR = Detector(
    id="echo-bloat",
    title="Echo bloat",
    severity=Severity.WARNING,
    meaning="What a tool read from a file is stored in the message once more, in full.",
    remedy="Lower the storage threshold, or trim the stored rows.",
    needs=frozenset({Trait.ROWS}),
    wordings={
        "": Wording(
            message=f"read tools hold {{echo}} of {{total}} stored bytes ({{share}}); {_NUMBERS}",
            explanation="The text lies in its file already. Stored in full it makes the database larger, slows every "
            "load, and comes back in every prompt.",
            remedy="Lower the storage threshold to {lowest}, or trim the stored rows.",
        ),
        "database": Wording(
            message=f"the database holds {{total}} bytes of messages, {{echo}} of them echo of read tools; {_NUMBERS}",
            explanation="All conversations together, those in the bin included; the table by tool stands in the data.",
            remedy="Trim the stored rows; the largest are listed.",
        ),
    },
    source=find,
)
