"""Registries from full outputs, skeletons, tool servers and source parts."""

from __future__ import annotations

import pytest

from inspector.analysis.citations import CitationKind, CitationRegistry, build_registry
from inspector.model import parse_part
from inspector.wire import JsonValue

Json = dict[str, JsonValue]


def item(number: int, **fields: JsonValue) -> Json:
    return {"id": f"p1-{number}", "title": "T", "url": f"https://h/{number}", "content": "c", **fields}


def tool(output: JsonValue, name: str = "web_search", **fields: JsonValue) -> Json:
    return {
        "type": f"tool-{name}",
        "toolCallId": "c",
        "state": "output-available",
        "output": output,
        **fields,
    }


def registry(*parts: Json) -> CitationRegistry:
    return build_registry([parse_part(part) for part in parts])


def test_one_citation_per_url_with_every_id_leading_to_it() -> None:
    found = registry(
        tool([item(1), item(2, url="https://h/1")]), tool([item(3, url="https://h/1")], "web_fetch")
    )
    assert [(c.number, c.url) for c in found.all] == [(1, "https://h/1")]
    assert list(found.by_id) == ["p1-1", "p1-2", "p1-3"]


def test_knowledge_findings_are_one_per_base_and_concept() -> None:
    def entry(name: str, base: str) -> Json:
        return {"id": name, "title": "D", "content": "x", "conceptId": "d.md", "baseId": base}

    found = registry(
        tool([entry("a-1", "B1"), entry("a-2", "B2")], "kb_search"), tool(entry("b-1", "B1"), "kb_read")
    )
    assert [c.kind for c in found.all] == [CitationKind.KNOWLEDGE] * 2
    assert found.by_id["b-1"] is found.by_id["a-1"] is not found.by_id["a-2"]


def test_bare_numbers_need_a_single_look_up() -> None:
    assert list(registry(tool([item(1), item(2)])).by_marker_number) == [1, 2]
    assert registry(tool([item(1)]), tool([item(2)])).by_marker_number == {}


def test_sources_come_first_and_number_on_from_the_highest() -> None:
    found = registry(
        tool([item(1)]),
        {"type": "source-url", "sourceId": "citation-4", "url": "https://Host.example/x"},
        {"type": "source-url", "sourceId": "other", "url": "https://h/9", "title": "Nine"},
        {"type": "source-url", "sourceId": "citation-8", "url": ""},
    )
    assert [(c.number, c.title) for c in found.all] == [(5, "host.example"), (2, "Nine"), (6, "T")]


@pytest.mark.parametrize(
    "output",
    [
        {"$persistedToolOutput": {"shape": "entities", "skeleton": [item(1)], "blobRefs": []}},
        {"$deferredToolResult": {"toolCallId": "c"}, "skeleton": [item(1)]},
        {"content": [item(1)], "metadata": {}},
        [item(1)],
    ],
    ids=["envelope", "deferred", "wrapped", "full"],
)
def test_skeletons_cite_like_full_outputs(output: JsonValue) -> None:
    assert registry(tool(output)).by_id["p1-1"].url == "https://h/1"


@pytest.mark.parametrize(
    "part",
    [
        tool([item(1), item(2, title=None)]),
        tool([item(1)], state="output-error"),
        tool({"error": "x"}),
        tool([item(1)], "tool_invoke", input={"name": "other"}),
        tool([item(1)], "other"),
        {**tool([item(1)]), "type": "dynamic-tool", "toolName": "web_search"},
        {**tool([item(1)]), "type": "dynamic-tool", "toolName": "mcp__other__web_search"},
        tool({"id": "p1-1", "title": "T", "matches": []}, "kb_read"),
        tool({"$persistedToolOutput": {"shape": "text", "head": "h"}}),
    ],
)
def test_what_cites_nothing(part: Json) -> None:
    assert registry(part).all == []


@pytest.mark.parametrize(
    "part",
    [
        tool([item(1)], "tool_invoke", input={"name": "web_search"}),
        {**tool([item(1)]), "type": "dynamic-tool", "toolName": "mcp__cherry-tools__web_fetch"},
        {
            **tool({"content": [item(1)], "metadata": {"serverName": "cherry-tools"}}),
            "type": "dynamic-tool",
            "toolName": "web_search",
        },
        tool({"id": "p1-1", "title": "T", "matches": [{"snippet": "a"}, {"snippet": "b"}]}, "kb_read"),
    ],
)
def test_other_ways_to_a_look_up(part: Json) -> None:
    assert "p1-1" in registry(part).by_id


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://EXAMPLE.com:8080/x", "example.com"),
        ("http://0x7f.1/", "127.0.0.1"),
        ("https://münchen.de/", "xn--mnchen-3ya.de"),
        ("no url", "no url"),
        ("https://a\ud800b.de/", "https://a\ud800b.de/"),
    ],
)
def test_a_source_without_title_is_named_by_its_host(url: str, host: str) -> None:
    assert registry(tool([item(1, url=url, title="")])).all[0].title == host
