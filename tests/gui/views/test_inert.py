"""A recorded text names files and addresses; none of them is ever opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from inspector.gui.views.common.inert import InertBrowser
from tests.gui.conftest import settle


@pytest.fixture
def browser(qtbot: object) -> InertBrowser:
    shown = InertBrowser()
    shown.resize(400, 300)
    shown.show()
    return shown


@pytest.mark.parametrize("form", ["![x]({0})", '![x]({0} "t")', "[![x]({0})](y)", "![x][r]\n\n[r]: {0}"])
@pytest.mark.parametrize("scheme", ["file://", ""])
def test_a_picture_in_markdown_is_named_and_not_read(
    browser: InertBrowser, tmp_path: Path, form: str, scheme: str
) -> None:
    pipe, picture = tmp_path / "pipe.png", tmp_path / "real.png"
    os.mkfifo(pipe)  # opening it would wait for ever
    red = QImage(50, 50, QImage.Format.Format_RGB32)
    red.fill(0xFF0000)
    red.save(str(picture))
    for path in (pipe, picture, Path("/dev/zero")):
        browser.inert.set_markdown("before " + form.format(f"{scheme}{path}"))
        settle()
        shown = browser.grab().toImage()
        pixels = {shown.pixel(x, y) & 0xFFFFFF for x in range(0, 100, 5) for y in range(0, 100, 5)}
        assert 0xFF0000 not in pixels
        assert str(path) in browser.inert.toPlainText()


def test_html_neither(browser: InertBrowser, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    style = f"<style>@import url('file://{pipe}');</style><link rel=stylesheet href='file://{pipe}'>"
    browser.setHtml(
        f"{style}<p style=\"background-image: url('file://{pipe}')\"><img src='file://{pipe}'></p>"
    )
    settle()
    browser.grab()
    browser.inert.set_markdown(f"<img src='file://{pipe}'> {style}")
    browser.grab()
    browser.close()
