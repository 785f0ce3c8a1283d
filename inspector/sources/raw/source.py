"""`RawSource`: recorded requests to a provider as a read-only `Source`, byte for byte (SOURCES C)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from inspector.model.problems import Notice, Problem, register_templates
from inspector.model.request import RequestPayload, RequestState
from inspector.model.user_files import io_problem
from inspector.sources.base import Progress, Trait
from inspector.sources.head import BOM, Head
from inspector.sources.json_lines import LineFile, Place
from inspector.sources.provider_usage import account_in
from inspector.sources.raw.bodies import Parsed, answer_of, api_of, parse
from inspector.sources.raw.exchanges import COMPACT, Exchange, exchange_of, har_entry, unfolded
from inspector.sources.recorded import RECORDED_TRAITS, Call, RecordedSource
from inspector.sources.sqlite_files import opened_copy, tables_of
from inspector.sources.usage import read_account
from inspector.wire import JsonSyntaxError, JsonValue, dumps, loads
from inspector.wire.reading import as_list, decoded, text_member

_FIRST_KEY: Final = re.compile(rb'[\[{]\s*(?:\{\s*)?"((?:[^"\\]|\\.)*)"')
_BODY_KEYS: Final = frozenset(
    b"model messages input contents request max_tokens system tools stream temperature anthropic_version "
    b"instructions custom_id gen_ai".split()
)
_TAP_TABLES: Final = frozenset({"sessions", "records", "record_blobs"})
Read = Callable[[], Exchange]

register_templates(
    {
        "raw-no-calls": (
            "{path}: {what} with {count} entries, and none of them is a request to a model "
            "(/v1/messages, /v1/responses, /v1/chat/completions, generateContent, Bedrock)."
        ),
        "raw-skipped": "{path}: entries that are no requests to a model and are left out: {count}.",
        "raw-chain": (
            "{path}: requests that go on from a response which is not in this file, so that the beginning of their "
            "prompt stayed with the provider: {count}."
        ),
    }
)


def is_raw(head: Head) -> bool:
    """Whether a file holds requests: lines or one document, by their members."""
    if head.is_sqlite:
        return tables_of(head.path) >= _TAP_TABLES
    if any(exchange_of(record) is not None for record in head.records):
        return not _is_capture(head.data)
    if COMPACT.encode() in head.data:
        return True
    first = _FIRST_KEY.match(head.body)
    key = first[1] if first else b""
    if key == b"log":
        return b'"entries"' in head.data or b'"creator"' in head.data or b'"version"' in head.data
    return key in _BODY_KEYS and not _is_capture(head.data) and (len(head.records) < 2)


def _is_capture(data: bytes) -> bool:
    return b'"runs"' in data or b'"steps"' in data


class RawSource(RecordedSource):
    """Opened requests.

    Attributes: see `RecordedSource`.
    """

    format = "raw-requests"
    traits = RECORDED_TRAITS | {Trait.TOOLS}

    def __init__(self, path: Path, progress: Progress | None = None) -> None:
        super().__init__(path)
        self._lines: LineFile | None = None
        self._skipped = self._loose = 0
        self._stamp: tuple[int, int] = (0, 0)
        self.take(self._read(progress), progress)

    @property
    def size(self) -> int:
        """Bytes of the file when it was read."""
        return self._stamp[0]

    @property
    def notices(self) -> Sequence[Notice]:
        """Lines that are none, entries left out, prompts that stayed with the provider."""
        found = [] if self._lines is None else self._lines.notices()
        path = str(self.path)
        if self._skipped:
            found.append(Notice("raw-skipped", {"path": path, "count": str(self._skipped)}, "info"))
        if self._loose:
            found.append(Notice("raw-chain", {"path": path, "count": str(self._loose)}))
        return found

    def read_again(self) -> list[Call] | None:
        """Everything again when size or time changed."""
        return self._read(None) if _stamp_of(self.path) not in (self._stamp, (0, 0)) else None

    def _read(self, progress: Progress | None) -> list[Call]:
        self._stamp = _stamp_of(self.path)
        self._skipped = 0
        reads = list(self._reads(progress))
        chain = _Chain()
        calls = [_call(number, read, chain) for number, read in enumerate(reads)]
        self._loose = chain.loose
        return calls

    def _reads(self, progress: Progress | None) -> Iterator[Read]:
        document = tap_document(self.path) if Head.of(self.path).is_sqlite else self._document()
        if document is None:
            yield from self._of_lines(progress)
            return
        self._lines = None
        entries, read, what = _entries(document)
        found = [exchange for entry in entries if (exchange := read(entry)) is not None]
        self._skipped = len(entries) - len(found)
        if not found:
            raise Problem("raw-no-calls", {"path": str(self.path), "what": what, "count": str(len(entries))})
        yield from ((lambda one=one: one) for one in found)

    def _of_lines(self, progress: Progress | None) -> Iterator[Read]:
        file = self._lines = LineFile(self.path)
        found = 0
        for place, record in file.scan(progress):
            if exchange_of(record) is None:
                self._skipped += 1
                continue
            found += 1
            yield _line_reader(file, place)
        if not found:
            what = {"path": str(self.path), "what": "JSON lines", "count": str(file.count)}
            raise Problem("raw-no-calls", what)

    def _document(self) -> JsonValue:
        """The file as one JSON document; None when it holds one object a line."""
        if len(Head.of(self.path).records) > 1:
            return None
        try:
            text = self.path.read_bytes().removeprefix(BOM)
        except OSError as error:
            raise io_problem(self.path, error) from error
        try:
            return loads(text)
        except JsonSyntaxError as error:
            if text.count(b"\n") > 0:
                return None
            found = {"path": str(self.path), "offset": str(len(text)), "found": str(error)}
            raise Problem("not-json", found) from error


class _Chain:
    """Prompts that live on the server: what a response was given and gave, by its id (`previous_response_id`)."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[Exchange, Parsed]] = {}
        self.loose = 0

    def add(self, exchange: Exchange, parsed: Parsed) -> None:
        """Remember an answered request."""
        name = _response_id(exchange)
        if name:
            self.known[name] = (exchange, parsed)

    def before(self, exchange: Exchange) -> list[JsonValue]:
        """Messages that stand before a request's own input."""
        previous = text_member(exchange.request, "previous_response_id")
        if not previous:
            return []
        if previous not in self.known:
            self.loose += 1
            return []
        earlier, parsed = self.known[previous]
        parts, _ = _answer(earlier, parsed.api)
        history = [m for m in parsed.prompt if not (isinstance(m, dict) and m.get("role") == "system")]
        return [*history, {"role": "assistant", "content": parts}]


