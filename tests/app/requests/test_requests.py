"""Rows, details, columns and the filter language of the request list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.composition import Ingredient
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.report import RequestVerdict
from inspector.app.requests.columns import COLUMNS, Column, sorted_rows
from inspector.app.requests.details import RequestDetails, deliver_details, read_details
from inspector.app.requests.language import EXAMPLES, HAS, REQUESTS
from inspector.app.requests.rows import RequestRow, Span, request_rows, span_of
from inspector.model.request import RequestPayload, RequestPurpose, RequestRecord, RequestState
from inspector.model.timing import Timing
from inspector.model.usage import Usage
from inspector.sources.base import Progress
from inspector.sources.open import open_source


def record(index: int, **more: object) -> RequestRecord:
    known: dict[str, object] = {"id": f"r{index}", "conversation_id": "c", "model": "claude", "provider": "p"}
    return RequestRecord(index=index, number=index + 1, **{**known, **more})  # type: ignore[arg-type]


def row(index: int = 0, **more: object) -> RequestRow:
    parts = {name: more.pop(name) for name in list(more) if name in RequestRow.__slots__}
    made = RequestRow(record=record(index, **more), **parts)  # type: ignore[arg-type]
    return made.with_marks()


def verdict(cause: CauseId, lost: int | None = None) -> RequestVerdict:
    return RequestVerdict(
        record=record(0), cause=Cause(cause, arguments={"after": "12:00"}), tokens_lost=lost
    )


def column(name: str) -> Column:
    return next(one for one in COLUMNS if one.id == name)


def tool_message(*names: str) -> dict[str, object]:
    parts = [{"type": "tool-result", "toolCallId": name, "toolName": name} for name in names]
    return {"role": "tool", "content": parts}


def user(text: str) -> dict[str, object]:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def test_details_tell_what_a_request_answers() -> None:
    ask = user("  first\nline  ")
    assert read_details(RequestPayload(prompt=[ask])).words == "first line"  # type: ignore[list-item]
    loop = [ask, tool_message("grep", "ls", "grep")]
    assert read_details(RequestPayload(prompt=loop)).words == "↳ grep, ls"  # type: ignore[arg-type]
    long = read_details(RequestPayload(prompt=[user("x" * 500)])).words  # type: ignore[list-item]
    assert (len(long), long[-1]) == (120, "…")
    assert read_details(RequestPayload()).words == ""


def test_details_of_a_capture_come_in_batches(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-long-tool-loop"))
    batches: list[dict[int, RequestDetails]] = []
    deliver_details(source, source.requests(), Progress(), batches.append, batch=8)
    assert [len(batch) for batch in batches] == [8, 8, 5]
    last = batches[-1][20]
    assert dict(last.weights)[Ingredient.TOOL_RESULT] == 169_703
    assert last.finish == "stop"
    assert batches[0][0].tools == ("read_file",)


def test_rows_stand_in_the_order_of_their_numbers() -> None:
    rows = request_rows([record(5), record(2)], findings={5: 3}, folds=[2])
    assert [(one.record.index, one.number, one.findings, one.folds) for one in rows] == [
        (2, 3, 0, True),
        (5, 6, 3, False),
    ]


def test_a_span_reaches_to_the_last_end_and_places_its_requests() -> None:
    rows = [
        row(0, at=1000, timing=Timing(started_at=1000, duration_ms=100)),
        row(1, at=1500, timing=Timing(started_at=1500, duration_ms=500)),
        row(2),
    ]
    span = span_of(rows)
    assert span == Span(1000, 2000)
    assert span is not None
    assert [span.place(one) for one in rows] == [(0.0, 0.1), (0.5, 1.0), None]
    assert span_of(rows[2:]) is None
    assert Span(5, 5).place(rows[0]) is None


ROWS = (
    row(
        0,
        usage=Usage(input=10_072, no_cache=3, cache_read=0, cache_write=10_069),
        verdict=verdict(CauseId.SYSTEM_TIME, 9391),
        details=RequestDetails(tools=("read_file",), finish="tool-calls", words="the log"),
        findings=2,
    ),
    row(1, usage=Usage(input=8000, cache_read=7600), verdict=verdict(CauseId.EXTENDS, 0), folds=True),
    row(2, state=RequestState.ERROR, error="Overloaded", purpose=RequestPurpose.SUMMARIZE),
)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("has:miss", [0]),
        ("has:fold", [1]),
        ("has:error", [2]),
        ("has:finding has:tool", [0]),
        ("cause:system-time", [0]),
        ("kind:summary", [2]),
        ("-kind:summary", [0, 1]),
        ("hit<20", [0]),
        ("hit>=95", [1]),
        ("tokens>8k", [0]),
        ("lost>9k", [0]),
        ("number:2", [1]),
        ("tool:read_file", [0]),
        ("finish:tool-calls", [0]),
        ("state:error", [2]),
        ("overloaded", [2]),
        ('"the log"', [0]),
        ("model:claude", [0, 1, 2]),
    ],
)
def test_filter_expressions(expression: str, expected: list[int]) -> None:
    assert REQUESTS.parse(expression).select(ROWS) == expected


def test_examples_can_be_read_and_every_flag_can_be_had() -> None:
    for expression in EXAMPLES:
        assert REQUESTS.parse(expression)
    flags = {
        name
        for state in RequestState
        for one in (row(0, state=state, folds=True, findings=1), *ROWS)
        for name in one.has
    }
    assert flags == set(HAS)


def test_a_miss_says_what_it_lost_and_the_normal_course_does_not() -> None:
    cause = column("cause")
    assert cause.cell(ROWS[0]).text == "−9\u202f391 · Time in the system prompt"
    assert cause.cell(ROWS[0]).tone == "error"
    assert cause.cell(ROWS[1]).text == "Appended only"
    assert cause.cell(ROWS[1]).tone == "muted"
    assert cause.cell(ROWS[2]).text == ""


def test_unknown_figures_are_dashes_and_come_last_either_way() -> None:
    hit = column("hit")
    assert hit.cell(ROWS[2]).text == "–"
    assert sorted_rows(ROWS, hit, descending=False) == [0, 1, 2]
    assert sorted_rows(ROWS, hit, descending=True) == [1, 0, 2]


def test_failed_requests_show_their_error_where_others_show_what_was_asked() -> None:
    cell = column("words").cell(ROWS[2])
    assert (cell.text, cell.tone) == ("Overloaded", "error")
    assert column("finish").cell(ROWS[2]).text == "error"
    assert column("finish").cell(ROWS[0]).text == "tool-calls"


def test_columns_have_names_of_their_own() -> None:
    names = [one.id for one in COLUMNS]
    assert len(set(names)) == len(names)
