"""`TraceSource`: the model calls of an OTLP JSON file as a read-only `Source` (SOURCES D)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from inspector.model.problems import Notice, Problem, register_templates
from inspector.model.request import RequestPayload, RequestState
from inspector.model.user_files import io_problem
from inspector.sources.base import Progress, Trait
from inspector.sources.head import BOM, Head
from inspector.sources.json_lines import LineFile
from inspector.sources.otlp.messages import account_of, answer_of, prompt_of, tools_of
from inspector.sources.otlp.spans import Span, spans_of
from inspector.sources.raw.exchanges import is_body
from inspector.sources.recorded import RECORDED_TRAITS, Call, RecordedSource
from inspector.sources.usage import read_account
from inspector.wire import JsonSyntaxError, JsonValue, loads
from inspector.wire.reading import decoded

_FIRST_KEY: Final = re.compile(rb'\{\s*"resourceSpans"')

register_templates(
    {
        "trace-no-calls": (
            "{path}: a trace of {count} spans, and none of them is the call of a model "
            "(gen_ai.operation.name, openinference.span.kind or AI SDK spans)."
        ),
        "trace-no-content": (
            "{path}: model calls without their messages: {count}. Content is opt-in for tracers; what was measured is "
            "shown."
        ),
        "trace-form": (
            "{path}: the wire form was not recorded: causes are told by messages, not by bytes, marks or whitespace."
        ),
    }
)


def is_trace(head: Head) -> bool:
    """Whether a file holds traces, as one document or one a line."""
    return _FIRST_KEY.match(head.body) is not None or any("resourceSpans" in one for one in head.records)


class TraceSource(RecordedSource):
    """An opened trace.

    Attributes: see `RecordedSource`.
    """

    format = "otlp"
    traits = RECORDED_TRAITS | {Trait.TOOLS}

    def __init__(self, path: Path, progress: Progress | None = None) -> None:
        super().__init__(path)
        self._bad: list[Notice] = []
        self._stamp = (0, 0)
        self.take(self._read(progress), progress)

    @property
    def size(self) -> int:
        """Bytes of the file when it was read."""
        return self._stamp[0]

    @property
    def notices(self) -> Sequence[Notice]:
        """Bad lines, calls without content, and that bytes were not recorded."""
        path = str(self.path)
        found = list(self._bad)
        if self._empty:
            found.append(Notice("trace-no-content", {"path": path, "count": str(self._empty)}))
        if self._formless:
            found.append(Notice("trace-form", {"path": path}, "info"))
        return found

    def read_again(self) -> list[Call] | None:
        """Everything again when size or time changed."""
        return self._read(None) if _stamp(self.path) not in (self._stamp, (0, 0)) else None

    def _read(self, progress: Progress | None) -> list[Call]:
        self._stamp = _stamp(self.path)
        spans = [span for document in self._documents(progress) for span in spans_of(document)]
        calls = sorted((span for span in spans if span.is_llm), key=lambda span: span.started_at or 0)
        if not calls:
            raise Problem("trace-no-calls", {"path": str(self.path), "count": str(len(spans))})
        self._empty = sum(not prompt_of(span) for span in calls)
        self._formless = any(prompt_of(span) and _body(span) is None for span in calls)
        return [_call(span) for span in calls]

    def _documents(self, progress: Progress | None) -> Iterator[JsonValue]:
        self._bad = []
        try:
            if not Head.of(self.path).records:
                yield loads(self.path.read_bytes().removeprefix(BOM))
                return
        except OSError as error:
            raise io_problem(self.path, error) from error
        except JsonSyntaxError as error:
            found = {"path": str(self.path), "offset": str(self._stamp[0]), "found": str(error)}
            raise Problem("not-json", found) from error
        file = LineFile(self.path)
        yield from (record for _, record in file.scan(progress))
        self._bad = file.notices()


def _call(span: Span) -> Call:
    provider = span.text("gen_ai.provider.name", "gen_ai.system", "llm.provider", "ai.model.provider")
    model = span.text("gen_ai.response.model", "gen_ai.request.model", "llm.model_name", "ai.model.id")
    thread = span.text("gen_ai.conversation.id", "session.id", "ai.telemetry.metadata.sessionId")
    return Call(
        id=span.id,
        messages=lambda: prompt_of(span),
        payload=lambda: _payload(span),
        thread=thread or ("" if prompt_of(span) else f"trace-{span.trace}"),
        model=model,
        provider=provider,
        state=RequestState.ERROR if span.failed else RequestState.OK,
        error=span.message or None if span.failed else None,
        account=read_account(None, provider="openai", model=model, raw=account_of(span)),
        started_at=span.started_at,
        completed_at=span.ended_at,
        has_payload=bool(prompt_of(span)),
    )


def _payload(span: Span) -> RequestPayload:
    parts = answer_of(span)
    parameters = decoded(span.attributes.get("llm.invocation_parameters"))
    return RequestPayload(
        prompt=prompt_of(span),
        tools=tools_of(span),
        settings=parameters if isinstance(parameters, dict) else {},
        output={"content": parts, "finishReason": "stop"} if parts else None,
        raw_request=_body(span),
        usage=account_of(span),
    )


def _body(span: Span) -> JsonValue:
    """The request as it was sent, where a tracer keeps it (`input.value`)."""
    body = decoded(span.attributes.get("input.value"))
    return body if is_body(body) else None


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return found.st_size, found.st_mtime_ns
