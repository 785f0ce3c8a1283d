"""Tell prompt messages apart without keeping them: every distinct message of a capture gets a number (FORMATS B).

Prompts of one conversation repeat each other, so the recorded text of a prompt is cut at its message boundaries and
each piece looked up by its hash; only a piece never seen before is decoded. Two messages are the same when they say
the same: provider options (cache marks move from message to message) and `custom` parts (never sent) do not count.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Final, NamedTuple

import orjson
import xxhash

from inspector.model.compaction import opens_with_summary
from inspector.sources.devtools.entries import StepEntry
from inspector.sources.devtools.lines import RawFile
from inspector.sources.devtools.payloads import (
    field_value,
    input_members,
    input_messages,
    parse,
    read_field_bytes,
)
from inspector.sources.normal import Oddity, normal_message, normal_tools, unheard
from inspector.wire import JsonSyntaxError, JsonValue, dumps, dumps_length, encode_utf8, loads
from inspector.wire.reading import shallow

_START: Final = b'"{\\"prompt\\":[{\\"role\\":\\"'
_BETWEEN: Final = b'},{\\"role\\":\\"'
_OPEN: Final = b'"{\\"role\\":\\"'
_HEAD_CHARS: Final = 4000
_MOST_TRIES: Final = 8
"""Boundaries inside one message (it quotes a prompt); each is read from the message's start, so more cost squares."""
_IGNORED_KEYS: Final = frozenset({"providerOptions", "providerMetadata"})
_DECODER: Final = json.JSONDecoder()
_ATTACHED: Final = re.compile(r'Attached file "([^\n]*?)":\n')
_CLOSED: Final = re.compile(r"\s*\]")


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """A distinct message.

    Attributes:
        role: as recorded.
        text: the beginning of its text, for titles and to recognise side calls.
        summary: hash of the summary it opens with; 0 when it opens with none.
        step, position: where it can be read: a step by its key, and its place in that step's prompt.
        start, length: bytes within the step's `input`; length 0 = read by `position`.
        tie: number of the first message that says the same but for how long attached files were cut.
    """

    role: str
    text: str
    summary: int
    step: str
    position: int
    start: int
    length: int
    tie: int


@dataclass(frozen=True, slots=True)
class PromptSize:
    """How large a recorded prompt is.

    Attributes:
        messages: how many.
        chars: length of their JSON in UTF-16 units.
        tools: declarations sent with it; None = to be read from the step itself.
    """

    messages: int
    chars: int
    tools: int | None


class _Piece(NamedTuple):
    """What a piece of a prompt's text holds: a message's number, whether the prompt ends in it, its size, and then
    the tools behind the prompt."""

    number: int
    closes: bool
    chars: int
    tools: int | None


class MessageTable:
    """All distinct messages of a capture.

    Attributes:
        messages: by number.
        sizes: of prompts, by the step's key.
        odd: (key of the step, what) of values that were of another kind than the format says, each told once.
    """

    def __init__(self) -> None:
        self.messages: list[PromptMessage] = []
        self.sizes: dict[str, PromptSize] = {}
        self.odd: dict[tuple[str, str], None] = {}
        self._by_meaning: dict[int, int] = {}
        self._of_step: defaultdict[str, list[int]] = defaultdict(list)
        self._by_tie: dict[int, int] = {}
        self._by_bytes: dict[int, _Piece | None] = {}
        self._tails: dict[int, int | None] = {}

    def chain(self, file: RawFile, step: StepEntry, key: str) -> tuple[int, ...]:
        """The messages of a step's prompt, by number; `key` names the step in `PromptMessage.step`."""
        raw = read_field_bytes(file, step, "input")
        if raw is None:
            return ()
        if raw.startswith(_START):
            numbers = self._cut(raw, key)
            if numbers is not None:
                return numbers
        value = field_value(raw)
        messages = input_messages(value, self._noting(key))
        tools = normal_tools(input_members(value).get("tools"))
        self.sizes[key] = PromptSize(len(messages), dumps_length(messages), len(tools or ()))
        return tuple(self._number(message, key, position, 0, 0) for position, message in enumerate(messages))

    def read(self, file: RawFile, step: StepEntry, number: int) -> dict[int, JsonValue]:
        """A message as recorded, by its number; `step` is the one it names.

        A prompt that could not be cut is parsed as a whole, so all messages first seen in it come along.
        """
        message = self.messages[number]
        span = step.span("input")
        if message.length and span is not None:
            file.seek(span[0] + message.start)
            found = _first_object(file.read(message.length))
            return {number: _message(found[0]) if found else None}
        prompt = input_messages(field_value(read_field_bytes(file, step, "input")))
        together = [n for n in self._of_step[message.step] if not self.messages[n].length]
        places = {n: self.messages[n].position for n in together}
        return {n: prompt[at] if at < len(prompt) else None for n, at in places.items()}

    def _noting(self, step: str) -> Oddity:
        return lambda what: self.odd.setdefault((step, what), None)

    def number(self, message: JsonValue, step: str, position: int) -> int:
        """Number of a message that is known already read."""
        return self._number(message, step, position, 0, 0)

    def _cut(self, raw: bytes, step: str) -> tuple[int, ...] | None:
        """Cut a prompt's text into messages; None when that does not come out even."""
        pieces = raw[len(_START) : -1].split(_BETWEEN)
        start, joined, numbers, tries, chars = len(_START), b"", list[int](), 0, 0
        for piece in pieces:
            joined = joined + _BETWEEN + piece if joined else piece
            known = self._look_up(joined, step, len(numbers), start)
            if known is None:
                tries += 1
                if tries > _MOST_TRIES:
                    return None
                continue
            tries = 0
            numbers.append(known.number)
            chars += known.chars + 1
            if known.closes:
                self.sizes[step] = PromptSize(len(numbers), chars + 1, known.tools)
                return tuple(numbers)
            start += len(joined) + len(_BETWEEN)
            joined = b""
        return None

    def _look_up(self, piece: bytes, step: str, position: int, start: int) -> _Piece | None:
        """The message a piece holds; None = cut inside a message."""
        key = xxhash.xxh3_64_intdigest(piece)
        if key in self._by_bytes:
            return self._by_bytes[key]
        found = _first_object(piece)
        result = None
        if found is not None:
            message = _message(found[0], self._noting(step))
            number = self._number(message, step, position, start, len(piece))
            tools = None if found[1] is None else self._tools(found[1])
            result = _Piece(number, found[1] is not None, dumps_length(message), tools)
        self._by_bytes[key] = result
        return result

    def _tools(self, tail: str) -> int | None:
        """How many tools the text behind a prompt declares; None = it is cut itself."""
        key = xxhash.xxh3_64_intdigest(encode_utf8(tail))
        if key not in self._tails:
            try:
                members = shallow(loads(f'{{"prompt":[{tail}'))
            except JsonSyntaxError:
                self._tails[key] = None
            else:
                self._tails[key] = len(normal_tools(input_members(members).get("tools")) or ())
        return self._tails[key]

    def _number(self, message: JsonValue, step: str, position: int, start: int, length: int) -> int:
        meaning = meaning_of(message)
        number = self._by_meaning.get(meaning)
        if number is None:
            number = self._by_meaning[meaning] = len(self.messages)
            self._of_step[step].append(number)
            text = message_text(message)
            role = message.get("role") if isinstance(message, dict) else ""
            self.messages.append(
                PromptMessage(
                    role if isinstance(role, str) else "",
                    text[:_HEAD_CHARS],
                    _summary_hash(message),
                    step,
                    position,
                    start,
                    length,
                    self._tie(message, number),
                )
            )
        return number

    def _tie(self, message: JsonValue, number: int) -> int:
        uncut = _without_attached_texts(message)
        return number if uncut is message else self._by_tie.setdefault(meaning_of(uncut), number)


