"""Tool output codecs: an identity skeleton and keyed texts, taken apart and put together again (PIPELINE §4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from inspector.wire import JsonValue, js_trim, length, reorder, slice_units

SNIPPET_CHARS: Final = 300

_INHERITED: Final = frozenset(
    {
        "constructor",
        "hasOwnProperty",
        "isPrototypeOf",
        "propertyIsEnumerable",
        "toLocaleString",
        "toString",
        "valueOf",
        "__proto__",
        "__defineGetter__",
        "__defineSetter__",
        "__lookupGetter__",
        "__lookupSetter__",
    }
)
"""Names that JavaScript's `in` finds on every object."""
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_RADIX: Final = re.compile(r"0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)\Z")


@dataclass(frozen=True, slots=True)
class KeyedText:
    """A text inside an output.

    Attributes:
        key: `/<index>/<field>` or `/<field>`.
        text: the full text.
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Deflated:
    """An output taken apart.

    Attributes:
        skeleton: the output; its texts may be replaced by key.
        texts: the texts that may be trimmed, in order.
    """

    skeleton: JsonValue
    texts: tuple[KeyedText, ...]


class Codec(Protocol):
    """How the output of a tool is taken apart."""

    def deflate(self, value: JsonValue) -> Deflated | None:
        """The parts of an output; None when it is not of the codec's form."""

    def assemble(self, skeleton: JsonValue, texts: Mapping[str, str]) -> JsonValue:
        """The skeleton with the texts in place; items whose text does not change are returned as they are."""


@dataclass(frozen=True, slots=True)
class EntitiesCodec:
    """A non-empty array of plain objects that all have a string in one field.

    Attributes:
        content_key: the field.
    """

    content_key: str

    def deflate(self, value: JsonValue) -> Deflated | None:
        """The texts at `/<index>/<content_key>`."""
        if not isinstance(value, list) or not value:
            return None
        texts = []
        for index, item in enumerate(value):
            text = item.get(self.content_key) if isinstance(item, dict) else None
            if not isinstance(text, str):
                return None
            texts.append(KeyedText(f"/{index}/{self.content_key}", text))
        return Deflated(value, tuple(texts))

    def assemble(self, skeleton: JsonValue, texts: Mapping[str, str]) -> JsonValue:
        """Replace the texts that differ."""
        if not isinstance(skeleton, list):
            return skeleton
        return [
            _with_text(item, self.content_key, texts.get(f"/{index}/{self.content_key}"))
            for index, item in enumerate(skeleton)
        ]


@dataclass(frozen=True, slots=True)
class TextFieldCodec:
    """One plain object with a string in one field.

    Attributes:
        text_key: the field.
    """

    text_key: str

    def deflate(self, value: JsonValue) -> Deflated | None:
        """The text at `/<text_key>`."""
        text = value.get(self.text_key) if isinstance(value, dict) else None
        return Deflated(value, (KeyedText(f"/{self.text_key}", text),)) if isinstance(text, str) else None

    def assemble(self, skeleton: JsonValue, texts: Mapping[str, str]) -> JsonValue:
        """Replace the text if it differs."""
        return _with_text(skeleton, self.text_key, texts.get(f"/{self.text_key}"))


def splice(skeleton: JsonValue, key: str, text: str) -> JsonValue:
    """Put a text at a stored key without knowing the codec; an unknown key, index or field changes nothing."""
    steps = [step for step in key.split("/") if step]
    if isinstance(skeleton, dict):
        return replace_field(skeleton, steps[0], text) if len(steps) == 1 else skeleton
    if not isinstance(skeleton, list) or len(steps) < 2:
        return skeleton
    index = _array_index(steps[0])
    if index is None or index >= len(skeleton):
        return skeleton
    item = skeleton[index]
    if not isinstance(item, dict) or not _has_field(item, steps[1]):
        return skeleton
    return [*skeleton[:index], replace_field(item, steps[1], text), *skeleton[index + 1 :]]


def snippet(text: str) -> str:
    """What a skeleton keeps of a text: trimmed, its first 300 units, and "…" if there was more."""
    trimmed = js_trim(text)
    if length(trimmed) <= SNIPPET_CHARS:
        return trimmed
    return slice_units(trimmed, 0, SNIPPET_CHARS) + "…"


def replace_field(item: dict[str, JsonValue], field: str, text: str) -> dict[str, JsonValue]:
    """The object with a text in a field it has; it is rebuilt, which loses an own `__proto__`."""
    if not _has_field(item, field):
        return item
    return {
        key: text if key == field else value for key, value in reorder(item).items() if key != "__proto__"
    }


def _with_text(item: JsonValue, field: str, text: str | None) -> JsonValue:
    if text is None or not isinstance(item, dict) or field not in item or item[field] == text:
        return item
    return replace_field(item, field, text)


def _has_field(item: Mapping[str, JsonValue], field: str) -> bool:
    return field in item or field in _INHERITED


def _array_index(step: str) -> int | None:
    """The whole number that JavaScript's `Number(step)` is, if it can be an index."""
    digits = js_trim(step)
    if not digits:
        return 0
    if _RADIX.match(digits):
        return int(digits, 0)
    if not _DECIMAL.match(digits):
        return None
    number = float(digits)
    return int(number) if number >= 0 and number.is_integer() else None
