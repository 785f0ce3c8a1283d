"""The prompt of each answer, rebuilt from the lines behind it: what is not in the file is left out (SOURCES A)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final

from inspector.model.request import RequestPayload
from inspector.sources.anthropic_messages import prompt_messages
from inspector.sources.claude_code.lines import MICROCOMPACT, Line
from inspector.sources.claude_code.tree import Response, Tree, Unit
from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue

CLEARED: Final = "[Old tool result content cleared]"
"""What the application sends in place of a result that a microcompact cleared."""

_KEPT_BYTES: Final = 64_000_000
"""So many bytes of lines stay parsed: the requests of a session share them."""


class Reader:
    """Lines as prompt messages; those looked at last stay parsed."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._known: OrderedDict[object, tuple[list[JsonValue], int]] = OrderedDict()
        self._bytes = 0

    def records(self, lines: Sequence[Line]) -> list[dict[str, JsonValue]]:
        """Lines as they stand in the file, parsed."""
        return [line.file.read([line.place])[0] for line in lines]

    def messages(self, unit: Unit) -> list[JsonValue]:
        """What a unit adds to a prompt; the same objects as long as they stay parsed."""
        known = self._known.get(unit)
        if known is None:
            lines = unit.lines if isinstance(unit, Response) else [unit]
            size = sum(line.place.length for line in lines)
            known = (self._read(unit), size)
            self._known[unit] = known
            self._bytes += size
            while self._bytes > _KEPT_BYTES and len(self._known) > 1:
                self._bytes -= self._known.popitem(last=False)[1][1]
        else:
            self._known.move_to_end(unit)
        return known[0]

    def _read(self, unit: Unit) -> list[JsonValue]:
        if isinstance(unit, Response):
            return [] if unit.failed else prompt_messages("assistant", self.blocks(unit), self.tree.tool_name)
        if unit.type == "user":
            message = self.records([unit])[0].get("message")
            content = message.get("content") if isinstance(message, dict) else None
            return prompt_messages("user", content, self.tree.tool_name)
        if unit.type == "attachment":
            texts = reminders(self.records([unit])[0])
            return [{"role": "user", "content": [{"type": "text", "text": text}]} for text in texts]
        return []

    def blocks(self, response: Response) -> list[JsonValue]:
        """Content blocks of an answer."""
        found: list[JsonValue] = []
        for record in self.records(response.lines):
            message = record.get("message")
            content = message.get("content") if isinstance(message, dict) else None
            if isinstance(content, str):
                found.append({"type": "text", "text": content})
            found += as_list(content)
        return found


def reminders(record: dict[str, JsonValue]) -> list[str]:
    """Texts of an attachment as they were put into the prompt; [] when the file does not say."""
    texts = [text_member(one, "content") for one in as_list(record.get("rendered"))]
    return [text for text in texts if text]


def prompt_of(reader: Reader, response: Response) -> list[JsonValue]:
    """Messages that were sent for an answer, as far as the file has them."""
    tree = reader.tree
    units = tree.expanded(tree.path(tree.before(response)))
    cleared, dropped = cleared_by(units)
    messages: list[JsonValue] = []
    for unit in units:
        if unit is response or (isinstance(unit, Line) and unit.uuid in dropped):
            continue
        found = reader.messages(unit)
        if cleared and isinstance(unit, Line) and not cleared.isdisjoint(unit.results):
            found = [_without_output(message, cleared) for message in found]
        messages += found
    return messages


def cleared_by(units: Sequence[Unit]) -> tuple[set[str], set[str]]:
    """Ids of tool calls and of attachments that microcompacts on a path cleared."""
    calls: set[str] = set()
    lines: set[str] = set()
    for unit in units:
        if isinstance(unit, Line) and unit.subtype == MICROCOMPACT and isinstance(unit.data, dict):
            calls.update(str(one) for one in as_list(unit.data.get("compactedToolIds")))
            lines.update(str(one) for one in as_list(unit.data.get("clearedAttachmentUUIDs")))
    return calls, lines


def _without_output(message: JsonValue, cleared: set[str]) -> JsonValue:
    if not isinstance(message, dict) or message.get("role") != "tool":
        return message
    parts: list[JsonValue] = [
        {**part, "output": {"type": "text", "value": CLEARED}}
        if isinstance(part, dict) and text_member(part, "toolCallId") in cleared
        else part
        for part in as_list(message.get("content"))
    ]
    return {**message, "content": parts}


def payload_of(reader: Reader, response: Response) -> RequestPayload:
    """Everything the file has of one request."""
    record = reader.records(response.lines[-1:])[0]
    message = record.get("message")
    told = message if isinstance(message, dict) else {}
    answer = list(_answer(reader, response))
    return RequestPayload(
        prompt=prompt_of(reader, response),
        settings={name: record[name] for name in ("effort", "perTurnEffort") if name in record},
        output={"content": answer, "finishReason": told.get("stop_reason")},
        raw_response={key: value for key, value in told.items() if key != "content"},
        usage=response.usage,
    )


def _answer(reader: Reader, response: Response) -> Iterator[JsonValue]:
    for message in prompt_messages("assistant", reader.blocks(response), reader.tree.tool_name):
        yield from as_list(message.get("content") if isinstance(message, dict) else None)
