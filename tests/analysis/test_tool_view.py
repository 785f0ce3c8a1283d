"""Declared tools are read with their parameters, whatever recorder wrote them."""

from __future__ import annotations

from inspector.analysis.tool_view import tool_views
from inspector.model import RequestPayload
from inspector.wire import js_json
from inspector.wire.values import JsonValue

SCHEMA: JsonValue = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "what to look for"},
        "limit": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "kind": {"enum": ["web", "news"]},
        "filters": {
            "type": "array",
            "items": {"type": "object", "properties": {"site": {"type": ["string", "null"]}}},
        },
    },
    "required": ["query"],
}


def test_parameters_form_a_tree_with_types_and_what_is_required() -> None:
    tool: JsonValue = {
        "type": "function",
        "name": "web_search",
        "description": "Search.",
        "inputSchema": SCHEMA,
    }
    view = tool_views(RequestPayload(tools=[tool]))[0]
    assert (view.name, view.description, view.has_schema) == ("web_search", "Search.", True)
    assert [(p.name, p.type, p.required) for p in view.parameters] == [
        ("query", "string", True),
        ("limit", "integer | null", False),
        ("kind", '"web" | "news"', False),
        ("filters", "array of object", False),
    ]
    element = view.parameters[3].children[0]
    assert (element.name, [(p.name, p.type) for p in element.children]) == ("[]", [("site", "string | null")])
    assert view.chars == len(js_json.dumps(tool))
    assert view.tokens > 0


def test_telemetry_tools_have_no_schema_and_that_is_known() -> None:
    view = tool_views(RequestPayload(tools=[{"name": "t", "description": "d"}]))[0]
    assert not view.has_schema
    assert view.parameters == ()


def test_calls_of_this_request_are_counted_in_either_form_of_answer() -> None:
    tools: list[JsonValue] = [{"name": "a"}, {"name": "b"}]
    middleware: JsonValue = {"toolCalls": [{"toolName": "a"}, {"toolName": "a"}], "content": []}
    telemetry: JsonValue = {
        "content": [{"type": "text", "text": ""}, {"type": "tool-call", "toolName": "b"}],
    }
    assert [v.calls for v in tool_views(RequestPayload(tools=tools, output=middleware))] == [2, 0]
    assert [v.calls for v in tool_views(RequestPayload(tools=tools, output=telemetry))] == [0, 1]


def test_a_request_without_recorded_tools_has_none() -> None:
    assert tool_views(RequestPayload()) == []