def _message(text: str, odd: Oddity = unheard) -> JsonValue:
    return normal_message(shallow(loads(text)), odd)


def meaning_of(message: JsonValue) -> int:
    """Hash of what a message says, key order and provider options aside."""
    if not isinstance(message, dict):
        return xxhash.xxh3_64_intdigest(encode_utf8(dumps(message)))
    content = message.get("content")
    parts: JsonValue = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if isinstance(parts, list):
        parts = [_bare(part) for part in parts if not _is_custom(part)]
    return xxhash.xxh3_64_intdigest(_sorted_json([message.get("role"), parts]))


def message_text(message: JsonValue) -> str:
    """The text parts of a prompt message, joined by line breaks."""
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    texts = (
        [part.get("text") for part in content or () if isinstance(part, dict)]
        if isinstance(content, list)
        else []
    )
    return "\n".join(text for text in texts if isinstance(text, str))


def summary_text(message: JsonValue) -> str | None:
    """The summary a message opens with; None when it opens with none."""
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):
        first = content[0] if content else None
        content = first.get("text") if isinstance(first, dict) else None
    return content if isinstance(content, str) and opens_with_summary(content) else None


def _without_attached_texts(message: JsonValue) -> JsonValue:
    """A person's message with the texts of attached files left out; the object given when it has none."""
    content = message.get("content") if isinstance(message, dict) and message.get("role") == "user" else None
    if not isinstance(message, dict) or not isinstance(content, list):
        return message
    parts = [_without_attached_text(part) for part in content]
    changed = any(part is not before for part, before in zip(parts, content, strict=True))
    return {**message, "content": parts} if changed else message


def _without_attached_text(part: JsonValue) -> JsonValue:
    text = part.get("text") if isinstance(part, dict) else None
    attached = _ATTACHED.match(text) if isinstance(text, str) else None
    return {"attached": attached[1]} if attached else part


def _summary_hash(message: JsonValue) -> int:
    text = summary_text(message)
    return 0 if text is None else xxhash.xxh3_64_intdigest(encode_utf8(text)) or 1


def _is_custom(part: JsonValue) -> bool:
    return isinstance(part, dict) and part.get("type") == "custom"


def _bare(part: JsonValue) -> JsonValue:
    if not isinstance(part, dict):
        return part
    return {key: value for key, value in part.items() if key not in _IGNORED_KEYS}


def _sorted_json(value: JsonValue) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # lone surrogates, integers beyond 64 bit, nesting beyond its limit
        return encode_utf8(dumps(value))


def _first_object(piece: bytes) -> tuple[str, str | None] | None:
    """The message at the start of a piece as JSON text, and what follows it where the prompt's list closes there."""
    text = parse(_OPEN + piece + b'"')
    if not isinstance(text, str):
        return None
    end = _object_end(text)
    if end is not None:
        return (text[:end], text[end:]) if _CLOSED.match(text, end) else None
    closed = text + "}"
    return (closed, None) if _object_end(closed) == len(closed) else None


def _object_end(text: str) -> int | None:
    """Where the JSON value at the start of a text ends; None when it is cut, or nested too deep to tell."""
    try:
        return _DECODER.raw_decode(text)[1]
    except (ValueError, RecursionError):
        return None
