"""o200k counts come from a packaged vocabulary, take any text, and are refused in words without it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run
from inspector.replay import estimators
from inspector.replay.engine import Replayer
from inspector.sources.open import open_source
from inspector.tokens import has_o200k, o200k

pytestmark = pytest.mark.skipif(not has_o200k(), reason="optional vocabulary")


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("hello world", 2), ("<|endoftext|>", 7), ("a\ud800b", 3), ("hello " * 200, 201)],
)
def test_any_text_is_counted(text: str, count: int) -> None:
    assert o200k(text) == count


def test_a_replay_counts_by_it(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-web-search-recall"))
    replayer = Replayer.open(source, source.conversations()[0].id)
    by = {
        name: replayer.run(replayer.settings("recorded", [f"estimator={name}"])).totals.prompt_tokens_after
        for name in ("tokenx", "rough", "o200k")
    }
    assert len(set(by.values())) == 3
    assert all(0.4 < other / by["o200k"] < 2.5 for other in by.values())


def test_without_the_vocabulary_it_is_refused_in_words(
    unpacked: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimators, "has_o200k", lambda: False)
    path = str(unpacked("captures", "v6-aborted"))
    assert run(["replay", path, "--set", "estimator=o200k"]) == 2
    assert "pip install" in capsys.readouterr().err
