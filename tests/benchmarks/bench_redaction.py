"""Redacting 8 MB of JSON and prose with a secret now and then: every rule everywhere, and as the program does it."""

from __future__ import annotations

import json
import random
import time

from inspector.analysis.redaction import find_secrets
from inspector.analysis.redaction.rules import RULES

CHARS = 8_000_000
WORDS = ["cell", "anode", "token", "key", "电池", "config", "https://example.org/a?b=1", "author", "0.25"]


def text_of(chars: int) -> str:
    """The text, the same one in every run."""
    pick = random.Random(3)
    pieces, size = [], 0
    while size < chars:
        note = {"n": size, "tokens": 12, "text": " ".join(pick.choices(WORDS, k=300))}
        piece = json.dumps(note) + ("\nAuthorization: Bearer abc123def456" if pick.random() < 0.01 else "")
        pieces.append(piece)
        size += len(piece)
    return "\n".join(pieces)


def naive(text: str) -> int:
    """Matches of every rule, tried at every place."""
    return sum(rule.is_meant(match[0]) for rule in RULES for match in rule.pattern.finditer(text))


def main() -> None:
    """Print a row per way."""
    text = text_of(CHARS)
    print(f"{'way':<14}{'found':>8}{'seconds':>9}{'MB/s':>7}")
    for name, way in (("everywhere", naive), ("as it is", lambda text: len(find_secrets(text)))):
        began = time.perf_counter()
        found = way(text)
        took = time.perf_counter() - began
        print(f"{name:<14}{found:>8}{took:>9.2f}{len(text) / 1e6 / took:>7.1f}")


if __name__ == "__main__":
    main()
