"""Tools that a provider refuses, found without a wire body: by its limits and by what its error names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.findings import Severity
from inspector.analysis.findings.provider_families import Family, family_of
from inspector.analysis.findings.refusals import is_about_tools, refused_places
from inspector.analysis.findings.tool_declarations import sdk_declarations
from tests.analysis.findings.conftest import Look, step, tool, user

ID = "tool-schema"


@pytest.mark.parametrize(
    ("provider", "model", "family"),
    [
        ("google.generative-ai", "gemini-2.5-flash", Family.GEMINI),
        ("google.vertex.chat", "gemini-3-pro", Family.GEMINI),
        ("vertex.anthropic.messages", "claude-opus-4-6", Family.ANTHROPIC),
        ("openrouter", "google/gemini-2.5-pro", Family.GEMINI),
        ("gateway", "anthropic/claude-sonnet-4-6", Family.ANTHROPIC),
        ("amazon-bedrock", "anthropic.claude-v2", Family.BEDROCK),
        ("openai.responses", "gpt-5.1", Family.OPENAI),
        ("azure-openai.chat", "my-deployment", Family.OPENAI),
        ("openai-compatible.chat", "some-model", Family.UNKNOWN),
        ("openai.chat", "qwen3-max", Family.UNKNOWN),
        ("litellm.chat", "o3-mini", Family.OPENAI),
        ("groq.chat", "llama-3.3-70b", Family.GROQ),
        ("moonshotai.chat", "kimi-k2", Family.MOONSHOT),
        ("xai.chat", "grok-4", Family.XAI),
        ("deepseek.chat", "deepseek-chat", Family.DEEPSEEK),
        ("lmstudio.chat", "gpt-oss-20b", Family.UNKNOWN),
    ],
)
def test_whose_rules_hold(provider: str, model: str, family: Family) -> None:
    assert family_of(provider, model) is family


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


GEMINI = {"provider": "google.generative-ai", "model_id": "gemini-2.5-flash"}
OPENAI = {"provider": "openai.chat", "model_id": "gpt-5.1"}
KIMI = {"provider": "openrouter", "model_id": "moonshotai/kimi-k2"}
CLAUDE = {"provider": "anthropic.messages", "model_id": "claude-sonnet-4-6"}


@pytest.mark.parametrize(
    ("names", "schema", "path", "words"),
    [
        (GEMINI, obj(tags={"type": "array"}), ".properties.tags", "items"),
        (GEMINI, obj(a=obj(b={"type": "array"})), ".properties.a.properties.b", "items"),
        (GEMINI, obj(o={"type": "object"}), ".properties.o", "non-empty"),
        (GEMINI, obj(due={"type": ["string", "null"]}), ".properties.due", "type is a list (string, null)"),
        (GEMINI, obj(n={"type": "integer", "enum": [1]}), ".properties.n", "texts only"),
        (
            GEMINI,
            obj(s={"type": "string", "properties": {"a": {"type": "string"}}}),
            ".properties.s",
            "properties is only",
        ),
        (GEMINI, obj(s={"description": "any"}), ".properties.s", "type must be specified"),
        (OPENAI, obj(tags={"type": "array"}), ".properties.tags", "items"),
        (OPENAI, {"properties": {}}, "", "of type object"),
        (CLAUDE, {"properties": {"a": {}}}, "", "of type object"),
        (
            KIMI,
            obj(o={"type": "object", "anyOf": [{"type": "string"}]}),
            ".properties.o",
            "belongs into its items",
        ),
        (KIMI, obj(o={"anyOf": [{"required": ["a"]}]}), ".properties.o", "an item of anyOf has no type"),
    ],
)
def test_declared_tools_are_judged_where_the_body_is_missing(
    names: dict[str, str], schema: Any, path: str, words: str, made: Callable[..., Path], look: Look
) -> None:
    failed = {"error": "400 Bad Request", "output": None, "usage": None, **names}
    tools = [tool("fine"), tool("bad_one", schema)]
    (finding,) = [
        f for f in look(made(step(1, [user("a")], tools=tools, **failed)), ID) if words in f.message
    ]
    assert (finding.kind, finding.severity) == ("limit", Severity.ERROR)
    assert finding.path == f"tools[1].inputSchema{path}"
    assert "tools.1 bad_one" in finding.message
    # the same was accepted by the same model elsewhere: it is not to blame
    accepted = step(2, [user("b")], tools=tools, **names)
    assert look(made(step(1, [user("a")], tools=tools, **failed), accepted), ID) == []


@pytest.mark.parametrize(
    "error",
    ["Overloaded", "Rate limit reached for requests", "Incorrect API key provided", "Invalid: prompt is too long",
     "messages.2: `tool_use` ids were found without `tool_result` blocks", "The server had an error"],
)  # fmt: skip
def test_refusals_of_other_causes_blame_no_tool(error: str, made: Callable[..., Path], look: Look) -> None:
    tools = [tool("bad one", obj(tags={"type": "array"}))]
    sent = step(1, [user("a")], tools=tools, error=error, output=None, usage=None, **GEMINI)
    assert look(made(sent), ID) == []
    assert not is_about_tools(error)


DECLARED = sdk_declarations(
    [
        tool("find", obj(q={"type": "string"}, list={"type": "array", "items": obj(a={"type": "string"})})),
        tool("write", obj(opt={"anyOf": [{"type": "string"}]}, deep=obj(x={"type": "string"}))),
    ]
)


G = "* GenerateContentRequest.tools[0].function_declarations"
KIMI_SAYS = "tools.function.parameters is not a valid moonshot flavored json schema, details: <At path "


@pytest.mark.parametrize(
    ("error", "name", "path"),
    [
        (f"{G}[1].parameters.properties[deep].type: no", "write", ".properties.deep.type"),
        (
            "Unknown name 'x' at 'tools[0].function_declarations[0].parameters.properties[1].value.items': Proto",
            "find",
            ".properties.list.items",
        ),
        (
            f"{G}[1].parameters.properties[opt].any_of[0].items: missing field.",
            "write",
            ".properties.opt.anyOf[0].items",
        ),
        (
            "Invalid schema for function 'write': In context=('properties', 'opt', 'anyOf', '0'), no 'type'.",
            "write",
            ".properties.opt.anyOf[0]",
        ),
        ("Invalid schema for function 'find': schema must be a JSON Schema", "find", ""),
        ("Invalid 'tools[1].function.name': string too long.", "write", ""),
        ("Invalid 'tools[0].name': empty string.", "find", ""),
        ("tools.1.custom.input_schema.properties.opt: JSON schema is invalid.", "write", ".properties.opt"),
        (f"{KIMI_SAYS}'properties.opt.anyOf.0': type is not defined>", "write", ".properties.opt.anyOf[0]"),
        (f"{KIMI_SAYS}'properties.opt.anyOf': when using anyOf>", "write", ".properties.opt.anyOf"),
        ("Function 'find' could not be parsed", "find", ""),
    ],
)
def test_places_that_errors_name(error: str, name: str, path: str) -> None:
    (place,) = refused_places(error, DECLARED)
    assert (place.tool.name, place.path) == (name, path)
    assert place.reason


@pytest.mark.parametrize(
    "error",
    [
        "",
        "400",
        "tools[9].function.name",
        "Invalid schema for function 'nobody': x",
        "At path 'properties.zz': x",
    ],
)
def test_errors_that_name_nothing_here(error: str) -> None:
    assert list(refused_places(error, DECLARED)) == []


def test_a_place_without_a_known_limit_is_told_in_the_providers_words(
    made: Callable[..., Path], look: Look
) -> None:
    error = "Invalid schema for function 'read': In context=('properties', 'q'), 'format' is not permitted."
    sent = step(1, [user("a")], tools=[tool("read")], error=error, output=None, usage=None, **OPENAI)
    (finding,) = look(made(sent), ID)
    assert (finding.kind, finding.path) == ("refused", "tools[0].inputSchema.properties.q")
    assert "'format' is not permitted" in finding.message


def test_names_that_are_taken(made: Callable[..., Path], look: Look) -> None:
    tools = [tool("a"), tool("b"), tool("a")]
    (finding,) = look(made(step(1, [user("x")], tools=tools)), ID)
    assert (finding.kind, finding.severity) == ("duplicate", Severity.WARNING)
    assert "tools.2 a: the name is taken by tools.0 already" in finding.message


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("L01-gemini-empty-object", "tools.1 mcp_notes_complex_search: properties.query"),
        ("L02-gemini-type-list", "mcp_plan_add: properties.due"),
        ("L03-gemini-props-on-string", "mcp_pages_update: properties.data"),
        ("L06-gemini-enum-number", "set_size: properties.size"),
        (
            "L07-openai-strict-required",
            "order_part: a strict object must require all its properties; not required: note",
        ),
        ("L09-kimi-anyof-not", "cloud_call: properties.opt"),
        ("L11-openai-name-dot", "shop.find part: the name"),
        ("L12-duplicate-tool-names", "tools.2 search: the name is taken by tools.0"),
        ("W04-duplicate-names-raw", "the name is taken by tools.0"),
        ("schema-array-no-items", "list_ports: properties.ports"),
        ("schema-dup-names", "search: the name is taken"),
        ("schema-gemini-name", "1st_tool: the name"),
        ("schema-kimi", "k: properties.o"),
        ("schema-strict-opt", "not required: b"),
    ],
)
def test_cases(case: str, words: str, cases: Path, look: Look) -> None:
    found = look(cases / case, ID)
    assert any(words in finding.message for finding in found)
    assert {finding.severity for finding in found} == {Severity.ERROR}


def test_every_flaw_of_a_recorded_body(cases: Path, look: Look) -> None:
    found = [f for f in look(cases / "W02-gemini-all-with-raw", ID) if f.kind == "limit"]
    wanted = ("the name '1_find'", "tags:", "o:", "due:", "n:", "s:")
    assert len(found) == len(wanted)
    assert all(any(word in finding.message for finding in found) for word in wanted)
