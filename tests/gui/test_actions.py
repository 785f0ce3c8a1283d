"""The declared actions are consistent with one another."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence

from inspector.app.actions import ACTIONS


def test_ids_are_unique() -> None:
    assert max(Counter(spec.id for spec in ACTIONS).values()) == 1


def test_no_two_actions_share_a_shortcut() -> None:
    keys = Counter(QKeySequence(key).toString() for spec in ACTIONS for key in spec.shortcuts)
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("spec", [spec for spec in ACTIONS if spec.shortcuts], ids=lambda spec: spec.id)
def test_shortcuts_are_key_sequences_qt_understands(spec: object) -> None:
    shortcuts = getattr(spec, "shortcuts", ())
    assert all(not QKeySequence(key).isEmpty() and QKeySequence(key).toString() for key in shortcuts)


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("Ctrl+O", "open"),
        ("Ctrl+F", "find"),
        ("Ctrl+P", "palette"),
        ("J", "next-turn"),
        ("K", "previous-turn"),
        ("N", "next-finding"),
        ("Alt+N", "next-problem"),
        ("Space", "toggle-row"),
        ("Ctrl+D", "diff"),
        ("F5", "dock"),
        ("F11", "full-screen"),
    ],
)
def test_the_shortcuts_of_the_design_are_there(keys: str, action: str) -> None:
    assert [spec.id for spec in ACTIONS if keys in spec.shortcuts] == [action]


def test_exclusive_choices_are_checkable_and_share_the_text_before_the_dot() -> None:
    for spec in ACTIONS:
        if spec.exclusive:
            assert spec.checkable
            assert spec.id.partition(".")[0] == spec.exclusive
