"""`replay` with a live summariser, against a loopback server: asked once a fold, cached, marked as live."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from inspector.cli.main import run
from tests.cli.test_replay import Capsys, Unpacked
from tests.replay.compressors.test_compressors import Server, openai_reply


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.stop()


def test_agreed_calls_are_made_once(
    server: Server, unpacked: Unpacked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path))
    monkeypatch.setenv("CONTEXT_INSPECTOR_API_KEY", "k")
    server.script = [(200, openai_reply(f"<summary>live {n}</summary>")) for n in range(40)]
    capture = str(unpacked("captures", "v6-long-tool-loop"))
    words = ["replay", capture, "--json", "--live-url", server.url, "--live-model", "m", "--yes"]
    words += ["--set", "context_window=16000", "--set", "threshold_floor=1000000"]
    assert run(words) == 0
    captured = capsys.readouterr()
    facts = json.loads(captured.out)
    folds = [request["fold"] for request in facts["requests"] if request["fold"]]
    assert {fold["summary_source"] for fold in folds} == {"live"}
    assert len(server.seen) == len(folds)
    assert "would be asked" in captured.err
    assert facts["totals"]["rests_on_stand_in"] is False
    assert run(words) == 0
    assert json.loads(capsys.readouterr().out) == facts
    assert len(server.seen) == len(folds)
