"""Prompts that were too long, in every provider's words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.findings.window_words import Refusal, too_long
from tests.analysis.findings.conftest import Look, data, step, user

ID = "over-window"


@pytest.mark.parametrize(
    ("error", "tokens", "window"),
    [
        ("prompt is too long: 213904 tokens > 200000 maximum", 213904, 200000),
        ("input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000", None, None),
        ("This model's maximum context length is 128000 tokens. However, you sent 130112.", 130112, 128000),
        ("This endpoint's maximum context length is 65,536 tokens. However, you requested about 70,001.", 70001, 65536),
        ("Your input exceeds the context window of this model.", None, None),
        ("The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).", 1048577, 1048576),
        ("Input is too long for requested model.", None, None),
        ("<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]", None, 129024),
        ("Invalid request: Your request exceeded model token limit: 131072", None, 131072),
        ("Prompt exceeds max length", None, None),
        ("Prompt 超长", None, None),
        ("输入内容过长", None, None),
        ("This model's maximum prompt length is 131072 but the request contains 140211 tokens.", 140211, 131072),
        ("Please reduce the length of the messages or completion.", None, None),
        ("The number of tokens to keep from the initial prompt is greater than the context length. Try", None, None),
        ("the request exceeds the available context size. try increasing the context size", None, None),
        ("The decoder prompt (length 5000) is longer than the maximum model length of 4096.", 5000, 4096),
        ("Prompt contains 40000 tokens, too large for model with 32768 maximum context length", 40000, 32768),
        ("prompt token count of 130001 exceeds the limit of 128000", 130001, 128000),
        ("invalid params, context window exceeds limit (2013)", None, 2013),
        ("Total tokens of image and text exceed max message tokens", None, None),
        ("Input validation error: `inputs` must have less than 4096 tokens. Given: 5000", 5000, 4096),
        ("too many tokens: total number of tokens in the prompt cannot exceed 4081", None, 4081),
    ],
)  # fmt: skip
def test_words_of_providers(error: str, tokens: int | None, window: int | None) -> None:
    found = too_long(error)
    assert found is not None
    if tokens is not None or window is not None:
        assert found == Refusal(tokens, window)


@pytest.mark.parametrize(
    "error",
    [
        "",
        "Overloaded",
        "Rate limit reached: too many tokens per minute (TPM): Limit 6000, Requested 7000",
        "Request too large for model on tokens per minute (TPM): Limit 6000, Requested 7000",
        "This request would exceed your organization's rate limit of 30,000 input tokens per minute",
        "Invalid schema for function 'x'",
        "max_tokens is too large: 100000",
    ],
)
def test_other_limits_are_none_of_the_window(error: str) -> None:
    assert too_long(error) is None


def test_refusals_of_one_conversation_are_one_finding(made: Callable[..., Path], look: Look) -> None:
    error = "Invalid request: Your request exceeded model token limit: 131072"
    steps = [step(n, [user("a")], error=error, output=None, usage=None) for n in (1, 2, 3)]
    (finding,) = look(made(*steps), ID)
    assert finding.data["requests"] == [0, 1, 2]
    assert finding.data["window"] == 131072
    assert "refused for their length: 3: " in finding.message
    assert "context_window=131072" in (finding.try_settings or ())
    assert look(made(*steps), "request-failed") == []


def test_a_stored_turn_that_was_refused(changed: Callable[..., Path], look: Look) -> None:
    error = {
        "type": "data-error",
        "data": {"name": "AI_APICallError", "message": "Prompt exceeds max length"},
    }
    folder = changed("no-wal", "update message set data = ? where role = 'assistant'", data(error))
    (finding,) = look(folder, ID)
    assert finding.kind == "refused"
    assert finding.where.message_id
    assert look(folder, "aborted") == []


@pytest.mark.parametrize("number", ["05", "06", "09", "14"])
def test_cases(number: str, cases: Path, look: Look) -> None:
    (finding,) = look(cases / f"L18-over-window-{number}", ID)
    assert finding.kind == "refused"
    assert look(cases / f"L18-over-window-{number}", "request-failed") == []
