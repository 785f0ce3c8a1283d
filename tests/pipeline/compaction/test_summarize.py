"""One summary: limits, record, errors."""

from __future__ import annotations

import pytest

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.compressor import CompressorError
from inspector.pipeline.compaction.summarize import SummaryOptions, ask, prepare_summary, summarize
from inspector.pipeline.compaction.wording import INSTRUCTION
from inspector.tokens import rough, rough_value
from inspector.wire import dumps_length
from tests.pipeline.compaction.builders import Scripted

HISTORY = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a" * 3000}]


def test_limits_follow_the_compressors_window() -> None:
    assert SummaryOptions.for_window(100_000) == SummaryOptions(max_output=16_384, max_input=71_073)
    assert SummaryOptions.for_window(None, fallback=200) == SummaryOptions(max_output=199, max_input=2000)
    assert SummaryOptions.for_window(None) == SummaryOptions(max_output=4096, max_input=None)


def test_the_record_holds_what_was_read_and_what_came_back() -> None:
    compressor = Scripted("<analysis>x</analysis><summary>SUM</summary>")
    summary = summarize(HISTORY, compressor, SummaryOptions(max_output=777))
    (request,) = compressor.requests
    record = summary.record
    assert summary.text == "SUM"
    assert record is not None
    assert (record.source_messages, record.sent_messages, record.omitted_messages) == (2, 3, 0)
    assert record.input_tokens == rough_value(list(request.messages))
    assert record.prompt_chars == dumps_length(list(request.prompt))
    assert record.prompt_tokens == rough_value(list(request.prompt))
    assert (record.reply_chars, record.summary_tokens) == (44, rough("SUM"))
    assert request.max_output_tokens == 777
    assert request.messages[-1]["content"] == INSTRUCTION


def test_the_request_holds_the_whole_slice_even_when_less_is_sent() -> None:
    prepared = prepare_summary(
        HISTORY * 3, SummaryOptions(max_input=1000), phase=AnchorPhase.IN_LOOP, boundary_id="a1"
    )
    assert len(prepared.request.source) == 6
    assert prepared.record.omitted_messages > 0
    assert (prepared.request.phase, prepared.request.boundary_id) == (AnchorPhase.IN_LOOP, "a1")
    assert prepared.record.reply_chars is None


def test_nothing_is_asked_about_nothing() -> None:
    compressor = Scripted("SUM")
    assert summarize([], compressor).record is None
    assert compressor.requests == []


def test_a_failing_compressor_is_heard() -> None:
    prepared = prepare_summary(HISTORY, SummaryOptions())
    with pytest.raises(CompressorError, match="quota"):
        ask(prepared, Scripted(CompressorError("quota")))
