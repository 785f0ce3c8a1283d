"""One recorded exchange, out of whatever holds it: claude-tap lines, HAR entries, LHAR lines, bodies (SOURCES C)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from inspector.sources.claude_code.lines import moment
from inspector.wire import JsonSyntaxError, loads
from inspector.wire.reading import as_list, decoded, text_member, whole
from inspector.wire.values import JsonValue

JsonObject = dict[str, JsonValue]

_MODEL_PATHS: Final = re.compile(
    r"/messages$|/responses$|/chat/completions$|:(?:stream)?generateContent$|/(?:invoke|converse)"
    r"(?:-stream|-with-response-stream)?$",
    re.IGNORECASE,
)
_MODEL_IN_PATH: Final = re.compile(r"/models?/([^/:]+)(?:[:/])", re.IGNORECASE)
_BODY_KEYS: Final = ("messages", "input", "contents")
_TELLING: Final = ("model", "contents", "anthropic_version", "inferenceConfig")
"""Members without which a list of messages is no request: training examples have one too."""
BLOB_REF: Final = "__claude_tap_blob_ref__"
COMPACT: Final = "__claude_tap_compact_trace__"


@dataclass(slots=True, kw_only=True)
class Exchange:
    """A request and what came back.

    Attributes:
        id: as recorded; "" = none.
        url: path or whole address; "" = not recorded.
        started_at, duration_ms: None = not recorded.
        status: of HTTP; None = not recorded.
        request: the body.
        response: the answer's body; None = none, or a stream.
        chunks: events of a stream, in order.
        usage: an account kept beside the bodies.
        provider: as a gateway names it; "" = told by body and address.
        session: as the recorder names it; "" = told by prompts.
    """

    request: JsonObject
    id: str = ""
    url: str = ""
    started_at: int | None = None
    duration_ms: int | None = None
    status: int | None = None
    response: JsonValue = None
    chunks: list[JsonValue] | None = None
    usage: JsonValue = None
    provider: str = ""
    session: str = ""

    @property
    def model(self) -> str:
        """The model asked: in the body, or in the address."""
        found = _MODEL_IN_PATH.search(self.url)
        return text_member(self.request, "model") or (found[1] if found else "")


def exchange_of(record: JsonObject) -> Exchange | None:
    """What a line or object holds; None when it is no exchange with a model."""
    if "gen_ai" in record or "raw" in record:
        return _lhar(record)
    request = decoded(record.get("request"))
    if isinstance(request, dict):
        return _with_request(record, request)
    if is_body(record):
        answer = record.get("response")
        asked = {key: value for key, value in record.items() if key != "response"} if answer else record
        return Exchange(request=asked, response=decoded(answer), usage=record.get("usage"))
    body = decoded(record.get("body"))
    if not isinstance(body, dict) or not is_body(body):
        return None
    return Exchange(request=body, id=text_member(record, "custom_id"))


def is_body(value: JsonValue) -> bool:
    """Whether an object is the body of a request to a model."""
    if not isinstance(value, dict):
        return False
    has = [name for name in _BODY_KEYS if isinstance(value.get(name), list | str)]
    return bool(has) and any(name in value for name in _TELLING) and "runs" not in value


def _with_request(record: JsonObject, request: JsonObject) -> Exchange | None:
    """claude-tap, or `{request: body, response: body}`."""
    if is_body(request):
        return Exchange(
            request=request,
            response=decoded(record.get("response")),
            id=text_member(record, "id"),
            started_at=moment(record.get("timestamp")),
        )
    body = decoded(request.get("body"))
    if not isinstance(body, dict) or not (is_body(body) or is_model_path(text_member(request, "path"))):
        return None
    response = record.get("response")
    answer = response if isinstance(response, dict) else {}
    events = as_list(answer.get("sse_events")) or as_list(answer.get("ws_events"))
    chunks: list[JsonValue] = [chunk for event in events if (chunk := _event(event)) is not None]
    content = decoded(answer.get("body"))
    if isinstance(content, str) and not chunks:
        chunks = list(sse_chunks(content))
    return Exchange(
        request=body,
        id=text_member(record, "request_id"),
        url=text_member(record, "upstream_base_url") + text_member(request, "path"),
        started_at=moment(record.get("timestamp")),
        duration_ms=whole(record.get("duration_ms")),
        status=whole(answer.get("status")),
        response=content if isinstance(content, dict | list) else None,
        chunks=chunks or None,
    )


def _event(event: JsonValue) -> JsonValue:
    """The data of a recorded event: `{event, data}` with text or an object, or the data itself."""
    data = event.get("data", event) if isinstance(event, dict) else event
    found = decoded(data)
    return found if isinstance(found, dict) else None


def _lhar(record: JsonObject) -> Exchange | None:
    raw = record.get("raw")
    bodies = raw if isinstance(raw, dict) else {}
    body = decoded(bodies.get("request_body"))
    told = record.get("gen_ai")
    facts = told if isinstance(told, dict) else {}
    request = facts.get("request")
    asked = body if isinstance(body, dict) else request if isinstance(request, dict) else None
    if asked is None:
        return None
    answer = decoded(bodies.get("response_body"))
    chunks = list(sse_chunks(answer)) if isinstance(answer, str) else None
    return Exchange(
        request=asked,
        id=text_member(record, "span_id"),
        started_at=moment(record.get("timestamp")),
        response=answer if isinstance(answer, dict) else None,
        chunks=chunks or None,
        usage=_lhar_usage(facts.get("usage"), record.get("usage_ext")),
        provider=text_member(facts, "system"),
        session=text_member(record, "trace_id"),
    )


def _lhar_usage(usage: JsonValue, more: JsonValue) -> JsonValue:
    """Its account in Anthropic's names: the plain figure leaves out what was cached."""
    if not isinstance(usage, dict):
        return None
    extra = more if isinstance(more, dict) else {}
    return {
        "input_tokens": usage.get("input_tokens"),
        "output_tokens": usage.get("output_tokens"),
        "cache_read_input_tokens": extra.get("cache_read_tokens"),
        "cache_creation_input_tokens": extra.get("cache_write_tokens"),
    }


