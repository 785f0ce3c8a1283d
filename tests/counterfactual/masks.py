"""Comparing a replayed prompt with the one that was sent: what counts, and what nobody can know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.model.compaction import SUMMARY_OPENING
from inspector.pipeline.compaction.wording import unwrap_summary

_BLOB_PATH: Final = re.compile(r"(/Data/Files/)([A-Za-z0-9_-]+)(\.txt)")
_NUMBER: Final = re.compile(r"^Summary \d+: ")
_STAND_IN: Final = "[Stand-in for a summary of "
_ALWAYS_MASKED: Final = frozenset({"thinkingMs", "startedAt"})
_AROUND: Final = 60


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place at which two prompts differ.

    Attributes:
        message, part: positions, the system prompt left out; part None = the message as a whole.
        what: member that differs.
        sent, replayed: text around the place.
    """

    message: int
    part: int | None
    what: str
    sent: str
    replayed: str

    def __str__(self) -> str:
        place = f"message {self.message}" + ("" if self.part is None else f", part {self.part}")
        return f"{place}, {self.what}\n      sent     {self.sent}\n      replayed {self.replayed}"


@dataclass(frozen=True, slots=True)
class Mask:
    """What is masked on both sides.

    Attributes:
        known_blobs: names of blobs whose paths are compared; None = no path is.
        options: compare `providerOptions` (but for cache marks) too.
    """

    known_blobs: frozenset[str] | None = None
    options: bool = False

    def difference(self, sent: list[Any], replayed: Iterable[Any]) -> Difference | None:
        """Where they differ first; None = they are equal."""
        first, second = self._body(sent), self._body(replayed)
        if summary_is_made_up(second):
            first, second = _without_summary(first), _without_summary(second)
        for index, (left, right) in enumerate(zip(first, second, strict=False)):
            if left != right:
                return _in_message(index, left, right)
        if len(first) == len(second):
            return None
        at = min(len(first), len(second))
        return Difference(
            at,
            None,
            f"{len(first)} messages sent, {len(second)} replayed",
            _shape(first[at:]),
            _shape(second[at:]),
        )

    def _body(self, prompt: Iterable[Any]) -> list[Any]:
        messages = list(prompt)
        start = next((i for i, m in enumerate(messages) if m.get("role") != "system"), len(messages))
        return [self._masked(message) for message in messages[start:]]

    def _masked(self, value: Any) -> Any:
        if isinstance(value, str):
            return _masked_summary(_BLOB_PATH.sub(self._path, value))
        if isinstance(value, list):
            return [self._masked(item) for item in value]
        if isinstance(value, dict):
            return self._members(value)
        return value

    def _members(self, value: Mapping[str, Any]) -> dict[str, Any]:
        members = {}
        for key, item in value.items():
            if key == "providerOptions":
                kept = _options_without_marks(item) if self.options else None
                if kept:
                    members[key] = self._masked(kept)
            elif key in _ALWAYS_MASKED:
                members[key] = "*"
            else:
                members[key] = self._masked(item)
        return members

    def _path(self, match: re.Match[str]) -> str:
        known = self.known_blobs is not None and match[2] in self.known_blobs
        return match[0] if known else f"{match[1]}*{match[3]}"


def cache_marks(prompt: Iterable[Any]) -> list[tuple[int, int | None]]:
    """Places of cache marks: (message, part), part None = on the message itself."""
    places: list[tuple[int, int | None]] = []
    for index, message in enumerate(prompt):
        if _is_marked(message):
            places.append((index, None))
        content = message.get("content")
        for at, part in enumerate(content if isinstance(content, list) else ()):
            if _is_marked(part):
                places.append((index, at))
    return places


def summary_is_made_up(messages: list[Any]) -> bool:
    """Whether a prompt opens with a stand-in for a summary."""
    return any(_STAND_IN in text for text in _texts(messages[:1]))


