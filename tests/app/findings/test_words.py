"""Sentences of findings in the window: capitals, digits, places."""

from __future__ import annotations

import pytest

from inspector.analysis.findings import Finding, Severity, Wording
from inspector.app.findings.places import Spot
from inspector.app.findings.scan import Scan, ScanState
from inspector.app.wording import findings as words
from inspector.app.wording.numbers import THIN_SPACE


def finding(message: str, **arguments: str) -> Finding:
    wording = Wording(message=message, explanation="{n} more\n lines", remedy="r")
    return Finding(id="x", severity=Severity.INFO, wording=wording, arguments=arguments)


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("the prompt has {n} chars", f"The prompt has 12{THIN_SPACE}345 chars"),
        ("{name} is wrong", "run_cmd is wrong"),
        ("tools.{name} is wrong", "tools.run_cmd is wrong"),
    ],
)
def test_a_sentence_opens_with_a_capital_unless_it_opens_with_a_name(template: str, shown: str) -> None:
    assert words.message(finding(template, n="12 345", name="run_cmd")) == shown


def test_texts_over_several_lines_are_one() -> None:
    assert words.explanation(finding("m", n="3")) == "3 more lines"


def test_an_unknown_detector_goes_by_its_id() -> None:
    assert words.title(finding("m")) == "x"


def test_places_are_counted_from_one() -> None:
    turn = Spot(count=16, place=5, part=1, session="Tea")
    assert words.place(turn) == "turn 6"
    assert words.full_place(turn) == "Tea · turn 6 of 16 · part 2"
    requests = Spot(count=3, place=0, others=(1, 2), by_request=True, part=4, session="Tea")
    assert words.full_place(requests).startswith("Tea · request 1 of 3 · and 2 more place")
    assert words.place(Spot()) == "whole file"
    assert words.place(Spot(count=4, session="Tea")) == "whole conversation"


def test_every_state_of_a_check_has_words() -> None:
    texts = {state: words.state(Scan(state=state, done=1, total=4)) for state in ScanState}
    assert texts.pop(ScanState.NOTHING) == ""
    assert len(set(texts.values())) == len(texts)
    assert words.progress(Scan(done=4, total=4)) == "Checking what is stored…"
