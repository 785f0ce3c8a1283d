"""Sentences for problems are wholly in the language of the window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inspector.app.wording.problems import problem_text
from inspector.gui.i18n import Language, switch_language
from inspector.model import Problem
from inspector.sources.open import open_source


@pytest.mark.parametrize("written", ["[]", '"x"', "17", "{}"])
def test_what_was_found_instead_is_worded(tmp_path: Path, written: str) -> None:
    path = tmp_path / "generations.json"
    path.write_text(written)
    with pytest.raises(Problem) as caught:
        open_source(path)
    switch_language(Language.CHINESE)
    text = problem_text(caught.value).replace(str(path), "")
    assert not re.search(r"\b(a|an) [a-z]+", text)
