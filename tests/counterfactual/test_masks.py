"""What a comparison with the truth lets pass, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.pipeline.compaction.wording import wrap_summary
from tests.counterfactual.masks import Mask, cache_marks


def _user(text: str, **members: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text, **members}]}


def test_the_system_prompt_is_left_out() -> None:
    assert Mask().difference([{"role": "system", "content": "a"}, _user("x")], [_user("x")]) is None


def test_paths_behind_the_data_folder_are_masked_and_nothing_else_is() -> None:
    sent, replayed = _user("to /a/Data/Files/one.txt now"), _user("to /a/Data/Files/two.txt now")
    assert Mask().difference([sent], [replayed]) is None
    assert Mask(frozenset({"one", "two"})).difference([sent], [replayed]) is not None
    assert Mask().difference([sent], [_user("to /b/Data/Files/two.txt now")]) is not None


def test_the_number_of_a_summary_is_masked_but_not_its_text() -> None:
    sent = _user(wrap_summary("Summary 2: what was"))
    assert Mask().difference([sent], [_user(wrap_summary("Summary 1: what was"))]) is None
    assert Mask().difference([sent], [_user(wrap_summary("Summary 2: another"))]) is not None


def test_a_stand_in_is_taken_for_any_summary() -> None:
    stand_in = _user(wrap_summary("[Stand-in for a summary of 3 messages]\nxx"))
    assert Mask().difference([_user(wrap_summary("real"))], [stand_in]) is None
    assert Mask().difference([_user(wrap_summary("real") + "\n\nmanifest")], [stand_in]) is not None


def test_provider_options_count_when_asked_for_and_cache_marks_never() -> None:
    marked = _user("x", providerOptions={"anthropic": {"cacheControl": {"type": "ephemeral"}}})
    signed = _user("x", providerOptions={"anthropic": {"signature": "s"}})
    assert Mask(options=True).difference([marked], [_user("x")]) is None
    assert Mask(options=True).difference([signed], [_user("x")]) is not None
    assert Mask().difference([signed], [_user("x")]) is None
    assert cache_marks([_user("y"), marked]) == [(1, 0)]


@pytest.mark.parametrize(
    ("replayed", "place"),
    [
        ([_user("xy")], "message 0, part 0, .text at 1 of 1 sent, 2 replayed"),
        ([_user("x"), _user("y")], "message 1, 1 messages sent, 2 replayed"),
        ([{"role": "assistant", "content": []}], "message 0, role"),
    ],
)
def test_the_first_difference_is_told(replayed: list[Any], place: str) -> None:
    assert str(Mask().difference([_user("x")], replayed)).startswith(place)
