"""What came back for a request: texts, calls and how it ended, from either recorder's form (FORMATS B)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.model.request import RequestPayload
from inspector.sources.devtools.prompt_parts import answer_parts
from inspector.sources.devtools.streamed import INPUT_STREAMING
from inspector.wire import JsonSyntaxError, JsonValue, dumps_length, length, loads
from inspector.wire.reading import text_member

JsonObject = dict[str, JsonValue]

_TEXT: Final = ("text", "reasoning")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call of an answer.

    Attributes:
        tool, call_id: "" where unknown.
        arguments: parsed; None where they are no JSON.
        text: the arguments as recorded when they are no JSON; "" when they are.
        chars: UTF-16 code units of the arguments, as text or as JSON.
        unfinished: the stream broke off inside it.
        by_provider: run by the provider itself.
    """

    tool: str
    call_id: str
    arguments: JsonValue
    text: str
    chars: int
    unfinished: bool
    by_provider: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer.

    Attributes:
        text: its text; None when no output was recorded and nothing had arrived.
        reasoning_chars: UTF-16 code units of its reasoning.
        calls: tool calls, in order.
        others: parts that are none of these: files, sources, results of tools that the provider runs.
        finish: the SDK's word for how it ended (`stop`, `tool-calls`, …); "" = not recorded.
        raw_finish: the provider's own word; "" = not recorded.
    """

    text: str | None
    reasoning_chars: int = 0
    calls: tuple[Call, ...] = ()
    others: int = 0
    finish: str = ""
    raw_finish: str = ""

    @property
    def chars(self) -> int:
        """UTF-16 code units of all of it: text, reasoning and arguments."""
        return length(self.text or "") + self.reasoning_chars + sum(call.chars for call in self.calls)


def read_reply(payload: RequestPayload) -> Reply:
    """Read it off a payload; of a stream that broke off, all that had arrived."""
    parts: list[JsonObject] = [part for part in answer_parts(payload) if isinstance(part, dict)]
    texts = [text_member(part, "text") for part in parts if part.get("type", "text") == "text"]
    reasoning = [text_member(part, "text") for part in parts if part.get("type") == "reasoning"]
    finish, raw = finish_reason(payload.output)
    recorded = isinstance(payload.output, dict)
    return Reply(
        text="".join(texts) or _plain_text(payload.output) if recorded or texts else None,
        reasoning_chars=sum(map(length, reasoning)),
        calls=tuple(_calls(parts)),
        others=sum(part.get("type") not in (*_TEXT, "tool-call") for part in parts),
        finish=finish,
        raw_finish=raw,
    )


def _plain_text(output: JsonValue) -> str:
    return text_member(output, "text") if isinstance(output, dict) else ""


def finish_reason(output: JsonValue) -> tuple[str, str]:
    """The SDK's word and the provider's; "" = not recorded."""
    if not isinstance(output, dict):
        return "", ""
    reason, raw = output.get("finishReason"), output.get("rawFinishReason")
    if isinstance(reason, dict):
        return text_member(reason, "unified"), text_member(reason, "raw")
    return reason if isinstance(reason, str) else "", raw if isinstance(raw, str) else ""


def _calls(parts: list[JsonObject]) -> Iterator[Call]:
    for part in parts:
        if part.get("type") != "tool-call":
            continue
        recorded = part.get("input", part.get("args"))
        arguments, text = parse_arguments(recorded)
        yield Call(
            tool=text_member(part, "toolName"),
            call_id=text_member(part, "toolCallId"),
            arguments=arguments,
            text=text,
            chars=length(recorded) if isinstance(recorded, str) else dumps_length(recorded),
            unfinished=part.get("state") == INPUT_STREAMING,
            by_provider=part.get("providerExecuted") is True,
        )


def parse_arguments(recorded: JsonValue) -> tuple[JsonValue, str]:
    """Arguments as a value, and their text where it is no JSON; no text at all stands for no arguments."""
    if not isinstance(recorded, str):
        return recorded, ""
    if not recorded.strip():
        return {}, ""
    try:
        return loads(recorded), ""
    except JsonSyntaxError:
        return None, recorded
