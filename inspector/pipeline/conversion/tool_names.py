"""Tool names a provider accepts (PIPELINE §9): dynamic calls may carry names that no wire format takes."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from inspector.wire import encode_utf8

_LEGAL: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", re.ASCII)
_LEGAL_START: Final = re.compile(r"[A-Za-z_]", re.ASCII)
_ILLEGAL_CHAR: Final = re.compile(r"[^A-Za-z0-9_-]", re.ASCII)
_KEPT_CHARS: Final = 55
_HASH_CHARS: Final = 8


def is_legal_tool_name(name: str) -> bool:
    """Whether the name can be sent as it is."""
    return _LEGAL.fullmatch(name) is not None


def legal_tool_name(name: str) -> str:
    """The name, or a legal one that tells it apart by eight digits of its SHA-1."""
    if is_legal_tool_name(name):
        return name
    # A character outside the BMP is two units, each replaced.
    safe = _ILLEGAL_CHAR.sub(lambda match: "__" if match[0] > "\uffff" else "_", name)
    if not _LEGAL_START.match(safe):
        safe = f"_{safe}"
    digest = hashlib.sha1(encode_utf8(name), usedforsecurity=False).hexdigest()
    return f"{safe[:_KEPT_CHARS]}_{digest[:_HASH_CHARS]}"
