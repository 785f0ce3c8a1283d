"""Which requests of a capture belong to one conversation, and which of them are side calls (FORMATS B, last trap).

Steps of one conversation are spread over several runs: each call of the SDK is a run. What ties them is that prompts
grow: a later prompt repeats an earlier one. A fold replaces the beginning by a summary and keeps a tail, a window
drops the beginning, an edit changes the middle; so the tie is the opening message, or enough repeated messages. Where
the head itself changes with every request (a hash or time in the system prompt, a reminder that moves out of the
first message) the tie is that it stays alike while the prompt grows; and where the provider keeps the history, the id
of the answer that a request goes on from.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.model.request import RequestPurpose
from inspector.wire.common_prefix import common_prefix

_SUMMARIZE: Final = re.compile(
    r"You have been working on the task described above but have not yet completed it\. Write a continuation"
    r"|Your task is to create a detailed summary of the conversation"
    r"|(?:summari[sz]e|write a summary of|create a summary of) (?:the|this|our) (?:conversation|chat|dialog)"
    r"|\b(?:provide|write|create|give|generate|produce|draft)\b.{0,40}\bsummary\b.{0,60}"
    r"\b(?:conversation|chat|discussion|session|dialog(?:ue)?)\b"
    r"|CONTEXT CHECKPOINT COMPACTION"
    r"|(?:总结|概括)(?:以上|上述|这段|本次)?(?:对话|会话)",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(
    r"\b(?:title|name) (?:for|of) (?:the|this|a) (?:conversation|chat|topic|dialog)"
    r"|\b(?:conversation|chat|topic) title\b|(?:对话|会话|话题).{0,12}标题|标题.{0,12}(?:对话|会话|话题)",
    re.IGNORECASE,
)
_LATEST_GROUPS: Final = 32
"""Of a message that hundreds of conversations share ("continue"), only the latest are looked at."""


_ALIKE: Final = 0.5
"""Share of the longer of two texts that must be common at their ends for them to be alike."""
_SHORT: Final = 24
"""Texts shorter than this are never alike, only equal."""


@dataclass(frozen=True, slots=True)
class Thread:
    """Ids by which a provider that keeps the history chains requests; "" = none.

    Attributes:
        previous: the answer a request goes on from.
        response: the answer it got.
    """

    previous: str = ""
    response: str = ""


NO_THREAD: Final = Thread()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request as grouping sees it; messages are numbers, equal when they say the same.

    Attributes:
        run_id: the run it lies in.
        lane: the step that started its run (v7), "" at the top: sub-agents are conversations of their own.
        system: leading system messages.
        messages: the others, in order.
        summary: identifies the summary it opens with; 0 = none.
        purpose: what it is for, judged by its texts.
        head, opening: beginnings of its system prompt and first message, as texts.
        thread: see `Thread`.
    """

    run_id: str
    lane: str
    system: tuple[int, ...]
    messages: tuple[int, ...]
    summary: int
    purpose: RequestPurpose
    head: str = ""
    opening: str = ""
    thread: Thread = NO_THREAD


@dataclass(slots=True)
class _Group:
    number: int
    lane: str
    seen: set[int] = field(default_factory=set)
    firsts: set[int] = field(default_factory=set)
    systems: set[tuple[int, ...]] = field(default_factory=set)
    runs: set[str] = field(default_factory=set)
    latest: Prompt | None = None

    def add(self, prompt: Prompt) -> None:
        self.runs.add(prompt.run_id)
        self.seen.update(prompt.messages)
        if prompt.purpose is RequestPurpose.MAIN:
            self.systems.add(prompt.system)
            self.firsts.update(prompt.messages[:1])
            self.latest = prompt


def judge_purpose(first_text: str, last_text: str, *, has_tools: bool) -> RequestPurpose:
    """Tell side calls by the instruction they open or end with."""
    if _SUMMARIZE.search(last_text[:600]):
        return RequestPurpose.SUMMARIZE
    if not has_tools and (_TITLE.search(last_text[:600]) or _TITLE.search(first_text[:600])):
        return RequestPurpose.TITLE
    return RequestPurpose.MAIN


def group_prompts(prompts: Sequence[Prompt]) -> list[int]:
    """Conversation number of each prompt, counted from 0 in order of first request."""
    return _Grouping().assign(prompts)


