"""Short pieces of recorded text for findings: secrets are masked in the whole text before it is cut (FORMATS C)."""

from __future__ import annotations

from typing import Final

from inspector.analysis.redaction import SecretKind, redacted_excerpt

CREDENTIALS: Final = frozenset(kind for kind in SecretKind if kind.is_credential)
"""What findings mask; who a path or an address names is left to the export."""


def evidence(text: str, start: int = 0, end: int | None = None) -> str:
    """Code points `start` to `end` of a text on one line, keys and tokens masked."""
    return redacted_excerpt(text, start, end, kinds=CREDENTIALS)


def shortened(text: str, most: int) -> str:
    """At most so many code points of a text, masked the same way; an ellipsis where it was cut."""
    whole = evidence(text)
    return whole if len(whole) <= most else whole[: most - 1] + "…"
