"""Recorded provider requests: containers, interfaces, streams, chains (SOURCES C)."""

from __future__ import annotations

import base64
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.report import analyse
from inspector.analysis.prompt_view import answer_sections, prompt_sections
from inspector.model.problems import Problem
from inspector.model.request import RequestState
from inspector.sources.base import Source
from inspector.sources.open import open_source

SAMPLES = Path(__file__).parents[2] / "data" / "samples" / "raw"


def texts(source: Source, index: int) -> list[str]:
    return [section.text for section in prompt_sections(source.payload(index).prompt)]


def answers(source: Source, index: int) -> list[str]:
    return [section.text for section in answer_sections(source.payload(index))]


def opened(path: Path, *records: Any) -> Source:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return open_source(path)


def har(path: Path, *entries: dict[str, Any]) -> Source:
    path.write_text(json.dumps({"log": {"version": "1.2", "entries": list(entries)}}, indent=1))
    return open_source(path)


def entry(url: str, body: Any, answer: str, **more: Any) -> dict[str, Any]:
    return {
        "startedDateTime": "2026-10-05T11:05:00.000Z",
        "time": 800.4,
        "request": {"url": url, "postData": {"text": json.dumps(body)}},
        "response": {"status": 200, "content": {"text": answer, **more}},
    }


def test_a_tap_log_is_one_conversation_judged_by_its_bytes() -> None:
    source = open_source(SAMPLES / "claude-tap.jsonl")
    assert [c.title for c in source.conversations()] == ["one"]
    first, second = source.requests()
    assert (first.id, first.usage.input, first.usage.cache_write, first.timing.duration_ms) == (
        "msg_x1",
        1509,
        1500,
        900,
    )
    assert texts(source, 1) == ["You are terse. Day 2.", "one", "1", "two"]
    verdict = analyse(source).verdicts[1]
    assert (verdict.cause.id, verdict.provider_reason != "") == (CauseId.SYSTEM_CHANGED, True)
    assert len(source.payload(0).tools or ()) == 1
    assert second.number == 2


def test_bodies_alone_have_no_account() -> None:
    source = open_source(SAMPLES / "bodies.jsonl")
    assert [r.usage.is_known for r in source.requests()] == [False, False]
    assert len(source.conversations()) == 1


def test_a_har_entry_of_the_responses_interface() -> None:
    source = open_source(SAMPLES / "responses.har")
    (record,) = source.requests()
    assert (record.provider, record.usage.input, record.usage.cache_write) == ("openai.responses", 1400, 1380)
    assert texts(source, 0) == ["Be brief.", "hi"]
    assert answers(source, 0) == ["hello"]
    assert "prompt_cache_key_changed" in analyse(source).verdicts[0].provider_reason


def test_streams_are_put_together_and_base64_is_undone(tmp_path: Path) -> None:
    events = [
        {
            "type": "message_start",
            "message": {"id": "m", "usage": {"input_tokens": 7, "cache_read_input_tokens": 90}},
        },
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "he"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "llo"}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]
    stream = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events)
    body = {"model": "claude-x", "messages": [{"role": "user", "content": "hi"}], "system": "s"}
    encoded = base64.b64encode(stream.encode()).decode()
    source = har(
        tmp_path / "a.har",
        entry("https://api.anthropic.com/v1/messages?beta=true", body, encoded, encoding="base64"),
        entry("https://api.anthropic.com/v1/messages", body, stream),
        entry("https://example.org/logo.png", {}, ""),
    )
    for record in source.requests():
        assert (record.id, record.usage.input, record.usage.output) == ("m", 97, 3)
        assert answers(source, record.index) == ["hello"]
    assert [n.arguments["count"] for n in source.notices] == ["1"]


def test_a_har_without_model_traffic_says_so(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="none of them is a request to a model"):
        har(tmp_path / "a.har", entry("https://example.org/", {}, ""))


def test_a_body_serialised_twice_and_websocket_events(tmp_path: Path) -> None:
    done = {
        "type": "response.completed",
        "response": {
            "id": "r",
            "output": [
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "yes"}]}
            ],
            "usage": {"input_tokens": 50, "input_tokens_details": {"cached_tokens": 20}, "output_tokens": 1},
        },
    }
    body = {"type": "response.create", "model": "gpt", "input": [{"role": "user", "content": "go"}]}
    record = {
        "transport": "websocket",
        "request": {"path": "/v1/responses", "body": json.dumps(body)},
        "response": {"ws_events": [json.dumps({"type": "response.created"}), done]},
    }
    source = opened(tmp_path / "t.jsonl", record, record)
    assert (source.requests()[0].usage.input, source.requests()[0].usage.cache_read) == (50, 20)
    assert answers(source, 0) == ["yes"]


