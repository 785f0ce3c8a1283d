"""JSON nested deeper than Python's call stack allows, read and written without recursion (PIPELINE §0).

JavaScript reads such texts, and damaged rows hold them. Slower than the recursive forms: only used when those give up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]  # documented only by its users
from typing import Any, Final

from inspector.wire.js_numbers import reorder
from inspector.wire.values import UNDEFINED, JsonValue

_TOKEN: Final = re.compile(
    r"[ \t\n\r]*(?:(?P<open>[\[{])|(?P<close>[\]}])|(?P<separator>[:,])|(?P<quote>\")|(?P<word>true|false|null)"
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?P<rest>(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)))"
)
_END: Final = re.compile(r"[ \t\n\r]*\Z")
_WORDS: Final[dict[str, JsonValue]] = {"true": True, "false": False, "null": None}

MakeObject = Callable[[list[tuple[str, Any]]], dict[str, Any]]
MakeInteger = Callable[[str], int | float]


class _Next(Enum):
    """What may come next in an open container."""

    FIRST_OR_CLOSE = auto()
    MEMBER = auto()
    COLON = auto()
    VALUE = auto()
    COMMA_OR_CLOSE = auto()


class _Open:
    """A container being read: its members so far; in an object keys and values alternate."""

    def __init__(self, mark: str) -> None:
        self.is_object = mark == "{"
        self.members: list[Any] = []
        self.next = _Next.FIRST_OR_CLOSE

    def takes_value(self) -> bool:
        """Whether a value, not a key, may stand here."""
        starts = self.next in (_Next.FIRST_OR_CLOSE, _Next.MEMBER)
        return self.next is _Next.VALUE or (starts and not self.is_object)

    def add(self, value: JsonValue) -> bool:
        """Take a value, or a key where one is due; False when neither may stand here."""
        if self.takes_value():
            self.next = _Next.COMMA_OR_CLOSE
        elif self.next in (_Next.FIRST_OR_CLOSE, _Next.MEMBER) and isinstance(value, str):
            self.next = _Next.COLON
        else:
            return False
        self.members.append(value)
        return True

    def separate(self, mark: str) -> bool:
        """Take a colon or a comma; False when it may not stand here."""
        wanted, then = (_Next.COLON, _Next.VALUE) if mark == ":" else (_Next.COMMA_OR_CLOSE, _Next.MEMBER)
        if self.next is not wanted:
            return False
        self.next = then
        return True

    def closes_with(self, mark: str) -> bool:
        """Whether the container may end here with this mark."""
        return mark == "]}"[self.is_object] and self.next in (_Next.FIRST_OR_CLOSE, _Next.COMMA_OR_CLOSE)


def loads_deep(text: str, *, make_object: MakeObject, make_integer: MakeInteger) -> JsonValue:
    """Parse a text of any depth; raises `json.JSONDecodeError`."""
    stack: list[_Open] = []
    position = 0
    while True:
        token = _TOKEN.match(text, position)
        if token is None:
            raise JSONDecodeError("Expecting value", text, position)
        position = token.end()
        if token["open"] or token["separator"]:
            if not _goes_on(stack, token):
                raise JSONDecodeError("Unexpected token", text, token.start())
            continue
        if token["close"]:
            if not stack or not stack[-1].closes_with(token["close"]):
                raise JSONDecodeError("Unexpected end of container", text, token.start())
            value = _finished(stack.pop(), make_object)
        elif token["quote"]:
            value, position = scanstring(text, position, True)
        else:
            value = _scalar(token, make_integer)
        if not stack:
            if _END.match(text, position) is None:
                raise JSONDecodeError("Extra data", text, position)
            return value
        if not stack[-1].add(value):
            raise JSONDecodeError("Unexpected value", text, token.start())


def _goes_on(stack: list[_Open], token: re.Match[str]) -> bool:
    """Open a container or pass a separator; False where it may not stand."""
    if token["separator"]:
        return bool(stack) and stack[-1].separate(token["separator"])
    if stack and not stack[-1].takes_value():
        return False
    stack.append(_Open(token["open"]))
    return True


def _finished(container: _Open, make_object: MakeObject) -> JsonValue:
    if not container.is_object:
        return container.members
    return make_object(list(zip(container.members[::2], container.members[1::2], strict=True)))


def _scalar(token: re.Match[str], make_integer: MakeInteger) -> JsonValue:
    if token["word"]:
        return _WORDS[token["word"]]
    return float(token["number"]) if token["rest"] else make_integer(token["number"])


def dumps_deep(value: object, *, write_leaf: Callable[[object], str]) -> str:
    """Write a value of any depth; `write_leaf` writes what is neither list, tuple nor dict."""
    pieces: list[str] = []
    waiting: list[object] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, _Text):
            pieces.append(item)
        elif isinstance(item, dict):
            kept = [(key, member) for key, member in reorder(item).items() if member is not UNDEFINED]
            members = [(f"{write_leaf(key)}:", member) for key, member in kept]
            waiting.extend(_unrolled("{", members, "}"))
        elif isinstance(item, list | tuple):
            waiting.extend(_unrolled("[", [("", member) for member in item], "]"))
        else:
            pieces.append(write_leaf(item))
    return "".join(pieces)


def _unrolled(opening: str, members: list[tuple[str, object]], closing: str) -> list[object]:
    """A container's texts and members, last first."""
    unrolled: list[object] = [_Text(closing)]
    for index in range(len(members) - 1, -1, -1):
        prefix, member = members[index]
        unrolled += [member, _Text(("," if index else "") + prefix)]
    return [*unrolled, _Text(opening)]


class _Text(str):
    """Text that is JSON already."""

    __slots__ = ()
