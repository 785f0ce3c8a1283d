"""The app layer as the command line has it: English, no Qt."""

from __future__ import annotations

import pytest

from inspector.app.i18n import english, use_translator


@pytest.fixture(autouse=True)
def without_qt() -> None:
    """Whatever windows of other tests installed, words are English here."""
    use_translator(english)
