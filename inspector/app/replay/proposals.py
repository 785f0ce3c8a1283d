"""Facts worth following: what the final answers cite, count and name, and what tools had put out before; Qt-free."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from inspector.analysis.citations.markers import cited_ids, stripped
from inspector.app.timeline.tool_output import as_text, unwrap
from inspector.model import Conversation, TextPart, ToolPart
from inspector.model.message import Role

MOST: Final = 8
_ANSWERS: Final = 3
"""The newest answers are looked at."""
_FIGURE: Final = re.compile(
    r"(?<![\w.])\d[\d,  ]*(?:\.\d+)?(?:\s?(?:%|°C|[$€£¥]/\w+|[kKMG]?Wh|[kMGT]B|ms))?(?![\w-])"
)
_NAME: Final = re.compile(r"\b[A-Z][A-Za-z0-9]*(?:[-_/.][A-Za-z0-9]+)+\b|\b[A-Z][a-z]+(?: [A-Z][a-z]+)+\b")
_LEAST_DIGITS: Final = 3
"""Figures with fewer digits stand everywhere."""


def proposed_facts(conversation: Conversation) -> tuple[str, ...]:
    """Texts of the newest answers that some tool had put out: ids first, then figures, then names; each once."""
    texts = [
        part.text
        for message in conversation.path()
        if message.role is Role.ASSISTANT
        for part in message.parts
        if isinstance(part, TextPart)
    ]
    outputs = "\n".join(
        as_text(unwrap(part.output))
        for message in conversation.messages.values()
        for part in message.parts
        if isinstance(part, ToolPart) and part.output is not None
    )
    newest = "\n".join(reversed(texts[-_ANSWERS:]))
    found = dict.fromkeys(text for text in _candidates(newest) if text in outputs)
    return tuple(islice(found, MOST))


def _candidates(answer: str) -> Iterator[str]:
    yield from cited_ids(answer)
    said = stripped(answer)
    figures = (match[0].strip(" ,") for match in _FIGURE.finditer(said))
    yield from (text for text in figures if sum(map(str.isdigit, text)) >= _LEAST_DIGITS)
    yield from (match[0] for match in _NAME.finditer(said))
