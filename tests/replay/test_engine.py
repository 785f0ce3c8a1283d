"""Replays of real sessions: memo or not, failing summarisers, restored markers, whatever the settings."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.model.presets import PRESETS, preset
from inspector.model.problems import Problem
from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer, conversation_ids
from inspector.replay.probes import Probe
from inspector.replay.result import Basis, SummarySource
from inspector.sources.open import open_source
from tests.replay.conftest import OpenReplayer

PROBES = [Probe.parse(text) for text in ("the", "/[0-9]{4}/", "nowhere at all")]

REPLAY_SETTINGS = st.builds(
    ReplaySettings,
    pipeline=st.sampled_from([True, True, True, False]),
    truncate_threshold=st.sampled_from([0, 500, 2_000, 5_000, 50_000, 1_000_000]),
    head_chars=st.sampled_from([0, 100, 500]),
    tail_chars=st.sampled_from([0, 300, 1_000]),
    codecs=st.sampled_from([preset(name).codecs for name in PRESETS]),
    web_cutoff=st.sampled_from([None, None, 200]),
    context_window=st.sampled_from([None, 3_000, 16_000, 64_000, 200_000]),
    max_output_tokens=st.sampled_from([None, 0, 4_096]),
    max_messages=st.sampled_from([None, None, None, 1, 3]),
    compaction=st.sampled_from([True, True, False]),
    policy=st.sampled_from(["reference", "keep-of-trigger", "nine-tenths-window"]),
    trigger_ratio=st.sampled_from([None, 0.3, 0.75]),
    manifests=st.booleans(),
    in_loop=st.booleans(),
    in_loop_memo=st.booleans(),
    estimator=st.sampled_from(["tokenx", "tokenx", "rough"]),
    compressor=st.sampled_from(["recorded", "stand-in", "outline", "failing", "none"]),
    compressor_window=st.sampled_from([None, 8_000, 1_000_000]),
    storage_trim=st.booleans(),
)

SESSIONS = [
    ("fixtures", "research"),
    ("fixtures", "toolloop"),
    ("captures", "v6-web-search-recall"),
    ("captures", "v6-truncated-markers"),
    ("captures", "v6-long-tool-loop-compacting"),
]


@pytest.mark.parametrize(("kind", "name"), SESSIONS)
def test_a_used_memo_changes_nothing(replayer: OpenReplayer, kind: str, name: str) -> None:
    used = replayer(kind, name)

    @settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
    @given(chosen=REPLAY_SETTINGS)
    def check(chosen: ReplaySettings) -> None:
        fresh = Replayer(used.session, used.own_settings)
        assert used.run(chosen, PROBES).to_dict() == fresh.run(chosen, PROBES).to_dict()

    check()


@pytest.mark.parametrize(("kind", "name"), SESSIONS)
def test_figures_hold_together_whatever_the_settings(replayer: OpenReplayer, kind: str, name: str) -> None:
    session = replayer(kind, name)

    @settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
    @given(chosen=REPLAY_SETTINGS)
    def check(chosen: ReplaySettings) -> None:
        result = session.run(chosen)
        assert [request.index for request in result.requests] == list(range(len(result.requests)))
        for request in result.requests:
            assert (request.fold is None) == bool(request.no_fold_reason)
            assert 0 <= request.reusable_prefix_chars <= request.after.chars
            assert sum(size.tokens for size in request.by_role.values()) <= request.after.tokens
        for before, after in pairwise(result.requests):
            assert after.reusable_prefix_chars <= before.after.chars
        assert all(turn.stored_bytes_after <= turn.stored_bytes_before for turn in result.turns)

    check()


def test_failing_summariser_disables_a_loop_for_the_rest_of_it(replayer: OpenReplayer) -> None:
    session = replayer("captures", "v6-long-tool-loop")
    small = ReplaySettings(context_window=16_000, max_output_tokens=0, threshold_floor=1_000_000)
    failing = session.run(replace(small, compressor="failing"))
    reasons = [request.no_fold_reason for request in failing.requests]
    first = reasons.index("compressor-failed")
    assert set(reasons[:first]) == {"below-trigger"}
    assert set(reasons[first + 1 :]) == {"disabled-by-failure"}
    assert failing.totals.folds == 0
    off = session.run(replace(small, compaction=False))
    assert [r.prompt for r in failing.requests] == [r.prompt for r in off.requests]


def test_failing_summariser_serves_a_turn_unfolded_and_is_asked_again(replayer: OpenReplayer) -> None:
    session = replayer("fixtures", "research")
    base = replace(session.own_settings, in_loop=False)
    failing = session.run(replace(base, compressor="failing"))
    openings = [request for request in failing.requests if request.step == 1]
    reasons = [request.no_fold_reason for request in openings]
    assert reasons.count("compressor-failed") >= 2
    assert set(reasons) <= {"compressor-failed", "below-trigger"}
    assert failing.totals.folds == failing.totals.summarizer_input_tokens == 0
    off = session.run(replace(base, compaction=False))
    assert [r.prompt for r in failing.requests] == [r.prompt for r in off.requests]


def test_no_summariser_means_a_sliding_window(replayer: OpenReplayer) -> None:
    session = replayer("captures", "v6-long-tool-loop")
    small = ReplaySettings(context_window=16_000, threshold_floor=1_000_000, compressor="none")
    result = session.run(small)
    assert {request.no_fold_reason for request in result.requests} == {"no-compressor"}
    assert any(request.dropped_messages for request in result.requests)


def test_restored_markers_let_a_higher_threshold_give_larger_prompts(replayer: OpenReplayer) -> None:
    session = replayer("captures", "v6-truncated-markers")
    sizes = [
        session.run(ReplaySettings(truncate_threshold=threshold)).totals.prompt_chars_after
        for threshold in (500, 5_000, 20_000, 1_000_000)
    ]
    assert sizes == sorted(set(sizes))
    whole = session.run(ReplaySettings(truncate_threshold=1_000_000)).requests[-1]
    assert whole.recorded is not None
    assert whole.after.chars > 2 * whole.recorded.chars


def test_a_replay_as_recorded_keeps_recorded_prompts(replayer: OpenReplayer) -> None:
    result = replayer("captures", "v6-web-search-recall").run()
    for request in result.requests:
        assert request.recorded is not None
        assert request.after.tokens == request.recorded.tokens


def test_recorded_folds_can_be_undone(replayer: OpenReplayer) -> None:
    session = replayer("captures", "v6-web-search-recall")
    off = session.run(ReplaySettings(compaction=False))
    sizes = [request.after.chars for request in off.requests]
    assert sizes == sorted(sizes)
    assert off.totals.folds == 0
    assert off.requests[-1].after == off.requests[-1].before


def test_stand_ins_mark_every_figure_that_rests_on_them(replayer: OpenReplayer) -> None:
    session = replayer("captures", "v6-long-tool-loop")
    result = session.run(ReplaySettings(context_window=16_000, threshold_floor=1_000_000))
    first = next(request.index for request in result.requests if request.fold is not None)
    assert {request.basis for request in result.requests[:first]} == {Basis.COMPUTED}
    assert {request.basis for request in result.requests[first:]} == {Basis.STAND_IN}
    assert result.totals.rests_on_stand_in
    outline = session.run(
        ReplaySettings(context_window=16_000, threshold_floor=1_000_000, compressor="outline")
    )
    assert not outline.totals.rests_on_stand_in
    assert {r.fold.source for r in outline.requests if r.fold} == {SummarySource.OUTLINE}


def test_a_loop_that_is_off_is_told_from_compaction_that_is_off(replayer: OpenReplayer) -> None:
    session = replayer("fixtures", "research")
    result = session.run(replace(session.own_settings, in_loop=False, trigger_ratio=1.0))
    reasons = {(request.step == 1, request.no_fold_reason) for request in result.requests if not request.fold}
    assert (False, "in-loop-off") in reasons
    assert (True, "below-trigger") in reasons
    assert (True, "compaction-off") not in reasons


@pytest.mark.parametrize("name", ["branches", "damaged", "old-schema", "older-schema", "with-wal", "torn"])
def test_every_conversation_of_every_database_can_be_replayed(replayer: OpenReplayer, name: str) -> None:
    opened = replayer("fixtures", name)
    source = open_source(opened.session.source_path)
    try:
        for conversation in conversation_ids(source):
            session = Replayer.open(source, conversation)
            for chosen in (None, *PRESETS.values()):
                assert session.run(chosen, PROBES).to_dict()["conversation"] == conversation
    finally:
        source.close()


@pytest.mark.parametrize(
    "name",
    ["v6-aborted", "v6-cache-bust", "v6-schema-400", "v7-telemetry", "v7-middleware", "v7-anthropic-cache"],
)
def test_every_conversation_of_every_capture_can_be_replayed(replayer: OpenReplayer, name: str) -> None:
    opened = replayer("captures", name)
    source = open_source(opened.session.source_path)
    try:
        for conversation in conversation_ids(source):
            session = Replayer.open(source, conversation)
            for chosen in (None, *PRESETS.values()):
                assert session.run(chosen, PROBES).to_dict()["conversation"] == conversation
    finally:
        source.close()


def test_unknown_conversation_is_named_with_what_there_is(replayer: OpenReplayer) -> None:
    source = open_source(replayer("fixtures", "toolloop").session.source_path)
    try:
        with pytest.raises(Problem, match=r"no conversation nope in it; it holds 'Window of two'"):
            conversation_ids(source, "nope")
        with pytest.raises(Problem, match="no topic nope"):
            Replayer.open(source, "nope")
    finally:
        source.close()


@pytest.mark.parametrize(("kind", "name"), SESSIONS)
def test_the_rough_estimator_counts_tokens_shown_and_triggers(
    replayer: OpenReplayer, kind: str, name: str
) -> None:
    session = replayer(kind, name)
    chosen = ReplaySettings(context_window=24_000, threshold_floor=1_000_000, estimator="rough")
    rough = session.run(chosen)
    tokenx = session.run(replace(chosen, estimator="tokenx"))
    for request in rough.requests:
        assert (request.before.tokens, request.after.tokens) == (request.before.rough, request.after.rough)
    assert any(r.estimate != t.estimate for r, t in zip(rough.requests, tokenx.requests, strict=True))
    assert [r.before.chars for r in rough.requests] == [t.before.chars for t in tokenx.requests]
    fresh = Replayer(session.session, session.own_settings)
    assert fresh.run(chosen).to_dict() == rough.to_dict()


@pytest.mark.parametrize("name", ["research", "toolloop"])
def test_own_settings_store_the_very_bytes_that_the_database_holds(replayer: OpenReplayer, name: str) -> None:
    source = open_source(replayer("fixtures", name).session.source_path)
    try:
        for conversation in conversation_ids(source):
            held = {m.id: m.data_bytes for m in source.load(conversation).path()}
            turns = Replayer.open(source, conversation).run().turns
            assert turns
            assert {turn.message_id: turn.stored_bytes_after for turn in turns} == {
                turn.message_id: held[turn.message_id] for turn in turns
            }
    finally:
        source.close()


def test_a_capture_s_fold_stands_where_it_was_made(replayer: OpenReplayer) -> None:
    (fold,) = [r.fold for r in replayer("captures", "v6-web-search-recall").run().requests if r.fold]
    assert fold.phase == "turn-start", "the turns behind it are served the same summary"
    loop = replayer("captures", "v6-long-tool-loop-compacting").run()
    assert {r.fold.phase for r in loop.requests if r.fold} == {"in-loop"}


def test_a_replay_says_how_true_it_is(replayer: OpenReplayer) -> None:
    recall = replayer("captures", "v6-web-search-recall")
    found = recall.fidelity()
    assert (found.to_the_byte, found.requests, found.folds_made, found.folds_recorded) == (23, 23, 1, 1)
    assert found.is_whole
    assert found.sentence.startswith("as recorded: 23 of 23 requests to the byte · tokens within ")
    other = recall.run(replace(recall.own_settings, context_window=4_000))
    assert other.fidelity == found
    assert other.to_dict()["fidelity"]["whole"] is True
