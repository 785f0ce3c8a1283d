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


LIVE = ["--live-model", "m", "--set", "context_window=16000", "--set", "threshold_floor=1000000"]


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "--json"],
        ["compare", "--b", "compressor=live,context_window=16000,threshold_floor=1000000"],
        ["sweep", "--grid", "compressor=live,outline", "--jobs", "1"],
        ["sweep", "--grid", "in_loop_memo=on,off", "--jobs", "1"],
    ],
)
def test_nothing_is_sent_before_it_was_agreed_to(
    server: Server, unpacked: Unpacked, capsys: Capsys, words: list[str]
) -> None:
    capture = str(unpacked("captures", "v6-long-tool-loop"))
    live = LIVE[:2] if words[0] == "compare" else LIVE
    assert run([words[0], capture, *words[1:], "--live-url", server.url, *live]) == 2
    assert server.seen == []
    told = capsys.readouterr()
    assert "Nothing was sent" in told.err
    assert told.out == ""


def test_a_sweep_that_asks_nobody_needs_no_consent(
    server: Server, unpacked: Unpacked, capsys: Capsys
) -> None:
    capture = str(unpacked("captures", "v6-long-tool-loop"))
    words = ["--grid", "compressor=outline,stand-in", "--jobs", "1", "--live-url", server.url, *LIVE]
    assert run(["sweep", capture, *words]) == 0
    assert (server.seen, capsys.readouterr().err) == ([], "")


def test_agreed_calls_are_made_once(
    server: Server, unpacked: Unpacked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name, **_: str(tmp_path))
    monkeypatch.setenv("CONTEXT_INSPECTOR_API_KEY", "k")
    server.script = [(200, openai_reply(f"<summary>live {n}</summary>")) for n in range(40)]
    capture = str(unpacked("captures", "v6-long-tool-loop"))
    words = ["replay", capture, "--json", "--live-url", server.url, "--live-model", "m", "--yes"]
    words += ["--set", "context_window=16000", "--set", "threshold_floor=1000000"]
    assert run(words) == 0
    captured = capsys.readouterr()
    (facts,) = json.loads(captured.out)["conversations"]
    folds = [request["fold"] for request in facts["requests"] if request["fold"]]
    assert {fold["summary_source"] for fold in folds} == {"live"}
    assert len(server.seen) == len(folds)
    assert "would be asked" in captured.err
    assert facts["totals"]["rests_on_stand_in"] is False
    assert run(words) == 0
    assert json.loads(capsys.readouterr().out)["conversations"] == [facts]
    assert len(server.seen) == len(folds)
