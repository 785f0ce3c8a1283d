"""Folds and edits that a provider made of the history by itself, as its answers tell (PROVIDER_CACHE §6.8).

Anthropic: `context_management.applied_edits` and content blocks `{type: "compaction"}`; OpenAI: output items
`{type: "compaction", encrypted_content}`, whose text nobody can read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.wire.reading import as_list, text_member, whole
from inspector.wire.values import JsonValue

FOLD: Final = "compaction"
"""Kind of a fold that is told by its block alone."""
_MARKS: Final = (b"applied_edits", b"appliedEdits", b"compaction")


@dataclass(frozen=True, slots=True)
class ProviderEdit:
    """One edit.

    Attributes:
        kind: the provider's word, such as `clear_tool_uses_20250919` or `compact_20260112`.
        cleared: tokens it took out of the prompt; None = not told.
        summary: text of a fold; None = not told, or encrypted.
    """

    kind: str
    cleared: int | None = None
    summary: str | None = None

    @property
    def is_fold(self) -> bool:
        """Whether history was replaced by a summary."""
        return self.kind.startswith("compact")


def may_tell_edits(raw: bytes | None) -> bool:
    """Whether a recorded answer, as it stands in a file, is worth parsing for edits."""
    return raw is not None and any(mark in raw for mark in _MARKS)


def provider_edits(output: JsonValue, raw_response: JsonValue) -> tuple[ProviderEdit, ...]:
    """Edits in the order told, each once; a fold with its text where a block holds it."""
    applied: dict[str, ProviderEdit] = {}
    folds: list[str | None] = []
    for value in (raw_response, output):
        for holder in _holders(value):
            for edit in _applied(holder):
                applied.setdefault(edit.kind, edit)
            if not folds:
                folds.extend(_folds(holder))
    edits = list(applied.values())
    if not folds:
        return tuple(edits)
    summary = next((text for text in folds if text), None)
    told = next((at for at, edit in enumerate(edits) if edit.is_fold), None)
    if told is None:
        return (*edits, ProviderEdit(FOLD, summary=summary))
    edits[told] = ProviderEdit(edits[told].kind, edits[told].cleared, summary)
    return tuple(edits)


def _holders(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """An answer, or the events of its stream with the messages and answers within them."""
    for item in value if isinstance(value, list) else (value,):
        if isinstance(item, dict):
            yield item
            for name in ("message", "response", "delta"):
                inner = item.get(name)
                if isinstance(inner, dict):
                    yield inner


def _applied(holder: dict[str, JsonValue]) -> Iterator[ProviderEdit]:
    metadata = _member(_member(holder, "providerMetadata"), "anthropic")
    for management in (_member(holder, "context_management"), _member(metadata, "contextManagement")):
        found = _member(management, "applied_edits") or _member(management, "appliedEdits")
        for edit in as_list(found):
            kind = text_member(edit, "type")
            if kind:
                cleared = _member(edit, "cleared_input_tokens")
                yield ProviderEdit(
                    kind, whole(_member(edit, "clearedInputTokens") if cleared is None else cleared)
                )


def _folds(holder: dict[str, JsonValue]) -> list[str | None]:
    """Texts of the compaction blocks in an answer; None for one whose text cannot be read."""
    found: list[str | None] = []
    blocks = [*as_list(holder.get("content")), *as_list(holder.get("output")), holder.get("content_block")]
    for block in [*blocks, holder.get("item")]:
        own = text_member(_member(_member(block, "providerMetadata"), "anthropic"), "type")
        if "compaction" in (text_member(block, "type"), own):
            found.append(text_member(block, "content") or text_member(block, "text") or None)
    return found


def _member(value: JsonValue, name: str) -> JsonValue:
    return value.get(name) if isinstance(value, dict) else None
