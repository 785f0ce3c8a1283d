"""Problems and notices in the language of the window; the English templates are those of the layers below."""

from __future__ import annotations

from typing import Final

from inspector.app.i18n import QT_TRANSLATE_NOOP, translate
from inspector.model import Notice, Problem
from inspector.model.problems import TEMPLATES

_WORDS: Final = frozenset(
    (
        QT_TRANSLATE_NOOP("Problems", "a list"),
        QT_TRANSLATE_NOOP("Problems", "a text"),
        QT_TRANSLATE_NOOP("Problems", "a number"),
        QT_TRANSLATE_NOOP("Problems", "an empty object"),
        QT_TRANSLATE_NOOP("Problems", "a step"),
        QT_TRANSLATE_NOOP("Problems", "the list of steps"),
        QT_TRANSLATE_NOOP("Problems", "the list of runs"),
        QT_TRANSLATE_NOOP("Problems", "its outermost object"),
    )
)
"""Words among the arguments that the layers below choose from; all other arguments are names and figures."""


def problem_text(problem: Problem | Notice) -> str:
    """The sentence for a problem or a notice."""
    arguments = {
        name: translate("Problems", value) if value in _WORDS else value
        for name, value in problem.arguments.items()
    }
    return translate("Problems", TEMPLATES[problem.id]).format_map(arguments)


def crash_text(error: BaseException) -> str:
    """One line for a failure that is ours: kind and message, never a traceback."""
    return translate("Problems", "Something went wrong inside the program: {0}: {1}").format(
        type(error).__name__, error
    )


def failure_text(error: Exception) -> str:
    """The sentence for whatever background work ended with."""
    return problem_text(error) if isinstance(error, Problem) else crash_text(error)
