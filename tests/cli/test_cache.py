"""`cache`: one JSON shape however many conversations, requests counted in their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.prefix.regression import CacheHealth, regressions
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
    assert list(found) == ["contract", "version", "conversations", "totals", "sums", "health"]
    assert (found["contract"], found["version"]) == ("cache", VERSIONS["cache"])
    for one in found["conversations"]:
        assert list(one) == ["id", "title", "requests", "totals", "sums", "lifetime", "folds"]
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


def test_a_baseline_says_what_got_worse(unpacked: Unpacked, tmp_path: Path, capsys: Capture) -> None:
    good, bad = str(unpacked("captures", "v7-anthropic-cache")), str(unpacked("captures", "v6-cache-bust"))
    baseline = tmp_path / "old.json"
    baseline.write_text(json.dumps(document(Path(good), capsys)), encoding="utf-8")
    assert run(["cache", good, "--baseline", str(baseline), "--fail-on-regression"]) == 0
    assert "not worse than the baseline" in capsys.readouterr().out
    assert run(["cache", bad, "--baseline", str(baseline)]) == 0
    told = capsys.readouterr().out
    assert "worse than the baseline: the hit ratio fell from" in told
    assert "system-time breaks the prefix of" in told
    assert run(["cache", bad, "--baseline", str(baseline), "--fail-on-regression", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["regressions"]


def test_bad_baselines_are_refused_in_words(unpacked: Unpacked, tmp_path: Path, capsys: Capture) -> None:
    path = str(unpacked("captures", "v6-cache-bust"))
    assert run(["cache", path, "--fail-on-regression"]) == 2
    assert "--baseline FILE" in capsys.readouterr().err
    wrong = tmp_path / "x.json"
    for text in ("{", "[]", '{"health": 3}'):
        wrong.write_text(text, encoding="utf-8")
        assert run(["cache", path, "--baseline", str(wrong)]) == 2
        assert "cache --json" in capsys.readouterr().err
    assert run(["cache", path, "--baseline", str(tmp_path / "none.json")]) == 2


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ((0.8, 1.0, {}), (0.79, 1.05, {}), 0),
        ((0.8, 1.0, {}), (0.7899, 1.0, {}), 1),
        ((0.8, 1.0, {}), (None, 1.0, {}), 1),
        ((None, None, {}), (0.1, 9.0, {}), 0),
        ((0.8, 1.0, {}), (0.8, 1.06, {}), 1),
        ((0.8, 1.0, {"system-time": 1}), (0.8, 1.0, {"system-time": 5}), 0),
        ((0.8, 1.0, {"system-time": 1}), (0.8, 1.0, {"tool-added": 1}), 1),
    ],
)
def test_what_counts_as_worse(before: Any, after: Any, count: int) -> None:
    def made(figures: Any) -> CacheHealth:
        return CacheHealth(hit_ratio=figures[0], write_amplification=figures[1], breaks=figures[2])

    assert len(regressions(made(before), made(after))) == count
