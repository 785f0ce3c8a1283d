"""What the window remembers between runs: recent files, its shape, theme and language; one ini file of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QSettings

from inspector.app.requests.centre import CentreView
from inspector.gui.i18n import Language
from inspector.gui.theme import ThemeChoice
from inspector.user_files import config_path

MOST_RECENT: Final = 10
"""Recent files kept."""


class Settings:
    """The settings file, typed.

    Args:
        path: the ini file; by default `window.ini` in the user's configuration folder.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._file = path or config_path("window.ini")
        self._store = QSettings(str(self._file), QSettings.Format.IniFormat)

    @property
    def theme(self) -> ThemeChoice:
        """Light, dark, or as the system."""
        value = self._text("view/theme")
        return ThemeChoice(value) if value in set(ThemeChoice) else ThemeChoice.SYSTEM

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._store.setValue("view/theme", choice.value)

    @property
    def language(self) -> Language:
        """English, Chinese, or as the system."""
        value = self._text("view/language")
        return Language(value) if value in set(Language) else Language.SYSTEM

    @language.setter
    def language(self, choice: Language) -> None:
        self._store.setValue("view/language", choice.value)

    def centre_view(self, kind: str) -> CentreView | None:
        """What the centre showed last of a kind of source; None = nobody has chosen."""
        value = self._text(f"view/centre-{kind}")
        return CentreView(value) if value in set(CentreView) else None

    def set_centre_view(self, kind: str, view: CentreView) -> None:
        """Remember what the centre is to show of a kind of source."""
        self._store.setValue(f"view/centre-{kind}", view.value)

    @property
    def recent(self) -> list[Path]:
        """Recently opened paths that still exist, newest first."""
        stored = self._text("files/recent").split("\n")
        return [Path(name) for name in stored if name and Path(name).exists()]

    def remember(self, path: Path) -> None:
        """Put a path at the head of the recent ones."""
        resolved = path.absolute()
        others = [known for known in self.recent if known != resolved]
        names = [str(known) for known in [resolved, *others][:MOST_RECENT]]
        self._store.setValue("files/recent", "\n".join(names))

    def forget_recent(self) -> None:
        """Empty the list of recent files."""
        self._store.remove("files/recent")

    def state(self, name: str) -> QByteArray:
        """A stored geometry or layout; empty when there is none."""
        value = self._store.value(f"window/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_state(self, name: str, state: QByteArray) -> None:
        """Store a geometry or layout."""
        self._store.setValue(f"window/{name}", state)

    def save(self) -> None:
        """Write the file now."""
        self._store.sync()

    def _text(self, key: str) -> str:
        value = self._store.value(key, "")
        return value if isinstance(value, str) else ""
