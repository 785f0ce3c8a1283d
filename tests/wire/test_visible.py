"""Control characters and bidi overrides are made visible, in texts and in JSON."""

from __future__ import annotations

import json

import pytest

from inspector.wire.visible import json_visible, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("a\u202eb", "a\\u202eb"),
        ("\x9b31m", "\\x9b31m"),
        ("cr\rlf\n\ttab", "cr\\x0dlf\n\ttab"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("电池 naïve 🖼 \u202f", "电池 naïve 🖼 \u202f"),
    ],
)
def test_what_steers_is_shown_and_the_rest_stays(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert visible(shown) == shown


def test_json_keeps_its_value() -> None:
    value = {"a\x9b": "\x1b \u202e \U000e0041 \ud800 \x7f 电池"}
    document = json_visible(json.dumps(value, ensure_ascii=False))
    assert json.loads(document) == value
    assert visible(document) == document
    document.encode()
