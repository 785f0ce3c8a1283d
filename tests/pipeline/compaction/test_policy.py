"""Policies: the formulas of each build and how they show their numbers."""

from __future__ import annotations

import pytest

from inspector.model.settings import POLICIES as OFFERED
from inspector.pipeline.compaction.policy import POLICIES, REFERENCE


def test_the_settings_offer_exactly_the_policies_there_are() -> None:
    assert tuple(POLICIES) == OFFERED
    assert all(policy.id == name for name, policy in POLICIES.items())


@pytest.mark.parametrize(
    ("policy", "room", "trigger", "keep"),
    [
        (
            "reference",
            "128 000 − 32 000 = 96 000",
            "floor((128 000 − 32 000) × 0.8) = 76 800",
            "floor((128 000 − 32 000) × 0.3) = 28 800",
        ),
        (
            "keep-of-trigger",
            "128 000 − 32 000 = 96 000",
            "floor((128 000 − 32 000) × 0.8) = 76 800",
            "floor(76 800 × 0.375) = 28 800",
        ),
        (
            "trigger-percent",
            "128 000 − 32 000 = 96 000",
            "floor((128 000 − 32 000) × 80 / 100) = 76 800",
            "floor(76 800 × 0.375) = 28 800",
        ),
        (
            "nine-tenths-window",
            "128 000 × 0.9 − 32 000 = 83 200",
            "floor((128 000 × 0.9 − 32 000) × 0.8) = 66 560",
            "floor((128 000 × 0.9 − 32 000) × 0.3) = 24 960",
        ),
    ],
)
def test_formulas_show_their_numbers(policy: str, room: str, trigger: str, keep: str) -> None:
    formulas = POLICIES[policy]
    assert str(formulas.input_room(128_000, 32_000)) == room
    assert str(formulas.trigger(128_000, 32_000)) == trigger
    assert str(formulas.keep(128_000, 32_000)) == keep


def test_without_a_reservation_the_whole_window_is_room() -> None:
    assert str(REFERENCE.input_room(16_000, None)) == "16 000 = 16 000"
    assert str(REFERENCE.trigger(16_000, None)) == "floor(16 000 × 0.8) = 12 800"


def test_a_large_reservation_leaves_a_fifth_of_the_window() -> None:
    room = REFERENCE.input_room(16_000, 15_000)
    assert str(room) == "max(16 000 − 15 000, floor(16 000 × 0.2)) = 3 200"
    assert str(REFERENCE.keep(16_000, 15_000)) == (
        "floor(max(16 000 − 15 000, floor(16 000 × 0.2)) × 0.3) = 960"
    )


def test_shares_can_be_set_without_losing_the_policys_form() -> None:
    policy = POLICIES["trigger-percent"].with_ratios(trigger_ratio=0.57)
    assert str(policy.trigger(100, None)) == "floor(100 × 57 / 100) = 57"
    assert policy.keep_ratio == 0.375
    assert REFERENCE.with_ratios() == REFERENCE
    assert REFERENCE.with_ratios(keep_ratio=0.5).keep(1000, None).value == 500


def test_percent_and_share_may_floor_apart() -> None:
    """29 × 100 % / 100 in doubles: the percent form multiplies whole numbers, the share form does not."""
    share = REFERENCE.with_ratios(trigger_ratio=0.29)
    percent = POLICIES["trigger-percent"].with_ratios(trigger_ratio=0.29)
    assert (share.trigger(100, None).value, percent.trigger(100, None).value) == (28, 29)
