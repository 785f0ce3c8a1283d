"""The language of the running program and switching it; widgets re-word themselves on `LanguageChange`."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QTranslator

from inspector.gui.i18n import Language, install_language, remove_language

_LOADED: Final[list[QTranslator]] = []
"""Translators in force; Qt does not keep them."""


def switch_language(choice: Language) -> None:
    """Take the running application to another language."""
    app = QCoreApplication.instance()
    if app is None:
        return
    remove_language(app, _LOADED)
    _LOADED[:] = install_language(app, choice)
