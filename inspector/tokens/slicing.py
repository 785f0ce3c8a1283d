"""The first so-many tokens of a text, as tokenx slices (PIPELINE §14)."""

from __future__ import annotations

import math
import re
from typing import Final

from inspector.tokens.tokenx import MARKS, SPACES, piece_cost
from inspector.wire import length, slice_units

_RUN: Final = re.compile(f"(?P<spaces>[{SPACES}]+)|[{MARKS}]+|[^{MARKS}{SPACES}]+")


def first_tokens(text: str, limit: int) -> str:
    """The beginning of a text worth `limit` tokenx tokens.

    Runs of spaces are free until the limit is reached; a run that crosses it gives its share of units, rounded up.
    """
    used = 0
    for run in _RUN.finditer(text):
        if used >= limit:
            return text[: run.start()]
        if run["spaces"]:
            continue
        cost = piece_cost(run[0])
        if used + cost > limit:
            units = math.ceil((limit - used) / cost * length(run[0]))
            return text[: run.start()] + slice_units(run[0], 0, units)
        used += cost
    return text
