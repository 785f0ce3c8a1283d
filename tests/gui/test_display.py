"""A missing screen or library is told in a sentence before Qt would end the process."""

from __future__ import annotations

import pytest

from inspector.gui import display
from inspector.gui.display import require_display
from inspector.model import Problem


def test_no_screen_is_a_problem_that_names_the_other_commands() -> None:
    with pytest.raises(Problem, match="shot"):
        require_display({}, platform="linux")


def test_a_library_the_system_lacks_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "XCB_LIBRARIES", {"libnot-there.so.9": "libnot-there9"})
    with pytest.raises(Problem, match="apt install libnot-there9"):
        require_display({"DISPLAY": ":0"}, platform="linux")


def test_a_library_that_is_there_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "XCB_LIBRARIES", {"libc.so.6": "libc6"})
    require_display({"DISPLAY": ":0"}, platform="linux")


@pytest.mark.parametrize(
    ("environment", "platform"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux"),
        ({}, "darwin"),
        ({}, "win32"),
    ],
)
def test_other_screens_are_left_to_qt(environment: dict[str, str], platform: str) -> None:
    require_display(environment, platform=platform)
