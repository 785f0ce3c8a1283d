"""Spans of an OTLP JSON document with their attributes as plain values (SOURCES D)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from inspector.wire.reading import as_list, text_member, whole
from inspector.wire.values import JsonValue

JsonObject = dict[str, JsonValue]
_OPERATIONS: Final = frozenset({"chat", "text_completion", "generate_content"})
_SDK_SPANS: Final = frozenset({"ai.generateText.doGenerate", "ai.streamText.doStream"})
_INDEX: Final = re.compile(r"\.(\d+)\.")


@dataclass(slots=True)
class Span:
    """One span.

    Attributes:
        id, parent, trace, name: as recorded.
        started_at, ended_at: ms since epoch; None = not recorded.
        attributes: plain values by key.
        events: (name, attributes) in order.
        failed: its status says so.
        message: of the status.
    """

    id: str
    parent: str
    trace: str
    name: str
    started_at: int | None
    ended_at: int | None
    attributes: JsonObject
    events: list[tuple[str, JsonObject]] = field(default_factory=list)
    failed: bool = False
    message: str = ""

    @property
    def is_llm(self) -> bool:
        """Whether it is one call of a model."""
        return (
            self.text("gen_ai.operation.name") in _OPERATIONS
            or self.text("openinference.span.kind") == "LLM"
            or self.name in _SDK_SPANS
            or self.text("ai.operationId") in _SDK_SPANS
        )

    def text(self, *names: str) -> str:
        """The first of these attributes that is a text; "" when none is."""
        return next((value for name in names if isinstance(value := self.attributes.get(name), str)), "")

    def number(self, *names: str) -> int | None:
        """The first of these attributes that is a number."""
        return next(
            (value for name in names if (value := whole(self.attributes.get(name))) is not None), None
        )

    def flattened(self, prefix: str) -> list[JsonObject]:
        """Members of a list written as `prefix.N.…`, by their rest of the key."""
        found: dict[int, JsonObject] = {}
        for key, value in self.attributes.items():
            match = _INDEX.match(key, len(prefix)) if key.startswith(prefix) else None
            if match is not None:
                found.setdefault(int(match[1]), {})[key[match.end() :]] = value
        return [found[number] for number in sorted(found)]


def spans_of(document: JsonValue) -> Iterator[Span]:
    """Every span of a document, in file order."""
    if not isinstance(document, dict):
        return
    for resource in as_list(document.get("resourceSpans")):
        if not isinstance(resource, dict):
            continue
        scopes = as_list(resource.get("scopeSpans")) or as_list(resource.get("instrumentationLibrarySpans"))
        for scope in scopes:
            for span in as_list(scope.get("spans") if isinstance(scope, dict) else None):
                if isinstance(span, dict):
                    yield _span(span)


def _span(span: JsonObject) -> Span:
    status = span.get("status")
    code = status.get("code") if isinstance(status, dict) else None
    return Span(
        id=text_member(span, "spanId"),
        parent=text_member(span, "parentSpanId"),
        trace=text_member(span, "traceId"),
        name=text_member(span, "name"),
        started_at=_millis(span.get("startTimeUnixNano")),
        ended_at=_millis(span.get("endTimeUnixNano")),
        attributes=attributes_of(span.get("attributes")),
        events=[
            (text_member(event, "name"), attributes_of(event.get("attributes")))
            for event in as_list(span.get("events"))
            if isinstance(event, dict)
        ],
        failed=code in (2, "STATUS_CODE_ERROR"),
        message=text_member(status, "message"),
    )


def attributes_of(attributes: JsonValue) -> JsonObject:
    """Key-value pairs as an object of plain values."""
    return {
        text_member(one, "key"): plain(one.get("value"))
        for one in as_list(attributes)
        if isinstance(one, dict)
    }


def plain(value: JsonValue) -> JsonValue:
    """An `AnyValue` as plain JSON; integers are written as texts."""
    if not isinstance(value, dict):
        return value
    if "intValue" in value:
        number = value["intValue"]
        return int(number) if isinstance(number, str) and number.lstrip("-").isdigit() else number
    for name in ("stringValue", "doubleValue", "boolValue", "bytesValue"):
        if name in value:
            return value[name]
    if isinstance(array := value.get("arrayValue"), dict):
        return [plain(item) for item in as_list(array.get("values"))]
    if isinstance(pairs := value.get("kvlistValue"), dict):
        return attributes_of(pairs.get("values"))
    return None


def _millis(nanos: JsonValue) -> int | None:
    if isinstance(nanos, str) and nanos.isdigit():
        nanos = int(nanos)
    number = whole(nanos)
    return number // 1_000_000 if number else None
