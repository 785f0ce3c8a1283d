"""What a source of recorded requests holds: the `info --json` contract (FORMATS B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inspector.model.request import RequestRecord, RequestState
from inspector.sources.base import Source
from inspector.sources.devtools import CaptureSource
from inspector.sources.devtools.messages import PromptSize
from inspector.sources.devtools.prompt_parts import answer_parts
from inspector.wire import JsonValue, dumps_length


def inventory(source: Source) -> dict[str, object]:
    """Count and describe; requests in file order, unknown figures null.

    `prompt_chars` is the length of the prompt's JSON in UTF-16 units; `tool_calls` counts what the answer asked for;
    `summary_boundary` says that the prompt opens with a summary in place of the history.
    """
    requests = source.requests()
    return {
        "kind": source.format,
        "runs": sum(run.known for run in source.runs()),
        "steps": len(requests),
        "conversations": len(source.conversations()),
        "in_flight": sum(request.state is RequestState.IN_FLIGHT for request in requests),
        "errors": sum(request.state is RequestState.ERROR for request in requests),
        "requests": [
            _request(source, request, size)
            for request, size in zip(requests, _sizes(source, requests), strict=True)
        ],
    }


def _sizes(source: Source, requests: Sequence[RequestRecord]) -> Sequence[PromptSize | None]:
    """A capture's prompts are sized while it is opened, since they are far too long to be parsed twice."""
    return source.prompt_sizes() if isinstance(source, CaptureSource) else [None] * len(requests)


def _request(source: Source, request: RequestRecord, size: PromptSize | None) -> dict[str, object]:
    messages, chars, tools, calls = _figures(source, request, size)
    return {
        "index": request.index,
        "run_id": request.run_id,
        "step": request.step_number,
        "model": request.model,
        "provider": request.provider,
        "type": request.type,
        "state": request.state.value,
        "usage": request.usage.to_dict(),
        "prompt_messages": messages,
        "prompt_chars": chars,
        "tools": tools,
        "tool_calls": calls,
        "summary_boundary": request.opens_with_summary,
    }


def _figures(source: Source, request: RequestRecord, size: PromptSize | None) -> tuple[int, int, int, int]:
    """Messages and characters of the prompt, tools declared and called."""
    if isinstance(source, CaptureSource) and size is not None and size.tools is not None:
        return size.messages, size.chars, size.tools, _calls(source.output_parts(request.index))
    payload = source.payload(request.index)
    chars = dumps_length(payload.prompt) if request.has_payload else 0
    return len(payload.prompt), chars, len(payload.tools or ()), _calls(answer_parts(payload))


def _calls(parts: Iterable[JsonValue]) -> int:
    return sum(isinstance(part, dict) and part.get("type") == "tool-call" for part in parts)
