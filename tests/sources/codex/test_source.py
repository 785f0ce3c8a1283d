"""Codex rollouts: what SOURCES B says of every record, on its samples and on lines made here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.report import analyse
from inspector.analysis.prompt_view import prompt_sections
from inspector.model.part import ToolPart
from inspector.sources.base import Source
from inspector.sources.codex import RolloutSource
from inspector.sources.open import open_source

SAMPLES = Path(__file__).parents[2] / "data" / "samples" / "codex"
THREAD = "01a07581-cc40-7c41-865f-00000000000a"
Lines = list[dict[str, Any]]


def lines_of(name: str) -> Lines:
    return [json.loads(line) for line in (SAMPLES / f"{name}.jsonl").read_text().splitlines()]


def opened(path: Path, lines: Lines) -> Source:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return open_source(path)


def texts(source: Source, index: int) -> list[str]:
    return [section.text for section in prompt_sections(source.payload(index).prompt)]


def item(payload: dict[str, Any]) -> dict[str, Any]:
    return {"timestamp": "2026-10-05T10:00:00.000Z", "type": "response_item", "payload": payload}


def said(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item({"type": "message", "role": role, "content": [{"type": kind, "text": text}]})


def counted(last: int, total: int) -> dict[str, Any]:
    info = {"last_token_usage": {"input_tokens": last}, "total_token_usage": {"input_tokens": total}}
    return {"type": "event_msg", "payload": {"type": "token_count", "info": info}}


META = {"type": "session_meta", "payload": {"id": "t", "base_instructions": {"text": "Code."}}}


def test_records_and_their_display_twins_are_counted_once() -> None:
    source = open_source(SAMPLES / "basic.jsonl")
    first, second = source.requests()
    assert (first.id, second.id) == ("resp_1", "resp_2")
    assert (second.usage.input, second.usage.cache_read, second.usage.cache_write) == (19400, 9088, 10200)
    assert sum(r.usage.input or 0 for r in source.requests()) == 28520, "the thread's own total"
    assert (first.model, first.provider) == ("gpt-6.1-sol", "openai")


def test_the_prompt_is_instructions_and_items() -> None:
    source = open_source(SAMPLES / "basic.jsonl")
    assert texts(source, 0)[0] == "You are a coding agent."
    assert texts(source, 0)[-1] == "Count the lines of big.log"
    assert "51250 tokens truncated" in texts(source, 1)[-1]
    assert [v.cause.id for v in analyse(source).verdicts] == [CauseId.FIRST, CauseId.EXTENDS]
    assert source.payload(0).settings["effort"] == "medium"


def test_a_remote_fold_is_opaque_with_its_length() -> None:
    source = open_source(SAMPLES / "compacted-remote.jsonl")
    (boundary,) = source.load(THREAD).boundaries
    assert boundary.summary == "[encrypted summary, 8 characters]"
    assert (boundary.pre_tokens, boundary.post_tokens) == (19400, 10050)
    assert [t[:12] for t in texts(source, 2)] == [
        "You are a co",
        "Count the li",
        "[encrypted s",
        "And big2.log",
    ]
    assert analyse(source).verdicts[2].cause.id is CauseId.COMPACTED
    path = [m.id for m in source.load(THREAD).path()]
    assert len(path) == 6, "what was folded is still in its place"


def test_a_local_fold_without_history_is_its_summary() -> None:
    source = open_source(SAMPLES / "compacted-local-2025.jsonl")
    (record,) = source.requests()
    assert (record.usage.input, record.usage.cache_read, record.opens_with_summary) == (2400, 1920, True)
    assert texts(source, 0) == ["The user said hi."]
    assert source.load(THREAD).boundaries[0].summary == "The user said hi."


def test_repeated_totals_are_no_responses(tmp_path: Path) -> None:
    lines = [
        META,
        said("user", "a"),
        said("assistant", "b"),
        counted(10, 10),
        counted(10, 10),
        counted(10, 10),
    ]
    source = opened(tmp_path / "r.jsonl", lines)
    assert [r.usage.input for r in source.requests()] == [10]


def test_an_account_ends_an_answer_and_old_files_have_no_envelope(tmp_path: Path) -> None:
    flat = [
        {"id": "old", "timestamp": "2025-05-01T00:00:00Z", "instructions": "Be good."},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "ho"}]},
    ]
    source = opened(tmp_path / "old.jsonl", flat)
    (record,) = source.requests()
    assert record.usage.input is None, "nothing was accounted then: unknown, not 0"
    assert texts(source, 0) == ["Be good.", "hi"]
    assert source.conversations()[0].id == "old"


def test_the_whole_output_stands_behind_a_cut_one(tmp_path: Path) -> None:
    call = {"type": "function_call", "name": "exec", "arguments": "{}", "call_id": "c"}
    cut = {"type": "function_call_output", "call_id": "c", "output": "head…9 tokens truncated…tail"}
    event = {"type": "exec_command_end", "call_id": "c", "aggregated_output": "head middle tail"}
    lines = [META, said("user", "a"), item(call), {"type": "event_msg", "payload": event}, item(cut)]
    source = opened(tmp_path / "r.jsonl", [*lines, said("assistant", "b")])
    parts = [p for m in source.load("t").messages.values() for p in m.parts if isinstance(p, ToolPart)]
    assert parts[0].output == "head…9 tokens truncated…tail"
    assert parts[0].envelope is not None
    assert source.blob(parts[0].envelope.refs[0]).text == "head middle tail"


def test_threads_of_one_file_are_conversations(tmp_path: Path) -> None:
    fork = {"type": "session_meta", "payload": {"id": "f", "forked_from_id": "t"}}
    lines = [META, said("user", "a"), said("assistant", "b"), fork, said("user", "c"), said("assistant", "d")]
    source = opened(tmp_path / "r.jsonl", lines)
    assert [c.id for c in source.conversations()] == ["t", "f"]
    assert texts(source, 1) == ["a", "b", "c"]


def test_it_follows_what_is_appended(tmp_path: Path) -> None:
    source = opened(tmp_path / "r.jsonl", [META, said("user", "a")])
    assert not source.refresh()
    with source.path.open("a") as file:
        file.write(json.dumps(said("assistant", "b")) + "\n" + '{"type":"resp')
    assert source.refresh()
    assert len(source.requests()) == 1
    assert [n.id for n in source.notices] == ["lines-half"]


@given(
    name=st.sampled_from(["basic", "compacted-remote"]),
    cut=st.integers(0, 21),
    repeats=st.lists(st.integers(0, 40)),
)
def test_accounts_written_again_never_change_the_sums(
    tmp_path_factory: pytest.TempPathFactory, name: str, cut: int, repeats: list[int]
) -> None:
    lines = lines_of(name)[: max(3, 21 - cut)]
    wanted = {}
    for line in lines:
        payload = line["payload"]
        if line["type"] == "token_usage_record":
            wanted[payload["response_id"]] = payload["usage"]["input_tokens"]
    doubled: Lines = []
    for number, line in enumerate(lines):
        is_account = line["type"] == "token_usage_record" or line["payload"].get("type") == "token_count"
        doubled += [line] * (1 + (is_account and number in repeats))
    source = opened(tmp_path_factory.mktemp("p") / "r.jsonl", doubled)
    assert isinstance(source, RolloutSource)
    assert sum(r.usage.input or 0 for r in source.requests()) == sum(wanted.values())
    for record in source.requests():
        source.payload(record.index)
    for summary in source.conversations():
        source.load(summary.id)
