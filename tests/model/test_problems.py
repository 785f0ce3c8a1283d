"""Problems read as one sentence that names file, expectation, finding and way out."""

from __future__ import annotations

import pytest

from inspector.model.problems import TEMPLATES, Notice, Problem, register_templates


def test_a_problem_is_worded_by_its_template() -> None:
    problem = Problem("not-a-capture", {"path": "a.json", "found": "a list"})
    assert "a.json" in str(problem)
    assert "found a list" in str(problem)
    assert str(Notice("file-empty", {"path": "a"})) == str(Problem("file-empty", {"path": "a"}))


def test_a_problem_survives_being_raised_through_a_context_manager() -> None:
    with pytest.raises(Problem, match="empty"):
        raise Problem("file-empty", {"path": "x"})


def test_an_id_has_one_wording() -> None:
    register_templates({"test-only": "{path}: once"})
    register_templates({"test-only": "{path}: once"})
    with pytest.raises(ValueError, match="two wordings"):
        register_templates({"test-only": "{path}: twice"})
    del TEMPLATES["test-only"]


def test_every_wording_ends_a_sentence() -> None:
    assert all(text.rstrip()[-1] in ".!?}" for text in TEMPLATES.values())
