"""Which lines of a text can be folded away, and which are. No Qt here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


@dataclass(slots=True)
class FoldState:
    """Folds as ranges of lines; a closed fold hides the lines after its head up to its end.

    Attributes:
        line_count: lines of the text.
        ends: last hidden line by head line.
        describe: the text shown behind a closed head.
        closed: heads that are folded.
    """

    line_count: int
    ends: dict[int, int]
    describe: Callable[[int], str]
    closed: set[int] = field(default_factory=set)

    def is_head(self, line: int) -> bool:
        """Whether a fold begins on this line."""
        return line in self.ends

    def is_folded(self, line: int) -> bool:
        """Whether the fold that begins here is closed."""
        return line in self.closed

    def toggle(self, line: int) -> None:
        """Open or close the fold that begins here, if one does."""
        self.closed.symmetric_difference_update({line} & self.ends.keys())

    def reveal(self, line: int) -> bool:
        """Open every fold that hides `line`; whether any was closed."""
        hiding = {head for head in self.closed if head < line <= self.ends[head]}
        self.closed -= hiding
        return bool(hiding)

    def hidden(self) -> npt.NDArray[np.bool_] | None:
        """True for every line not shown, None when all are; closed ranges are summed up as +1 / -1 edges."""
        if not self.closed:
            return None
        edges = np.zeros(self.line_count + 1, dtype=np.int32)
        heads = np.fromiter(self.closed, dtype=np.int64)
        ends = np.fromiter((self.ends[head] for head in self.closed), dtype=np.int64)
        np.add.at(edges, heads + 1, 1)
        np.add.at(edges, ends + 1, -1)
        return np.cumsum(edges[:-1]) > 0
