"""Regular expressions that others wrote, with a bound on what a search may cost.

Tool schemas, probes, filters and workspaces come from files: `^(a+)+$` would hold the program for good. The `regex`
module is used rather than a linear-time engine such as RE2: it takes the same patterns as before (look-arounds,
back-references, `\\w` of every script, which RE2 has not), lets other threads run, and stops when its time is up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, Protocol

import regex

SECONDS: Final = 0.5
"""For one search."""

LONGEST_PATTERN: Final = 5_000


class PatternError(Exception):
    """The pattern is none, or too long."""


class SlowPatternError(Exception):
    """A search took longer than it may: the pattern tries too many ways."""


class Match(Protocol):
    """What is used of a match."""

    def start(self) -> int: ...

    def end(self) -> int: ...

    def group(self) -> str: ...


class Pattern:
    """A compiled pattern.

    Attributes:
        source: as it was given.
    """

    __slots__ = ("_compiled", "_slow", "source")

    def __init__(self, source: str, *, ignore_case: bool = False) -> None:
        """Compile; raises PatternError."""
        if len(source) > LONGEST_PATTERN:
            raise PatternError(f"longer than {LONGEST_PATTERN} characters")
        flags = regex.VERSION0 | (regex.IGNORECASE if ignore_case else 0)
        try:
            self._compiled: Any = regex.compile(source, flags)
        except (regex.error, RecursionError, OverflowError, MemoryError) as error:
            raise PatternError(str(error)) from error
        self.source = source
        self._slow = False

    def search(self, text: str) -> Match | None:
        """The first match; raises SlowPatternError."""
        return next(self.finditer(text), None)

    def matches(self, text: str) -> bool:
        """Whether there is a match; raises SlowPatternError."""
        return self.search(text) is not None

    def finditer(self, text: str) -> Iterator[Match]:
        """Every match in order; raises SlowPatternError, at once when the pattern was slow before."""
        if self._slow:
            raise SlowPatternError(self.source)
        try:
            yield from self._compiled.finditer(text, timeout=SECONDS, concurrent=True)
        except TimeoutError:
            self._slow = True
            raise SlowPatternError(self.source) from None


@lru_cache(maxsize=512)
def compiled(source: str, ignore_case: bool = False) -> Pattern:
    """A pattern, kept for the next time; raises PatternError."""
    return Pattern(source, ignore_case=ignore_case)
