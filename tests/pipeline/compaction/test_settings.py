"""Context settings: overrides of an assistant, the message window."""

from __future__ import annotations

import math

import pytest

from inspector.pipeline.compaction.settings import (
    ContextSettings,
    apply_max_messages,
    normalize_max_messages,
    resolve_context_settings,
)

GLOBALS = {
    "enabled": True,
    "truncateThreshold": 50_000,
    "maxMessages": 20,
    "compress": {"enabled": True, "modelId": "p::m"},
}


def test_without_an_override_the_global_settings_hold() -> None:
    assert resolve_context_settings(GLOBALS).to_dict() == GLOBALS
    assert resolve_context_settings(GLOBALS, {}).to_dict() == GLOBALS


def test_members_override_one_by_one_and_null_does_not() -> None:
    override = {"enabled": None, "truncateThreshold": 0, "compress": {"enabled": False, "modelId": None}}
    resolved = resolve_context_settings(GLOBALS, override)
    assert resolved == ContextSettings(
        enabled=True, truncate_threshold=0, max_messages=20, compress=False, compress_model="p::m"
    )


def test_an_explicit_null_lifts_a_global_message_window() -> None:
    assert resolve_context_settings(GLOBALS, {"maxMessages": None}).max_messages is None
    assert resolve_context_settings(GLOBALS, {"maxMessages": 7}).max_messages == 7


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, 1), (2.7, 2), (0.99, None), (0, None), (-1, None), ("3", None), (True, None), (math.nan, None)],
)
def test_a_message_window_is_a_whole_number_of_at_least_one(value: object, expected: int | None) -> None:
    assert normalize_max_messages(value) == expected


def test_the_window_reaches_back_to_a_user_message() -> None:
    messages = [{"role": role} for role in ("user", "assistant", "user", "assistant", "assistant")]
    assert apply_max_messages(messages, 2) == messages[2:]
    assert apply_max_messages(messages, 3) == messages[2:]
    assert apply_max_messages(messages, 4) == messages[0:]
    assert apply_max_messages(messages, 5) is messages


def test_a_window_without_a_user_message_before_it_takes_everything() -> None:
    messages = [{"role": "assistant"}] * 3
    assert apply_max_messages(messages, 1) == messages
