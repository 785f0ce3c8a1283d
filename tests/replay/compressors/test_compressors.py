"""Recorded, stand-in, outline and live compressors; the live one against a loopback server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from inspector.model import Problem
from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.compressor import CompressionRequest, CompressorError
from inspector.pipeline.compaction.flatten import flatten
from inspector.replay.compressors import (
    ChainCompressor,
    NoSummaryHereError,
    OutlineCompressor,
    RecordedCompressor,
    StandInCompressor,
)
from inspector.replay.compressors.live import Api, LiveCompressor, LiveSettings
from inspector.replay.compressors.recorded import tail_digest
from inspector.replay.result import SummarySource

USER = {"role": "user", "content": "Compare LFP and NMC 电池"}
CALL = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"id": "c1", "function": {"name": "web_search", "arguments": '{"q":"lfp"}'}}],
}
RESULT = {"role": "tool", "content": "a long result", "tool_call_id": "c1"}


def request(boundary: str | None = None, limit: float = 4096) -> CompressionRequest:
    messages = (USER, CALL, RESULT)
    return CompressionRequest(
        phase=AnchorPhase.TURN_START,
        source=messages,
        messages=messages,
        prompt=({"role": "system", "content": "sum up"}, USER),
        max_output_tokens=limit,
        boundary_id=boundary,
    )


def test_recorded_summary_answers_at_its_boundary_only() -> None:
    recorded = RecordedCompressor({"row-7": "what was said"})
    assert recorded.compress(request("row-7")) == "<summary>what was said</summary>"
    with pytest.raises(NoSummaryHereError):
        recorded.compress(request("row-8"))


def test_recorded_summary_is_found_by_the_last_folded_message_trimmed_or_not() -> None:
    recorded = RecordedCompressor({}, {tail_digest({**RESULT, "content": "cut"}): "in the loop"})
    assert "in the loop" in recorded.compress(request())


def test_stand_in_is_deterministic_says_so_and_keeps_its_length() -> None:
    reply = StandInCompressor(900).compress(request())
    assert reply == StandInCompressor(900).compress(request())
    assert reply.startswith("<summary>[Stand-in for a summary of 3 messages]")
    assert len(reply) == pytest.approx(3000, abs=60)
    assert len(StandInCompressor(900).compress(request(limit=30))) < 130


def test_outline_names_texts_and_calls_and_says_what_it_left_out() -> None:
    outline = OutlineCompressor().compress(request())
    assert "- user: Compare LFP and NMC 电池" in outline
    assert '- called web_search({"q":"lfp"})' in outline
    assert "lines left out]" in OutlineCompressor().compress(request(limit=30))


def test_chain_asks_in_turn_and_tells_who_answered() -> None:
    chain = ChainCompressor([RecordedCompressor({"row-7": "kept"}), StandInCompressor(100)])
    chain.compress(request("row-7"))
    assert chain.last_source is SummarySource.RECORDED
    chain.compress(request("elsewhere"))
    assert chain.last_source is SummarySource.STAND_IN
    with pytest.raises(CompressorError):
        ChainCompressor([RecordedCompressor({})]).compress(request())


class Server:
    """A loopback endpoint that answers from a script and keeps what it was sent."""

    def __init__(self) -> None:
        self.script: list[tuple[int, object]] = []
        self.seen: list[tuple[str, dict[str, str], dict[str, object]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.seen.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                status, answer = outer.script.pop(0)
                data = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments: object) -> None:
                """Keep the test's output clean."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.stop()


def live(server: Server, tmp_path: Path, **changes: object) -> LiveCompressor:
    settings = LiveSettings(base_url=server.url, model="m", **changes)
    return LiveCompressor(
        settings, cache_dir=tmp_path, environment={"CONTEXT_INSPECTOR_API_KEY": "k-1"}, pause=lambda _: None
    )


def openai_reply(text: str) -> dict[str, object]:
    return {"choices": [{"message": {"content": text}}]}


def test_live_openai_call_is_made_once_and_cached(server: Server, tmp_path: Path) -> None:
    server.script = [(200, openai_reply("<summary>live</summary>"))]
    compressor = live(server, tmp_path)
    assert compressor.compress(request()) == compressor.compress(request()) == "<summary>live</summary>"
    [(path, headers, body)] = server.seen
    assert (path, headers["authorization"]) == ("/v1/chat/completions", "Bearer k-1")
    assert body["messages"][0] == {"role": "system", "content": "sum up"}