def is_model_path(url: str) -> bool:
    """Whether an address is that of a model's interface."""
    return _MODEL_PATHS.search(urlsplit(url).path.rstrip("/")) is not None


def har_entry(entry: JsonValue) -> Exchange | None:
    """An entry of a HAR archive; None when it does not go to a model or has no JSON body."""
    if not isinstance(entry, dict):
        return None
    request, response = entry.get("request"), entry.get("response")
    url = text_member(request, "url")
    if not isinstance(request, dict) or not is_model_path(url):
        return None
    body = decoded(text_member(request.get("postData"), "text"))
    if not isinstance(body, dict):
        return None
    answer = response if isinstance(response, dict) else {}
    text = _har_text(answer.get("content"))
    content = decoded(text)
    return Exchange(
        request=body,
        url=url,
        started_at=moment(entry.get("startedDateTime")),
        duration_ms=whole(entry.get("time")),
        status=whole(answer.get("status")) or None,
        response=content if isinstance(content, dict | list) else None,
        chunks=list(sse_chunks(text)) or None if isinstance(content, str) else None,
    )


def _har_text(content: JsonValue) -> str:
    text = text_member(content, "text")
    if isinstance(content, dict) and content.get("encoding") == "base64":
        try:
            return base64.b64decode(text).decode("utf-8", "replace")
        except binascii.Error:
            return ""
    return text


def sse_chunks(text: str) -> Iterator[JsonValue]:
    """The JSON data of a stream of server-sent events, in order."""
    for block in text.replace("\r\n", "\n").split("\n\n"):
        data = "\n".join(line[5:].removeprefix(" ") for line in block.split("\n") if line.startswith("data:"))
        if not data or data == "[DONE]":
            continue
        try:
            yield loads(data)
        except JsonSyntaxError:
            continue


def unfolded(record: JsonValue, blobs: JsonObject) -> JsonValue:
    """A record of a compact trace with what stands behind its references put in place."""
    if isinstance(record, dict):
        name = record.get(BLOB_REF)
        if isinstance(name, dict):
            name = name.get("hash")
        if isinstance(name, str):
            held = blobs.get(name)
            return held.get("value", held) if isinstance(held, dict) else held
        return {key: unfolded(value, blobs) for key, value in record.items()}
    if isinstance(record, list):
        return [unfolded(item, blobs) for item in record]
    return record
