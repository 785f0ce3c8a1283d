"""tool-schema: what providers answer with 400, and what they do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.findings import Severity
from inspector.analysis.findings.provider_families import Family
from inspector.analysis.findings.provider_limits import violations
from inspector.analysis.findings.schema_checks import (
    closed_objects,
    depth_of,
    differences,
    example_mismatch,
    schema_error,
)
from inspector.analysis.findings.tool_declarations import Dialect, Layer, sdk_declarations, wire_declarations
from tests.analysis.findings.conftest import Look, step, tool, user

CLOSED = {
    "type": "object",
    "properties": {
        "params": {"type": "object", "propertyNames": {"type": "string"}, "additionalProperties": False}
    },
}


def test_six_refused_requests_are_one_finding(capture: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(capture("v6-schema-400"), "tool-schema")
    assert finding.severity is Severity.ERROR
    assert finding.template_id == "tool-schema.example-closed"
    assert finding.path == "tools[3].inputExamples[0].params"
    assert finding.data["requests"] == [0, 1, 2, 3, 4, 5]
    assert (finding.data["failed_requests"], finding.data["layer"], finding.data["tool"]) == (
        6,
        "sdk",
        "tool_invoke",
    )
    assert "'query' was unexpected" in finding.message
    assert (finding.where.request, finding.where.step) == (0, 1)


@pytest.mark.parametrize(
    "name", ["v6-aborted", "v6-cache-bust", "v7-middleware", "v7-telemetry", "v6-truncated-markers"]
)
def test_sound_tools_are_silent(name: str, capture: Callable[[str], Path], look: Look) -> None:
    assert look(capture(name), "tool-schema") == []


def test_an_example_that_fits_and_a_tool_without_arguments_are_silent(
    made: Callable[..., Path], look: Look
) -> None:
    empty = {"type": "object", "properties": {}, "additionalProperties": False}
    tools = [tool("search", inputExamples=[{"input": {"q": "x"}}]), tool("now", empty)]
    assert look(made(step(1, [user("a")], tools=tools)), "tool-schema") == []


def test_a_closed_object_is_told_without_an_example_too(made: Callable[..., Path], look: Look) -> None:
    (finding,) = look(made(step(1, [user("a")], tools=[tool("invoke", CLOSED)])), "tool-schema")
    assert (finding.kind, finding.severity) == ("closed-object", Severity.WARNING)
    assert finding.path == "tools[0].inputSchema.properties.params"


@pytest.mark.parametrize(
    "body",
    [
        {"tools": [{"name": "invoke", "input_schema": CLOSED, "input_examples": [{"params": {"q": "x"}}]}]},
        {"tools": [{"type": "function", "function": {"name": "invoke", "parameters": CLOSED}}]},
        {"tools": [{"type": "function", "name": "invoke", "parameters": CLOSED}]},
        {"tools": [{"functionDeclarations": [{"name": "invoke", "parametersJsonSchema": CLOSED}]}]},
        {"toolConfig": {"tools": [{"toolSpec": {"name": "invoke", "inputSchema": {"json": CLOSED}}}]}},
    ],
    ids=["anthropic", "openai-chat", "openai-responses", "gemini", "bedrock"],
)
def test_the_layer_that_overwrote_a_schema_is_named(
    body: dict[str, Any], made: Callable[..., Path], look: Look
) -> None:
    open_schema = {"type": "object", "properties": {"params": {"type": "object"}}}
    found = look(
        made(step(1, [user("a")], tools=[tool("invoke", open_schema)], raw_request=body)), "tool-schema"
    )
    layers = next(finding for finding in found if finding.kind == "layers")
    assert layers.data["layer"] == "wire"
    assert ".properties.params was closed to further properties" in layers.message
    assert {finding.kind for finding in found} - {"layers"} <= {"example-closed", "closed-object"}


def test_what_an_adapter_leaves_out_as_a_rule_is_no_difference() -> None:
    declared = {
        "$schema": "x",
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "additionalProperties": False,
    }
    sent = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}
    assert differences(declared, sent) == []
    assert differences(declared, {"type": "object", "properties": {}}) == [
        "the input has other properties: -a"
    ]
    either = {"anyOf": [{"type": "object", "properties": {"a": {}}}, {"type": "null"}]}
    assert differences(either, {"type": "object", "properties": {"a": {}}, "nullable": True}) == []
    assert differences(declared, {**sent, "required": ["a"]}) == ["the input requires differently: a"]


@pytest.mark.parametrize(
    ("name", "schema", "strict", "expected"),
    [
        ("web.search", {"type": "object"}, False, "does not match"),
        ("ok", {"oneOf": [{"type": "object"}]}, False, "oneOf is not supported at the top"),
        (
            "ok",
            {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
            True,
            "require all",
        ),
        ("ok", {"type": "object", "properties": {}}, True, "additionalProperties: false"),
    ],
)
def test_limits_of_openai(name: str, schema: Any, strict: bool, expected: str) -> None:
    body = {
        "tools": [{"type": "function", "function": {"name": name, "parameters": schema, "strict": strict}}]
    }
    (declaration,) = wire_declarations(body)
    assert expected in "; ".join(sentence for _, sentence in violations(declaration, Family.OPENAI))


def test_geminis_reduced_language_has_its_own_limits_and_full_json_schema_none() -> None:
    schema = {"type": "object", "properties": {"a": {"const": 1}}}
    reduced = {"tools": [{"functionDeclarations": [{"name": "a", "parameters": schema}]}]}
    full = {"tools": [{"functionDeclarations": [{"name": "a", "parametersJsonSchema": schema}]}]}
    assert [path for path, _ in violations(wire_declarations(reduced)[0], Family.GEMINI)] == [".properties.a"]
    assert list(violations(wire_declarations(full)[0], Family.GEMINI)) == []


def test_declarations_of_the_sdk_take_both_forms() -> None:
    wrapped = {"name": "b", "parameters": {"jsonSchema": {"type": "object"}}}
    first, second = sdk_declarations([tool("a", inputExamples=[{"input": {"q": 1}}]), wrapped])
    assert (first.layer, first.dialect, first.examples) == (Layer.SDK, Dialect.UNKNOWN, ({"q": 1},))
    assert (second.schema, second.schema_path) == ({"type": "object"}, "tools[1].parameters.jsonSchema")


def test_a_schema_is_never_fetched_and_foreign_patterns_are_not_judged() -> None:
    assert example_mismatch({"$ref": "http://localhost:9/schema.json"}, {}) is None
    assert example_mismatch({"type": "string", "pattern": r"\p{L}+"}, "x") is None
    mismatch = example_mismatch({"type": "object", "properties": {"a": {"type": "integer"}}}, {"a": "x"})
    assert mismatch is not None
    assert (mismatch.path, mismatch.closed) == (".a", False)


def test_schemas_that_are_none() -> None:
    assert "type" in schema_error({"type": "strnig"})
    assert schema_error([]) != ""
    assert schema_error({"type": "object"}) == ""
    assert closed_objects({"type": "object", "additionalProperties": False}) == []


def test_being_closed_does_not_see_the_properties_of_alternatives() -> None:
    inner = {"allOf": [{"properties": {"a": {"type": "string"}}}], "additionalProperties": False}
    assert closed_objects({"type": "object", "properties": {"params": inner}}) == [".properties.params"]
    mismatch = example_mismatch(inner, {"a": "x"})
    assert mismatch is not None
    assert mismatch.closed
    assert (
        closed_objects({"properties": {"params": {"$ref": "#/$defs/p", "additionalProperties": False}}}) == []
    )


def test_depth_stops_at_a_bound() -> None:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(500):
        schema = {"type": "object", "properties": {"a": schema}}
    assert depth_of(schema) == 40
    assert depth_of({"type": "array", "items": {"type": "object"}}) == 2
