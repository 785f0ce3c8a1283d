"""Errors that an application stored on a turn (`data-error`, FORMATS A)."""

from __future__ import annotations

from inspector.model.part import DataPart, Part
from inspector.wire.reading import text_member


def turn_error(part: Part) -> str | None:
    """`AI_APICallError: Overloaded`; None when the part is no error."""
    if not isinstance(part, DataPart) or part.type != "data-error":
        return None
    name, text = text_member(part.data, "name"), text_member(part.data, "message")
    return ": ".join(word for word in (name, " ".join(text.split())) if word)
