"""`cache`: one JSON shape however many conversations, requests counted in their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from inspector.reports.contracts import VERSIONS

Unpacked = Callable[[str, str], Path]
Capture = pytest.CaptureFixture[str]


def document(path: Path, capsys: Capture) -> dict[str, Any]:
    assert run(["cache", str(path), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("name", ["v6-cache-bust", "v6-schema-400"])
def test_one_conversation_and_several_have_the_same_shape(
    unpacked: Unpacked, name: str, capsys: Capture
) -> None:
    found = document(unpacked("captures", name), capsys)
    assert list(found) == ["contract", "version", "conversations", "totals", "sums"]
    assert (found["contract"], found["version"]) == ("cache", VERSIONS["cache"])
    for one in found["conversations"]:
        assert list(one) == ["id", "title", "requests", "totals", "sums"]
        assert [request["number"] for request in one["requests"]] == list(range(1, len(one["requests"]) + 1))
    of_conversations = [one["totals"]["total"] or 0 for one in found["conversations"]]
    assert sum(of_conversations) == (found["totals"]["total"] or 0)


def test_tables_head_every_conversation_where_there_are_several(unpacked: Unpacked, capsys: Capture) -> None:
    assert run(["cache", str(unpacked("captures", "v6-schema-400"))]) == 0
    text = capsys.readouterr().out
    assert "[conversation-1]" in text
    assert "[conversation-2]" in text
    assert run(["cache", str(unpacked("captures", "v6-cache-bust"))]) == 0
    assert "[conversation-1]" not in capsys.readouterr().out
