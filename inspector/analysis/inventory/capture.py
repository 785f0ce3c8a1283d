"""What a DevTools capture holds: the `info --json` contract of captures (FORMATS B)."""

from __future__ import annotations

from inspector.model.request import RequestRecord, RequestState
from inspector.sources.devtools import CaptureSource
from inspector.wire import JsonValue, dumps_length


def inventory(source: CaptureSource) -> dict[str, object]:
    """Count and describe; requests in file order, unknown figures null.

    `prompt_chars` is the length of the prompt's JSON in UTF-16 units; `tool_calls` counts what the answer asked for;
    `summary_boundary` says that the prompt opens with a summary in place of the history.
    """
    requests = source.requests()
    return {
        "kind": source.kind.value,
        "runs": sum(run.known for run in source.runs()),
        "steps": len(requests),
        "conversations": len(source.conversations()),
        "in_flight": sum(request.state is RequestState.IN_FLIGHT for request in requests),
        "errors": sum(request.state is RequestState.ERROR for request in requests),
        "requests": [_request(source, request) for request in requests],
    }


def _request(source: CaptureSource, request: RequestRecord) -> dict[str, object]:
    recorded = source.field(request.index, "input")
    content = recorded if isinstance(recorded, dict) else {}
    prompt = content.get("prompt")
    return {
        "index": request.index,
        "run_id": request.run_id,
        "step": request.step_number,
        "model": request.model,
        "provider": request.provider,
        "type": request.type,
        "state": request.state.value,
        "usage": request.usage.to_dict(),
        "prompt_messages": _count(prompt) if isinstance(prompt, list) else int(bool(prompt)),
        "prompt_chars": dumps_length(prompt) if prompt is not None else 0,
        "tools": _count(content.get("tools")),
        "tool_calls": sum(_is_call(part) for part in source.output_parts(request.index)),
        "summary_boundary": source.opens_with_summary(request.index),
    }


def _count(value: JsonValue) -> int:
    return len(value) if isinstance(value, list) else 0


def _is_call(part: JsonValue) -> bool:
    return isinstance(part, dict) and part.get("type") == "tool-call"