def tap_document(path: Path) -> JsonValue:
    """A claude-tap database in the form of its compact trace."""
    with opened_copy(path) as connection:
        blobs: dict[str, JsonValue] = {
            str(name): decoded(payload)
            for name, payload in connection.execute("SELECT hash, payload_json FROM record_blobs")
        }
        rows = connection.execute("SELECT payload_json FROM records ORDER BY session_id, record_index")
        records: list[JsonValue] = [decoded(payload) for (payload,) in rows]
    return {COMPACT: {}, "records": records, "blobs": blobs}


def _entries(document: JsonValue) -> tuple[list[JsonValue], Callable[[JsonValue], Exchange | None], str]:
    """What a document lists, how an entry is read, and what the document is."""
    if isinstance(document, dict) and isinstance(document.get("log"), dict):
        log = document["log"]
        return as_list(log.get("entries") if isinstance(log, dict) else None), har_entry, "a HAR archive"
    if isinstance(document, dict) and COMPACT in document:
        held = document.get("blobs")
        blobs = held if isinstance(held, dict) else {}
        records = [unfolded(record, blobs) for record in as_list(document.get("records"))]
        return records, _of_object, "a claude-tap trace"
    if isinstance(document, dict) and isinstance(document.get("entries"), list):
        return as_list(document["entries"]), _of_object, "an LHAR archive"
    return document if isinstance(document, list) else [document], _of_object, "JSON"


