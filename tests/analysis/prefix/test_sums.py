"""Sums per session, conversation, model and turn; what is unknown is counted and in no sum."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.replayed import analyse_source
from inspector.analysis.prefix.report import RequestVerdict
from inspector.analysis.prefix.sums import SumBy, sums, sums_by
from inspector.model.request import RequestRecord
from inspector.model.usage import UNKNOWN_USAGE, Usage
from inspector.sources.open import open_source

KNOWN = Usage(input=100, no_cache=10, cache_read=60, cache_write=30)


def verdict(index: int, usage: Usage, *, model: str = "m", message: str | None = None) -> RequestVerdict:
    record = RequestRecord(
        index=index, id=str(index), conversation_id="c", model=model, message_id=message, usage=usage
    )
    return RequestVerdict(record=record, cause=Cause(CauseId.EXTENDS), tokens_lost=5)


def test_unknown_is_kept_apart() -> None:
    [session] = sums_by([verdict(0, KNOWN), verdict(1, UNKNOWN_USAGE), verdict(2, KNOWN)], SumBy.SESSION)
    assert (session.requests, session.unknown) == (3, 1)
    assert (session.measured.input, session.measured.cache_read) == (200, 120)
    assert session.measured.hit_ratio == 0.6
    assert session.predicted_ratio is None


def test_a_prompt_of_unknown_cache_use_does_not_spoil_the_ratio() -> None:
    [session] = sums_by([verdict(0, KNOWN), verdict(1, Usage(input=900))], SumBy.SESSION)
    assert session.measured.hit_ratio == 0.6


def test_groups_keep_their_order() -> None:
    verdicts = [verdict(0, KNOWN, model="b", message="x"), verdict(1, KNOWN, model="a", message="x")]
    assert [one.key for one in sums_by(verdicts, SumBy.MODEL)] == ["b", "a"]
    [turn] = sums_by(verdicts, SumBy.TURN)
    assert (turn.key, turn.requests, turn.tokens_lost) == ("x", 2, 10)


def test_sums_of_a_database_and_of_a_capture(unpacked: Callable[[str, str], Path]) -> None:
    for kind, name, requests in (("fixtures", "research", 25), ("captures", "v6-cache-bust", 29)):
        source = open_source(unpacked(kind, name))
        found = sums(analyse_source(source))
        source.close()
        session = found[0]
        assert (session.by, session.requests) == (SumBy.SESSION, requests)
        for by in (SumBy.CONVERSATION, SumBy.MODEL, SumBy.TURN):
            parts = [one for one in found if one.by is by]
            assert sum(one.measured.input or 0 for one in parts) == session.measured.input
            assert sum(one.tokens_lost for one in parts) == session.tokens_lost
