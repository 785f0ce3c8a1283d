"""Turns a recorded request into the blocks a provider hashes: the recorded body when there is one, else the prompt."""

from __future__ import annotations

from typing import Final

from inspector.analysis.prefix import (
    render_anthropic,
    render_bedrock,
    render_gemini,
    render_openai,
    render_prompt,
)
from inspector.analysis.prefix.blocks import Body, BodyKind
from inspector.wire.values import JsonValue


def render_request(
    *,
    raw_request: JsonValue,
    prompt: list[JsonValue],
    tools: list[JsonValue] | None,
    tool_choice: JsonValue,
    provider_options: JsonValue,
    memo: render_prompt.MessageMemo | None = None,
) -> tuple[Body, BodyKind]:
    """Blocks of one request and what they were rendered from (raw body first, else the prompt)."""
    if isinstance(raw_request, dict):
        for accepts, render in _BODY_RENDERERS:
            if accepts(raw_request):
                return render(raw_request), BodyKind.RAW_REQUEST
    body = render_prompt.render(prompt, tools, tool_choice, provider_options, memo)
    return body, BodyKind.PROMPT


_BODY_RENDERERS: Final = (
    (render_gemini.accepts, render_gemini.render),
    (render_bedrock.accepts, render_bedrock.render),
    (render_openai.accepts_responses, render_openai.render_responses),
    (render_anthropic.accepts, render_anthropic.render),
    (render_openai.accepts_chat, render_openai.render_chat),
)
