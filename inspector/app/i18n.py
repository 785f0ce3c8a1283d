"""Texts in the user's language, whoever translates them: the window's catalogues, or none (English).

Every text goes through `tr` of a QObject or of `Words`, or through `translate` here, so that lupdate finds it. Texts
with a count use `counted`, which groups the digits of `%n`.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import cache

from inspector.app.wording.numbers import group
from inspector.resources import resource

CATALOGUE = "context_inspector"
Translator = Callable[[str, str, str, int], str]
"""Called with context, text, disambiguation and count; −1 = no count."""


def translate(context: str, text: str, disambiguation: str = "", n: int = -1) -> str:
    """A text in the language in force; lupdate knows this name."""
    return _translators[-1](context, text, disambiguation, n)


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark a text for lupdate where it is declared; `translate` it where it is shown. Typed, unlike Qt's."""
    return text


def use_translator(translator: Translator) -> None:
    """Let another one translate from now on; the window's is Qt."""
    _translators[:] = [translator]


class Words:
    """Base of classes whose texts have plural forms, which lupdate finds in `tr` calls alone.

    The context is the name of the class, as in a QObject.
    """

    def tr(self, text: str, disambiguation: str = "", n: int = -1) -> str:
        """A text in the language in force."""
        return translate(type(self).__name__, text, disambiguation, n)


def english(context: str, text: str, disambiguation: str = "", n: int = -1) -> str:
    """The text itself, its plural form from the shipped English catalogue."""
    if n < 0:
        return text
    one, many = _english_plurals().get((context, text), (text, text))
    return (one if n == 1 else many).replace("%n", str(n))


def counted(text: str, count: int) -> str:
    """A translated `%n` text with the digits of its number grouped: `1 234 messages`."""
    return text.replace(str(count), group(count), 1)


@cache
def _english_plurals() -> dict[tuple[str, str], tuple[str, str]]:
    """Singular and plural of every counted text, by context and text."""
    root = ElementTree.parse(resource("translations", f"{CATALOGUE}_en.ts")).getroot()
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for context in root.iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            forms = [form.text or "" for form in message.iter("numerusform")]
            if len(forms) == 2 and all(forms):
                found[name, message.findtext("source") or ""] = (forms[0], forms[1])
    return found


_translators: list[Translator] = [english]
