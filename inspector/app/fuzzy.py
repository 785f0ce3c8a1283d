"""Finding things by a few letters of their names, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def best_matches(query: str, things: Sequence[T], name_of: Callable[[T], str]) -> list[T]:
    """Those whose names hold every typed letter in order, best first; all of them for an empty query."""
    typed = query.casefold().replace(" ", "")
    if not typed:
        return list(things)
    scored = [(score, n, thing) for n, thing in enumerate(things) if (score := _score(typed, name_of(thing)))]
    return [thing for _, _, thing in sorted(scored, key=lambda entry: (-entry[0], entry[1]))]


def _score(typed: str, name: str) -> float:
    """0 when the letters are not all there; higher for letters at word starts and in a row."""
    folded = name.casefold()
    if (place := folded.find(typed)) >= 0:
        at_word = place == 0 or not folded[place - 1].isalnum()
        return 100 + at_word * 50 - len(name) * 0.1
    score, position, previous = 1.0, 0, -2
    for letter in typed:
        found = folded.find(letter, position)
        if found < 0:
            return 0
        starts_word = found == 0 or not folded[found - 1].isalnum()
        score += 3 * starts_word + 2 * (found == previous + 1)
        previous, position = found, found + 1
    return score
