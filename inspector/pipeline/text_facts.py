"""What the trims ask of a text, computed once however many settings and requests look at it (PIPELINE §2–§7)."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from inspector.tokens.memo import TextMemo
from inspector.wire import TextSurvey, length, survey
from inspector.wire.utf16 import may_have_astral

MARKER_TAG: Final = "<persisted-output>"


class TextFacts:
    """Facts of one text, each found when it is first asked for.

    Attributes:
        text: the text.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def survey(self) -> TextSurvey:
        """Its names and its sizes."""
        return survey(self.text)

    @cached_property
    def chars(self) -> int:
        """UTF-16 code units."""
        return self.survey.chars if "survey" in self.__dict__ else length(self.text)

    @cached_property
    def lines(self) -> int:
        """Newline count + 1."""
        return self.survey.lines if "survey" in self.__dict__ else self.text.count("\n") + 1

    @cached_property
    def marked(self) -> bool:
        """Whether it holds a marker already, so that it is never trimmed again in flight."""
        return MARKER_TAG in self.text


facts: Final = TextMemo(TextFacts, shortest=200, by_identity=True)


def chars(text: str) -> int:
    """UTF-16 code units, remembered where counting them takes time."""
    return facts(text).chars if may_have_astral(text) else len(text)
