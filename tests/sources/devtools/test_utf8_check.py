"""Bytes that are no UTF-8 close nothing: the capture opens, they are counted and located."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.model.problems import Problem
from inspector.sources.base import Source
from inspector.sources.devtools.lines import BLOCK_BYTES
from inspector.sources.devtools.utf8_check import Utf8Check
from inspector.sources.open import open_source
from tests.sources.devtools import writing


def found_in(data: bytes, size: int) -> set[int]:
    check = Utf8Check()
    for start in range(0, len(data), size):
        check.feed(start, data[start : start + size])
    check.finish()
    return check.places


def replaced(data: bytes) -> int:
    return data.decode("utf-8", "replace").count("�")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
@pytest.mark.parametrize(
    "data",
    [
        b"plain",
        "三文字 😀".encode(),
        b"a\xe9b",
        b"\xff\xfe",
        "😀".encode()[:3],
        b"\xe4\xb8a\xe4",
        b"\xc3\x28\xa0",
    ],
)
def test_as_many_places_as_replacement_characters(data: bytes, size: int) -> None:
    assert len(found_in(data, size)) == replaced(data)


def test_blocks_that_do_not_follow_each_other_start_anew() -> None:
    check = Utf8Check()
    check.feed(0, "三".encode()[:1])
    check.feed(100, b"abc")
    check.finish()
    assert check.places == set()


def notice(source: Source) -> str:
    return next((str(n) for n in source.notices if n.id == "capture-bad-bytes"), "")


def broken(path: Path, at: bytes, *, minified: bool = False) -> Path:
    """Put a Latin-1 byte in place of every ¤ that follows `at`."""
    data = path.read_bytes()
    if minified:
        data = json.dumps(json.loads(data), ensure_ascii=False).encode()
    path.write_bytes(data.replace(at + "¤".encode(), at + b"\xe9"))
    return path


def two_steps(folder: Path, **extra: Any) -> Path:
    first = writing.step(
        "a", [writing.text("user", "caf¤ one")], output={"content": [{"type": "text", "text": "th¤"}]}
    )
    second = writing.step("b", [writing.text("user", "caf¤ one"), writing.text("user", "two")], **extra)
    return writing.capture(folder, first, second)


@pytest.mark.parametrize("minified", [False, True])
def test_a_bad_byte_in_a_prompt_and_in_an_output(tmp_path: Path, minified: bool) -> None:
    path = broken(broken(two_steps(tmp_path), b"caf", minified=minified), b"th")
    source = open_source(path)
    conversation = source.load(source.conversations()[0].id)
    texts = [part.raw["text"] for message in conversation.messages.values() for part in message.parts]  # type: ignore[index, call-overload]
    assert {"caf� one", "th�"} <= set(texts)
    first = path.read_bytes().index(b"\xe9")
    assert f"no UTF-8: 3, each shown as �. The first: byte {first}, step 1, input." in notice(source)
    assert all(record.state.value == "ok" for record in source.requests())


def test_a_bad_byte_in_a_name(tmp_path: Path) -> None:
    source = open_source(broken(two_steps(tmp_path, model_id="mod¤l"), b"mod"))
    assert source.requests()[1].model == "mod�l"
    assert "step 2." in notice(source)


def test_characters_across_blocks_are_whole(tmp_path: Path) -> None:
    prompt = [writing.text("user", "三" * (BLOCK_BYTES // 2))]
    assert notice(open_source(writing.capture(tmp_path, writing.step("a", prompt)))) == ""


def test_what_was_found_is_still_known_when_the_file_grows(tmp_path: Path) -> None:
    path = broken(two_steps(tmp_path), b"caf")
    source = open_source(path)
    data = path.read_bytes()
    third = data[data.rindex(b"    {") : data.rindex(b"\n  ]")].replace(b'"b"', b'"c"')
    path.write_bytes(data[: data.rindex(b"\n  ]")] + b",\n" + third + data[data.rindex(b"\n  ]") :])
    source.refresh()
    assert len(source.requests()) == 3
    assert notice(source) == notice(open_source(path))
    assert "no UTF-8: 3" in notice(source)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_named(tmp_path: Path, codec: str) -> None:
    path = two_steps(tmp_path)
    path.write_text(path.read_text(encoding="utf-8"), encoding=codec)
    with pytest.raises(Problem, match="UTF-16 text, as `>` writes it in PowerShell"):
        open_source(path)


def test_binary_data_is_still_binary(tmp_path: Path) -> None:
    path = tmp_path / "generations.json"
    path.write_bytes(bytes(range(1, 256)) * 20)
    with pytest.raises(Problem, match="binary data"):
        open_source(path)


@pytest.mark.parametrize(
    ("record", "name"),
    [
        ({"type": "user", "sessionId": "s", "message": {}}, "a Claude Code session"),
        ({"timestamp": "t", "type": "event", "payload": {}}, "a Codex session"),
        ({"one": 1, "two": 2}, "records with `one`, `two`"),
    ],
)
def test_json_lines_are_named(tmp_path: Path, record: dict[str, Any], name: str) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text("\n".join([json.dumps(record)] * 3))
    with pytest.raises(Problem) as caught:
        open_source(path)
    assert f"JSON lines ({name}), one record a line; this format is not supported." in str(caught.value)
    assert "damaged" not in str(caught.value)


@pytest.mark.parametrize(
    ("case", "place"), [("R06-latin1-byte", "step 1, input"), ("W15-one-bad-byte-in-tool-output", "step")]
)
def test_the_cases_open(cases: Path, case: str, place: str) -> None:
    source = open_source(cases / case)
    assert len(source.requests()) > 0
    assert place in notice(source)
