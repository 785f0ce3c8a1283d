"""Model forms of the application's tools: results pass, failures become the note that is sent."""

from __future__ import annotations

import pytest

from inspector.pipeline.conversion import BUILTIN_FORMS, ConversionError, forms_for, mcp_form
from inspector.pipeline.conversion import model_forms as forms
from inspector.wire import UNDEFINED, JsonValue, JsValue


def shown(tool: str, output: JsValue, given: JsValue = UNDEFINED) -> JsonValue:
    return BUILTIN_FORMS[tool](given, output)["value"]


@pytest.mark.parametrize("tool", ["web_search", "web_fetch", "kb_search"])
def test_lists_pass_as_json(tool: str) -> None:
    assert BUILTIN_FORMS[tool](UNDEFINED, [{"id": 1}]) == {"type": "json", "value": [{"id": 1}]}


@pytest.mark.parametrize(
    ("output", "note"),
    [
        ({"error": "x"}, forms.WEB_FAILED),
        ("text", forms.WEB_FAILED),
        (False, forms.WEB_FAILED),
        ({"error": "x", "i18nKey": "web_lookup_network_error"}, forms.WEB_NETWORK),
        (
            {"error": "Unsafe remote url: DNS resolved to local or private address 198.19.0.5"},
            forms.WEB_NETWORK,
        ),
        (
            {"error": "Unsafe remote url: DNS resolved to local or private address 198.20.0.5"},
            forms.WEB_FAILED,
        ),
        ({"error": "x", "i18nKey": "web_search_provider_unavailable"}, forms.WEB_NO_PROVIDER),
        ({"error": "x", "i18nKey": "web_search_api_host_invalid"}, forms.WEB_MISCONFIGURED),
    ],
)
def test_web_failures_become_notes(output: JsonValue, note: str) -> None:
    assert shown("web_fetch", output) == note


@pytest.mark.parametrize(("output", "word"), [(None, "null"), (UNDEFINED, "undefined")])
def test_a_web_result_that_is_not_there_cannot_be_sent(output: JsValue, word: str) -> None:
    with pytest.raises(ConversionError, match=rf"properties of {word} \(reading 'i18nKey'\)"):
        shown("web_search", output)


@pytest.mark.parametrize(
    ("given", "output", "note"),
    [
        ({}, {"items": [], "total": 0}, forms.KB_NONE),
        ({"query": "x"}, {"items": [], "total": 0}, forms.KB_NONE_FILTERED),
        ({"groupId": "g"}, {"items": [], "total": 0}, forms.KB_NONE_FILTERED),
        ({"cursor": "c"}, {"items": [], "total": 0}, forms.KB_STALE_CURSOR),
        ({}, {"items": [], "total": 3}, forms.KB_STALE_CURSOR),
        ({"baseId": "B"}, {"error": "specific"}, "specific"),
        ({}, {"error": "specific"}, forms.KB_LIST_FAILED),
        ({}, {"nodes": [], "baseId": "B"}, 'Knowledge base "B" has no items yet.'),
        (UNDEFINED, {"weird": 1}, forms.KB_UNREADABLE),
        (UNDEFINED, "s", forms.KB_UNREADABLE),
    ],
)
def test_what_a_listing_of_bases_found_decides_the_note(given: JsValue, output: JsonValue, note: str) -> None:
    assert shown("kb_list", output, given) == note


@pytest.mark.parametrize(
    ("tool", "output", "note"),
    [
        ("kb_search", [], forms.KB_NO_MATCHES),
        ("kb_search", {"error": "x"}, forms.KB_SEARCH_FAILED),
        ("kb_read", {"error": "bad id"}, "bad id"),
        ("kb_read", None, forms.KB_UNREADABLE),
        ("kb_manage", 5, forms.KB_UNREADABLE),
        ("kb_manage", {"error": "e"}, "e"),
    ],
)
def test_other_knowledge_base_failures_become_notes(tool: str, output: JsonValue, note: str) -> None:
    assert shown(tool, output) == note


def test_a_search_within_a_document_names_it_when_nothing_matches() -> None:
    assert str(shown("kb_read", {"conceptId": "d", "matches": []})).startswith(
        'No matches for that pattern in "d".'
    )
    found: JsonValue = {"conceptId": "d", "matches": [{"line": 1}]}
    assert shown("kb_read", found) == found


def test_read_tools_show_their_text() -> None:
    assert shown("fs_read", {"kind": "text", "text": "t", "endLine": 1, "totalLines": 1}) == "t"
    assert shown("fs_read", "weird") == "undefined"
    assert shown("read_file", {"text": "abc", "totalChars": 3}) == "abc"


def test_names_tell_the_application_s_tools_and_those_of_mcp_servers() -> None:
    found = forms_for(["kb_read", "mcp__srv__list_0123456789abcdef0123", "run"])
    assert found == {
        "kb_read": BUILTIN_FORMS["kb_read"],
        "mcp__srv__list_0123456789abcdef0123": mcp_form,
    }