class _Grouping:
    def __init__(self) -> None:
        self._groups: list[_Group] = []
        self._by_message: defaultdict[int, list[int]] = defaultdict(list)
        self._by_run: defaultdict[str, list[int]] = defaultdict(list)
        self._by_response: dict[str, int] = {}
        self._latest: int | None = None

    def assign(self, prompts: Sequence[Prompt]) -> list[int]:
        return [self._place(prompt).number for prompt in prompts]

    def _place(self, prompt: Prompt) -> _Group:
        group = self._find(prompt)
        if group is None:
            group = _Group(len(self._groups), prompt.lane)
            self._groups.append(group)
        self._remember(group, prompt)
        return group

    def _remember(self, group: _Group, prompt: Prompt) -> None:
        for message in prompt.messages:
            if message not in group.seen:
                self._by_message[message].append(group.number)
        if prompt.run_id not in group.runs:
            self._by_run[prompt.run_id].append(group.number)
        if prompt.thread.response:
            self._by_response[prompt.thread.response] = group.number
        if prompt.purpose is RequestPurpose.MAIN:
            self._latest = group.number
        group.add(prompt)

    def _find(self, prompt: Prompt) -> _Group | None:
        if prompt.thread.previous:
            return self._chained(prompt)
        overlap = Counter(
            number for message in prompt.messages for number in self._by_message[message][-_LATEST_GROUPS:]
        )
        ranked = sorted(overlap, key=lambda number: (-overlap[number], -number))
        for number in ranked:
            group = self._groups[number]
            if group.lane == prompt.lane and _belongs(group, prompt, overlap[number]):
                return group
        if prompt.summary:
            return self._folded_from(prompt)
        return self._with_changed_head(prompt) if prompt.messages else self._of_run(prompt)

    def _chained(self, prompt: Prompt) -> _Group | None:
        """The conversation of the answer that a request goes on from; of an unknown one the run's or the latest."""
        known = self._by_response.get(prompt.thread.previous)
        if known is not None:
            return self._groups[known]
        own = self._of_run(prompt)
        if own is not None or self._latest is None:
            return own
        latest = self._groups[self._latest]
        return latest if latest.lane == prompt.lane else None

    def _with_changed_head(self, prompt: Prompt) -> _Group | None:
        """The conversation whose first message or system prompt was rewritten while it grew."""
        for group in self._groups[: -_LATEST_GROUPS - 1 : -1]:
            before = group.latest
            if group.lane != prompt.lane or before is None or len(prompt.messages) <= len(before.messages):
                continue
            same_system = prompt.system == before.system or _alike(prompt.head, before.head)
            if same_system and _alike(prompt.opening, before.opening):
                return group
        return None

    def _folded_from(self, prompt: Prompt) -> _Group | None:
        """A fold that kept nothing: the run's own conversation, else the latest with the same system prompt."""
        own = self._of_run(prompt)
        if own is not None:
            return own
        alike = (g for g in reversed(self._groups) if g.lane == prompt.lane and prompt.system in g.systems)
        return next(alike, None)

    def _of_run(self, prompt: Prompt) -> _Group | None:
        numbers = self._by_run[prompt.run_id] if prompt.run_id else []
        return self._groups[numbers[-1]] if numbers else None


def _belongs(group: _Group, prompt: Prompt, overlap: int) -> bool:
    if prompt.messages[0] in group.firsts:
        tied = overlap > 1 or prompt.system in group.systems or prompt.run_id in group.runs
        return tied or _grown_from(group.latest, prompt)
    if prompt.summary:
        return True
    if prompt.messages[0] in group.seen and len(prompt.messages) > 1 and prompt.system in group.systems:
        return True  # a small window: it goes on from a message that is known, with nothing else of before
    # A window or a side call: the opening is not repeated, but most of the rest is.
    return overlap >= 2 and 2 * overlap >= len(prompt.messages) - 1


def _grown_from(before: Prompt | None, prompt: Prompt) -> bool:
    """Whether a prompt repeats another's messages and adds to them under a system prompt that is nearly the same."""
    if before is None or len(prompt.messages) <= len(before.messages):
        return False
    return prompt.messages[: len(before.messages)] == before.messages and _alike(prompt.head, before.head)


def _alike(left: str, right: str) -> bool:
    """Whether two texts are one with something added, removed or replaced in the middle or at an end."""
    longer, shorter = (left, right) if len(left) >= len(right) else (right, left)
    if left == right:
        return bool(left)
    if len(shorter) < _SHORT:
        return False
    if shorter in longer:
        return True
    start = common_prefix(left, right)
    end = common_prefix(left[start:][::-1], right[start:][::-1])
    return start + end >= _ALIKE * len(longer)
