"""Databases record no prompts: predictions rest on replayed ones, are marked so, and bow to what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inspector.analysis.cost.prices import load_prices, prices_of
from inspector.analysis.cost.saving import replay_saving
from inspector.analysis.prefix.blocks import BodyKind
from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.evidence import divergence
from inspector.analysis.prefix.replayed import analyse_source, judge_replay
from inspector.analysis.prefix.replayed_render import NOT_RECORDED
from inspector.analysis.prefix.rules import built_in_rules
from inspector.model.problems import Problem
from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer
from inspector.sources.base import Cancelled, Progress, Source
from inspector.sources.open import open_source

NOWHERE = Path("/nonexistent/prices.toml")


@pytest.fixture
def research(unpacked: Callable[[str, str], Path]) -> Iterator[Source]:
    source = open_source(unpacked("fixtures", "research"))
    yield source
    source.close()


@pytest.fixture
def bust(unpacked: Callable[[str, str], Path]) -> Iterator[Source]:
    source = open_source(unpacked("captures", "v6-cache-bust"))
    yield source
    source.close()


def topic(source: Source) -> str:
    return max(source.conversations(), key=lambda one: one.message_count).id


def test_measured_and_replayed_stand_side_by_side(research: Source) -> None:
    report = analyse_source(research, conversation_id=topic(research), rules=built_in_rules())
    late = report.verdicts[15:24]
    assert (late[0].measured.cache_read, late[-1].measured.cache_read) == (3087, 4604)
    assert all(1 <= (verdict.measured.no_cache or 0) <= 3 for verdict in late)
    assert {verdict.body_kind for verdict in report.verdicts} == {BodyKind.REPLAYED}
    for verdict in late:
        assert verdict.prediction is not None
        assert verdict.prediction.read == pytest.approx(verdict.measured.cache_read, rel=0.15)
        assert not verdict.disagrees


def test_measured_reads_overrule_the_cause_of_a_replay(research: Source) -> None:
    verdicts = analyse_source(research, conversation_id=topic(research), rules=built_in_rules()).verdicts
    assert verdicts[3].cause.id is CauseId.EXTENDS
    assert verdicts[7].cause.id is CauseId.COMPACTED
    assert (verdicts[11].cause.id, verdicts[11].cause.variant) == (CauseId.UNKNOWN, "replay")
    assert verdicts[11].is_break


def test_what_a_database_does_not_record_is_one_block(research: Source) -> None:
    judged = judge_replay(research, Replayer.open(research, topic(research)).run(), rules=built_in_rules())
    first, second = judged.requests[0], judged.requests[1]
    assert first.blocks[0].path == NOT_RECORDED
    assert first.end_of(0) > 4 * 1500
    assert divergence(first, second).context


def test_unchanged_prompts_are_predicted_to_be_read_as_they_were(bust: Source) -> None:
    result = Replayer.open(bust, bust.conversations()[0].id).run(ReplaySettings(pipeline=False))
    recorded = {record.index: record for record in bust.requests()}
    for verdict in judge_replay(bust, result, rules=built_in_rules()).report.verdicts[:24]:
        assert verdict.prediction is not None
        measured = recorded[verdict.record.index].usage.cache_read
        assert verdict.prediction.read == pytest.approx(measured, rel=0.03, abs=20)


def test_without_measured_figures_nothing_measured_is_shown(bust: Source) -> None:
    result = Replayer.open(bust, bust.conversations()[0].id).run()
    report = judge_replay(bust, result, rules=built_in_rules()).report
    assert not any(verdict.measured.is_known for verdict in report.verdicts)
    assert all(v.prediction is not None and v.prediction.read is not None for v in report.verdicts)


def test_saving_of_a_setting(research: Source) -> None:
    replayer = Replayer.open(research, topic(research))
    own, untrimmed = replayer.run(), replayer.run(ReplaySettings(pipeline=False))
    left, right, saved = replay_saving(research, untrimmed, own, prices_of(research, NOWHERE))
    assert None not in (left.total, right.total, saved)
    assert left.currency == "USD"
    assert saved == pytest.approx(left.total - right.total)
    unknown = replay_saving(research, own, own, load_prices(NOWHERE))
    assert unknown[2] is None


def test_prices_of_the_database_come_first(research: Source) -> None:
    price = prices_of(research, NOWHERE).find("gateway-test", "sonnet-16k")
    assert price is not None
    assert (price.input, price.cache_write) == (3.0, 3.75)


def test_a_topic_that_cannot_be_replayed_keeps_its_measured_figures(
    research: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> Replayer:
        raise Problem("no-such-item", {"path": "", "what": "topic", "name": "", "available": "none"})

    monkeypatch.setattr(Replayer, "open", fail)
    verdicts = analyse_source(research, rules=built_in_rules()).verdicts
    assert verdicts[15].measured.cache_read == 3087
    assert {verdict.prediction for verdict in verdicts} == {None}


def test_cancelling_stops_between_replays(research: Source) -> None:
    with pytest.raises(Cancelled):
        analyse_source(research, progress=Progress(is_cancelled=lambda: True))
