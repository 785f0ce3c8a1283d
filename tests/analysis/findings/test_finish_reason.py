"""How answers ended: every provider's words, and what is said to be wrong with structured ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.findings.conftest import Look, step, user

ID = "finish-reason"
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def said(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def called(arguments: str) -> dict[str, Any]:
    return {"type": "tool-call", "toolCallId": "c", "toolName": "write", "input": arguments}


def ended(number: int, unified: str, raw: str = "", *content: Any, **settings: Any) -> dict[str, Any]:
    output = {"content": list(content), "finishReason": {"unified": unified, "raw": raw or unified}}
    prompt = [user("question")]
    return step(number, prompt, output=output, input={"prompt": prompt, **settings})


def wanted(schema: Any = None) -> dict[str, Any]:
    return {"responseFormat": {"type": "json", **({} if schema is None else {"schema": schema})}}


@pytest.mark.parametrize(
    ("unified", "raw", "content", "kind"),
    [
        ("length", "max_tokens", [said("half")], "length"),
        ("length", "MAX_TOKENS", [], "no-answer"),
        ("length", "length", [{"type": "reasoning", "text": "long thought"}], "no-answer"),
        ("length", "max_output_tokens", [called('{"q":"ha')], "arguments"),
        ("length", "max_tokens", [called('{"q":"ha"}')], "length"),
        ("other", "model_length", [said("half")], "length"),
        ("other", "model_context_window_exceeded", [said("half")], "window"),
        ("content-filter", "SAFETY", [], "withheld"),
        ("content-filter", "content_filter", [said("half")], "filtered"),
        ("other", "RECITATION", [], "withheld"),
        ("other", "sensitive", [], "withheld"),
        ("refusal", "refusal", [said("no")], "refused"),
        ("content-filter", "refusal", [], "refused"),
        ("error", "MALFORMED_FUNCTION_CALL", [], "malformed-call"),
        ("other", "UNEXPECTED_TOOL_CALL", [], "malformed-call"),
        ("stop", "end_turn", [], "empty"),
        ("stop", "stop", [said(" \n")], "empty"),
        ("other", "other", [], "empty"),
        ("stop", "stop", [said("yes")], None),
        ("tool-calls", "tool_use", [called('{"q":1}')], None),
        ("stop", "stop", [{"type": "file", "mediaType": "image/png", "data": "AA=="}], None),
    ],
)
def test_words_of_providers(
    unified: str, raw: str, content: list[Any], kind: str | None, made: Callable[..., Path], look: Look
) -> None:
    found = look(made(ended(1, unified, raw, *content)), ID)
    assert [finding.kind for finding in found] == ([] if kind is None else [kind])


def test_a_plain_word_for_the_reason_will_do(made: Callable[..., Path], look: Look) -> None:
    output = {"content": [said("half")], "finishReason": "length"}
    (finding,) = look(made(step(1, [user("a")], output=output)), ID)
    assert finding.kind == "length"


@pytest.mark.parametrize(
    ("text", "schema", "kind"),
    [
        ('{"n":1}', SCHEMA, None),
        ('{"n":"one"}', SCHEMA, "schema"),
        ("{}", SCHEMA, "schema"),
        ('{"n":1', SCHEMA, "no-json"),
        ("Here you are: {}", None, "no-json"),
        ("[]", None, None),
        ('{"n":1}', {"type": 3}, None),
    ],
)
def test_structured_answers(
    text: str, schema: Any, kind: str | None, made: Callable[..., Path], look: Look
) -> None:
    found = look(made(ended(1, "stop", "stop", said(text), **wanted(schema))), ID)
    assert [finding.kind for finding in found] == ([] if kind is None else [kind])
    # nobody asked for JSON: any text will do
    assert look(made(ended(1, "stop", "stop", said(text))), ID) == []


def test_a_cut_structured_answer_is_cut_and_nothing_else(made: Callable[..., Path], look: Look) -> None:
    (finding,) = look(made(ended(1, "length", "length", said('{"n"'), **wanted(SCHEMA))), ID)
    assert finding.kind == "length"


def test_one_cause_is_one_finding_with_its_sums(made: Callable[..., Path], look: Look) -> None:
    steps = [ended(number, "length", "length", maxOutputTokens=100) for number in (1, 2, 3)]
    for made_step in steps:
        made_step["usage"] = (
            '{"inputTokens":{"total":9},"outputTokens":{"total":100,"text":0,"reasoning":90}}'
        )
    (finding,) = look(made(*steps, ended(4, "stop", "stop", said("ok"))), ID)
    assert finding.message == (
        "output limit reached before an answer began: 3 (300 output tokens, 270 of them reasoning)"
    )
    assert finding.data["requests"] == [0, 1, 2]
    assert finding.data["limit"] == 100


def test_unknown_figures_are_unknown(made: Callable[..., Path], look: Look) -> None:
    first, second = ended(1, "length", "length", said("a")), ended(2, "length", "length", said("b"))
    first["usage"] = None
    (finding,) = look(made(first, second), ID)
    assert finding.data["output_tokens"] is None
    assert "(? output tokens, ? of them reasoning)" in finding.message


def test_failed_and_aborted_requests_are_told_elsewhere(made: Callable[..., Path], look: Look) -> None:
    failed = step(1, [user("a")], error="Overloaded", output=None, usage=None)
    aborted = step(2, [user("a")], error="Request aborted", output={"content": []}, usage=None)
    assert look(made(failed, aborted), ID) == []


@pytest.mark.parametrize(
    ("case", "kind", "words"),
    [
        ("L21-finish-length-all-reasoning", "no-answer", "1 984 output tokens, 1 984 of them reasoning"),
        ("L22-content-filter-empty", "withheld", "SAFETY"),
        ("L23-structured-output-invalid-json", "no-json", "no JSON: 1"),
        ("W10-length-cut-tool-args", "arguments", "arguments of write_file cut by the output limit"),
        ("W12-refusal", "refused", "refusal: 1"),
        ("content-filter", "withheld", "withheld"),
        ("length-empty", "no-answer", "began: 3 (5 952 output tokens, 5 952 of them reasoning)"),
    ],
)
def test_cases(case: str, kind: str, words: str, cases: Path, look: Look) -> None:
    (finding,) = look(cases / case, ID)
    assert finding.kind == kind
    assert words in finding.message
