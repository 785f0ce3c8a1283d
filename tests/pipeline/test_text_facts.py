"""Facts of texts are found once, by whichever way is at hand."""

from __future__ import annotations

import pytest
from hypothesis import given

from inspector.pipeline import text_facts
from inspector.pipeline.text_facts import TextFacts, chars, facts
from inspector.wire import length
from tests.pipeline.texts import LONG_TEXTS


@given(LONG_TEXTS)
def test_sizes_are_the_same_with_and_without_a_survey(text: str) -> None:
    plain, surveyed = TextFacts(text), TextFacts(text)
    assert surveyed.survey.chars == length(text)
    assert (plain.chars, plain.lines) == (surveyed.chars, surveyed.lines)
    assert chars(text) == length(text)


def test_a_text_is_surveyed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    survey = text_facts.survey
    monkeypatch.setattr(text_facts, "survey", lambda text: seen.append(text) or survey(text))
    text = "surveyed once\n" * 30
    assert facts(text).survey is facts(text).survey
    assert len(seen) == 1


def test_marked_texts_are_known() -> None:
    assert facts("a <persisted-output> b").marked
    assert not facts("persisted-output").marked