def _is_marked(holder: Mapping[str, Any]) -> bool:
    options = holder.get("providerOptions")
    anthropic = options.get("anthropic") if isinstance(options, dict) else None
    return isinstance(anthropic, dict) and ("cacheControl" in anthropic or "cache_control" in anthropic)


def _options_without_marks(options: Any) -> Any:
    if not isinstance(options, dict):
        return options
    kept = {key: value for key, value in options.items() if key != "anthropic"}
    anthropic = options.get("anthropic")
    if isinstance(anthropic, dict):
        rest = {k: v for k, v in anthropic.items() if k not in ("cacheControl", "cache_control")}
        if rest:
            kept["anthropic"] = rest
    return kept


def _masked_summary(text: str) -> str:
    """The application's own test summaries are numbered by call, which a replay cannot know."""
    inside = unwrap_summary(text) if text.startswith(SUMMARY_OPENING) else None
    if inside is None:
        return text
    return text.replace(inside, _NUMBER.sub("Summary #: ", inside), 1)


def _without_summary(messages: list[Any]) -> list[Any]:
    if not messages:
        return messages
    return [_blanked(messages[0]), *messages[1:]]


def _blanked(value: Any) -> Any:
    if isinstance(value, str):
        inside = unwrap_summary(value) if value.startswith(SUMMARY_OPENING) else None
        return value.replace(inside, "*", 1) if inside else value
    if isinstance(value, list):
        return [_blanked(item) for item in value]
    if isinstance(value, dict):
        return {key: _blanked(item) for key, item in value.items()}
    return value


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _in_message(index: int, sent: Any, replayed: Any) -> Difference:
    if sent.get("role") != replayed.get("role"):
        return Difference(index, None, "role", _shape([sent]), _shape([replayed]))
    left, right = sent.get("content"), replayed.get("content")
    if isinstance(left, list) and isinstance(right, list):
        for at, (one, other) in enumerate(zip(left, right, strict=False)):
            if one != other:
                path, first, second = _deepest(one, other)
                return Difference(index, at, path, first, second)
        if len(left) != len(right):
            return Difference(
                index, None, f"{len(left)} parts sent, {len(right)} replayed", _parts(left), _parts(right)
            )
    path, first, second = _deepest(sent, replayed)
    return Difference(index, None, path, first, second)


def _deepest(sent: Any, replayed: Any, path: str = "") -> tuple[str, str, str]:
    """Path to the first difference, and both texts around it."""
    if isinstance(sent, dict) and isinstance(replayed, dict):
        for key in dict.fromkeys((*sent, *replayed)):
            if sent.get(key) != replayed.get(key) or (key in sent) != (key in replayed):
                return _deepest(sent.get(key), replayed.get(key), f"{path}.{key}")
        return f"{path} key order", ", ".join(sent), ", ".join(replayed)
    if isinstance(sent, list) and isinstance(replayed, list):
        for at, (one, other) in enumerate(zip(sent, replayed, strict=False)):
            if one != other:
                return _deepest(one, other, f"{path}[{at}]")
        return path, f"{len(sent)} items", f"{len(replayed)} items"
    if isinstance(sent, str) and isinstance(replayed, str):
        at = next(
            (i for i, (a, b) in enumerate(zip(sent, replayed, strict=False)) if a != b),
            min(len(sent), len(replayed)),
        )
        where = f"{path} at {at} of {len(sent)} sent, {len(replayed)} replayed"
        return where, _around(sent, at), _around(replayed, at)
    return path, _short(sent), _short(replayed)


def _around(text: str, at: int) -> str:
    start = max(0, at - _AROUND)
    return repr(text[start : at + _AROUND])


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 2 * _AROUND else f"{text[: 2 * _AROUND]}…"


def _shape(messages: list[Any]) -> str:
    shown = [f"{m.get('role')} {_short(m.get('content'))}" for m in messages[:1]]
    more = len(messages) - 1
    return (shown[0] if shown else "nothing") + (f" and {more} more" if more > 0 else "")


def _parts(parts: list[Any]) -> str:
    return ", ".join(str(part.get("type")) for part in parts)
