"""Windows, rooms, reservations and the in-flight threshold."""

from __future__ import annotations

import math

import pytest

from inspector.pipeline.compaction.window import (
    resolve_chat_endpoint,
    resolve_context_window,
    resolve_in_flight_threshold,
    resolve_min_context_window,
    resolve_output_reservation,
    resolve_requested_max_output,
    resolve_summary_input,
    resolve_summary_output,
)


@pytest.mark.parametrize("value", [None, 0, -1, math.nan, math.inf, "128000", True, [], {}])
def test_what_is_no_positive_finite_number_is_an_unknown_window(value: object) -> None:
    assert resolve_context_window(value) is None


def test_the_smallest_known_window_counts() -> None:
    assert resolve_min_context_window([None, 32_000, math.nan, 16_000]) == 16_000
    assert resolve_min_context_window([None, 0]) is None


@pytest.mark.parametrize(
    ("configured", "window", "reservation", "expected"),
    [
        (50_000, None, None, 50_000),
        (10, None, None, 10),
        (50_000, 128_000, None, 38_400),
        (50_000, 128_000, 1000, 38_100),
        (50_000, 1_000_000, None, 50_000),
        (100_000, 16_000, None, 4800),
        (100_000, 16_000, 10_000_000, 2000),
        (10, 16_000, None, 2000),
    ],
)
def test_the_threshold_is_capped_by_the_room_but_not_below_2000(
    configured: int, window: int | None, reservation: int | None, expected: int
) -> None:
    assert resolve_in_flight_threshold(configured, window, reservation) == expected


def test_the_thresholds_own_numbers_can_be_set() -> None:
    threshold = resolve_in_flight_threshold(
        50_000, 10_000, window_ratio=0.5, chars_per_token=4, floor_chars=100
    )
    assert threshold == 20_000


def test_the_first_given_limit_wins_even_if_it_is_zero() -> None:
    assistant = {"settings": {"enableMaxTokens": True, "maxTokens": 300}}
    assert resolve_requested_max_output(requested=0, custom=5, assistant=assistant) == 0
    assert resolve_requested_max_output(custom=5, assistant=assistant) == 5
    assert resolve_requested_max_output(custom="5", assistant=assistant) == 300
    assert resolve_requested_max_output(custom=True, assistant={"settings": {}}) is None


def test_a_limit_switched_on_without_a_number_is_4096() -> None:
    assert resolve_requested_max_output(assistant={"settings": {"enableMaxTokens": True}}) == 4096


def test_only_anthropic_endpoints_send_the_models_own_limit() -> None:
    model = {"maxOutputTokens": 8192}
    assert resolve_requested_max_output(model=model, endpoint="anthropic-messages") == 8192
    assert resolve_requested_max_output(model=model, endpoint="openai-responses") is None
    assert resolve_requested_max_output(model={}, endpoint="anthropic-messages") is None


def test_several_models_reserve_the_largest_of_their_limits() -> None:
    providers = {"a": {"defaultChatEndpoint": "anthropic-messages"}}
    models = [
        {"providerId": "a", "maxOutputTokens": 8192},
        {"providerId": "a", "maxOutputTokens": 64_000},
        {"providerId": "gone", "maxOutputTokens": 100_000},
    ]
    assert resolve_output_reservation(models, providers) == 64_000
    assert resolve_output_reservation(models[2:], providers) is None


def test_a_models_own_endpoint_goes_before_its_providers() -> None:
    provider = {"defaultChatEndpoint": "anthropic-messages"}
    own = {"endpointTypes": ["google-generate-content", "openai-responses"]}
    assert resolve_chat_endpoint(own, provider) == "google-generate-content"
    assert resolve_chat_endpoint({"endpointTypes": []}, provider) == "anthropic-messages"
    assert resolve_chat_endpoint({}, None) is None


@pytest.mark.parametrize(
    ("window", "expected"),
    [(None, 4096), (100, 99), (1, 1), (4097, 4096), (20_000, 5000), (200_000, 16_384), (math.nan, 4096)],
)
def test_a_summary_takes_a_quarter_of_its_window_within_bounds(window: float | None, expected: float) -> None:
    assert resolve_summary_output(window) == expected


def test_a_summariser_reads_what_is_left_but_never_less_than_2000() -> None:
    assert resolve_summary_input(100_000, 16_384) == 71_073
    assert resolve_summary_input(200, 199) == 2000