def test_live_call_sends_the_history_as_the_stage_flattens_it(server: Server, tmp_path: Path) -> None:
    server.script = [(200, openai_reply("ok"))]
    flat = tuple(flatten([{"role": "system", "content": "sum up"}, USER, CALL, RESULT]))
    silent = {"role": "assistant", "content": [{"type": "text", "text": ""}]}
    live(server, tmp_path).compress(replace(request(), prompt=(*flat, silent)))
    [(_, _, body)] = server.seen
    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "user"]
    texts = [message["content"] for message in body["messages"]]
    assert texts[1] == USER["content"]
    assert texts[2] == '[Called tool: web_search({"q":"lfp"})]'
    assert texts[3] == "[Tool result (c1): a long result]"


def test_live_anthropic_call_puts_the_system_text_apart(server: Server, tmp_path: Path) -> None:
    server.script = [(200, {"content": [{"type": "text", "text": "hello"}]})]
    assert live(server, tmp_path, api=Api.ANTHROPIC).compress(request()) == "hello"
    [(path, headers, body)] = server.seen
    assert (path, headers["x-api-key"], body["system"]) == ("/v1/messages", "k-1", "sum up")


def test_live_retries_what_may_pass_and_not_what_will_not(server: Server, tmp_path: Path) -> None:
    server.script = [(529, {}), (200, openai_reply("later"))]
    assert live(server, tmp_path).compress(request()) == "later"
    server.script = [(400, {"error": "bad model"})]
    with pytest.raises(CompressorError, match=r"answered 400.*bad model"):
        live(server, tmp_path).compress(request(limit=1))
    assert len(server.seen) == 3


def test_live_refuses_oversized_and_odd_replies(server: Server, tmp_path: Path) -> None:
    with pytest.raises(CompressorError, match="more than the allowed 10"):
        live(server, tmp_path, max_request_chars=10).compress(request())
    server.script = [(200, {"odd": 1}), (200, openai_reply("x" * 500))]
    with pytest.raises(CompressorError, match="unexpected reply"):
        live(server, tmp_path).compress(request())
    with pytest.raises(CompressorError, match="more than allowed"):
        live(server, tmp_path, max_reply_chars=100).compress(request())
    assert list(tmp_path.iterdir()) == []


def test_live_says_what_it_will_cost(server: Server, tmp_path: Path) -> None:
    known = live(server, tmp_path, input_price=3.0, output_price=15.0).estimate(request(limit=1000))
    assert known.cost == pytest.approx((known.input_tokens * 3 + 1000 * 15) / 1e6)
    assert live(server, tmp_path).estimate(request()).cost is None


def test_unreachable_endpoint_is_a_failing_compressor(tmp_path: Path) -> None:
    settings = LiveSettings(base_url="http://127.0.0.1:9", model="m", retries=0)
    with pytest.raises(CompressorError, match=r"127\.0\.0\.1:9"):
        LiveCompressor(settings, cache_dir=tmp_path, environment={}).compress(request())


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"])
def test_keys_meant_for_others_are_never_sent(server: Server, tmp_path: Path, name: str) -> None:
    server.script = [(200, openai_reply("ok"))]
    settings = LiveSettings(base_url=server.url, model="m")
    LiveCompressor(settings, cache_dir=tmp_path, environment={name: "sk-other"}).compress(request())
    [(_, headers, _)] = server.seen
    assert "authorization" not in headers
    assert "sk-other" not in str(headers)


@pytest.mark.parametrize("url", ["http://10.0.0.7:8080/v1", "http://api.example.com/v1"])
def test_a_key_is_not_sent_in_the_clear(tmp_path: Path, url: str) -> None:
    settings = LiveSettings(base_url=url, model="m")
    with pytest.raises(Problem, match="unencrypted"):
        LiveCompressor(settings, cache_dir=tmp_path, environment={"CONTEXT_INSPECTOR_API_KEY": "k"})
    LiveCompressor(settings, cache_dir=tmp_path, environment={})
    secure = LiveSettings(base_url=url.replace("http:", "https:"), model="m")
    LiveCompressor(secure, cache_dir=tmp_path, environment={"CONTEXT_INSPECTOR_API_KEY": "k"})


@pytest.mark.parametrize("url", ["", "localhost:8080", "ftp://x/v1", "file:///etc/passwd", "https://"])
def test_what_is_no_address_is_said(tmp_path: Path, url: str) -> None:
    with pytest.raises(Problem, match="no address"):
        LiveCompressor(LiveSettings(base_url=url, model="m"), cache_dir=tmp_path, environment={})
