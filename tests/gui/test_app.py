"""Starting and ending the program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from inspector.gui import app as app_module
from inspector.gui.app import create_application, run_window
from inspector.gui.main_window import MainWindow
from inspector.gui.settings import Settings
from inspector.gui.theme import DARK, ThemeChoice, current
from tests.gui.conftest import settle


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """The program's settings in a file of the test; the hook for our own failures is set back."""
    settings = Settings(tmp_path / "window.ini")
    monkeypatch.setattr(app_module, "Settings", lambda: settings)
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    yield settings
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, MainWindow):
            widget.deleteLater()
    settle()


def run_until(done: Callable[[MainWindow], bool], start: Callable[[], int]) -> tuple[int, list[str]]:
    """Run the event loop until `done`, then close the window; what was on screen by then."""
    seen: list[str] = []

    def look() -> None:
        window = next((w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)), None)
        if window is not None and done(window):
            seen.extend([window.windowTitle(), *window.top_bar.texts])
            timer.stop()
            window.close()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(20)
    code = start()
    return code, seen


def test_the_demo_comes_up_and_ends_with_the_window() -> None:
    code, seen = run_until(
        lambda window: window.session.conversation is not None, lambda: run_window(None, demo=True)
    )
    assert code == 0
    assert seen[0].startswith("generations.json")
    assert "24 requests" in seen[2]


def test_a_path_is_opened_and_remembered(own_settings: Settings, capture_dir: Callable[[str], Path]) -> None:
    path = capture_dir("v6-cache-bust")
    code, _seen = run_until(lambda window: window.session.conversation is not None, lambda: run_window(path))
    assert code == 0
    assert own_settings.recent == [path / ".devtools" / "generations.json"]


def test_without_a_path_the_start_page_shows() -> None:
    code, seen = run_until(
        lambda window: window.pages.currentWidget() is window.empty, lambda: run_window(None)
    )
    assert code == 0
    assert seen[0] == "Context Inspector"


def test_our_own_failures_are_told_in_the_window_and_traced_on_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told: list[str] = []

    def done(window: MainWindow) -> bool:
        try:
            raise ZeroDivisionError("a bug")
        except ZeroDivisionError as error:
            sys.excepthook(type(error), error, error.__traceback__)
        told.append(window.status.texts[1])
        return True

    run_until(done, lambda: run_window(None))
    assert "ZeroDivisionError: a bug" in told[0]
    assert "Traceback" not in told[0]
    assert "Traceback" in capsys.readouterr().err


def test_creating_the_application_twice_gives_the_same_one() -> None:
    first = create_application(theme_choice=ThemeChoice.DARK)
    assert create_application(theme_choice=ThemeChoice.DARK) is first
    assert current() is DARK


def test_the_window_comes_up_without_what_only_some_work_needs() -> None:
    code = (
        "import sys; import inspector.gui.app, inspector.gui.main_window;"
        "print(*sorted({'sqlalchemy', 'jsonschema', 'jinja2', 'httpx', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
