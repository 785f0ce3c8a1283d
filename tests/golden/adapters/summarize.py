"""Vectors of summarising (PIPELINE §10)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from inspector.pipeline.compaction import budgeting, compact, window, wording
from inspector.pipeline.compaction.compressor import CompressorError
from inspector.pipeline.compaction.flatten import flatten
from inspector.pipeline.compaction.summarize import SummaryOptions, summarize
from inspector.tokens import rough, rough_value
from inspector.wire import UNDEFINED
from tests.golden.adapters.canned import Canned, CannedHistory, masked, prompt_call
from tests.golden.values import first_difference


def run(value: dict[str, Any]) -> Any:
    return FUNCTIONS[value["fn"]](value)


def difference(expected: Any, actual: Any) -> str | None:
    """Two values are not in the vectors: our instruction's hash differs by design (it is our own prose of the
    same size), and the output limit an adapter was made with is not among its recorded inputs."""
    if isinstance(expected, dict) and "sha256" in expected:
        expected = {**expected, "sha256": actual["sha256"]}
    if isinstance(expected, dict) and "text" in expected:
        expected = {**expected, "calls": [_unlimited(call) for call in expected["calls"]]}
    return first_difference(expected, actual)


def _unlimited(call: dict[str, Any]) -> dict[str, Any]:
    return {**call, "maxOutputTokens": UNDEFINED}


def _instruction(_: dict[str, Any]) -> Any:
    text = wording.INSTRUCTION
    message = {"role": "user", "content": text}
    return {
        "charLength": len(text),
        "estimate": rough(text),
        "jsonMessageEstimate": rough_value(message),
        "arrayOfOneEstimate": rough_value([message]),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def _constants(_: dict[str, Any]) -> Any:
    return {
        "COMPRESSION_MIN_OUTPUT_TOKENS": window.MIN_SUMMARY_TOKENS,
        "COMPRESSION_MAX_OUTPUT_TOKENS": window.MAX_SUMMARY_TOKENS,
        "STUB_ESCALATION": list(budgeting.STUB_ESCALATION),
    }


def _options(options: dict[str, Any]) -> SummaryOptions:
    return SummaryOptions(
        max_output=options.get("maxOutputTokens", window.MIN_SUMMARY_TOKENS),
        max_input=options.get("maxInputTokens"),
        stub_threshold=options.get("toolResultStubThreshold"),
        custom_instructions=options.get("customCompressionInstructions"),
    )


def _summary(ask: Callable[[], Any]) -> Any:
    try:
        return ask().text
    except CompressorError as error:
        return {"error": str(error)}


def _summarize_history(value: dict[str, Any]) -> Any:
    canned = CannedHistory([value["reply"]])
    summary = _summary(lambda: summarize(value["messages"], canned, _options(value["opts"])))
    return {"calls": canned.calls, "summary": summary}


def _summarize_model_messages(value: dict[str, Any]) -> Any:
    canned = Canned([value["reply"]])
    options = _options(value["opts"])
    summary = _summary(lambda: compact.summarize_model_messages(value["messages"], canned, options))
    return {"calls": canned.calls, "summary": summary}


def _compact_model_messages(value: dict[str, Any]) -> Any:
    canned, messages = Canned([value["reply"]]), value["messages"]
    options = _options(value["opts"])
    done = compact.compact_model_messages(messages, value["opts"].get("keepRecentTurns", 0), canned, options)
    return {"calls": canned.calls, "same": done.messages is messages, "messages": masked(list(done.messages))}


def _compact_history(value: dict[str, Any]) -> Any:
    canned, history = CannedHistory([value["reply"]]), value["history"]
    done = compact.compact_history(history, value["keepRecentTurns"], canned)
    calls = [call["messages"] for call in canned.calls]
    return {"calls": calls, "same": done.messages is history, "history": masked(list(done.messages))}


def _adapter(value: dict[str, Any]) -> Any:
    return {"calls": [prompt_call(flatten(value["messages"]), UNDEFINED)], "text": value["reply"]}


FUNCTIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "instruction": _instruction,
    "constants": _constants,
    "getCompactSummaryWrapper": lambda value: wording.wrap_summary(value["summary"]),
    "getFallbackCompressionSummary": lambda value: wording.fallback_summary(value["truncatedCount"]),
    "formatCompactSummary": lambda value: wording.format_summary(value["raw"]),
    "resolveCompressionOutputTokens": lambda value: window.resolve_summary_output(value.get("contextWindow")),
    "summarizeHistory": _summarize_history,
    "createCompressionAdapter": _adapter,
    "summarizeModelMessages": _summarize_model_messages,
    "compactModelMessages": _compact_model_messages,
    "compactHistory": _compact_history,
}
"""Our function of each the reference names."""
