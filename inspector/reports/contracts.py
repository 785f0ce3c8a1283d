"""The JSON contracts of `replay`, `cache` and `lint`: one shape however many conversations, with a version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

VERSIONS: Final = {"cache": 2, "lint": 2, "replay": 2}
"""Raised when a key goes or changes its meaning; further keys may come without."""


def contract(command: str, conversations: Sequence[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """`{"contract": "cache", "version": 2, "conversations": […], …}`.

    Args:
        command: whose contract it is, a key of `VERSIONS`.
        conversations: what is told of each, `id` and `title` first.
        more: what is told of all together.
    """
    return {
        "contract": command,
        "version": VERSIONS[command],
        "conversations": list(conversations),
        **more,
    }
