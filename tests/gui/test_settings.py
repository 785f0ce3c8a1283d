"""What is remembered between runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray

from inspector.gui.i18n import Language
from inspector.gui.settings import MOST_RECENT, Settings
from inspector.gui.theme import ThemeChoice


def test_choices_survive_a_restart(tmp_path: Path) -> None:
    first = Settings(tmp_path / "window.ini")
    assert first.theme is ThemeChoice.SYSTEM
    assert first.language is Language.SYSTEM
    first.theme, first.language = ThemeChoice.DARK, Language.CHINESE
    first.set_state("geometry", QByteArray(b"\x00\xff;=\n"))
    first.save()
    second = Settings(tmp_path / "window.ini")
    assert second.theme is ThemeChoice.DARK
    assert second.language is Language.CHINESE
    assert second.state("geometry") == QByteArray(b"\x00\xff;=\n")
    assert second.state("never stored").isEmpty()


def test_values_nobody_knows_fall_back_to_the_system(tmp_path: Path) -> None:
    path = tmp_path / "window.ini"
    path.write_text("[view]\ntheme=sepia\nlanguage=tlh\n")
    settings = Settings(path)
    assert settings.theme is ThemeChoice.SYSTEM
    assert settings.language is Language.SYSTEM


def test_recent_files_are_unique_newest_first_and_must_exist(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "window.ini")
    files = [tmp_path / f"file {n}, with; odd=characters.json" for n in range(MOST_RECENT + 3)]
    for file in files:
        file.touch()
        settings.remember(file)
    settings.remember(files[5])
    assert settings.recent[0] == files[5]
    assert len(settings.recent) == MOST_RECENT == len(set(settings.recent))
    files[5].unlink()
    assert files[5] not in settings.recent
    settings.forget_recent()
    assert settings.recent == []
