"""Attachments of a turn as the application writes them into its messages (PIPELINE §9)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.pipeline.attachments import (
    CAP_WITHOUT_WINDOW,
    AttachedText,
    attached_text,
    longest_prefix,
    share_pool,
    token_pool,
)
from inspector.pipeline.compaction.retained import collect_file_attachments
from inspector.pipeline.compaction.rows import Row, parts_of
from inspector.pipeline.read_back import FileKind
from inspector.replay.resolve import Resolved
from inspector.replay.session import AttachedFile, RowSession
from inspector.replay.unknown import Unknown
from inspector.tokens import Count, Dialect, footprint, has_o200k, o200k, tokenx, tool_tokens
from inspector.wire import JsonValue, encode_utf8

_NATIVE: Final = frozenset({FileKind.IMAGE, FileKind.AUDIO, FileKind.VIDEO})
_LEAST_SCHEMA: Final[JsonValue] = {"type": "object", "properties": {"q": {"type": "string"}}}
"""About the least that a tool declares; what it really declares is not recorded."""


@dataclass(frozen=True, slots=True)
class Routed:
    """The attachments of a turn.

    Attributes:
        texts: per row, what stands in place of each file part that points to an entry; None = it stays a file.
        unknown: what of it a recording does not tell.
    """

    texts: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    unknown: tuple[Unknown, ...] = ()


NOTHING: Final = Routed()


@dataclass(slots=True)
class AttachmentMemo:
    """What was counted and cut of attachments, whatever the settings."""

    sizes: dict[Hashable, int] = field(default_factory=dict)
    prefixes: dict[Hashable, int] = field(default_factory=dict)
    texts: dict[Hashable, str] = field(default_factory=dict)
    footprints: dict[int, tuple[JsonValue, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Slot:
    """One attachment of the served rows."""

    row_id: str
    place: int
    entry_id: str
    file: AttachedFile
    written: AttachedText


class AttachmentLane:
    """Routes the attachments of one replay run."""

    def __init__(self, session: RowSession, resolved: Resolved, memo: AttachmentMemo) -> None:
        self._session = session
        self._resolved = resolved
        self._memo = memo
        openai = resolved.defaults.dialect is Dialect.OPENAI
        self._count: Count = o200k if openai and has_o200k() else tokenx
        self._own_tokens = not openai or has_o200k()

    def route(
        self, served: Sequence[Row], raw: Sequence[Row], convert: Callable[[], Sequence[JsonValue]]
    ) -> Routed:
        """The attachments of the served rows; handles are given over `raw`, folded rows included.

        `convert` gives the served messages with their files still in place, which is what the room is spent on.
        """
        shown = {str(row["id"]) for row in served}
        found = [slot for slot in self._slots(raw) if slot.row_id in shown]
        if not found:
            return NOTHING
        written = [slot for slot in found if not self._stays(slot.file.kind)]
        caps = self._caps(written, convert)
        unknown = [slot.file.unknown for slot in found if slot.file.unknown is not None]
        if self._resolved.defaults.takes is None and any(slot.file.kind in _NATIVE for slot in found):
            unknown.append(Unknown.MEDIA_UNKNOWN)
        cut = any(cap is not None for cap in caps) and self._resolved.window is not None
        if cut and self._resolved.settings.tool_tokens is None:
            unknown.append(Unknown.POOL_ESTIMATED)
        if cut and not self._own_tokens:
            unknown.append(Unknown.TOKENIZER)
        return Routed(self._by_row(written, caps), tuple(dict.fromkeys(unknown)))

    def whole(self, rows: Sequence[Row]) -> Routed:
        """All attachments in full."""
        written = [slot for slot in self._slots(rows) if slot.file.kind not in _NATIVE]
        return Routed(self._by_row(written, [None] * len(written)))

    def _slots(self, rows: Sequence[Row]) -> list[_Slot]:
        """The attachments of rows, in order."""
        places: dict[str, int] = {}
        slots = []
        for found in collect_file_attachments(rows):
            row_id = str(rows[found.row]["id"])
            place = places[row_id] = places.get(row_id, -1) + 1
            file = self._session.attached(found.entry_id)
            written = attached_text(found.handle, file.kind, file.text)
            slots.append(_Slot(row_id, place, found.entry_id, file, written))
        return slots

    def _stays(self, kind: FileKind) -> bool:
        """Whether a file of a kind is sent as it is: the model takes it, or nothing says that it does not."""
        takes = self._resolved.defaults.takes
        return kind in _NATIVE and (takes is None or kind.value in takes)

    def _by_row(
        self, slots: Sequence[_Slot], caps: Sequence[int | None]
    ) -> dict[str, tuple[str | None, ...]]:
        texts: dict[str, list[str | None]] = {}
        for slot, cap in zip(slots, caps, strict=True):
            row = texts.setdefault(slot.row_id, [])
            row.extend([None] * (slot.place - len(row)))
            row.append(self._text(slot, cap))
        return {row_id: tuple(found) for row_id, found in texts.items()}

    def _text(self, slot: _Slot, cap: int | None) -> str:
        has_tools = self._resolved.defaults.has_tools
        key = (slot.entry_id, slot.written.handle, cap, has_tools)
        known = self._memo.texts.get(key)
        if known is None:
            known = self._memo.texts[key] = slot.written.written(cap, has_tools=has_tools)
        return known

    def _caps(self, slots: Sequence[_Slot], convert: Callable[[], Sequence[JsonValue]]) -> list[int | None]:
        """UTF-16 units that each body may keep; None = all."""
        bodies = [slot.written.body or "" for slot in slots]
        resolved = self._resolved
        if resolved.window is None:
            return [CAP_WITHOUT_WINDOW] * len(slots)
        messages = convert()
        room = resolved.policy.input_room(resolved.window, resolved.reservation).value
        if self._surely_fits(bodies, messages, room):
            return [None] * len(slots)
        pool = token_pool(room, self._spent(messages))
        sizes = [self._size(body) for body in bodies]
        shares = share_pool(sizes, pool)
        return [
            None if share >= size else self._prefix(body, share)
            for body, size, share in zip(bodies, sizes, shares, strict=True)
        ]

    def _surely_fits(self, bodies: Sequence[str], messages: Sequence[JsonValue], room: float) -> bool:
        """Whether there is room even at a token a byte, so that nothing needs to be counted."""
        rough_spent = 2 * sum(footprint([message], self._resolved.defaults.dialect) for message in messages)
        most = sum(len(encode_utf8(body)) for body in bodies)
        return most + rough_spent + 4 * self._declared() <= token_pool(room, 0)

    def _spent(self, messages: Sequence[JsonValue]) -> int:
        system = self._count(self._session.system) if self._session.system else 0
        return sum(map(self._footprint, messages)) + system + self._declared()

    def _footprint(self, message: JsonValue) -> int:
        known = self._memo.footprints.get(id(message))
        if known is None:
            tokens = footprint([message], self._resolved.defaults.dialect, self._count)
            known = self._memo.footprints[id(message)] = (message, tokens)
        return known[1]

    def _declared(self) -> int:
        """Tokens of the tool declarations: as set, else the least that the tools known by name can take."""
        settings = self._resolved.settings
        if settings.tool_tokens is not None:
            return settings.tool_tokens
        if not self._resolved.defaults.has_tools:
            return 0
        names = {"read_file", *_called(self._session.rows)} | ({"fs_read"} if settings.pipeline else set())
        return sum(tool_tokens(name, f"{name} tool", _LEAST_SCHEMA, self._count) for name in names)

    def _size(self, body: str) -> int:
        known = self._memo.sizes.get(body)
        if known is None:
            known = self._memo.sizes[body] = self._count(body)
        return known

    def _prefix(self, body: str, share: int) -> int:
        key = (body, share)
        known = self._memo.prefixes.get(key)
        if known is None:
            known = self._memo.prefixes[key] = longest_prefix(body, share, self._count)
        return known


def _called(rows: Sequence[Row]) -> set[str]:
    """Names of the tools that rows call."""
    kinds = (part.get("type") for row in rows for part in parts_of(row) if isinstance(part, dict))
    return {
        kind.removeprefix("tool-") for kind in kinds if isinstance(kind, str) and kind.startswith("tool-")
    }
