"""What a source of recorded requests holds: the `info --json` contract (FORMATS B)."""

from __future__ import annotations

from inspector.model.request import RequestRecord, RequestState
from inspector.sources.base import Source
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
        "requests": [_request(source, request) for request in requests],
    }


def _request(source: Source, request: RequestRecord) -> dict[str, object]:
    payload = source.payload(request.index)
    return {
        "index": request.index,
        "run_id": request.run_id,
        "step": request.step_number,
        "model": request.model,
        "provider": request.provider,
        "type": request.type,
        "state": request.state.value,
        "usage": request.usage.to_dict(),
        "prompt_messages": len(payload.prompt),
        "prompt_chars": dumps_length(payload.prompt) if request.has_payload else 0,
        "tools": len(payload.tools or ()),
        "tool_calls": sum(_is_call(part) for part in answer_parts(payload)),
        "summary_boundary": request.opens_with_summary,
    }


def _is_call(part: JsonValue) -> bool:
    return isinstance(part, dict) and part.get("type") == "tool-call"
