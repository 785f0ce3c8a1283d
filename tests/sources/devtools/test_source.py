"""`CaptureSource` as a `Source`: lazy reads, refreshing a file that is rewritten under it, notices, search."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.model.problems import Problem
from inspector.sources.base import Source
from inspector.sources.devtools import CaptureSource
from inspector.sources.devtools import source as source_module
from tests.sources.devtools.writing import capture, run, step, text, write


def prompt(count: int) -> list[dict[str, object]]:
    return [text("user", f"q{n}") if n % 2 == 0 else text("assistant", "ok") for n in range(2 * count - 1)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return capture(tmp_path, step("s1", prompt(1)), step("s2", prompt(2)))


def test_it_is_a_source(path: Path) -> None:
    source = CaptureSource.open(path)
    assert isinstance(source, Source)
    assert source.size == path.stat().st_size
    assert source.notices == []
    source.close()


def test_payload_splits_the_input(tmp_path: Path) -> None:
    recorded = {
        "prompt": prompt(1),
        "tools": [{"name": "t"}],
        "toolChoice": {"type": "auto"},
        "temperature": 0.5,
        "label": "extra",
    }
    path = capture(tmp_path, step("s", [], input=recorded, raw_request={"model": "m"}))
    payload = CaptureSource.open(path).payload(0)
    assert payload.prompt == recorded["prompt"]
    assert payload.tools == [{"name": "t"}]
    assert payload.tool_choice == {"type": "auto"}
    assert payload.settings == {"temperature": 0.5, "label": "extra"}
    assert payload.raw_request == {"model": "m"}
    assert payload.raw_response is None


def test_raw_json_is_the_recorded_text(path: Path) -> None:
    recorded = json.loads(path.read_bytes())["steps"][1]
    raw = CaptureSource.open(path).raw_json(1)
    assert raw["input"] == recorded["input"]
    assert raw["raw_request"] is None


def test_unknown_runs_and_runs_without_steps_are_listed(tmp_path: Path) -> None:
    runs = [run("empty"), run("my own id")]
    path = capture(
        tmp_path, step("s", prompt(1), run_id="lost"), step("t", prompt(1), run_id="my own id"), runs=runs
    )
    found = {r.id: (r.known, r.request_indexes) for r in CaptureSource.open(path).runs()}
    assert found == {"empty": (True, ()), "my own id": (True, (1,)), "lost": (False, (0,))}


def test_steps_that_share_an_id_are_kept_apart(tmp_path: Path) -> None:
    path = capture(tmp_path, step("", [text("user", "a")]), step("", [text("user", "b")], usage=None))
    source = CaptureSource.open(path)
    assert [request.usage.is_known for request in source.requests()] == [True, False]
    assert source.payload(1).prompt == [text("user", "b")]
    assert [summary.title for summary in source.conversations()] == ["a", "b"]


@pytest.mark.parametrize(
    "action", [lambda s: s.payload(99), lambda s: s.payload(-1), lambda s: s.load("conversation-9")]
)
def test_what_is_not_there_is_named(path: Path, action: Callable[[CaptureSource], object]) -> None:
    with pytest.raises(Problem) as caught:
        action(CaptureSource.open(path))
    assert caught.value.id == "no-such-item"


def test_refresh_takes_in_a_new_step(path: Path) -> None:
    source = CaptureSource.open(path)
    assert source.load("conversation-1").summary.request_count == 2
    assert not source.refresh()
    write(path, [run(), run("run-2")], [step(f"s{n}", prompt(n), run_id="run-2") for n in (1, 2, 3)])
    assert source.refresh()
    assert [r.id for r in source.requests()] == ["s1", "s2", "s3"]
    assert len(list(source.load("conversation-1").path())) == 6


def test_messages_keep_their_ids_when_the_capture_grows(path: Path) -> None:
    source = CaptureSource.open(path)
    before = [message.id for message in source.load("conversation-1").path()]
    write(path, [run()], [step(f"s{n}", prompt(n)) for n in (1, 2, 3, 4)])
    assert source.refresh()
    after = [message.id for message in source.load("conversation-1").path()]
    assert after[: len(before)] == before
    assert len(after) == len(before) + 4


def test_a_half_written_file_is_believed_only_when_it_stays_so(path: Path) -> None:
    source = CaptureSource.open(path)
    source.requests()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert not source.refresh()
    assert len(source.requests()) == 2
    assert source.refresh()
    assert len(source.requests()) < 2
    assert [notice.id for notice in source.notices] == ["capture-half-written", "capture-lost-steps"]
    path.write_bytes(whole)
    assert source.refresh()
    assert len(source.requests()) == 2
    assert source.notices == []


@pytest.mark.parametrize("content", [b"", b"{}", b"nonsense", None])
def test_a_bad_moment_keeps_the_last_good_state(path: Path, content: bytes | None) -> None:
    source = CaptureSource.open(path)
    source.requests()
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    assert not source.refresh()
    assert len(source.requests()) == 2


def test_reads_follow_a_file_rewritten_between_them(path: Path) -> None:
    source = CaptureSource.open(path)
    before = source.payload(1).prompt
    write(
        path,
        [run(f"run-{n}") for n in range(40)],
        [step("s1", prompt(1)), step("s2", prompt(2)), step("s3", [])],
    )
    assert source.payload(1).prompt == before
    assert len(source.requests()) == 3


def test_reads_from_a_file_being_rewritten_say_so(path: Path) -> None:
    source = CaptureSource.open(path)
    path.write_bytes(b"{")
    with pytest.raises(Problem) as caught:
        source.payload(1)
    assert caught.value.id == "capture-changing"


def test_opening_a_cut_file_says_what_is_missing(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-60])
    source = CaptureSource.open(path)
    (notice,) = source.notices
    assert "in the middle of a step" in str(notice)
    assert "Complete steps, which are shown: 1" in str(notice)


def test_a_large_capture_is_warned_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "WARN_BYTES", 100)
    (notice,) = CaptureSource.open(path).notices
    assert notice.id == "capture-near-limit"
    assert "512 MiB" in str(notice)


def test_search_finds_texts_arguments_and_results(unpacked: Callable[[str, str], Path]) -> None:
    source = CaptureSource.open(
        unpacked("captures", "v6-web-search-recall") / ".devtools" / "generations.json"
    )
    hits = list(source.search("COMAC maximum RANGE".lower().split()[1]))
    assert hits
    conversation = source.load(hits[0].conversation_id)
    for hit in hits:
        assert hit.message_id in conversation.messages
        assert "maximum" in hit.context.lower()
    assert list(source.search("no such words anywhere")) == []
    assert list(source.search("")) == []


def test_nothing_is_written_beside_the_capture(path: Path) -> None:
    before = {entry.name: os.stat(entry).st_mtime_ns for entry in path.parent.iterdir()}
    source = CaptureSource.open(path)
    source.load("conversation-1")
    list(source.search("q"))
    source.close()
    assert {entry.name: os.stat(entry).st_mtime_ns for entry in path.parent.iterdir()} == before
