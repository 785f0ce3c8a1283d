"""Whether a trimmed copy of a database gives everything back that the original has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from inspector.model.envelope import BlobRef, parse_envelope
from inspector.sources.base import Progress
from inspector.sources.conversation_db import ConversationDbSource, MessageRow
from inspector.store.row_trim import restores
from inspector.store.verification import Flaw, FlawKind, verify_source
from inspector.wire import JsonSyntaxError, JsonValue, dumps, loads


@dataclass(frozen=True, slots=True)
class CopyDifference:
    """Something that is not as it was.

    Attributes:
        message_id: where; "" for the database as a whole.
        what: what differs.
    """

    message_id: str
    what: str


def compare_copy(
    original: ConversationDbSource, copy: ConversationDbSource, progress: Progress
) -> tuple[int, list[CopyDifference]]:
    """Compare row by row, inflating every envelope that the original does not have.

    Returns the number of envelopes read back, and the differences.
    """
    check = _Comparison(copy)
    for count, (before, after) in enumerate(zip_longest(original.rows(), copy.rows())):
        progress.step(count, 0, "compared")
        check.row(before, after)
    known = verify_source(original).flaws
    # Without a blob folder nothing is known of the original's blobs; the copy has a folder, and misses them one by one.
    unknowable = {_place(flaw) for flaw in known if flaw.kind is FlawKind.NO_FOLDER}
    for flaw in verify_source(copy).flaws:
        if flaw not in known and _place(flaw) not in unknowable:
            check.note(
                flaw.message_id or "", f"{flaw.kind.value}: blob {flaw.entry_id} {flaw.detail}".rstrip()
            )
    if damage := copy.verify():
        check.note("", damage)
    return check.envelopes, check.differences


def _place(flaw: Flaw) -> tuple[str | None, str, str]:
    return flaw.message_id, flaw.key, flaw.entry_id


class _Comparison:
    """One comparison; what was found so far."""

    def __init__(self, copy: ConversationDbSource) -> None:
        self.envelopes = 0
        self.differences: list[CopyDifference] = []
        self._copy = copy

    def note(self, message_id: str, what: str) -> None:
        """One more difference."""
        self.differences.append(CopyDifference(message_id, what))

    def row(self, before: MessageRow | None, after: MessageRow | None) -> None:
        """Compare a row with its copy."""
        if before is None or after is None or before.id != after.id:
            self.note((before or after or _NOBODY).id, "the rows are not the same")
            return
        if replace(after, data=before.data, data_bytes=before.data_bytes) != before:
            self.note(before.id, "columns other than data differ")
        if after.data != before.data:
            for what in self._data(before.data or "", after.data or ""):
                self.note(before.id, what)

    def _data(self, before: str, after: str) -> Iterator[str]:
        try:
            old, new = loads(before), loads(after)
        except JsonSyntaxError as error:
            yield f"data is no JSON: {error}"
            return
        if not isinstance(old, dict) or not isinstance(new, dict):
            yield "data is no object"
            return
        old_parts, new_parts = old.get("parts"), new.get("parts")
        if (
            not isinstance(old_parts, list)
            or not isinstance(new_parts, list)
            or len(old_parts) != len(new_parts)
        ):
            yield "the parts are not as many"
            return
        if dumps({**old, "parts": None}) != dumps({**new, "parts": None}):
            yield "members other than parts differ"
        for index, (old_part, new_part) in enumerate(zip(old_parts, new_parts, strict=True)):
            if not self._part_is_back(old_part, new_part):
                yield f"part {index} does not come back"

    def _part_is_back(self, old: JsonValue, new: JsonValue) -> bool:
        if dumps(old) == dumps(new):
            return True
        if (
            not isinstance(old, dict)
            or not isinstance(new, dict)
            or parse_envelope(new.get("output")) is None
        ):
            return False
        self.envelopes += 1
        rest_is_same = dumps({**old, "output": None}) == dumps({**new, "output": None})
        return rest_is_same and restores(old.get("output"), new.get("output"), self._text)

    def _text(self, ref: BlobRef) -> str | None:
        return self._copy.blob(ref).text


_NOBODY = MessageRow(rowid=0, id="", parent_id=None, topic_id="", role="", status="", data=None, data_bytes=0)
