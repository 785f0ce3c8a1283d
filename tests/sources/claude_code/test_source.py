"""Claude Code sessions: what SOURCES A says of every record, on its samples and on lines made here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.report import analyse
from inspector.analysis.prompt_view import SectionKind, request_sections
from inspector.model.blob import BlobState
from inspector.model.message import Role
from inspector.model.part import DataPart, TextPart, ToolPart
from inspector.model.problems import Problem
from inspector.model.request import RequestState
from inspector.sources.base import Source
from inspector.sources.claude_code import TranscriptSource
from inspector.sources.claude_code.prompts import CLEARED
from inspector.sources.claude_code.records import _account
from inspector.sources.open import open_source
from inspector.sources.usage import read_account

SAMPLES = Path(__file__).parents[2] / "data" / "samples" / "claude-code"
SESSION = "3c1d2e4f-0000-4000-8000-0000000000a1"
Lines = list[dict[str, Any]]


def lines_of(name: str) -> Lines:
    found = []
    for line in (SAMPLES / f"{name}.jsonl").read_text().splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def user(uuid: str, parent: str | None, content: Any, at: int = 0, **more: Any) -> dict[str, Any]:
    message = {"role": "user", "content": content}
    return {**envelope("user", uuid, parent, at), "message": message, **more}


def answer(uuid: str, parent: str, request: str, block: Any, at: int = 0, **more: Any) -> dict[str, Any]:
    usage = {
        "input_tokens": 1,
        "cache_creation_input_tokens": 10,
        "cache_read_input_tokens": 100,
        "output_tokens": 5,
    }
    message = {"id": f"msg-{request}", "model": "claude-x", "content": [block], "usage": {**usage, **more}}
    return {**envelope("assistant", uuid, parent, at), "requestId": request, "message": message}


def envelope(kind: str, uuid: str, parent: str | None, at: int) -> dict[str, Any]:
    stamp = f"2026-10-05T09:{at // 60:02}:{at % 60:02}.000Z"
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "timestamp": stamp}


def text(value: str) -> dict[str, str]:
    return {"type": "text", "text": value}


def call(name: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": name, "name": "Read", "input": {}}


def result(name: str, value: str) -> list[dict[str, str]]:
    return [{"type": "tool_result", "tool_use_id": name, "content": value}]


@pytest.fixture
def made(tmp_path: Path) -> Callable[[Lines], TranscriptSource]:
    def make(lines: Lines) -> TranscriptSource:
        path = tmp_path / "s.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        source = open_source(path)
        assert isinstance(source, TranscriptSource)
        return source

    return make


def texts(source: Source, index: int) -> list[str]:
    found = []
    for message in source.payload(index).prompt:
        assert isinstance(message, dict)
        for part in message["content"]:  # type: ignore[union-attr]
            held = part if "text" in part else {"text": part.get("output", {}).get("value", "call")}  # type: ignore[union-attr,operator,call-overload]
            found.append(held["text"])
    return found  # type: ignore[return-value]


def test_an_answer_of_two_lines_is_one_request_counted_once() -> None:
    source = open_source(SAMPLES / "basic.jsonl")
    first, second, third = source.requests()
    assert [r.id for r in (first, second, third)] == ["req_01", "req_02", "req_03"]
    assert [r.number for r in (first, second, third)] == [1, 2, 3]
    assert (first.usage.input, first.usage.cache_write, first.usage.cache_read, first.usage.output) == (
        18214,
        18210,
        0,
        61,
    )
    assert sum(r.usage.input or 0 for r in source.requests()) == 18214 + 18853 + 18903


def test_the_prompt_is_the_chain_with_rendered_reminders() -> None:
    source = open_source(SAMPLES / "basic.jsonl")
    assert texts(source, 0)[0] == "Which tests fail?"
    assert "<total_tokens>980000 tokens left" in texts(source, 0)[1]
    assert texts(source, 2)[-2:] == ["test_total fails.", "Fix it"]
    assert source.payload(0).missing_tokens == 18214


def test_a_persisted_output_is_found_beside_and_said_to_be_gone_elsewhere(tmp_path: Path) -> None:
    source = open_source(SAMPLES / "basic.jsonl")
    (part,) = (
        part
        for message in source.load(SESSION).messages.values()
        for part in message.parts
        if isinstance(part, ToolPart)
    )
    assert part.envelope is not None
    (ref,) = part.envelope.refs
    assert ref.head == "FAILED tests/test_cart.py::test_total"
    blob = source.blob(ref)
    assert blob.text == (SAMPLES / SESSION / "tool-results" / "toolu_01.txt").read_text()
    copy = tmp_path / "alone.jsonl"
    copy.write_bytes((SAMPLES / "basic.jsonl").read_bytes())
    assert open_source(copy).blob(ref).state is BlobState.NO_FOLDER


def test_the_written_lifetime_and_the_providers_reason_explain_a_miss() -> None:
    verdicts = analyse(open_source(SAMPLES / "basic.jsonl")).verdicts
    assert [v.cause.id for v in verdicts] == [CauseId.FIRST, CauseId.EXTENDS, CauseId.SYSTEM_CHANGED]
    assert verdicts[2].cause.variant == "unseen"
    assert verdicts[2].prediction is not None
    assert verdicts[2].prediction.expired_s is None, "written for an hour, asked again after 20 minutes"
    assert verdicts[2].tokens_lost == 18850


def test_a_fold_keeps_its_messages_and_starts_a_new_prompt() -> None:
    source = open_source(SAMPLES / "compacted.jsonl")
    (boundary,) = source.load(SESSION).boundaries
    assert (boundary.pre_tokens, boundary.post_tokens, boundary.request_index) == (163245, 21704, 1)
    assert boundary.summary is not None
    assert "wants a migration plan" in boundary.summary
    assert [t[:12] for t in texts(source, 1)] == ["This session", "Step 1 …", "Go on"]
    assert [record.opens_with_summary for record in source.requests()] == [False, True]
    assert source.payload(0).missing_tokens == 12000
    assert analyse(source).verdicts[1].cause.id is CauseId.COMPACTED
    assert [str(n) for n in source.notices if n.id == "lines-half"] != []


def test_a_microcompact_sends_stubs_from_there_on_and_keeps_the_text() -> None:
    source = open_source(SAMPLES / "microcompact.jsonl")
    assert "alpha" in texts(source, 1)[-1]
    assert texts(source, 2)[2] == CLEARED
    assert "beta" in texts(source, 2)[-1]
    parts = [p for m in source.load(SESSION).messages.values() for p in m.parts]
    assert "alpha" in str(next(p for p in parts if isinstance(p, ToolPart)).output)
    (note,) = (p for p in parts if isinstance(p, DataPart))
    assert isinstance(note.data, dict)
    assert (note.data["tokensSaved"], note.data["tools"]) == (2350, ["Read"])


def test_results_of_parallel_calls_are_all_sent(made: Callable[[Lines], TranscriptSource]) -> None:
    source = made(
        [
            user("u1", None, "go", 0),
            answer("a1", "u1", "r1", call("A"), 1),
            answer("a2", "a1", "r1", call("B"), 2),
            user("t1", "a1", result("A", "of A"), 3),
            user("t2", "a2", result("B", "of B"), 4),
            answer("a3", "t2", "r2", text("done"), 5),
        ]
    )
    assert texts(source, 1) == ["go", "call", "call", "of A", "of B"]
    conversation = source.load("s")
    assert len(conversation.branches) == 1
    assert [p.output for m in conversation.path() for p in m.parts if isinstance(p, ToolPart)] == [
        "of A",
        "of B",
    ]


def test_a_rewind_is_another_branch_and_the_newest_leaf_is_live(
    made: Callable[[Lines], TranscriptSource],
) -> None:
    source = made(
        [
            user("u1", None, "go", 0),
            answer("a1", "u1", "r1", text("old"), 1),
            user("u2", "a1", "left", 2),
            user("u3", "a1", "taken", 3),
            answer("a2", "u3", "r2", text("new"), 4),
        ]
    )
    conversation = source.load("s")
    assert [branch.active for branch in conversation.branches] == [True, False]
    said = [p.text for m in conversation.path() for p in m.parts if isinstance(p, TextPart)]
    assert said == ["go", "old", "taken", "new"]
    assert texts(source, 1) == ["go", "old", "taken"]


def test_a_sidechain_is_a_nested_run(made: Callable[[Lines], TranscriptSource]) -> None:
    side = {"isSidechain": True, "agentId": "x1"}
    source = made(
        [
            user("u1", None, "go", 0),
            answer("a1", "u1", "r1", call("T"), 1),
            {**user("s1", None, "look", 2), **side},
            {**answer("s2", "s1", "r2", text("seen"), 3), **side},
            {**user("t1", "a1", result("T", "seen"), 4), "toolUseResult": {"agentId": "x1"}},
            answer("a2", "t1", "r3", text("done"), 5),
        ]
    )
    main, nested = source.runs()
    assert (nested.id, nested.parent_run_id, nested.parent_step_id) == ("x1", main.id, "r1")
    assert [r.conversation_id for r in source.requests()] == ["s", "x1", "s"]
    assert texts(source, 1) == ["look"]
    assert [c.id for c in source.conversations()] == ["s", "x1"]


def test_what_never_reached_the_model_costs_nothing(made: Callable[[Lines], TranscriptSource]) -> None:
    failed = answer("a1", "u1", "r1", text("API Error: 529"), 1)
    failed["message"]["model"] = "<synthetic>"
    source = made(
        [
            user("u1", None, "go", 0),
            failed,
            user("u2", "a1", "again", 2),
            answer("a2", "u2", "r2", text("ok")),
        ]
    )
    failed_record, record = sorted(source.requests(), key=lambda r: r.id)
    assert failed_record.state is RequestState.ERROR
    assert not failed_record.usage.is_known
    assert texts(source, record.index) == ["go", "again"]


def test_unknown_types_are_counted_and_bad_lines_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    good = json.dumps(user("u1", None, "go", 0))
    path.write_bytes(f'{good}\nnot json\n{{"type":"from-next-year"}}\n{{"type":"assist'.encode())
    notices = {notice.id: str(notice) for notice in open_source(path).notices}
    assert "line 2" in notices["lines-bad"]
    assert "from-next-year (1)" in notices["lines-unknown"]
    assert "line 4" in notices["lines-half"]


def test_it_follows_what_is_appended(made: Callable[[Lines], TranscriptSource]) -> None:
    source = made([user("u1", None, "go", 0)])
    assert not source.refresh()
    with source.path.open("a") as file:
        file.write(json.dumps(answer("a1", "u1", "r1", text("ok"), 1)))
    assert source.refresh(), "a whole object without a line end is there"
    assert len(source.requests()) == 1
    with pytest.raises(Problem):
        source.payload(1)


def test_long_lines_are_read_by_their_place(made: Callable[[Lines], TranscriptSource]) -> None:
    source = made([user("u1", None, "x" * 3_000_000, 0), answer("a1", "u1", "r1", text("ok"), 1)])
    assert len(texts(source, 0)[0]) == 3_000_000
    assert [m.role for m in source.load("s").path()] == [Role.USER, Role.ASSISTANT]


def independent_sums(lines: Lines) -> tuple[int, int, int]:
    """Prompt, read and output per request id, without our reader."""
    per: dict[str, tuple[int, int, int]] = {}
    for line in lines:
        if line.get("type") == "assistant":
            u = line["message"]["usage"]
            total = u["input_tokens"] + u["cache_creation_input_tokens"] + u["cache_read_input_tokens"]
            before = per.get(line["requestId"], (0, 0, 0))
            per[line["requestId"]] = (total, u["cache_read_input_tokens"], max(before[2], u["output_tokens"]))
    a, b, c = zip(*per.values(), strict=True) if per else ((), (), ())
    return sum(a), sum(b), sum(c)


@given(
    name=st.sampled_from(["basic", "compacted", "microcompact"]),
    order=st.randoms(use_true_random=False),
    repeats=st.lists(st.integers(0, 20), max_size=4),
    cut=st.integers(0, 12),
)
def test_any_order_repeats_and_cuts_never_change_the_sums(
    tmp_path_factory: pytest.TempPathFactory, name: str, order: Any, repeats: list[int], cut: int
) -> None:
    lines = lines_of(name)
    lines = lines[: max(1, len(lines) - cut)]
    shuffled = [*lines, *(lines[n % len(lines)] for n in repeats)]
    order.shuffle(shuffled)
    path = tmp_path_factory.mktemp("p") / "s.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in shuffled))
    source = TranscriptSource(path)
    measured = [r.usage for r in source.requests()]
    sums = tuple(sum(getattr(u, f) or 0 for u in measured) for f in ("input", "cache_read", "output"))
    assert sums == independent_sums(lines)
    for summary in source.conversations():
        source.load(summary.id)
    for record in source.requests():
        source.payload(record.index)


@given(
    figures=st.fixed_dictionaries(
        {
            name: st.integers(-1, 9) | st.none()
            for name in (
                "input_tokens",
                "cache_read_input_tokens",
                "cache_creation_input_tokens",
                "output_tokens",
            )
        },
        optional={
            "iterations": st.just([]),
            "cache_creation": st.fixed_dictionaries({"ephemeral_1h_input_tokens": st.integers(0, 2)}),
            "output_tokens_details": st.fixed_dictionaries({"thinking_tokens": st.integers(0, 3)}),
        },
    )
)
def test_plain_accounts_are_what_the_common_reading_makes_of_them(figures: dict[str, Any]) -> None:
    assert _account(figures, "claude-x") == read_account(
        None, provider="anthropic", model="claude-x", raw=figures
    )


def test_the_missing_block_is_a_section_with_its_bound() -> None:
    sections = request_sections(open_source(SAMPLES / "basic.jsonl").payload(0))
    assert sections[0].kind is SectionKind.NOT_RECORDED
    assert "at most 18\u202f214 tokens" in sections[0].text
