"""A live model behind an OpenAI-compatible or Anthropic endpoint that the user configured.

The key comes from the environment alone. Answers are cached by the hash of what was sent, so a sweep asks once;
`estimate` says what a call will cost before it is made.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import xxhash

from inspector.model.figures import group
from inspector.model.outputs import write_output
from inspector.model.problems import Problem, register_templates
from inspector.pipeline.compaction.compressor import CompressionRequest, CompressorError
from inspector.pipeline.history.message import IrMessage, text_of
from inspector.replay.result import SummarySource
from inspector.tokens import rough
from inspector.user_files import cache_path
from inspector.wire import js_json

KEY_VARIABLE: Final = "CONTEXT_INSPECTOR_API_KEY"
"""The only one read: a key meant for one endpoint is never sent to another."""

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})
_RETRY_STATUS: Final = frozenset({408, 429, 500, 502, 503, 504, 529})
_ANTHROPIC_VERSION: Final = "2023-06-01"


register_templates(
    {
        "live-url": "--live-url {url}: no address; expected https://… up to and without /chat/completions.",
        "live-in-clear": (
            "--live-url {url}: the key in {variable} would go there unencrypted. "
            "Use https, or unset {variable} when the endpoint needs no key."
        ),
    }
)


class Api(StrEnum):
    """The two wire formats spoken."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSettings:
    """Where and how to ask.

    Attributes:
        base_url: endpoint up to and without `/chat/completions` or `/messages`.
        model: model id.
        api: wire format.
        timeout_s: for the whole answer. retries: after the first try.
        max_request_chars, max_reply_chars: larger ones are refused, not cut.
        input_price, output_price: per million tokens, for `estimate`; None = unknown.
    """

    base_url: str
    model: str
    api: Api = Api.OPENAI
    timeout_s: float = 120.0
    retries: int = 2
    max_request_chars: int = 2_000_000
    max_reply_chars: int = 200_000
    input_price: float | None = None
    output_price: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a call will take: rough tokens and, where prices are known, money at most."""

    input_tokens: int
    max_output_tokens: int
    cost: float | None


class LiveCompressor:
    """Asks the configured model; failures are `CompressorError`s with the endpoint's own words."""

    source = SummarySource.LIVE

    def __init__(
        self,
        settings: LiveSettings,
        *,
        cache_dir: Path | None = None,
        environment: Mapping[str, str] | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.settings = settings
        self._cache = cache_dir or cache_path("summaries")
        self._environment = os.environ if environment is None else environment
        self._pause = pause
        _check_url(settings.base_url, has_key=bool(self._environment.get(KEY_VARIABLE)))

    def estimate(self, request: CompressionRequest) -> Estimate:
        """Tokens and cost of one call, before it is made."""
        tokens = sum(rough(_text(message)) for message in request.prompt)
        output = int(request.max_output_tokens)
        paid_in, paid_out = self.settings.input_price, self.settings.output_price
        known = paid_in is not None and paid_out is not None
        cost = (tokens * (paid_in or 0) + output * (paid_out or 0)) / 1e6 if known else None
        return Estimate(tokens, output, cost)

    def compress(self, request: CompressionRequest, /) -> str:
        """The cached answer, or the model's."""
        body = self._body(request)
        text = js_json.dumps(body)
        if len(text) > self.settings.max_request_chars:
            limit = self.settings.max_request_chars
            raise CompressorError(
                f"the request has {group(len(text))} characters, more than the allowed {group(limit)}"
            )
        cached = self._cache / f"{xxhash.xxh3_128_hexdigest(f'{self._url()}{text}'.encode())}.txt"
        if cached.exists():
            return cached.read_text(encoding="utf-8")
        reply = self._ask(text)
        self._keep(cached, reply)
        return reply

    def _url(self) -> str:
        path = "/messages" if self.settings.api is Api.ANTHROPIC else "/chat/completions"
        return self.settings.base_url.rstrip("/") + path

    def _headers(self) -> dict[str, str]:
        key = self._environment.get(KEY_VARIABLE, "")
        headers = {"content-type": "application/json"}
        if self.settings.api is Api.ANTHROPIC:
            return {**headers, "x-api-key": key, "anthropic-version": _ANTHROPIC_VERSION}
        return {**headers, "authorization": f"Bearer {key}"} if key else headers

    def _body(self, request: CompressionRequest) -> dict[str, Any]:
        spoken = [(_role(message), _text(message)) for message in request.prompt]
        # A call-less assistant without a text is valid in a prompt, but providers refuse an empty message.
        messages = [{"role": role, "content": text} for role, text in spoken if text]
        limit = int(request.max_output_tokens)
        if self.settings.api is Api.OPENAI:
            return {"model": self.settings.model, "messages": messages, "max_tokens": limit}
        system = "\n\n".join(str(m["content"]) for m in messages if m["role"] == "system")
        others = [message for message in messages if message["role"] != "system"]
        body = {"model": self.settings.model, "max_tokens": limit, "messages": others}
        return {**body, "system": system} if system else body

    def _ask(self, text: str) -> str:
        with httpx.Client(timeout=self.settings.timeout_s) as client:
            for attempt in range(self.settings.retries + 1):
                try:
                    response = client.post(self._url(), content=text.encode(), headers=self._headers())
                except httpx.HTTPError as error:
                    failure = f"{self._url()}: {type(error).__name__}: {error}"
                else:
                    if response.status_code == httpx.codes.OK:
                        return self._reply(response)
                    failure = f"{self._url()} answered {response.status_code}: {response.text[:300]}"
                    if response.status_code not in _RETRY_STATUS:
                        break
                if attempt < self.settings.retries:
                    self._pause(min(2.0**attempt, 8.0))
        raise CompressorError(failure)

    def _reply(self, response: httpx.Response) -> str:
        if len(response.text) > self.settings.max_reply_chars:
            raise CompressorError(f"the reply has {group(len(response.text))} characters, more than allowed")
        try:
            data = response.json()
            if self.settings.api is Api.ANTHROPIC:
                return "".join(part["text"] for part in data["content"] if part["type"] == "text")
            return str(data["choices"][0]["message"]["content"] or "")
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise CompressorError(f"{self._url()}: unexpected reply: {response.text[:300]}") from error

    def _keep(self, path: Path, reply: str) -> None:
        """Write beside and rename, so that a half-written answer is never read."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_output(path, reply)


def _check_url(url: str, *, has_key: bool) -> None:
    """Raise `Problem` for an address that is none, or one that would carry the key in the clear."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Problem("live-url", {"url": url})
    if has_key and parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise Problem("live-in-clear", {"url": url, "variable": KEY_VARIABLE})


def _text(message: IrMessage) -> str:
    """The text of a flattened message: a string, or the texts of its parts."""
    content = message.get("content")
    if not isinstance(content, list):
        return text_of(message)
    texts = [part.get("text") for part in content if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))


def _role(message: IrMessage) -> str:
    role = str(message.get("role"))
    return role if role in ("system", "assistant") else "user"
