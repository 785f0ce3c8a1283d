"""What a list of requests shows and only the payload tells: composition, tools called, finish reason, first words.

Read once per request in the background; of a payload nothing but these figures is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.composition import Ingredient, composition_of_body
from inspector.analysis.findings.replies import read_reply
from inspector.analysis.sent_bodies import rendered
from inspector.model.request import RequestPayload, RequestRecord
from inspector.sources.base import Progress, Source
from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue

_FIRST_WORDS: Final = 120


@dataclass(frozen=True, slots=True)
class RequestDetails:
    """Figures of one payload.

    Attributes:
        weights: weight of every kind in the prompt, in the order of `Ingredient`; kinds without any are left out.
        tools: names of the tools that the answer calls, each once, in order.
        finish: finish reason; "" = not recorded.
        words: what it answers, on one line: `↳ read_file`, or the beginning of what the user said last.
    """

    weights: tuple[tuple[Ingredient, int], ...] = ()
    tools: tuple[str, ...] = ()
    finish: str = ""
    words: str = ""


def read_details(payload: RequestPayload) -> RequestDetails:
    """Details of one request."""
    composition = composition_of_body(rendered(payload)[0])
    reply = read_reply(payload)
    return RequestDetails(
        weights=tuple((share.ingredient, share.weight) for share in composition.by_ingredient()),
        tools=tuple(dict.fromkeys(call.tool for call in reply.calls if call.tool)),
        finish=reply.finish,
        words=_last_words(payload.prompt),
    )


def all_details(
    source: Source, records: Sequence[RequestRecord], progress: Progress
) -> Iterator[tuple[int, RequestDetails]]:
    """Index and details of every request with a recorded payload; raises `Cancelled` when asked to stop."""
    chosen = [record for record in records if record.has_payload]
    for done, record in enumerate(chosen):
        progress.step(done, len(chosen), "requests")
        yield record.index, read_details(source.payload(record.index))


def deliver_details(
    source: Source,
    records: Sequence[RequestRecord],
    progress: Progress,
    deliver: Callable[[dict[int, RequestDetails]], None],
    *,
    batch: int = 50,
) -> None:
    """The same, handed over in batches so that a list can fill while the work goes on."""
    waiting: dict[int, RequestDetails] = {}
    for index, details in all_details(source, records, progress):
        waiting[index] = details
        if len(waiting) >= batch:
            deliver(waiting)
            waiting = {}
    if waiting:
        deliver(waiting)


def _last_words(prompt: Sequence[JsonValue]) -> str:
    """What the request answers: results of tools by their names, else the beginning of what the user said last."""
    answered = _tools_answered(prompt[-1]) if prompt else ()
    if answered:
        return "↳ " + ", ".join(answered)
    for message in reversed(prompt):
        if not isinstance(message, dict) or message.get("role") != "user":
            continue
        content = message.get("content")
        texts = [content] if isinstance(content, str) else [text_member(p, "text") for p in as_list(content)]
        words = " ".join(" ".join(texts)[: 4 * _FIRST_WORDS].split())
        if words:
            return words if len(words) <= _FIRST_WORDS else words[: _FIRST_WORDS - 1] + "…"
    return ""


def _tools_answered(message: JsonValue) -> tuple[str, ...]:
    """Names of the tools whose results a message carries, each once."""
    if not isinstance(message, dict) or message.get("role") != "tool":
        return ()
    names = (text_member(part, "toolName") for part in as_list(message.get("content")))
    return tuple(dict.fromkeys(name for name in names if name))
