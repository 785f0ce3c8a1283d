"""Text from files as text: Qt takes what looks like markup for markup, in tooltips and in labels."""

from __future__ import annotations

import html
from typing import Final

from PySide6.QtGui import Qt

_LONGEST: Final = 4_000


def plain_tip(text: str) -> str:
    """A tooltip that reads as the text itself whatever stands in it; very long ones are cut."""
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    if not Qt.mightBeRichText(shown):
        return shown
    return f'<span style="white-space: pre-wrap">{html.escape(shown)}</span>'
