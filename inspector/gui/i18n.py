"""Languages of the window: English in the source, Simplified Chinese from a compiled catalogue.

Every text goes through `tr` in a QObject or through `translate` here, so that lupdate finds it. English has a small
catalogue too, for plural forms alone. Texts with a count use `counted`, which groups the digits of `%n`.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from inspector.gui.presenters.numbers import group
from inspector.resources import resource

translate = QCoreApplication.translate
"""`translate(context, text, disambiguation=None, n=-1)`; lupdate knows it by this name."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark a text for lupdate where it is declared; `translate` it where it is shown. Typed, unlike Qt's."""
    return text


CATALOGUE = "context_inspector"


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
    return loaded


def remove_language(app: QCoreApplication, translators: list[QTranslator]) -> None:
    """Take catalogues back out, before another language is installed."""
    for translator in translators:
        app.removeTranslator(translator)


def counted(text: str, count: int) -> str:
    """A translated `%n` text with the digits of its number grouped: `1 234 messages`."""
    return text.replace(str(count), group(count), 1)
