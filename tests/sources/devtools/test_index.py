"""The index of a capture: same facts as a full parse, any layout, cut files, cheap renewal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.model.problems import Problem
from inspector.sources.base import Cancelled, Progress
from inspector.sources.devtools.index import Index, build_index
from inspector.sources.devtools.payloads import read_error, read_raw_json
from tests.sources.devtools.writing import capture, run, step, text, write

CAPTURES = (
    "v6-aborted",
    "v6-cache-bust",
    "v6-long-tool-loop",
    "v6-long-tool-loop-compacting",
    "v6-schema-400",
    "v6-truncated-markers",
    "v6-web-search-recall",
    "v7-anthropic-cache",
    "v7-middleware",
    "v7-telemetry",
)
LAYOUTS: dict[str, Callable[[Any, str], str]] = {
    "minified": lambda content, _: json.dumps(content, separators=(",", ":")),
    "four spaces": lambda content, _: json.dumps(content, indent=4, ensure_ascii=False),
    "CRLF": lambda _, written: written.replace("\n", "\r\n"),
    "BOM": lambda _, written: "\ufeff" + written,
    "white space around": lambda _, written: f"\n\n {written} \n",
}


def assert_same(index: Index, path: Path, content: dict[str, Any]) -> None:
    """The index says what a full parse says, big fields included."""
    assert [entry.id for entry in index.runs] == [recorded["id"] for recorded in content["runs"]]
    assert [entry.id for entry in index.steps] == [recorded["id"] for recorded in content["steps"]]
    with path.open("rb", buffering=0) as file:
        for entry, recorded in zip(index.steps, content["steps"], strict=True):
            assert entry.run_id == recorded["run_id"]
            assert (entry.model, entry.provider) == (recorded["model_id"], recorded["provider"])
            assert (entry.type, entry.started_at) == (recorded["type"], recorded["started_at"])
            assert (entry.step_number, entry.duration_ms) == (
                recorded["step_number"],
                recorded["duration_ms"],
            )
            assert read_error(file, entry) == recorded["error"]
            for name, value in read_raw_json(file, entry).items():
                assert value == recorded[name], name


@pytest.mark.parametrize("name", CAPTURES)
def test_line_scan_finds_what_a_full_parse_finds(unpacked: Callable[[str, str], Path], name: str) -> None:
    path = unpacked("captures", name) / ".devtools" / "generations.json"
    index = build_index(path)
    assert index.regular
    assert index.missing == ""
    assert_same(index, path, json.loads(path.read_bytes()))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_other_layouts_are_read_token_by_token(
    unpacked: Callable[[str, str], Path], tmp_path: Path, layout: str
) -> None:
    written = (unpacked("captures", "v7-telemetry") / ".devtools" / "generations.json").read_text("utf-8")
    content = json.loads(written)
    path = tmp_path / "generations.json"
    path.write_bytes(LAYOUTS[layout](content, written).encode())
    index = build_index(path)
    assert not index.regular
    assert index.missing == ""
    assert_same(index, path, content)


@pytest.mark.parametrize("layout", ["as written", "minified"])
def test_a_cut_file_keeps_its_complete_steps(
    unpacked: Callable[[str, str], Path], tmp_path: Path, layout: str
) -> None:
    written = (unpacked("captures", "v7-middleware") / ".devtools" / "generations.json").read_bytes()
    content = json.loads(written)
    whole = written if layout == "as written" else json.dumps(content, separators=(",", ":")).encode()
    path = tmp_path / "generations.json"
    for cut in (len(whole) - 1, len(whole) - 3, len(whole) - 9, len(whole) // 2, len(whole) // 9, 1_500):
        path.write_bytes(whole[:cut])
        index = build_index(path)
        assert index.missing
        expected = content["steps"][: len(index.steps)]
        assert [entry.id for entry in index.steps] == [recorded["id"] for recorded in expected]
        if cut > len(whole) - 10:
            assert len(index.steps) >= len(content["steps"]) - 1


def test_a_value_spread_over_lines_by_hand_is_stepped_over(tmp_path: Path) -> None:
    recorded = step("s1", [text("user", "hi")])
    recorded["error"] = {"message": "broken", "data": [1, {"a": 2}]}
    path = capture(tmp_path, recorded, step("s2", [text("user", "hi")]))
    index = build_index(path)
    assert index.regular
    assert [entry.id for entry in index.steps] == ["s1", "s2"]
    with path.open("rb", buffering=0) as file:
        assert json.loads(read_error(file, index.steps[0]) or "") == recorded["error"]


@pytest.mark.parametrize(
    ("content", "problem", "words"),
    [
        ('{"generations": [1]}', "not-a-capture", "an object with `generations`"),
        ('{\n  "version": 3,\n  "items": [\n    1\n  ]\n}', "not-a-capture", "`version`, `items`"),
        ("{}", "not-a-capture", "an empty object"),
        ('{"runs": {}, "steps": []}', "not-a-capture", "`runs` that is an object"),
        ('{"runs": [], "steps": null}', "not-a-capture", "`steps` that is null"),
        ('{"runs": [1 2]}', "not-json", "byte 12"),
        ("{runs: []}", "not-json", "byte 1"),
        ("{", "not-json", "ends there"),
    ],
)
def test_what_is_no_capture_is_named(tmp_path: Path, content: str, problem: str, words: str) -> None:
    path = tmp_path / "generations.json"
    path.write_text(content)
    with pytest.raises(Problem) as caught:
        build_index(path)
    assert caught.value.id == problem
    assert words in str(caught.value)


def test_an_empty_capture_is_one(tmp_path: Path) -> None:
    index = build_index(write(tmp_path / "generations.json", [], []))
    assert (index.runs, index.steps, index.missing) == ([], [], "")


def test_renewing_reads_only_what_was_added(tmp_path: Path) -> None:
    prompt = [text("user", "x" * 200_000)]
    steps = [step(f"s{number}", prompt) for number in range(20)]
    path = capture(tmp_path, *steps)
    known = build_index(path)
    steps.append(step("s20", prompt))
    write(path, [run(), run("run-2")], steps)
    renewed = build_index(path, known=known)
    assert [entry.id for entry in renewed.steps] == [recorded["id"] for recorded in steps]
    assert [entry.id for entry in renewed.runs] == ["run-1", "run-2"]
    assert_same(renewed, path, json.loads(path.read_bytes()))
    assert renewed.bytes_read < path.stat().st_size / 2


def test_renewing_sees_a_step_that_was_finished_in_the_middle(tmp_path: Path) -> None:
    open_step = step("s1", [text("user", "a")], duration_ms=None, output=None, usage=None)
    steps = [step("s0", [text("user", "b")]), open_step, step("s2", [text("user", "c")])]
    path = capture(tmp_path, *steps)
    known = build_index(path)
    steps[1] = step("s1", [text("user", "a")])
    write(path, [run()], steps)
    renewed = build_index(path, known=known)
    assert [entry.duration_ms for entry in renewed.steps] == [100, 100, 100]
    assert_same(renewed, path, json.loads(path.read_bytes()))


def test_renewing_after_the_file_was_overwritten(tmp_path: Path) -> None:
    path = capture(tmp_path, step("s0", [text("user", "a")]), step("s1", [text("user", "a")]))
    known = build_index(path)
    write(path, [run("run-9")], [step("s9", [text("user", "b")], run_id="run-9")])
    renewed = build_index(path, known=known)
    assert_same(renewed, path, json.loads(path.read_bytes()))


@pytest.mark.parametrize("layout", ["as written", "minified"])
def test_indexing_can_be_cancelled(tmp_path: Path, layout: str) -> None:
    path = capture(tmp_path, step("s0", [text("user", "a")]))
    if layout == "minified":
        path.write_text(json.dumps(json.loads(path.read_bytes()), separators=(",", ":")))
    with pytest.raises(Cancelled):
        build_index(path, Progress(is_cancelled=lambda: True))
