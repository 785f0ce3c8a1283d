"""Unfinished calls of failed and paused rows."""

from __future__ import annotations

import pytest

from inspector.pipeline.conversion import model_to_prompt, settle_calls, ui_to_model
from tests.pipeline.conversion.builders import message, text, tool

UNFINISHED = ["input-streaming", "input-available", "approval-requested", "approval-responded"]


@pytest.mark.parametrize("state", UNFINISHED)
@pytest.mark.parametrize(
    ("status", "words"),
    [("error", "Stream errored before tool completed"), ("paused", "Interrupted by user")],
)
def test_unfinished_calls_fail_with_the_reason_of_the_row(state: str, status: str, words: str) -> None:
    row = settle_calls(message("assistant", text("t"), tool("t", state=state)), status)
    prompt = model_to_prompt(ui_to_model([row]))
    assert isinstance(prompt[1], dict)
    assert isinstance(prompt[1]["content"], list)
    assert isinstance(prompt[1]["content"][0], dict)
    assert prompt[1]["content"][0]["output"] == {"type": "error-text", "value": words}


@pytest.mark.parametrize("status", ["success", "pending", None])
def test_other_rows_are_not_touched(status: str | None) -> None:
    row = message("assistant", tool("t", state="input-available"))
    assert settle_calls(row, status) is row


def test_a_row_whose_calls_all_ended_is_the_object_given() -> None:
    row = message("assistant", text("t"), tool("t"), tool("t", state="output-denied"))
    assert settle_calls(row, "error") is row
