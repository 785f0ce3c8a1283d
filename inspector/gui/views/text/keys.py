"""Which key moves the caret of the text view how; the platform's standard keys, each with its selecting twin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtGui import QKeyEvent, QKeySequence

from inspector.app.text.caret import Caret

Key = QKeySequence.StandardKey
Move = Callable[[Caret, int, bool], None]
"""Called with the caret, the rows on a page, and whether to extend the selection."""

MOVES: Final[tuple[tuple[Key, Key, Move], ...]] = (
    (Key.MoveToNextChar, Key.SelectNextChar, lambda c, page, extend: c.step(1, extend=extend)),
    (Key.MoveToPreviousChar, Key.SelectPreviousChar, lambda c, page, extend: c.step(-1, extend=extend)),
    (Key.MoveToNextWord, Key.SelectNextWord, lambda c, page, extend: c.step_word(1, extend=extend)),
    (Key.MoveToPreviousWord, Key.SelectPreviousWord, lambda c, page, extend: c.step_word(-1, extend=extend)),
    (Key.MoveToNextLine, Key.SelectNextLine, lambda c, page, extend: c.step_rows(1, extend=extend)),
    (Key.MoveToPreviousLine, Key.SelectPreviousLine, lambda c, page, extend: c.step_rows(-1, extend=extend)),
    (Key.MoveToNextPage, Key.SelectNextPage, lambda c, page, extend: c.step_rows(page, extend=extend)),
    (
        Key.MoveToPreviousPage,
        Key.SelectPreviousPage,
        lambda c, page, extend: c.step_rows(-page, extend=extend),
    ),
    (
        Key.MoveToStartOfLine,
        Key.SelectStartOfLine,
        lambda c, page, extend: c.to_line_edge(end=False, extend=extend),
    ),
    (
        Key.MoveToEndOfLine,
        Key.SelectEndOfLine,
        lambda c, page, extend: c.to_line_edge(end=True, extend=extend),
    ),
    (
        Key.MoveToStartOfDocument,
        Key.SelectStartOfDocument,
        lambda c, page, extend: c.move_to(0, extend=extend),
    ),
    (Key.MoveToEndOfDocument, Key.SelectEndOfDocument, lambda c, page, extend: c.to_end(extend=extend)),
)


def move_caret(caret: Caret, page_rows: int, event: QKeyEvent) -> bool:
    """Move the caret if the key says so; whether it did."""
    for plain, selecting, move in MOVES:
        if event.matches(plain) or event.matches(selecting):
            move(caret, page_rows, event.matches(selecting))
            return True
    return False


def moves_caret(event: QKeyEvent) -> bool:
    """Whether a key would move the caret."""
    return any(event.matches(key) for plain, selecting, _ in MOVES for key in (plain, selecting))
