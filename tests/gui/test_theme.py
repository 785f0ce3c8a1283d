"""The colour table: the design's values, readable contrasts, both palettes applied."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from PySide6.QtGui import QColor, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication

from inspector.gui import theme
from inspector.gui.icons import icon
from inspector.gui.style_sheet import style_sheet
from inspector.gui.theme import DARK, LIGHT, Theme, ThemeChoice
from inspector.resources import resource

THEMES = [LIGHT, DARK]


def luminance(color: QColor) -> float:
    channels = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in color.getRgbF()[:3]]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(one: QColor, other: QColor) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_choosing_a_theme_changes_palette_and_sheet(application: QApplication) -> None:
    heard: list[Theme] = []
    theme.manager().changed.connect(heard.append)
    theme.manager().choose(ThemeChoice.DARK)
    assert application.palette().color(QPalette.ColorRole.Window) == DARK.background
    assert DARK.accent.name() in application.styleSheet()
    theme.manager().choose(ThemeChoice.LIGHT)
    assert heard == [DARK, LIGHT]
    theme.manager().changed.disconnect(heard.append)


@pytest.mark.parametrize("table", THEMES, ids=lambda table: table.name)
def test_the_style_sheet_leaves_no_blank(table: Theme) -> None:
    assert not re.search(
        r"\$\w", style_sheet(table.colors(), images=resource("themes", table.name), radius=6)
    )


@pytest.mark.parametrize("name", sorted(path.stem for path in resource("icons").glob("*.svg")))
def test_every_icon_is_drawn_in_the_colour_asked_for(name: str) -> None:
    image = icon(name, QColor("#ff0000")).pixmap(32, 32).toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    assert any(pixel.alpha() > 200 and pixel.red() > 200 and pixel.blue() < 60 for pixel in pixels)


@pytest.mark.parametrize("table", THEMES, ids=lambda table: table.name)
def test_images_of_the_style_sheet_are_there_in_the_colour_of_muted_text(table: Theme) -> None:
    image = resource("themes", table.name, "down.svg")
    assert table.muted.name() in image.read_text()


def test_the_code_font_is_a_fixed_one(application: QApplication) -> None:
    metrics = QFontMetrics(theme.code_font())
    assert metrics.horizontalAdvance("iiii") == metrics.horizontalAdvance("WWWW")


GROUNDS = ("background", "surface", "panel", "hover", "accent_tint")
LETTERS = {
    **dict.fromkeys(("text", "muted", "faint", "accent"), GROUNDS),
    **{name: (*GROUNDS, f"{name}_tint") for name in ("good", "warning", "error", "folded")},
    "trimmed": GROUNDS,
    **{f"cache_{name}_text": ("surface", f"cache_{name}_tint") for name in ("read", "write", "new")},
    "on_accent": ("accent", "error"),
}
"""Colours that letters are painted in, and what they stand on."""
MARKS = ("cache_read", "cache_write", "cache_new", "folded", "trimmed", "good", "warning", "error", "accent")


@pytest.mark.parametrize("table", THEMES, ids=lambda table: table.name)
@pytest.mark.parametrize("name", LETTERS)
def test_letters_stand_out_from_every_ground(table: Theme, name: str) -> None:
    for ground in LETTERS[name]:
        assert contrast(getattr(table, name), getattr(table, ground)) >= 4.5, ground


@pytest.mark.parametrize("table", THEMES, ids=lambda table: table.name)
@pytest.mark.parametrize("name", MARKS)
def test_marks_stand_out_from_the_panes(table: Theme, name: str) -> None:
    for ground in ("background", "surface", "panel"):
        assert contrast(getattr(table, name), getattr(table, ground)) >= 3, ground


def test_the_three_strengths_of_text_differ() -> None:
    for table in (LIGHT, DARK):
        strengths = [contrast(getattr(table, name), table.surface) for name in ("text", "muted", "faint")]
        assert strengths == sorted(strengths, reverse=True)
        assert min(a / b for a, b in pairwise(strengths)) > 1.15
