"""Languages of the window: English in the source, Simplified Chinese from a compiled catalogue.

English has a small catalogue too, for plural forms alone. Widgets word themselves anew on `LanguageChange`.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from inspector.app.i18n import CATALOGUE, use_translator
from inspector.resources import resource

_LOADED: Final[list[QTranslator]] = []
"""Translators in force; Qt does not keep them."""


class Language(StrEnum):
    """What the user may choose."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


def resolve(choice: Language) -> Language:
    """The language meant by a choice; systems in any Chinese get Chinese, all others English."""
    if choice is not Language.SYSTEM:
        return choice
    chinese = QLocale.system().language() == QLocale.Language.Chinese
    return Language.CHINESE if chinese else Language.ENGLISH


class Catalogue(QTranslator):
    """A catalogue held in memory: Qt maps a file it loads, and dies with SIGBUS when that is rewritten meanwhile."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._data = b""

    def read(self, path: Path) -> bool:
        """Load a compiled catalogue; False when there is none."""
        try:
            self._data = path.read_bytes()
        except OSError:
            return False
        return self.load(self._data)


def install_language(app: QCoreApplication, choice: Language) -> list[QTranslator]:
    """Load the catalogues of a language; the returned translators must be kept alive.

    Widgets made before get a `LanguageChange` event, as always with translators.
    """
    language = resolve(choice)
    folders = [(CATALOGUE, resource("translations"))]
    if language is not Language.ENGLISH:
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        folders.insert(0, ("qtbase", Path(qt_folder)))
    loaded: list[QTranslator] = []
    for name, folder in folders:
        translator = Catalogue(app)
        if translator.read(folder / f"{name}_{language}.qm"):
            app.installTranslator(translator)
            loaded.append(translator)
    use_translator(QCoreApplication.translate)
    return loaded


def remove_language(app: QCoreApplication, translators: list[QTranslator]) -> None:
    """Take catalogues back out, before another language is installed."""
    for translator in translators:
        app.removeTranslator(translator)


def switch_language(choice: Language) -> None:
    """Take the running application to another language."""
    app = QCoreApplication.instance()
    if app is None:
        return
    remove_language(app, _LOADED)
    _LOADED[:] = install_language(app, choice)
