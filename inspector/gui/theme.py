"""Colours, fonts and spacing of the window: the design's table, once.

Fusion takes its palette from here, the style sheet is generated from here, and views that paint themselves
ask `manager().theme`. Dark mode does not rely on the platform: without a desktop theme Qt reports none, so
both palettes are our own and the system is only asked which of them it prefers.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from inspector.gui.style_sheet import style_sheet
from inspector.resources import resource

RADIUS: Final = 6
BODY_PX: Final = 13
SMALL_PX: Final = 12
TITLE_PX: Final = 14
HEADLINE_PX: Final = 22

_BETTER_THAN_FALLBACK: Final = ("Inter", "Noto Sans", "Noto Sans CJK SC")
_FALLBACK_FAMILIES: Final = ("DejaVu Sans", "Sans Serif", "Sans", "")


class Space:
    """The spacing scale, in device-independent pixels."""

    XS: Final = 4
    S: Final = 8
    M: Final = 12
    L: Final = 16


class ThemeChoice(StrEnum):
    """What the user asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """One semantic colour table; every attribute but the first two is a colour named after its meaning.

    Attributes:
        name: "light" or "dark".
        is_dark: for icons and syntax colours.
        background, surface, panel: window, cards, side panes.
        line, faint_line: borders and separators.
        text, muted, faint: three strengths of text.
        accent, accent_tint, on_accent: the one accent, its background tint, text upon it.
        good, warning, error, error_tint, good_tint, warning_tint: outcomes and their tints.
        cache_read, cache_write, cache_new: prompt tokens by what the provider's cache did, as fills and marks;
            with `_text` the same as letters, with `_tint` as their ground.
        folded, folded_tint, trimmed: what the pipeline did.
        hover: background under the pointer.
        search_hit, search_current: marks behind found text.
    """

    name: str
    is_dark: bool
    background: QColor
    surface: QColor
    panel: QColor
    line: QColor
    faint_line: QColor
    text: QColor
    muted: QColor
    faint: QColor
    accent: QColor
    accent_tint: QColor
    on_accent: QColor
    good: QColor
    warning: QColor
    error: QColor
    good_tint: QColor
    warning_tint: QColor
    error_tint: QColor
    cache_read: QColor
    cache_write: QColor
    cache_new: QColor
    cache_read_text: QColor
    cache_write_text: QColor
    cache_new_text: QColor
    cache_read_tint: QColor
    cache_write_tint: QColor
    cache_new_tint: QColor
    folded: QColor
    folded_tint: QColor
    trimmed: QColor
    hover: QColor
    search_hit: QColor
    search_current: QColor

    def colors(self) -> dict[str, str]:
        """Every colour as `#rrggbb` by attribute name, for style sheets and icons."""
        found = ((f.name, getattr(self, f.name)) for f in fields(self))
        return {name: value.name() for name, value in found if isinstance(value, QColor)}


LIGHT: Final = Theme(
    name="light",
    is_dark=False,
    background=QColor("#f6f7f9"),
    surface=QColor("#ffffff"),
    panel=QColor("#f1f3f6"),
    line=QColor("#e1e4ea"),
    faint_line=QColor("#eef0f4"),
    text=QColor("#1b1f27"),
    muted=QColor("#565d6c"),
    faint=QColor("#606a7e"),
    accent=QColor("#295ee8"),
    accent_tint=QColor("#e8eefd"),
    on_accent=QColor("#ffffff"),
    good=QColor("#267942"),
    warning=QColor("#8f5f18"),
    error=QColor("#c03a2c"),
    good_tint=QColor("#e3f3e8"),
    warning_tint=QColor("#fdf3e0"),
    error_tint=QColor("#fdeae7"),
    cache_read=QColor("#1f9b89"),
    cache_write=QColor("#b87d20"),
    cache_new=QColor("#d9573f"),
    cache_read_text=QColor("#187769"),
    cache_write_text=QColor("#8f6219"),
    cache_new_text=QColor("#b63b24"),
    cache_read_tint=QColor("#e0f3f0"),
    cache_write_tint=QColor("#fbf0dd"),
    cache_new_tint=QColor("#fae3de"),
    folded=QColor("#7354c3"),
    folded_tint=QColor("#f1edfa"),
    trimmed=QColor("#246bb8"),
    hover=QColor("#e9ecf2"),
    search_hit=QColor("#fff0b3"),
    search_current=QColor("#ffd24d"),
)

