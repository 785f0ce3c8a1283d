"""Figures as people read them."""

from __future__ import annotations

import pytest

from inspector.app.wording.numbers import THIN_SPACE, byte_size, change, duration, group, percent


def plain(text: str) -> str:
    return text.replace(THIN_SPACE, " ")


@pytest.mark.parametrize(
    ("value", "shown"), [(0, "0"), (999, "999"), (1234567, "1 234 567"), (-4200, "−4 200")]
)
def test_digits_are_grouped_by_thin_spaces(value: int, shown: str) -> None:
    assert plain(group(value)) == shown


@pytest.mark.parametrize(
    ("size", "shown"),
    [(0, "0 B"), (999, "999 B"), (1234, "1.2 kB"), (999_600, "1.0 MB"), (477_000_000, "477 MB")],
)
def test_byte_sizes_have_at_most_one_decimal(size: int, shown: str) -> None:
    assert plain(byte_size(size)) == shown


@pytest.mark.parametrize(
    ("ratio", "shown"),
    [(0, "0 %"), (1, "100 %"), (0.99996, "99.9 %"), (0.0004, "< 0.1 %"), (0.5, "50 %"), (0.8984, "89.8 %")],
)
def test_a_percentage_never_rounds_to_all_or_nothing(ratio: float, shown: str) -> None:
    assert plain(percent(ratio)) == shown


@pytest.mark.parametrize(
    ("before", "after", "shown"), [(13498, 906, "−93 %"), (10, 12, "+20 %"), (7, 7, "±0 %")]
)
def test_changes_carry_their_sign(before: int, after: int, shown: str) -> None:
    assert plain(change(before, after)) == shown


def test_a_change_from_nothing_is_not_stated() -> None:
    assert change(0, 5) == ""


@pytest.mark.parametrize(
    ("ms", "shown"), [(380, "380 ms"), (11_400, "11.4 s"), (125_000, "2 min 05 s"), (3_780_000, "1 h 03 min")]
)
def test_durations_choose_their_unit(ms: int, shown: str) -> None:
    assert plain(duration(ms)) == shown