def test_a_compact_trace_is_unfolded(tmp_path: Path) -> None:
    message = {"role": "user", "content": "long"}
    record = {
        "request": {
            "path": "/v1/messages",
            "body": {"model": "claude-x", "system": "s", "messages": [{"__claude_tap_blob_ref__": "h1"}]},
        },
        "response": {"status": 200, "body": {"content": [{"type": "text", "text": "ok"}]}},
    }
    trace = {
        "__claude_tap_compact_trace__": {"version": 1},
        "records": [record],
        "blobs": {"h1": {"kind": "message", "value": message}},
    }
    path = tmp_path / "trace.json"
    path.write_text(json.dumps(trace))
    assert texts(open_source(path), 0) == ["s", "long"]


def test_what_stayed_with_the_provider_is_chained_or_said_to_be_missing(tmp_path: Path) -> None:
    def asked(text: str, previous: str | None) -> dict[str, Any]:
        return {
            "model": "gpt",
            "input": [{"role": "user", "content": text}],
            "previous_response_id": previous,
        }

    def gave(name: str, text: str) -> dict[str, Any]:
        content = [{"type": "output_text", "text": text}]
        return {"id": name, "output": [{"type": "message", "role": "assistant", "content": content}]}

    source = opened(
        tmp_path / "c.jsonl",
        {"request": asked("a", None), "response": gave("r1", "b")},
        {"request": asked("c", "r1"), "response": gave("r2", "d")},
        {"request": asked("e", "elsewhere"), "response": gave("r3", "f")},
    )
    assert texts(source, 1) == ["a", "b", "c"]
    assert texts(source, 2) == ["e"]
    assert [n.id for n in source.notices] == ["raw-chain"]


@pytest.mark.parametrize(
    ("body", "provider", "said"),
    [
        (
            {
                "model": "m",
                "messages": [
                    {"role": "system", "content": "s"},
                    {
                        "role": "assistant",
                        "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}],
                    },
                    {"role": "tool", "tool_call_id": "c", "content": "out"},
                ],
            },
            "openai.chat",
            ["s", "{}", "out"],
        ),
        (
            {
                "contents": [{"role": "user", "parts": [{"text": "g"}]}],
                "systemInstruction": {"parts": [{"text": "s"}]},
            },
            "google.generative-ai",
            ["s", "g"],
        ),
        (
            {
                "inferenceConfig": {},
                "system": [{"text": "s"}],
                "messages": [{"role": "user", "content": [{"text": "b"}]}],
            },
            "amazon-bedrock",
            ["s", "b"],
        ),
    ],
)
def test_other_interfaces(tmp_path: Path, body: Any, provider: str, said: list[str]) -> None:
    source = opened(
        tmp_path / "b.jsonl", {"request": body, "response": None}, {"request": body, "response": None}
    )
    assert source.requests()[0].provider == provider
    assert texts(source, 0) == said


def test_a_refused_request_is_an_error(tmp_path: Path) -> None:
    body = {"model": "claude-x", "system": "s", "messages": [{"role": "user", "content": "x"}]}
    refused = {"status": 400, "body": {"error": {"message": "too long"}}}
    source = opened(
        tmp_path / "t.jsonl", {"request": {"path": "/v1/messages", "body": body}, "response": refused}
    )
    (record,) = source.requests()
    assert (record.state, record.error) == (RequestState.ERROR, "too long")


def test_it_follows_a_growing_log(tmp_path: Path) -> None:
    body = {"model": "gpt", "messages": [{"role": "user", "content": "x"}]}
    source = opened(tmp_path / "t.jsonl", body, body)
    assert not source.refresh()
    with source.path.open("a") as file:
        file.write(json.dumps(body) + "\n{")
    assert source.refresh()
    assert len(source.requests()) == 3
    assert [n.id for n in source.notices] == ["lines-half"]


def test_a_tap_database(tmp_path: Path) -> None:
    path = tmp_path / "tap.sqlite"
    body = {"model": "claude-x", "system": "s", "messages": [{"__claude_tap_blob_ref__": "h"}]}
    record = {
        "request": {"path": "/v1/messages", "body": body},
        "response": {"status": 200, "body": {"content": []}},
    }
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE sessions (id, client, started_at)")
        made.execute("CREATE TABLE records (session_id, record_index, turn, timestamp, payload_json)")
        made.execute("CREATE TABLE record_blobs (session_id, hash, kind, payload_json)")
        made.execute("INSERT INTO records VALUES ('a', 1, 1, '', ?)", (json.dumps(record),))
        blob = json.dumps({"role": "user", "content": "from a blob"})
        made.execute("INSERT INTO record_blobs VALUES ('a', 'h', 'message', ?)", (blob,))
    assert texts(open_source(path), 0) == ["s", "from a blob"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["tap.sqlite"]