DARK: Final = Theme(
    name="dark",
    is_dark=True,
    background=QColor("#15171c"),
    surface=QColor("#1c1f26"),
    panel=QColor("#191c22"),
    line=QColor("#2e333d"),
    faint_line=QColor("#262b34"),
    text=QColor("#e6e9ef"),
    muted=QColor("#a9b1c1"),
    faint=QColor("#9299a7"),
    accent=QColor("#7da2ff"),
    accent_tint=QColor("#24304d"),
    on_accent=QColor("#101319"),
    good=QColor("#57b977"),
    warning=QColor("#dba748"),
    error=QColor("#f07f72"),
    good_tint=QColor("#1d3327"),
    warning_tint=QColor("#3a2f1b"),
    error_tint=QColor("#3d2523"),
    cache_read=QColor("#3cc1ac"),
    cache_write=QColor("#e5b04f"),
    cache_new=QColor("#ef7a64"),
    cache_read_text=QColor("#3cc1ac"),
    cache_write_text=QColor("#e5b04f"),
    cache_new_text=QColor("#f0806b"),
    cache_read_tint=QColor("#1e3535"),
    cache_write_tint=QColor("#3a301f"),
    cache_new_tint=QColor("#40302f"),
    folded=QColor("#a78be8"),
    folded_tint=QColor("#282239"),
    trimmed=QColor("#69a9f2"),
    hover=QColor("#242832"),
    search_hit=QColor("#4d4424"),
    search_current=QColor("#8a6d1c"),
)


class ThemeManager(QObject):
    """Applies a theme to the application and tells the views.

    Attributes:
        changed: emitted with the new `Theme` after palette and style sheet are in place.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._theme = LIGHT
        self._applied: Theme | None = None
        self._choice = ThemeChoice.SYSTEM
        self._follows = False

    @property
    def theme(self) -> Theme:
        """The table in force."""
        return self._theme

    @property
    def choice(self) -> ThemeChoice:
        """What the user asked for."""
        return self._choice

    def install(self, app: QApplication, choice: ThemeChoice) -> None:
        """Set Fusion, fonts and theme, and follow the system's scheme from now on."""
        app.setStyle(QStyleFactory.create("Fusion"))
        app.setFont(body_font())
        if not self._follows:
            self._follows = True
            app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.choose(choice)

    def choose(self, choice: ThemeChoice) -> None:
        """Take the user's choice."""
        self._choice = choice
        self._apply(_resolve(choice))

    def _follow_system(self) -> None:
        if self._choice is ThemeChoice.SYSTEM:
            self._apply(_resolve(self._choice))

    def _apply(self, theme: Theme) -> None:
        # Qt restyles every widget for a sheet, also for the same one: a third of a second with a full window.
        if self._applied is theme:
            return
        self._theme = self._applied = theme
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setPalette(_palette(theme))
            app.setStyleSheet(
                style_sheet(theme.colors(), images=resource("themes", theme.name), radius=RADIUS)
            )
        self.changed.emit(theme)


@cache
def manager() -> ThemeManager:
    """The one theme manager of the process."""
    return ThemeManager()


def current() -> Theme:
    """The colour table in force; ask at paint time, never keep it."""
    return manager().theme


def _resolve(choice: ThemeChoice) -> Theme:
    if choice is ThemeChoice.SYSTEM:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if dark else LIGHT
    return DARK if choice is ThemeChoice.DARK else LIGHT


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    roles = QPalette.ColorRole
    table = {
        roles.Window: theme.background,
        roles.WindowText: theme.text,
        roles.Base: theme.surface,
        roles.AlternateBase: theme.panel,
        roles.Text: theme.text,
        roles.Button: theme.surface,
        roles.ButtonText: theme.text,
        roles.BrightText: theme.error,
        roles.ToolTipBase: theme.surface,
        roles.ToolTipText: theme.text,
        roles.PlaceholderText: theme.faint,
        roles.Highlight: theme.accent,
        roles.HighlightedText: theme.on_accent,
        roles.Accent: theme.accent,
        roles.Link: theme.accent,
        roles.Light: theme.surface,
        roles.Midlight: theme.faint_line,
        roles.Mid: theme.line,
        roles.Dark: theme.line,
        roles.Shadow: theme.line,
    }
    for role, color in table.items():
        palette.setColor(role, color)
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme.faint)
    return palette


@cache
def _families() -> list[str]:
    """The system's font; where the system has none of its own, the best readable one that is installed."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    installed = set(QFontDatabase.families())
    better = [name for name in _BETTER_THAN_FALLBACK if name in installed]
    cjk = [name for name in ("Noto Sans CJK SC", "WenQuanYi Micro Hei") if name in installed]
    first = better if system in _FALLBACK_FAMILIES else [system]
    return list(dict.fromkeys([*first, system, *cjk]))


@cache
def body_font(*, pixels: int = BODY_PX, bold: bool = False, medium: bool = False) -> QFont:
    """The body font at a size in pixels, with tabular figures. Shared: copy before changing."""
    font = QFont()
    font.setFamilies(_families())
    font.setPixelSize(pixels)
    if bold or medium:
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Medium)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


@cache
def code_font(*, pixels: int = SMALL_PX) -> QFont:
    """The system's fixed font. Shared: copy before changing."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    # The system may answer with an alias such as "monospace", which a list of families does not resolve.
    family = QFontInfo(system).family()
    cjk = [name for name in _families() if "CJK" in name or "WenQuanYi" in name]
    font = QFont(system)
    font.setFamilies(list(dict.fromkeys([family, *cjk])))
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(pixels)
    return font
