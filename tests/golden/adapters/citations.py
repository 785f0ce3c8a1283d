"""Vectors of citations: the registry of a message's parts and each form of its texts."""

from __future__ import annotations

from typing import Any

from inspector.analysis import citations
from inspector.model import parse_part
from tests.golden.values import JsMap


def run(given: dict[str, Any]) -> dict[str, Any]:
    registry = citations.build_registry([parse_part(part) for part in given["parts"]])
    contents = given["contents"]
    return {
        "citations": {
            "byId": _map(registry.by_id),
            "byMarkerNumber": _map(registry.by_marker_number),
            "all": [citation.to_json() for citation in registry.all],
        },
        "markerParts": [
            {"content": marked.content, "byMarker": _map(marked.by_marker), "cited": _cited(marked)}
            for marked in citations.marker_parts(contents, registry)
        ],
        "tags": [_form(citations.with_tags(content, registry)) for content in contents],
        "exportable": [_form(citations.exportable(content, registry)) for content in contents],
        "stripped": [citations.stripped(content) for content in contents],
    }


def _form(marked: citations.MarkedText) -> dict[str, Any]:
    return {"content": marked.content, "cited": _cited(marked)}


def _cited(marked: citations.MarkedText) -> list[Any]:
    return [citation.to_json() for citation in marked.cited]


def _map(citations_by: dict[Any, citations.Citation]) -> JsMap:
    return JsMap([key, citation.to_json()] for key, citation in citations_by.items())
