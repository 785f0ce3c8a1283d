"""Paints one slice of a line onto a monospace grid: coloured runs, wide characters, emoji, visible controls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetricsF, QPainter

from inspector.app.text.highlight import Span, TokenKind
from inspector.app.text.line_marks import MarkRole
from inspector.app.text.widths import VISIBLE, cell_widths, code_points, is_joined
from inspector.gui.theme import Theme

_UNPRINTABLE: Final = re.compile("[" + "".join(map(re.escape, map(chr, VISIBLE))) + "]")
_PLAIN: Final = re.compile(r"[ -~]*")
_WIDE: Final = (
    "\u3000-\u3029\u3030-\u303e\u3041-\u3096\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60"
)
_NARROW: Final = "\xa1-\xac\xae-\u02ff\u0370-\u0377\u0391-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e"
_SIMPLE: Final = re.compile(
    rf"(?P<ascii>[ -~]+)|(?P<wide>[{_WIDE}]+)|(?P<narrow>[{_NARROW}]+)|(?P<other>[^ -~{_WIDE}{_NARROW}]+)"
)
_EM: Final = "中"
"""Han, kana, hangul and full-width forms are all one em wide, so that one spacing fits them."""
_TOLERANCE: Final = 0.4
"""Pixels a run may be off the grid before its letter spacing is corrected."""


@dataclass(frozen=True, slots=True)
class Run:
    """Text painted in one call.

    Attributes:
        cell: where it begins, in cells from the slice's start.
        text: what is painted.
        kind: its syntax colour; None = plain.
        control: it stands for characters that would not show.
        font: the font with the letter spacing that keeps it on the grid.
    """

    cell: int
    text: str
    kind: TokenKind | None
    control: bool
    font: QFont


class Grid:
    """A fixed font as a grid.

    Attributes:
        font: the font.
        cell: width of a cell in pixels.
        row_height, ascent: in pixels.
    """

    def __init__(self, font: QFont) -> None:
        self.font = _really_fixed(font)
        self._metrics = QFontMetricsF(self.font)
        self.cell = self._metrics.horizontalAdvance("0" * 64) / 64
        self._wide = self._spaced(2 * self.cell - self._metrics.horizontalAdvance(_EM))
        self.row_height = round(self._metrics.lineSpacing() * 1.25)
        self.ascent = (self.row_height - self._metrics.height()) / 2 + self._metrics.ascent()

    def layout(self, text: str, offset: int, spans: Iterable[Span]) -> list[Run]:
        """Cut `text`, which begins at `offset`, into runs by syntax and by width."""
        runs: list[Run] = []
        cell = 0
        for piece, kind in _coloured(text, offset, spans):
            for shown, cells, shape in _pieces(piece):
                font = self._wide if shape == "wide" else self._fitted(shown, cells)
                runs.append(Run(cell, shown, kind, shape == "control", font))
                cell += cells
        return runs

    def paint(self, painter: QPainter, runs: list[Run], x: float, y: float, theme: Theme) -> None:
        """Paint runs whose slice begins at pixel `x` of the row whose top is `y`."""
        baseline = y + self.ascent
        for run in runs:
            if run.font is not self.font:
                painter.setFont(run.font)
            if run.control:
                box = QRectF(x + run.cell * self.cell, y + 2, len(run.text) * self.cell, self.row_height - 4)
                painter.fillRect(box, translucent(theme.warning, 0.25))
            painter.setPen(theme.warning if run.control else token_colour(run.kind, theme))
            painter.drawText(QPointF(x + run.cell * self.cell, baseline), run.text)
            if run.font is not self.font:
                painter.setFont(self.font)

    def _fitted(self, shown: str, cells: int) -> QFont:
        if shown.isascii():
            return self.font
        off = cells * self.cell - self._metrics.horizontalAdvance(shown)
        if abs(off) < _TOLERANCE:
            return self.font
        return self._spaced(off / len(shown))

    def _spaced(self, pixels: float) -> QFont:
        font = QFont(self.font)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, pixels)
        return font


def _really_fixed(font: QFont) -> QFont:
    """The font itself, or what the system's alias for its fixed font stands for: family lists do not resolve it."""
    if QFontInfo(font).fixedPitch():
        return font
    system = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)).family()
    fixed = QFont(font)
    fixed.setFamilies([system, *font.families()])
    return fixed


