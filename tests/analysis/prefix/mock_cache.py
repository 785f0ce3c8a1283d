"""A tiny prefix cache of the Messages API, written from its rules alone, to check the simulation against.

Blocks in the order tools → system → message parts, each as received without `cache_control` and
`eager_input_streaming`; tool choice and thinking mixed in before the first message; entries at marks only, found up
to 20 blocks back from a mark, from 1,024 tokens on, for 5 minutes since their last use; one more account of 3 tokens.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from inspector.model.usage import Usage

MINIMUM, LOOK_BACK, LIFETIME_S, TAIL = 1024, 20, 300, 3


class MockCache:
    """Accounts requests one after the other."""

    def __init__(self) -> None:
        self._last_used: dict[str, float] = {}

    def account(self, body: dict[str, Any], at_s: float) -> Usage:
        """What the provider would report for a body sent at a time in seconds."""
        keys, ends, marks = self._walk(body)
        live = [i for i, key in enumerate(keys) if at_s - self._last_used.get(key, -1e9) <= LIFETIME_S]
        near = [i for i in live if any(0 <= mark - i <= LOOK_BACK for mark in marks)]
        read = ends[near[-1]] if near else 0
        cached = ends[marks[-1]] if marks and ends[marks[-1]] >= MINIMUM else 0
        for position in [*near[-1:], *(m for m in marks if ends[m] >= MINIMUM)]:
            self._last_used[keys[position]] = at_s
        total = ends[-1] + TAIL
        return Usage(
            input=total, no_cache=total - cached, cache_read=read, cache_write=cached - read, output=1
        )

    def _walk(self, body: dict[str, Any]) -> tuple[list[str], list[int], list[int]]:
        running, size = body["model"], 0
        keys, ends, marks = [], [], []
        for level, role, part in _parts(body):
            marked = part.pop("cache_control", None)
            part.pop("eager_input_streaming", None)
            text = json.dumps({"role": role, **part}, ensure_ascii=False, separators=(",", ":"))
            if level == "messages" and "#" not in running:
                running += "#" + json.dumps([body.get("tool_choice"), body.get("thinking")])
            running = hashlib.sha256((running + level + text).encode()).hexdigest() + running[64:]
            size += len(text)
            keys.append(running)
            ends.append(size // 4)
            marks += [len(keys) - 1] if marked else []
        return keys, ends, marks


def _parts(body: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    copy = json.loads(json.dumps(body))
    parts = [("tools", "", tool) for tool in copy.get("tools", [])]
    parts += [("system", "", block) for block in copy.get("system", [])]
    for message in copy["messages"]:
        parts += [("messages", message["role"], part) for part in message["content"]]
    return parts
