"""A figure of a table: its text, what it sorts by, its tip and tone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure.

    Attributes:
        text: as shown.
        value: to sort by; None sorts last.
        tip: for the pointer.
        tone: name of a colour of the theme; "" = plain.
        link: a click leads to what is behind it.
    """

    text: str
    value: float | str | None = None
    tip: str = ""
    tone: str = ""
    link: bool = False
