"""Places on lines of lint, and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.findings import Where
from inspector.analysis.findings.place_text import LinePlace, find_place, parse_line, place_text
from inspector.sources.open import open_source


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (Where(topic="t", request=6, number=7, message_id="m"), "7"),
        (Where(topic="t", message_id="m", part=2), "t/4"),
        (Where(topic="t", message_id="other"), "t/other"),
        (Where(topic="t"), "t"),
        (Where(), "-"),
    ],
)
def test_places_in_short(where: Where, text: str) -> None:
    assert place_text(where, {"m": 4}) == text


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("a/b.json:7: flood warning 12 of 3 [x]: y", LinePlace("a/b.json", request=7)),
        (
            "a/b.json:7: flood warning x: y [conversation-2]",
            LinePlace("a/b.json", "conversation-2", request=7),
        ),
        ("C:\\data:01a0-b/4: store error gone", LinePlace("C:\\data", "01a0-b", turn=4)),
        ("my data:t/m-1: aborted info x", LinePlace("my data", "t", message_id="m-1")),
        ("d:t: secrets warning x", LinePlace("d", "t")),
        ("d:-: store info x", LinePlace("d")),
        ("d:t/4", LinePlace("d", "t", turn=4)),
        ("d:7:", LinePlace("d", request=7)),
        ("just some words", None),
        ("http: //x", None),
        ("", None),
    ],
)
def test_lines_are_read_back(line: str, place: LinePlace | None) -> None:
    assert parse_line(line) == place


def test_places_are_found_in_their_source(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-truncated-markers"))
    topic = source.conversations()[0].id
    found = find_place(source, LinePlace("x", request=2))
    assert found is not None
    assert (found.topic, found.request, found.number) == (topic, 1, 2)
    assert found.message_id
    turn = find_place(source, LinePlace("x", topic, turn=1))
    assert turn is not None
    assert turn.message_id == next(iter(source.load(topic).path())).id
    for wrong in (LinePlace("x", request=99), LinePlace("x", "nobody"), LinePlace("x", topic, turn=99)):
        assert find_place(source, wrong) is None
    assert find_place(source, LinePlace("x", topic, message_id="nobody")) is None
