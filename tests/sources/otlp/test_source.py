"""OTLP JSON traces: three conventions, content that is missing, bodies that are there (SOURCES D)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.prefix.blocks import BodyKind
from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.report import analyse
from inspector.analysis.prompt_view import answer_sections, prompt_sections
from inspector.model.problems import Problem
from inspector.sources.base import Source
from inspector.sources.open import open_source

SAMPLES = Path(__file__).parents[2] / "data" / "samples" / "otlp"


def texts(source: Source, index: int) -> list[str]:
    return [section.text for section in prompt_sections(source.payload(index).prompt)]


def value(held: Any) -> dict[str, Any]:
    return {"intValue": str(held)} if isinstance(held, int) else {"stringValue": held}


def trace(**attributes: Any) -> dict[str, Any]:
    pairs = [{"key": key.replace("__", "."), "value": value(held)} for key, held in attributes.items()]
    span = {
        "spanId": "a",
        "traceId": "t",
        "name": "x",
        "startTimeUnixNano": "1790000000000000000",
        "attributes": pairs,
    }
    return {"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}


def test_genai_spans_are_calls_of_a_conversation() -> None:
    source = open_source(SAMPLES / "genai.json")
    first, second = source.requests()
    assert [c.id for c in source.conversations()] == ["c-1"]
    assert (first.provider, first.model, first.timing.duration_ms) == ("anthropic", "claude-sonnet-5-5", 2000)
    assert (second.usage.input, second.usage.cache_read, second.usage.cache_write) == (1602, 1500, 90)
    assert [t.replace("\n", "") for t in texts(source, 1)][:2] == ["You are terse.", "one"]
    assert texts(source, 1)[-1] == "y"
    assert [s.text for s in answer_sections(source.payload(0))] == ["1"]
    assert len(source.payload(0).tools or ()) == 1
    assert "trace-form" in [n.id for n in source.notices]
    assert analyse(source).verdicts[0].cause.id is CauseId.FIRST


def test_openinference_keeps_the_body() -> None:
    source = open_source(SAMPLES / "openinference.json")
    (record,) = source.requests()
    assert (record.usage.input, record.usage.cache_write, record.usage.output) == (1601, 1500, 3)
    assert texts(source, 0) == ["You are terse.", "one"]
    assert analyse(source).verdicts[0].body_kind is BodyKind.RAW_REQUEST
    assert "trace-form" not in [n.id for n in source.notices]


def test_without_content_what_was_measured_stands(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    document = trace(
        gen_ai__operation__name="chat", gen_ai__usage__input_tokens=50, gen_ai__request__model="m"
    )
    path.write_text(json.dumps(document) + "\n" + json.dumps(document) + "\n{")
    source = open_source(path)
    assert [r.usage.input for r in source.requests()] == [50, 50]
    assert [r.has_payload for r in source.requests()] == [False, False]
    assert {n.id for n in source.notices} == {"trace-no-content", "lines-half"}


def test_ai_sdk_spans(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    messages = json.dumps([{"role": "user", "content": [{"type": "text", "text": "hi"}]}])
    attributes = {
        "ai.operationId": "ai.streamText.doStream",
        "ai.prompt.messages": messages,
        "ai.response.text": "ho",
    }
    path.write_text(json.dumps(trace(**attributes, **{"ai.usage.inputTokens": 9})))
    source = open_source(path)
    assert texts(source, 0) == ["hi"]
    assert source.requests()[0].usage.input == 9


def test_a_trace_without_model_calls_says_so(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(trace(http__method="GET")))
    with pytest.raises(Problem, match="1 spans"):
        open_source(path)
