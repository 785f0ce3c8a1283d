"""Compressors for the adapters: replies from a vector, calls recorded in the vectors' form."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.compaction.compressor import (
    CompressionAbortedError,
    CompressionRequest,
    CompressorError,
)
from inspector.pipeline.compaction.wording import INSTRUCTION
from inspector.tokens import rough_value
from inspector.wire import dumps_length

ABORT = "AbortError"


class Canned:
    """Answers in order, the last reply again and again; `{"throw", "name"?}` raises.

    Attributes:
        calls: what was asked, the instruction masked.
    """

    def __init__(self, replies: list[Any]) -> None:
        self.replies = replies
        self.calls: list[Any] = []
        self.asked = 0

    def compress(self, request: CompressionRequest) -> str:
        self.calls.append(self.shown(request))
        reply = self.replies[min(self.asked, len(self.replies) - 1)]
        self.asked += 1
        if isinstance(reply, str):
            return reply
        message = reply["throw"] if isinstance(reply, dict) else "model down"
        if isinstance(reply, dict) and reply.get("name") == ABORT:
            raise CompressionAbortedError(message)
        raise CompressorError(message)

    def shown(self, request: CompressionRequest) -> dict[str, Any]:
        return prompt_call(list(request.prompt), request.max_output_tokens)

    def take_calls(self) -> list[Any]:
        taken, self.calls = self.calls, []
        return taken


class CannedHistory(Canned):
    """Shows what a compressor of histories is given, before it is flattened."""

    def shown(self, request: CompressionRequest) -> dict[str, Any]:
        messages = list(request.messages)
        return {"messages": masked(messages), "estimate": rough_value(messages)}


def prompt_call(prompt: list[Any], max_output: Any) -> dict[str, Any]:
    """A flattened prompt as recorded; sizes are taken before masking."""
    return {
        "prompt": masked(prompt),
        "promptChars": dumps_length(prompt),
        "promptEstimate": rough_value(prompt),
        "maxOutputTokens": max_output,
    }


def masked(value: Any) -> Any:
    """The value with the instruction's text replaced by its mark."""
    if isinstance(value, str):
        return value.replace(INSTRUCTION, "<INSTRUCTION>")
    if isinstance(value, list):
        return [masked(item) for item in value]
    if isinstance(value, dict):
        return {key: masked(item) for key, item in value.items()}
    return value
