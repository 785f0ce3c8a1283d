"""Facts: where a string or pattern survives in a request — verbatim, in a summary, behind a handle, or nowhere.

Texts are looked at once per message object and remembered, so that a sweep over many settings does not read the
same megabytes again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.problems import Problem, register_templates
from inspector.replay.result import ProbeState
from inspector.wire import JsonValue

register_templates(
    {
        "bad-probe": "Probe {name}: not a usable pattern: {found}. Write a plain text, or /regular expression/.",
    }
)


@dataclass(frozen=True, slots=True)
class Probe:
    """A fact to look for.

    Attributes:
        name: what results call it.
        pattern: text to find, or the regular expression's source.
        is_regex: how `pattern` is meant.
    """

    name: str
    pattern: str
    is_regex: bool = False

    @classmethod
    def parse(cls, text: str) -> Probe:
        """`text`, `NAME=text`, `/regex/` or `NAME=/regex/`; raises `Problem("bad-probe")`."""
        name, separator, rest = text.partition("=")
        named = bool(separator) and re.fullmatch(r"[\w.-]+", name) is not None and bool(rest)
        label, body = (name, rest) if named else (text, text)
        is_regex = len(body) > 2 and body.startswith("/") and body.endswith("/")
        pattern = body[1:-1] if is_regex else body
        if not pattern:
            raise Problem("bad-probe", {"name": label or "(empty)", "found": "it is empty"})
        if is_regex:
            try:
                re.compile(pattern)
            except re.error as error:
                raise Problem("bad-probe", {"name": label, "found": str(error)}) from error
        return cls(label, pattern, is_regex)

    def finder(self) -> Callable[[str], bool]:
        """Whether a text holds the fact."""
        if self.is_regex:
            compiled = re.compile(self.pattern)
            return lambda text: compiled.search(text) is not None
        return lambda text: self.pattern in text


class ProbeReader:
    """Answers probes for prompts, one look per message object.

    Attributes:
        probes: the facts.
    """

    def __init__(self, probes: Sequence[Probe]) -> None:
        self.probes = tuple(probes)
        self._finders = [probe.finder() for probe in self.probes]
        self._seen: dict[int, tuple[JsonValue, tuple[bool, ...], bool]] = {}
        self._texts: dict[str, tuple[bool, ...]] = {}

    def states(
        self, prompt: Iterable[JsonValue], readable: Callable[[], Mapping[str, Callable[[], str | None]]]
    ) -> dict[str, ProbeState]:
        """State of every probe in a prompt; `readable` gives what can be read back (handle or path → its text)."""
        if not self.probes:
            return {}
        verbatim = [False] * len(self.probes)
        summary = [False] * len(self.probes)
        for message in prompt:
            found, is_summary = self._of_message(message)
            target = summary if is_summary else verbatim
            for index, hit in enumerate(found):
                target[index] = target[index] or hit
        missing = [i for i in range(len(self.probes)) if not (verbatim[i] or summary[i])]
        behind = self._behind(readable()) if missing else [False] * len(self.probes)
        return {
            probe.name: _state(verbatim[index], summary[index], behind[index])
            for index, probe in enumerate(self.probes)
        }

    def _of_message(self, message: JsonValue) -> tuple[tuple[bool, ...], bool]:
        known = self._seen.get(id(message))
        if known is None:
            text = "\n".join(texts_of(message))
            is_summary = SUMMARY_OPENING in text[: len(SUMMARY_OPENING) + 200]
            known = (message, tuple(find(text) for find in self._finders), is_summary)
            self._seen[id(message)] = known
        return known[1], known[2]

    def _behind(self, readable: Mapping[str, Callable[[], str | None]]) -> list[bool]:
        found = [False] * len(self.probes)
        for handle, read in readable.items():
            hits = self._texts.get(handle)
            if hits is None:
                text = read() or ""
                hits = tuple(find(text) for find in self._finders)
                self._texts[handle] = hits
            for index, hit in enumerate(hits):
                found[index] = found[index] or hit
        return found


def texts_of(value: JsonValue) -> Iterator[str]:
    """Every string a message shows to the model, in order; roles, types and ids are left out.

    Without recursion: tools return JSON nested deeper than the interpreter would follow.
    """
    waiting: list[JsonValue] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            waiting.extend(reversed(item))
        elif isinstance(item, dict):
            waiting.extend(part for key, part in reversed(item.items()) if key not in _UNSEEN)


_UNSEEN = frozenset({"role", "type", "toolCallId", "providerOptions", "providerMetadata", "mediaType"})


def _state(verbatim: bool, summary: bool, readable: bool) -> ProbeState:
    if verbatim:
        return ProbeState.VERBATIM
    if summary:
        return ProbeState.SUMMARY
    return ProbeState.READABLE if readable else ProbeState.LOST
