"""What a replay does differently, row by row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.app.replay.predictions import NOTHING, WHOLE, predict
from inspector.model import Conversation
from inspector.replay.engine import Replayer
from inspector.replay.result import Lane
from inspector.sources.open import open_source

Unpacked = Callable[[str, str], Path]


@pytest.fixture
def research(unpacked: Unpacked) -> tuple[Replayer, Conversation]:
    source = open_source(unpacked("fixtures", "research"))
    name = next(one.id for one in source.conversations() if "Battery" in one.title)
    return Replayer.open(source, name), source.load(name)


def test_the_sessions_own_settings_change_nothing(research: tuple[Replayer, Conversation]) -> None:
    replayer, _ = research
    own = replayer.run()
    assert predict(own, own) is NOTHING
    assert predict(None, own) is NOTHING
    assert predict(own, replayer.run()) == NOTHING


def test_a_lower_threshold_names_what_is_left_of_each_output(
    research: tuple[Replayer, Conversation],
) -> None:
    replayer, _ = research
    own = replayer.run()
    other = replayer.run(replace(replayer.own_settings, truncate_threshold=1_500))
    predictions = predict(own, other)
    stored = {
        trim.call_id: sum(t.chars_after for t in turn.trimmed if t.call_id == trim.call_id)
        for turn in other.turns
        for trim in turn.trimmed
        if trim.lane is Lane.STORAGE
    }
    assert predictions.calls
    for call, forecast in predictions.calls.items():
        if forecast.stored_chars is not None:
            assert forecast.stored_chars == stored[call]


def test_a_higher_threshold_leaves_outputs_whole(research: tuple[Replayer, Conversation]) -> None:
    replayer, _ = research
    settings = replace(replayer.own_settings, truncate_threshold=10_000_000, context_window=None)
    predictions = predict(replayer.run(), replayer.run(settings))
    assert WHOLE in {forecast.stored_chars for forecast in predictions.calls.values()}


def test_folds_that_no_longer_happen_are_named_at_their_request(
    research: tuple[Replayer, Conversation],
) -> None:
    replayer, conversation = research
    own = replayer.run()
    other = replayer.run(replace(replayer.own_settings, compaction=False))
    predictions = predict(own, other)
    steps = {
        (message.id, step.number): step.request_index
        for message in conversation.path()
        for step in message.steps
    }
    for request in own.requests:
        index = steps.get((request.message_id or "", request.step))
        forecast = predictions.of_step(request.message_id or "", request.step, index)
        assert (forecast is not None and forecast.unfolded) == (request.fold is not None)


def test_a_turn_of_several_steps_leaves_them_to_their_rows(
    research: tuple[Replayer, Conversation],
) -> None:
    replayer, conversation = research
    predictions = predict(
        replayer.run(), replayer.run(replace(replayer.own_settings, context_window=100_000))
    )
    several = next(message for message in conversation.path() if len(message.steps) > 1)
    assert predictions.of_turn(several) is None
    single = [message for message in conversation.path() if len(message.steps) == 1]
    assert any(predictions.of_turn(message) is not None for message in single)
