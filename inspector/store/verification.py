"""Whether everything that was moved out of a database's messages can still be read, to the byte (PIPELINE §6, §7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from inspector.model.blob import Blob, BlobState
from inspector.model.envelope import BlobRef, is_envelope
from inspector.model.part import ToolPart, ToolState, parse_part
from inspector.pipeline.excerpt import excerpt
from inspector.sources.base import Progress
from inspector.sources.conversation_db import MessageRow, parse_data
from inspector.sources.conversation_db.records import INTERNAL
from inspector.sources.row_store import RowStore
from inspector.wire import vfs_filename

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SOUND: Final = (BlobState.OK, BlobState.UNCHECKED)


class FlawKind(StrEnum):
    """What is wrong. The first six are the blob's own states (`BlobState`).

    `malformed` no envelope can be read from the output · `other-text` the blob is whole but not the text that the
    envelope describes · `untied` no row ties the blob to its message, so a collection may take it.
    """

    MISSING_ENTRY = BlobState.MISSING_ENTRY.value
    REFUSED = BlobState.REFUSED.value
    MISSING_FILE = BlobState.MISSING_FILE.value
    SIZE_DIFFERS = BlobState.SIZE_DIFFERS.value
    HASH_DIFFERS = BlobState.HASH_DIFFERS.value
    NO_FOLDER = BlobState.NO_FOLDER.value
    MALFORMED = "malformed"
    OTHER_TEXT = "other-text"
    UNTIED = "untied"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One thing that is wrong.

    Attributes:
        message_id: where; None for an entry that no envelope points to.
        tool_name: "" where unknown.
        key: text inside the output; "" for the whole.
        entry_id: the blob; "" when the envelope names none.
        detail: what was expected and found.
    """

    kind: FlawKind
    message_id: str | None = None
    tool_name: str = ""
    key: str = ""
    entry_id: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Verification:
    """What was looked at and what is wrong with it.

    Attributes:
        envelopes, refs: of finished tool calls.
        other_entries: internal files that no envelope points to.
        flaws: in stored order, those of other entries last.
    """

    envelopes: int
    refs: int
    other_entries: int
    flaws: tuple[Flaw, ...]


def verify_source(source: RowStore, progress: Progress | None = None) -> Verification:
    """Read every blob of a database and compare it with its row and its envelope."""
    check = _Check(source)
    for count, row in enumerate(source.rows()):
        (progress or Progress()).step(count, 0, "rows")
        check.row(row)
    others = check.other_entries()
    return Verification(check.envelopes, check.refs, others, tuple(check.flaws))


class _Check:
    """One pass: counts and flaws so far."""

    def __init__(self, source: RowStore) -> None:
        self._source = source
        self._ties = {(ref.entry_id, ref.source_id) for ref in source.file_refs()}
        self._seen: set[str] = set()
        self.envelopes = 0
        self.refs = 0
        self.flaws: list[Flaw] = []

    def row(self, row: MessageRow) -> None:
        """Check the envelopes of a message."""
        for part in map(parse_part, parse_data(row.data).parts):
            if (
                isinstance(part, ToolPart)
                and part.state is ToolState.OUTPUT_AVAILABLE
                and is_envelope(part.output)
            ):
                self._part(row.id, part)

    def other_entries(self) -> int:
        """Check internal files that no envelope pointed to; returns how many there are."""
        others = [
            entry
            for entry in self._source.file_entries()
            if entry.origin == INTERNAL and entry.id not in self._seen
        ]
        for entry in others:
            state = self._source.blobs.check(entry)
            if state not in _SOUND:
                self.flaws.append(Flaw(kind=FlawKind(state.value), entry_id=entry.id, detail=entry.name))
        return len(others)

    def _part(self, message_id: str, part: ToolPart) -> None:
        self.envelopes += 1
        name = part.tool_name or ""
        if part.envelope is None:
            self.flaws.append(Flaw(kind=FlawKind.MALFORMED, message_id=message_id, tool_name=name))
            return
        for ref in part.envelope.refs:
            self.refs += 1
            self._seen.add(ref.file_entry_id)
            for kind, detail in self._ref_flaws(message_id, ref):
                self.flaws.append(
                    Flaw(
                        kind=kind,
                        message_id=message_id,
                        tool_name=name,
                        key=ref.key,
                        entry_id=ref.file_entry_id,
                        detail=detail,
                    )
                )

    def _ref_flaws(self, message_id: str, ref: BlobRef) -> Iterator[tuple[FlawKind, str]]:
        blob = self._source.blob(ref)
        if blob.state not in _SOUND:
            yield FlawKind(blob.state.value), _blob_detail(blob)
        elif blob.text is not None and (difference := _claim_difference(ref, blob.text)):
            yield FlawKind.OTHER_TEXT, difference
        if blob.state is not BlobState.MISSING_ENTRY and (ref.file_entry_id, message_id) not in self._ties:
            yield FlawKind.UNTIED, "no row of chat_message_file_ref ties it to the message"


def _blob_detail(blob: Blob) -> str:
    if blob.state is BlobState.SIZE_DIFFERS:
        return f"{blob.size} bytes instead of {blob.expected_size}"
    if blob.state is BlobState.HASH_DIFFERS:
        return f"{blob.found_hash} instead of {blob.expected_hash}"
    return Path(blob.path).name if blob.path else ""


def _claim_difference(ref: BlobRef, text: str) -> str:
    """The first thing that an envelope says of its text and that is not so; "" when all is."""
    shown = excerpt(text)
    claims = (
        ("name", ref.vfs_filename, vfs_filename(text)),
        ("chars", ref.total_chars, shown.total_chars),
        ("lines", ref.total_lines, shown.total_lines),
        ("head", _stored(ref.head), _stored(shown.head)),
        ("tail", _stored(ref.tail), _stored(shown.tail)),
    )
    return next((_claim(name, said, found) for name, said, found in claims if said != found), "")


def _stored(text: str) -> str:
    """The text as a blob keeps it; a cut through a pair leaves halves in an excerpt that no blob has."""
    return _SURROGATE.sub("\ufffd", text)


def _claim(name: str, said: object, found: object) -> str:
    return (
        f"{name} differs"
        if name in ("head", "tail")
        else f"{name} {said} in the envelope, {found} in the blob"
    )
