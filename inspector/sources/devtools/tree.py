"""Prompts of one conversation as a tree of messages, so that history a fold removed is still in its place (FORMATS B).

Each prompt is a path from the root. A prompt that opens with a summary goes on from the first message it still holds
in full; one whose beginning was dropped by a window likewise; one that differs in the middle starts a branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from inspector.sources.grouping import Prompt

ROOT: Final = -1
NO_MESSAGE: Final = -1


@dataclass(slots=True)
class Node:
    """One message at one place.

    Attributes:
        parent: number of the node before it, `ROOT` at the beginning.
        message: number in the `MessageTable`; `NO_MESSAGE` for an output no later prompt repeats.
        request: the first request that held or produced it.
        produced_by: requests whose answer it is, failed tries first.
        children: nodes that follow.
    """

    parent: int
    message: int
    request: int
    produced_by: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fold:
    """A prompt that is the first to open with a certain summary.

    Attributes:
        request: its index.
        summary_message: the message that holds the summary, number in the `MessageTable`.
        after: last node it stands for; `ROOT` when the history before it was not captured.
        before: first node still served in full; None when nothing was kept.
        folded_count: messages the summary stands for.
    """

    request: int
    summary_message: int
    after: int
    before: int | None
    folded_count: int


class PromptTree:
    """The tree while requests are added in file order.

    Attributes:
        nodes: by number.
        ends: last node of each request's prompt, by request index.
        systems: system prompts that begin to hold before a node, as message numbers.
        folds: in order.
    """

    def __init__(self, role_of: Callable[[int], str]) -> None:
        """`role_of(message)` is a message's recorded role."""
        self.nodes: list[Node] = []
        self.ends: dict[int, int] = {}
        self.systems: dict[int, tuple[int, ...]] = {}
        self.folds: list[Fold] = []
        self._role_of = role_of
        self._roots: dict[int, int] = {}
        self._first_nodes: list[int] = []
        self._child: dict[tuple[int, int], int] = {}
        self._last: int | None = None
        self._system: tuple[int, ...] = ()
        self._summary = 0

    def add(self, request: int, prompt: Prompt) -> None:
        """Add one request's prompt."""
        known = len(self.nodes)
        messages = prompt.messages
        parent = ROOT
        if prompt.summary:
            parent = self._fold(request, prompt)
            messages = messages[1:]
        elif messages and messages[0] not in self._roots:
            place = self._find_on_last_path(messages[0])
            parent = ROOT if place is None else self.nodes[place].parent
        self._summary = prompt.summary
        end = self._walk(parent, messages, request)
        self.ends[request] = end
        self._last = request
        if prompt.system != self._system and len(self.nodes) > known:
            self.systems[self._first_asked(known)] = prompt.system
            self._system = prompt.system

    def path(self, node: int) -> list[int]:
        """Node numbers from the beginning to `node`, both included."""
        found: list[int] = []
        while node != ROOT:
            found.append(node)
            node = self.nodes[node].parent
        return found[::-1]

    def leaves(self) -> Iterator[int]:
        """Nodes nothing follows."""
        return (number for number, node in enumerate(self.nodes) if not node.children)

    def answers_at(self, node: int) -> list[int]:
        """Recorded assistant messages that follow a prompt's last node."""
        children = self.nodes[node].children if node != ROOT else self._first_nodes
        return [
            child
            for child in children
            if (message := self.nodes[child].message) == NO_MESSAGE or self._is_answer(message)
        ]

    def new_node(self, parent: int, message: int, request: int) -> int:
        """Append a node."""
        number = len(self.nodes)
        self.nodes.append(Node(parent, message, request))
        (self._first_nodes if parent == ROOT else self.nodes[parent].children).append(number)
        return number

    def _first_asked(self, known: int) -> int:
        """The first new user message; the answers before it were made under the system prompt before."""
        new = range(known, len(self.nodes))
        return next((n for n in new if self._role_of(self.nodes[n].message) == "user"), known)

    def _is_answer(self, message: int) -> bool:
        return self._role_of(message) == "assistant"

    def _walk(self, parent: int, messages: tuple[int, ...], request: int) -> int:
        for message in messages:
            children = self._roots if parent == ROOT else None
            known = children.get(message) if children is not None else self._child.get((parent, message))
            if known is None:
                known = self.new_node(parent, message, request)
                if children is not None:
                    children[message] = known
                else:
                    self._child[parent, message] = known
            parent = known
        return parent

    def _last_end(self) -> int:
        return ROOT if self._last is None else self.ends[self._last]

    def _find_on_last_path(self, message: int) -> int | None:
        """The last node on the previous request's path that holds the message."""
        node = self._last_end()
        while node != ROOT and self.nodes[node].message != message:
            node = self.nodes[node].parent
        return None if node == ROOT else node

    def _fold(self, request: int, prompt: Prompt) -> int:
        """Where a folded prompt goes on; records the fold when its summary is new."""
        kept = prompt.messages[1:]
        before = self._find_on_last_path(kept[0]) if kept else None
        after = self.nodes[before].parent if before is not None else self._after_answer(kept)
        if prompt.summary != self._summary:
            self.folds.append(Fold(request, prompt.messages[0], after, before, len(self.path(after))))
        return after

    def _after_answer(self, kept: tuple[int, ...]) -> int:
        """Nothing known was kept: the fold swallowed the previous prompt and, unless repeated now, its answer."""
        end = self._last_end()
        if self._last is None or (kept and self._is_answer(kept[0])):
            return end
        answers = self.answers_at(end)
        if answers:
            return answers[-1]
        return self.new_node(end, NO_MESSAGE, self._last)