def _of_object(entry: JsonValue) -> Exchange | None:
    return exchange_of(entry) if isinstance(entry, dict) else None


def _line_reader(file: LineFile, place: Place) -> Read:
    def read() -> Exchange:
        return exchange_of(file.read([place])[0]) or Exchange(request={})

    return read


def _call(number: int, read: Read, chain: _Chain) -> Call:
    exchange = read()
    api = api_of(exchange)
    provider = exchange.provider or api
    before: list[JsonValue] = []
    if api == "openai.responses":
        before = chain.before(exchange)
        parsed = parse(exchange)
        parsed.prompt = _joined(before, parsed.prompt)
        chain.add(exchange, parsed)
    account = read_account(None, provider=provider, model=exchange.model, raw=_usage(exchange))
    failed = exchange.status is not None and exchange.status >= 400
    started, took = exchange.started_at, exchange.duration_ms
    return Call(
        id=_response_id(exchange) or exchange.id or f"request-{number + 1}",
        messages=lambda: _joined(before, parse(read()).prompt),
        payload=lambda: _payload(read(), before),
        parent="",
        model=exchange.model,
        provider=provider,
        type="stream" if exchange.chunks or exchange.request.get("stream") is True else "generate",
        state=RequestState.ERROR if failed else RequestState.OK,
        error=_error(exchange) if failed else None,
        account=account,
        started_at=started,
        completed_at=None if started is None or took is None else started + took,
    )


def _payload(exchange: Exchange, before: list[JsonValue]) -> RequestPayload:
    parsed = parse(exchange)
    parts, ended = _answer(exchange, parsed.api)
    known = bool(parts) or exchange.response is not None
    return RequestPayload(
        prompt=_joined(before, parsed.prompt),
        tools=parsed.tools,
        tool_choice=parsed.tool_choice,
        settings=parsed.settings,
        output={"content": parts, "finishReason": ended} if known else None,
        raw_request=None if before else dict(exchange.request),
        raw_response=exchange.response,
        raw_chunks=exchange.chunks,
        usage=_usage(exchange),
    )


def _joined(before: list[JsonValue], prompt: list[JsonValue]) -> list[JsonValue]:
    """History kept by the provider behind the system prompt of this request."""
    count = next(
        (n for n, m in enumerate(prompt) if not (isinstance(m, dict) and m.get("role") == "system")),
        len(prompt),
    )
    return [*prompt[:count], *before, *prompt[count:]] if before else prompt


def _answer(exchange: Exchange, api: str) -> tuple[list[JsonValue], str]:
    if exchange.chunks is None:
        return answer_of(exchange, api)
    from inspector.sources.devtools.streamed import streamed_parts

    for chunk in exchange.chunks:
        whole = chunk.get("response") if isinstance(chunk, dict) else None
        if text_member(chunk, "type") == "response.completed" and isinstance(whole, dict):
            return answer_of(Exchange(request=exchange.request, response=whole), api)
    parts = streamed_parts(None, exchange.chunks)
    open_parts = any(isinstance(p, dict) and "state" in p for p in parts)
    return parts, "" if open_parts else "stop"


def _usage(exchange: Exchange) -> JsonValue:
    answer: JsonValue = exchange.chunks if exchange.chunks is not None else exchange.response
    return account_in(answer) or exchange.usage


def _response_id(exchange: Exchange) -> str:
    found = text_member(exchange.response, "id")
    if found:
        return found
    for chunk in exchange.chunks or ():
        for name in ("response", "message"):
            held = chunk.get(name) if isinstance(chunk, dict) else None
            if text_member(held, "id"):
                return text_member(held, "id")
    return ""


def _error(exchange: Exchange) -> str:
    held = exchange.response.get("error") if isinstance(exchange.response, dict) else None
    return text_member(held, "message") or (f"HTTP {exchange.status}" if held is None else dumps(held))


def _stamp_of(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return found.st_size, found.st_mtime_ns
