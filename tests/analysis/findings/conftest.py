"""Sources to look for findings in: real ones by name, and small captures and databases made for one case."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.findings import Circumstances, Finding, run_detectors
from inspector.sources.base import Source
from inspector.sources.open import open_source
from tests.sources.devtools import writing

Look = Callable[..., list[Finding]]


@pytest.fixture
def look() -> Iterator[Look]:
    """`look(path, id, …)`: what one detector finds there; other arguments as of `run_detectors`."""
    opened: list[Source] = []

    def find(path: Path, detector_id: str, **options: Any) -> list[Finding]:
        opened.append(open_source(path))
        found = list(run_detectors(opened[-1], **options))
        assert not [finding for finding in found if finding.id == "broken-detector"]
        return [finding for finding in found if finding.id == detector_id]

    yield find
    for source in opened:
        source.close()


@pytest.fixture
def capture(unpacked: Callable[[str, str], Path]) -> Callable[[str], Path]:
    """`capture(name)`: a real capture, which is only read."""
    return lambda name: unpacked("captures", name)


@pytest.fixture
def database(unpacked: Callable[[str, str], Path]) -> Callable[[str], Path]:
    """`database(name)`: a real database, which is only read."""
    return lambda name: unpacked("fixtures", name)


@pytest.fixture
def changed(fixture_dir: Callable[[str], Path]) -> Callable[..., Path]:
    """`changed(name, sql, *arguments)`: a private copy of a database after one statement."""

    def change(name: str, sql: str, *arguments: Any) -> Path:
        folder = fixture_dir(name)
        with sqlite3.connect(folder / "Data" / "cherrystudio.sqlite") as connection:
            # The text index's triggers need functions of the application.
            for (trigger,) in connection.execute(
                "select name from sqlite_master where type = 'trigger'"
            ).fetchall():
                connection.execute(f'drop trigger "{trigger}"')
            assert connection.execute(sql, arguments).rowcount > 0
        connection.close()
        return folder

    return change


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Path]:
    """`made(step, …)`: a capture with these steps."""
    return lambda *steps: writing.capture(tmp_path, *steps)


def user(words: str) -> dict[str, Any]:
    """A user message."""
    return writing.text("user", words)


def assistant(words: str) -> dict[str, Any]:
    """An assistant message."""
    return writing.text("assistant", words)


def call(call_id: str, tool: str, output: Any) -> list[dict[str, Any]]:
    """A tool call and its result."""
    called = {"type": "tool-call", "toolCallId": call_id, "toolName": tool, "input": {}}
    value = output if isinstance(output, dict) else {"type": "text", "value": output}
    result = {"type": "tool-result", "toolCallId": call_id, "toolName": tool, "output": value}
    return [{"role": "assistant", "content": [called]}, {"role": "tool", "content": [result]}]


def usage(total: int, read: int = 0, write: int = 0) -> dict[str, Any]:
    """Usage in the middleware's shape."""
    figures = {"total": total, "noCache": total - read - write, "cacheRead": read, "cacheWrite": write}
    return {"inputTokens": figures, "outputTokens": {"total": 10}}


def step(number: int, prompt: list[dict[str, Any]], *, tools: Any = None, **extra: Any) -> dict[str, Any]:
    """A step of one growing conversation; `tools` go into its input."""
    recorded: dict[str, Any] = {"prompt": prompt}
    if tools is not None:
        recorded["tools"] = tools
    started = f"2026-11-30T09:{30 + number // 60:02d}:{number % 60:02d}.000Z"
    fields = {"input": recorded, "step_number": number, "started_at": started, **extra}
    return writing.step(f"step-{number}", prompt, **fields)


def tool(name: str, schema: Any = None, **extra: Any) -> dict[str, Any]:
    """A declaration as the SDK records it."""
    described = schema if schema is not None else {"type": "object", "properties": {"q": {"type": "string"}}}
    return {"type": "function", "name": name, "description": "d", "inputSchema": described, **extra}


def data(*parts: dict[str, Any]) -> str:
    """The `data` column of a message with these parts."""
    return json.dumps({"parts": list(parts)})


__all__ = ["Circumstances", "assistant", "call", "data", "step", "tool", "usage", "user"]
