"""Prompts are sized while a capture is opened, exactly as their parsed form would be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.sources.devtools import CaptureSource
from inspector.sources.open import open_source
from inspector.wire import dumps_length

NAMES = [
    "v6-aborted",
    "v6-cache-bust",
    "v6-long-tool-loop-compacting",
    "v6-schema-400",
    "v6-web-search-recall",
    "v7-anthropic-cache",
    "v7-middleware",
    "v7-telemetry",
]


@pytest.mark.parametrize("name", NAMES)
def test_sizes_are_those_of_the_parsed_prompt(name: str, unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", name))
    assert isinstance(source, CaptureSource)
    sizes = source.prompt_sizes()
    assert len(sizes) == len(source.requests())
    for record, size in zip(source.requests(), sizes, strict=True):
        payload = source.payload(record.index)
        if size is None:
            assert not payload.prompt
            continue
        assert (size.messages, size.chars) == (len(payload.prompt), dumps_length(payload.prompt))
        assert size.tools in (None, len(payload.tools or ()))
