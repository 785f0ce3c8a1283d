"""Characters that steer a terminal or turn a line round, made visible: text from files may not act."""

from __future__ import annotations

import re
from typing import Final

_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and line feed, DEL, C1
    "\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"  # bidi, invisible, line ends
    "\U000e0000-\U000e007f]"  # tags
)


def visible(text: str) -> str:
    """The text with such characters as escapes (`\\x1b`, `\\u202e`); tabs and line feeds stay."""
    return _HIDDEN.sub(lambda found: _escape(found[0]), text)


def json_visible(document: str) -> str:
    """A JSON document with them, and lone surrogates, as JSON escapes; its value is the same."""
    return _HIDDEN_IN_JSON.sub(lambda found: _json_escape(found[0]), document)


_HIDDEN_IN_JSON: Final = re.compile(f"{_HIDDEN.pattern}|[\ud800-\udfff]")


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(char: str) -> str:
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    return f"\\u{0xD800 + ((code - 0x10000) >> 10):04x}\\u{0xDC00 + ((code - 0x10000) & 0x3FF):04x}"
