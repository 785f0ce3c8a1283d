"""What one line says of a tool's output: how many texts, how long they were, what was kept (PIPELINE §4–6).

Lengths are UTF-16 code units of the texts themselves, whether they lie in the row, behind an envelope or behind a
marker in a captured prompt, so that before and after can be compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from inspector.model import BlobRef, Envelope, EnvelopeShape, ToolPart
from inspector.wire import js_json, utf16
from inspector.wire.values import JsonValue

CONTENT_KEY: Final = "content"

_MARKER: Final = re.compile(r"(?:output truncated|--- truncated) \((\d+) lines, (\d+) chars total")
_WRAPPERS: Final = ("text", "json", "error-text", "error-json", "content")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputItem:
    """One text of an output: a search result, a page, or the output as a whole.

    Attributes:
        id, title, url: identity as the output states it; "" where it has none.
        chars: length of the full text.
        kept_chars: length of what is left of it; equal to `chars` when it is whole.
        ref: the blob that holds the full text, when it was moved out of the row.
        head, tail: what is left in the row or prompt of a shortened text, else "".
    """

    id: str = ""
    title: str = ""
    url: str = ""
    chars: int
    kept_chars: int
    ref: BlobRef | None = None
    head: str = ""
    tail: str = ""

    @property
    def shortened(self) -> bool:
        """Whether the text is not whole."""
        return self.ref is not None or self.kept_chars < self.chars


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFacts:
    """An output in figures.

    Attributes:
        items: its texts in order.
        is_list: the output is a list of entities, so items have identities.
    """

    items: tuple[OutputItem, ...]
    is_list: bool = False

    @property
    def chars(self) -> int:
        """Length of all texts in full."""
        return sum(item.chars for item in self.items)

    @property
    def kept_chars(self) -> int:
        """Length of what is left."""
        return sum(item.kept_chars for item in self.items)

    @property
    def shortened(self) -> bool:
        """Whether anything was cut out."""
        return any(item.shortened for item in self.items)

    @property
    def refs(self) -> tuple[BlobRef, ...]:
        """The blobs behind the output."""
        return tuple(item.ref for item in self.items if item.ref is not None)


def output_facts(part: ToolPart) -> OutputFacts | None:
    """Figures of a tool part's output; None when it has none."""
    if not part.has_output:
        return None
    if part.envelope is not None:
        return _of_envelope(part.envelope)
    return _of_value(unwrap(part.output))


def unwrap(output: JsonValue) -> JsonValue:
    """The value inside a prompt's typed output (`{type, value}`); any other output as it is."""
    if isinstance(output, dict) and output.get("type") in _WRAPPERS and "value" in output:
        return output["value"]
    return output


def as_text(value: JsonValue) -> str:
    """A string as it is, anything else as compact JSON."""
    return value if isinstance(value, str) else js_json.dumps(value)


def _of_envelope(envelope: Envelope) -> OutputFacts:
    by_key = {ref.key: ref for ref in envelope.refs}
    if not envelope.refs and not isinstance(envelope.skeleton, list):
        return _of_value(envelope.raw)
    if envelope.shape is not EnvelopeShape.ENTITIES:
        return OutputFacts(items=tuple(_of_ref(ref) for ref in envelope.refs))
    skeleton = envelope.skeleton
    if not isinstance(skeleton, list):
        return OutputFacts(items=tuple(_of_ref(ref, skeleton) for ref in envelope.refs))
    items = [_of_entity(entity, by_key.get(f"/{n}/{CONTENT_KEY}")) for n, entity in enumerate(skeleton)]
    return OutputFacts(items=tuple(items), is_list=True)


def _of_value(value: JsonValue) -> OutputFacts:
    if _is_entities(value) and isinstance(value, list):
        return OutputFacts(items=tuple(_of_entity(entity, None) for entity in value), is_list=True)
    return OutputFacts(items=(_of_text(as_text(value)),))


def _is_entities(value: JsonValue) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, dict) and isinstance(item.get(CONTENT_KEY), str) for item in value)
    )


def _of_entity(entity: JsonValue, ref: BlobRef | None) -> OutputItem:
    fields = entity if isinstance(entity, dict) else {}
    if ref is not None:
        return _of_ref(ref, fields)
    content = fields.get(CONTENT_KEY)
    text = content if isinstance(content, str) else as_text(entity)
    return _of_text(text, fields)


def _of_ref(ref: BlobRef, fields: JsonValue = None) -> OutputItem:
    name, title, url = _identity(fields)
    return OutputItem(
        id=name,
        title=title,
        url=url,
        chars=ref.total_chars,
        kept_chars=utf16.length(ref.head) + utf16.length(ref.tail),
        ref=ref,
        head=ref.head,
        tail=ref.tail,
    )


def _of_text(text: str, fields: JsonValue = None) -> OutputItem:
    name, title, url = _identity(fields)
    kept = utf16.length(text)
    total, head, tail = _marked(text)
    return OutputItem(
        id=name,
        title=title,
        url=url,
        chars=kept if total is None else total,
        kept_chars=kept,
        head=head,
        tail=tail,
    )


def _identity(fields: JsonValue) -> tuple[str, str, str]:
    """Id, title and address of an entity; "" for what it does not state."""
    known = fields if isinstance(fields, dict) else {}
    address = known.get("url") or known.get("conceptId") or known.get("filename")
    name, title, url = (
        value if isinstance(value, str) else "" for value in (known.get("id"), known.get("title"), address)
    )
    return name, title, url


@lru_cache(maxsize=256)
def _marked(text: str) -> tuple[int | None, str, str]:
    """Full length, head and tail told by a truncation marker inside a prompt's text; None when there is none."""
    match = _MARKER.search(text)
    if match is None:
        return None, "", ""
    start = max(text.rfind("<persisted-output>", 0, match.start()), -1)
    head_end = start if start >= 0 else match.start()
    closing = text.find("</persisted-output>", match.end())
    tail_start = closing + len("</persisted-output>") if closing >= 0 else text.find("\n", match.end())
    return int(match.group(2)), text[:head_end].strip("\n"), text[max(tail_start, 0) :].strip("\n")
