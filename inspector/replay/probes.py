"""Facts: where a string or pattern survives in a request — verbatim, in a summary, behind a handle, or nowhere.

Texts are looked at once per message object and remembered, so that a sweep over many settings does not read the
same megabytes again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.problems import Problem, register_templates
from inspector.pipeline.text_facts import MARKER_TAG
from inspector.replay.result import ProbeState
from inspector.wire import JsonValue
from inspector.wire.patterns import Pattern, PatternError, SlowPatternError, compiled

register_templates(
    {
        "bad-probe": "Probe {name}: not a usable pattern: {found}. Write a plain text, or /regular expression/.",
        "slow-probe": "Probe {name}: its pattern tries too many ways and was stopped. Write it without nested repeats.",
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
            _compiled(label, pattern)
        return cls(label, pattern, is_regex)

    def finder(self) -> Callable[[str], bool]:
        """Whether a text holds the fact; raises `Problem("bad-probe")`, and `slow-probe` when it is asked."""
        if not self.is_regex:
            return lambda text: self.pattern in text
        pattern = _compiled(self.name, self.pattern)

        def holds(text: str) -> bool:
            try:
                return pattern.matches(text)
            except SlowPatternError as error:
                raise Problem("slow-probe", {"name": self.name}) from error

        return holds


def _compiled(name: str, source: str) -> Pattern:
    try:
        return compiled(source)
    except PatternError as error:
        raise Problem("bad-probe", {"name": name, "found": str(error)}) from error


class ProbeReader:
    """Answers probes for prompts, one look per message object.

    Attributes:
        probes: the facts.
    """

    def __init__(self, probes: Sequence[Probe]) -> None:
        self.probes = tuple(probes)
        self._finders = [probe.finder() for probe in self.probes]
        self._seen: dict[int, tuple[JsonValue, tuple[ProbeState | None, ...]]] = {}
        self._texts: dict[str, tuple[bool, ...]] = {}

    def states(
        self, prompt: Iterable[JsonValue], readable: Callable[[], Mapping[str, Callable[[], str | None]]]
    ) -> dict[str, ProbeState]:
        """State of every probe in a prompt; `readable` gives what can be read back (handle or path → its text).

        A prompt alone does not tell what was never said from what was lost: see `told_apart`.
        """
        if not self.probes:
            return {}
        best: list[ProbeState | None] = [None] * len(self.probes)
        for message in prompt:
            for index, state in enumerate(self._of_message(message)):
                best[index] = _better(best[index], state)
        behind = self._behind(readable()) if None in best else [False] * len(self.probes)
        return {
            probe.name: best[index] or (ProbeState.READABLE if behind[index] else ProbeState.LOST)
            for index, probe in enumerate(self.probes)
        }

    def _of_message(self, message: JsonValue) -> tuple[ProbeState | None, ...]:
        known = self._seen.get(id(message))
        if known is None:
            texts = list(texts_of(message))
            whole = "\n".join(texts)
            if SUMMARY_OPENING in whole[: len(SUMMARY_OPENING) + 200]:
                states = self._found(whole, ProbeState.SUMMARY)
            else:
                stubs = "\n".join(text for text in texts if _is_stub(text))
                full = "\n".join(text for text in texts if not _is_stub(text)) if stubs else whole
                pairs = zip(
                    self._found(full, ProbeState.VERBATIM), self._found(stubs, ProbeState.STUB), strict=True
                )
                states = tuple(first or second for first, second in pairs)
            known = self._seen[id(message)] = (message, states)
        return known[1]

    def _found(self, text: str, state: ProbeState) -> tuple[ProbeState | None, ...]:
        return tuple(state if text and find(text) else None for find in self._finders)

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


def _better(one: ProbeState | None, other: ProbeState | None) -> ProbeState | None:
    """The better of two states; None is the worst."""
    if one is None or other is None:
        return one or other
    return one if _ORDER[one] <= _ORDER[other] else other


_ORDER: Final = {state: place for place, state in enumerate(ProbeState)}


def _is_stub(text: str) -> bool:
    """Whether a text is what a trim left of an output: it holds a marker, or its plain form (PIPELINE §3, §5)."""
    return MARKER_TAG in text or _PLAIN_CUT.search(text) is not None


_PLAIN_CUT: Final = re.compile(r"\n--- truncated \(\d+ lines, \d+ chars total\) ---\n")


def told_apart(requests: Sequence[Mapping[str, ProbeState]]) -> list[dict[str, ProbeState]]:
    """States of consecutive requests with what is not there told apart: not yet said, lost, or never said at all."""
    first: dict[str, int] = {}
    for place, states in enumerate(requests):
        for name, state in states.items():
            if state.in_reach:
                first.setdefault(name, place)
    return [
        {
            name: state if state.in_reach else _absence(first.get(name), place)
            for name, state in states.items()
        }
        for place, states in enumerate(requests)
    ]


def _absence(first: int | None, place: int) -> ProbeState:
    if first is None:
        return ProbeState.NEVER
    return ProbeState.NOT_YET if place < first else ProbeState.LOST
