"""Problems and notices in the language of the window; the English templates are those of the layers below."""

from __future__ import annotations

from inspector.gui.i18n import translate
from inspector.model import Notice, Problem
from inspector.model.problems import TEMPLATES


def problem_text(problem: Problem | Notice) -> str:
    """The sentence for a problem or a notice."""
    return translate("Problems", TEMPLATES[problem.id]).format_map(problem.arguments)


def crash_text(error: BaseException) -> str:
    """One line for a failure that is ours: kind and message, never a traceback."""
    return translate("Problems", "Something went wrong inside the program: {0}: {1}").format(
        type(error).__name__, error
    )


def failure_text(error: Exception) -> str:
    """The sentence for whatever background work ended with."""
    return problem_text(error) if isinstance(error, Problem) else crash_text(error)
