"""How a step ended: ok, error, aborted, in flight, with the provider's error in mid-stream."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.model.request import RequestState
from inspector.sources.devtools.records import parse_time
from inspector.sources.open import open_source
from tests.sources.devtools.writing import capture, step, text

EMPTY = {"textParts": [], "reasoningParts": [], "toolCalls": []}
NO_USAGE = {"inputTokens": {}, "outputTokens": {}}


@pytest.mark.parametrize(
    ("fields", "state", "error"),
    [
        ({}, RequestState.OK, None),
        ({"error": "Overloaded", "output": None, "usage": None}, RequestState.ERROR, "Overloaded"),
        ({"error": "Request aborted", "usage": None}, RequestState.ABORTED, "Request aborted"),
        (
            {"error": "User pressed stop", "output": None, "usage": None},
            RequestState.ABORTED,
            "User pressed stop",
        ),
        ({"error": "The cable was cut", "output": None}, RequestState.ERROR, "The cable was cut"),
        ({"duration_ms": None, "output": None, "usage": None}, RequestState.IN_FLIGHT, None),
        (
            {
                "output": EMPTY,
                "usage": None,
                "raw_response": [{"type": "error", "error": {"message": "down"}}],
            },
            RequestState.ERROR,
            "down",
        ),
        (
            {
                "output": {**EMPTY, "finishReason": {"unified": "error"}, "usage": NO_USAGE},
                "usage": NO_USAGE,
                "raw_response": [{"type": "error", "error": "gone"}],
            },
            RequestState.ERROR,
            "gone",
        ),
        (
            {"output": {**EMPTY, "finishReason": "error"}, "usage": NO_USAGE},
            RequestState.ERROR,
            "The stream ended with an error.",
        ),
        ({"usage": NO_USAGE}, RequestState.OK, None),
    ],
)
def test_states(tmp_path: Path, fields: dict[str, Any], state: RequestState, error: str | None) -> None:
    (request,) = open_source(capture(tmp_path, step("s", [text("user", "hi")], **fields))).requests()
    assert (request.state, request.error) == (state, error)


def test_states_of_the_aborted_capture(unpacked: Callable[[str, str], Path]) -> None:
    requests = open_source(unpacked("captures", "v6-aborted")).requests()
    states = [request.state for request in requests]
    assert [states.count(state) for state in RequestState] == [34, 7, 5, 0, 5]
    assert requests[11].error == "Overloaded"  # the stream's own error event; the recorded error is null


def test_time() -> None:
    assert parse_time("2026-11-30T09:34:45.016Z") == 1_796_031_285_016
    assert parse_time("yesterday") is None
    assert parse_time(None) is None
