"""Pictures of the window without a screen, kept in `.screenshots/` for people to look at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from inspector.gui.shot import render
from inspector.gui.theme import DARK, LIGHT
from inspector.model import Problem
from inspector.sources.open import open_source

Unpacked = Callable[[str, str], Path]
PICTURES = Path(__file__).parents[2] / ".screenshots"
BIGGEST = "Battery"


@pytest.fixture
def research(unpacked: Unpacked) -> tuple[Path, str]:
    path = unpacked("fixtures", "research")
    summary = next(s for s in open_source(path).conversations() if BIGGEST in s.title)
    return path, summary.id


@pytest.mark.parametrize(
    ("theme", "language", "size"),
    [
        ("light", "en", (1440, 900)),
        ("dark", "en", (1280, 800)),
        ("light", "zh_CN", (1280, 800)),
        ("dark", "zh_CN", (2560, 1440)),
    ],
)
def test_the_window_is_rendered_in_every_dress(
    research: tuple[Path, str], theme: str, language: str, size: tuple[int, int]
) -> None:
    PICTURES.mkdir(exist_ok=True)
    out = PICTURES / f"research-{theme}-{language}-{size[0]}x{size[1]}.png"
    path, conversation = research
    render(path, out, size=size, theme=theme, language=language, conversation=conversation)
    image = QImage(str(out))
    assert (image.width(), image.height()) == size
    ground = (DARK if theme == "dark" else LIGHT).surface
    assert image.pixelColor(size[0] // 2, 20) == ground
    colors = {image.pixelColor(x, y).rgb() for x in range(0, size[0], 7) for y in range(0, size[1], 7)}
    assert len(colors) > 40


@pytest.mark.parametrize("name", ["v6-long-tool-loop-compacting", "v6-aborted", "v7-telemetry"])
def test_captures_are_rendered_too(unpacked: Unpacked, name: str) -> None:
    out = PICTURES / f"{name}.png"
    PICTURES.mkdir(exist_ok=True)
    render(unpacked("captures", name), out)
    assert QImage(str(out)).width() == 1440


def test_what_cannot_be_opened_is_a_problem_and_no_picture(tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    with pytest.raises(Problem):
        render(tmp_path / "missing.json", out)
    assert not out.exists()
