"""Words for facts: ages, folds, sizes, states; nothing unknown is worded as a zero."""

from __future__ import annotations

import pytest

from inspector.app.timeline.rows import ToolRow
from inspector.app.timeline.tool_output import output_facts
from inspector.app.wording import navigator, timeline, units
from inspector.app.wording.numbers import THIN_SPACE
from inspector.app.wording.problems import failure_text
from inspector.app.wording.replay import no_fold
from inspector.model import (
    UNKNOWN_USAGE,
    AnchorStatus,
    BlobState,
    BoundaryOrigin,
    CompactionBoundary,
    DataState,
    Message,
    PathNote,
    Problem,
    RequestPurpose,
    RequestState,
    Role,
    ToolPart,
    ToolState,
    Usage,
    parse_part,
)
from inspector.pipeline.compaction.record import NoFold
from inspector.wire.values import JsonValue

NOW = 1_800_000_000_000
MINUTE = 60_000


def plain(text: str) -> str:
    return text.replace(THIN_SPACE, " ")


def fold(**known: object) -> CompactionBoundary:
    return CompactionBoundary(origin=BoundaryOrigin.ANCHOR, **known)  # type: ignore[arg-type]


def tool_row(output: JsonValue, *, name: str = "web_search", in_prompt: bool = False) -> ToolRow:
    part = parse_part({"type": f"tool-{name}", "state": "output-available", "output": output})
    assert isinstance(part, ToolPart)
    message = Message(id="m", role=Role.ASSISTANT, parts=(part,))
    facts = output_facts(part)
    return ToolRow(
        key="k", message=message, part_index=0, part=part, step=None, facts=facts, in_prompt=in_prompt
    )


@pytest.mark.parametrize(
    ("age", "shown"),
    [
        (0, "0 min ago"),
        (59 * MINUTE, "59 min ago"),
        (60 * MINUTE, "1 h ago"),
        (26 * 60 * MINUTE, "1 day ago"),
        (3 * 24 * 60 * MINUTE, "3 days ago"),
    ],
)
def test_ages_use_the_unit_one_would_use(age: int, shown: str) -> None:
    assert navigator.age(NOW - age, NOW) == shown


def test_old_entries_and_those_of_the_future_show_their_date() -> None:
    assert navigator.age(NOW - 40 * 24 * 60 * MINUTE, NOW).startswith("20")
    assert navigator.age(NOW + MINUTE, NOW).startswith("20")


def test_a_fold_states_what_was_recorded_and_no_more() -> None:
    full = fold(folded_count=6, pre_tokens=13498, post_tokens=906)
    assert timeline.fold_count(full) == "6 messages → summary"
    assert [plain(text) for text in timeline.fold_tokens(full)] == ["13 498 → 906 tok", "−93 %"]
    assert timeline.fold_count(fold()) == ""
    assert timeline.fold_tokens(fold()) == ("", "")
    assert timeline.fold_tokens(fold(pre_tokens=50)) == ("50 tok", "")


def test_folds_that_did_not_happen_are_called_so() -> None:
    assert timeline.fold_title(fold(status=AnchorStatus.SKIPPED)) == "Fold skipped"
    assert timeline.fold_title(fold(status=AnchorStatus.COMPACTING)) == "Fold never finished"
    assert timeline.fold_title(fold(status=AnchorStatus.DONE)) == "Folded here"


def test_unknown_usage_is_a_dash_and_never_zero() -> None:
    assert timeline.cache_chip(UNKNOWN_USAGE) == "–"
    assert timeline.cache_chip(Usage(input=100)) == "–"
    assert plain(timeline.cache_chip(Usage(input=100, cache_read=0))) == "0 %"
    tip = timeline.cache_tip(Usage(input=100, cache_read=90))
    assert "Read from cache: 90" in tip
    assert "Written to cache: unknown" in tip


def test_a_tool_line_tells_sources_and_sizes_before_and_after() -> None:
    whole = tool_row([{"content": "abc"}, {"content": "de"}])
    assert timeline.tool_sizes(whole) == ("2 sources", "5 chars")
    page = tool_row([{"content": "abc"}], name="web_fetch")
    assert timeline.tool_sizes(page)[0] == "1 page"
    cut = "abc\n--- truncated (7 lines, 5000 chars total) ---\nxyz"
    assert plain(timeline.tool_sizes(tool_row(cut, in_prompt=True))[1]).startswith("5 000 → 5")
    assert timeline.tool_sizes(tool_row(cut, in_prompt=True))[1].endswith("in prompt")
    assert timeline.tool_sizes(tool_row(cut))[1].endswith("kept")


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (timeline.damage, DataState),
        (timeline.role, Role),
        (timeline.blob_state, BlobState),
        (timeline.request_state, RequestState),
        (timeline.path_note, PathNote),
    ],
)
def test_every_member_of_a_closed_set_has_words(function: object, values: type) -> None:
    for value in values:  # type: ignore[attr-defined]
        is_quiet = value is DataState.OK or value is RequestState.OK
        assert bool(function(value)) is not is_quiet  # type: ignore[operator]


def test_every_tool_state_and_purpose_has_words() -> None:
    for state in ToolState:
        part = parse_part({"type": "tool-x", "state": state.value, "output": 1})
        assert isinstance(part, ToolPart)
        row = ToolRow(
            key="k",
            message=Message(id="m", role=Role.ASSISTANT),
            part_index=0,
            part=part,
            step=None,
            facts=None,
        )
        assert bool(timeline.tool_state(row)) is (state is not ToolState.OUTPUT_AVAILABLE)
    assert len(RequestPurpose) == 4


def test_counts_have_their_singular() -> None:
    assert units.chars(1) == "1 char"
    assert plain(units.chars(81204)) == "81 204 chars"
    assert units.errors(1) == "1 error"


def test_failures_of_the_environment_and_of_ours_are_worded_apart() -> None:
    assert failure_text(Problem("file-empty", {"path": "x.json"})).startswith("x.json: the file is empty")
    assert failure_text(KeyError("k")) == "Something went wrong inside the program: KeyError: 'k'"


@pytest.mark.parametrize("reason", list(NoFold))
def test_every_reason_against_a_fold_has_words(reason: NoFold) -> None:
    assert no_fold(reason) != reason.value