_TOKEN_COLOURS: Final[dict[TokenKind, Callable[[Theme], QColor]]] = {
    TokenKind.KEY: lambda colours: colours.accent,
    TokenKind.HEADING: lambda colours: colours.accent,
    TokenKind.STRING: lambda colours: colours.good,
    TokenKind.NUMBER: lambda colours: colours.warning,
    TokenKind.KEYWORD: lambda colours: colours.folded,
    TokenKind.EMPHASIS: lambda colours: colours.folded,
    TokenKind.PUNCTUATION: lambda colours: colours.muted,
    TokenKind.COMMENT: lambda colours: colours.muted,
}


def token_colour(kind: TokenKind | None, theme: Theme) -> QColor:
    """Colour of a piece of syntax."""
    return theme.text if kind is None else _TOKEN_COLOURS[kind](theme)


def mark_colour(role: MarkRole, theme: Theme) -> QColor:
    """Background of a marked range."""
    match role:
        case MarkRole.HIT:
            return theme.search_hit
        case MarkRole.CURRENT_HIT:
            return theme.search_current
        case MarkRole.REMOVED:
            return translucent(theme.error, 0.28)
        case MarkRole.ADDED:
            return translucent(theme.good, 0.30)


def translucent(colour: QColor, strength: float) -> QColor:
    """The colour at a given opacity."""
    mixed = QColor(colour)
    mixed.setAlphaF(strength)
    return mixed


def _coloured(text: str, offset: int, spans: Iterable[Span]) -> Iterator[tuple[str, TokenKind | None]]:
    """Pieces of one colour; blanks before a piece join it, which saves half of the paint calls of JSON."""
    at = 0
    for start, end, kind in spans:
        gap = text[at : start - offset]
        if gap.isspace():
            gap, start = "", at + offset
        if gap:
            yield gap, None
        yield text[start - offset : end - offset], kind
        at = end - offset
    if at < len(text):
        yield text[at:], None


def _pieces(text: str) -> Iterator[tuple[str, int, str]]:
    """Cut into (painted text, cells, shape) so that each piece can be spaced onto the grid."""
    plain = _PLAIN.match(text)
    if plain is not None and plain.end() == len(text):
        yield text, len(text), "ascii"
        return
    found = [(match.lastgroup, match.group()) for match in _SIMPLE.finditer(text)]
    if any(kind == "other" and is_joined(piece[0], "") for kind, piece in found[1:]):
        found = [("other", text)]
    for kind, piece in found:
        if kind == "other":
            yield from _careful_pieces(piece)
        else:
            yield piece, len(piece) * (2 if kind == "wide" else 1), str(kind)


def _careful_pieces(text: str) -> Iterator[tuple[str, int, str]]:
    """As `_pieces`, character by character: emoji sequences, accents, controls, rare scripts."""
    widths = cell_widths(code_points(text)).tolist()
    start = 0
    while start < len(text):
        kind = _kind(text, start, widths[start])
        end = _piece_end(text, widths, start, kind)
        yield text[start:end].translate(VISIBLE), sum(widths[start:end]), kind
        start = end


def _piece_end(text: str, widths: list[int], start: int, kind: str) -> int:
    """End of the run of characters like the one at `start`; an emoji with what joins it is a run of its own."""
    end = start + 1
    while end < len(text):
        joined = is_joined(text[end], text[end - 1])
        if not joined and (kind == "emoji" or _kind(text, end, widths[end]) != kind):
            break
        end += 1
    return end


def _kind(text: str, at: int, width: int) -> str:
    char = text[at]
    if char == "\t":
        return "tab"
    if _UNPRINTABLE.match(char):
        return "control"
    if 0x1F000 <= ord(char) < 0x1FC00 or text[at + 1 : at + 2] == "\ufe0f":
        return "emoji"
    if char < "\x7f":
        return "ascii"
    return "rare-wide" if width == 2 else "narrow"
