"""Replayers over the real captures and databases of `tests/data`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from inspector.replay.engine import Replayer, conversation_ids
from inspector.sources.open import open_source

OpenReplayer: TypeAlias = Callable[..., Replayer]


@pytest.fixture
def replayer(unpacked: Callable[[str, str], Path]) -> Iterator[OpenReplayer]:
    """`replayer("captures" | "fixtures", name, conversation=None)`: of one (id or title), by default the largest."""
    with ExitStack() as stack:

        def open_one(kind: str, name: str, conversation: str | None = None) -> Replayer:
            source = stack.enter_context(closing(open_source(unpacked(kind, name))))
            if conversation is None:
                counts = {entry.id: entry.message_count or 0 for entry in source.conversations()}
                conversation = max(conversation_ids(source), key=lambda found: counts[found])
            (chosen,) = conversation_ids(source, conversation)
            return Replayer.open(source, chosen)

        yield open_one


@pytest.fixture
def expected(unpacked: Callable[[str, str], Path]) -> Callable[[str], dict[str, Any]]:
    """`expected(name)`: what is known of a database fixture."""
    return lambda name: json.loads((unpacked("fixtures", name) / "expected.json").read_bytes())
