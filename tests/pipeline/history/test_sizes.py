"""Sizes measured message by message equal those of the whole JSON."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.history.ir import from_prompt
from inspector.pipeline.history.message import IrMessage
from inspector.pipeline.history.sizes import IrSizes, size_of_message
from inspector.tokens.rough import rough_value
from inspector.wire import dumps_length
from tests.pipeline.history.builders import HISTORIES, prompt_call, prompt_result, prompt_user


@given(HISTORIES)
def test_parts_add_up_to_the_rough_size_of_the_whole(history: list[IrMessage]) -> None:
    assert IrSizes().rough_of(history) == rough_value(list(history))


@given(st.text('a\n"漢あ😀\ud83d ', min_size=1, max_size=9), st.integers(50, 400))
def test_a_long_text_held_several_times_is_measured_as_if_written_out(seed: str, times: int) -> None:
    history = from_prompt(
        [prompt_user(seed * times), prompt_call("1"), prompt_result("1", text=seed * times)]
    )
    assert IrSizes().rough_of(history.messages) == rough_value(list(history.messages))
    for message in history.messages:
        assert size_of_message(message).units == dumps_length(message)


def test_a_message_is_measured_once_and_kept_alive() -> None:
    sizes = IrSizes()
    message = prompt_user("q")
    assert sizes.of_message(message) is sizes.of_message(message)
    assert sizes.length_of(message) == dumps_length(message)
