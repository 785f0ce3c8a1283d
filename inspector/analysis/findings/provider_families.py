"""Whose rules a request is judged by: a provider's, or those of the model behind a gateway."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Family(StrEnum):
    """Providers whose rules for tools and histories are known."""

    ANTHROPIC = "anthropic"
    BEDROCK = "bedrock"
    OPENAI = "openai"
    GEMINI = "gemini"
    MOONSHOT = "moonshot"
    GROQ = "groq"
    XAI = "xai"
    DEEPSEEK = "deepseek"
    UNKNOWN = "unknown"


MARKED: Final = frozenset({Family.ANTHROPIC, Family.BEDROCK})
"""Families whose requests carry cache marks."""

_HOSTS: Final = (
    (re.compile(r"bedrock", re.IGNORECASE), Family.BEDROCK),
    (re.compile(r"groq", re.IGNORECASE), Family.GROQ),
)
"""Hosts with rules of their own, whatever model runs there."""

_MODELS: Final = (
    (re.compile(r"claude", re.IGNORECASE), Family.ANTHROPIC),
    (re.compile(r"gemini|gemma", re.IGNORECASE), Family.GEMINI),
    (re.compile(r"kimi|moonshot", re.IGNORECASE), Family.MOONSHOT),
    (re.compile(r"grok", re.IGNORECASE), Family.XAI),
    (re.compile(r"deepseek", re.IGNORECASE), Family.DEEPSEEK),
    (
        re.compile(r"gpt-oss|qwen|glm|llama|mistral|mixtral|command|nemotron|minimax|phi-", re.IGNORECASE),
        Family.UNKNOWN,
    ),
    (re.compile(r"(?:^|[/.:])(?:gpt-|chatgpt|o[134](?:-|$)|codex)", re.IGNORECASE), Family.OPENAI),
)
"""Model families, which tell behind gateways too."""

_PROVIDERS: Final = (
    (re.compile(r"anthropic", re.IGNORECASE), Family.ANTHROPIC),
    (re.compile(r"google|gemini|vertex", re.IGNORECASE), Family.GEMINI),
    (re.compile(r"moonshot|kimi", re.IGNORECASE), Family.MOONSHOT),
    (re.compile(r"\bx-?ai\b", re.IGNORECASE), Family.XAI),
    (re.compile(r"deepseek", re.IGNORECASE), Family.DEEPSEEK),
    (re.compile(r"^(?:azure-)?openai(?!-?compatible)|^azure", re.IGNORECASE), Family.OPENAI),
)


def family_of(provider: str, model: str) -> Family:
    """The family of a request, by the names its capture has."""
    for pattern, family in _HOSTS:
        if pattern.search(provider):
            return family
    for pattern, family in _MODELS:
        if pattern.search(model):
            return family
    return next((family for pattern, family in _PROVIDERS if pattern.search(provider)), Family.UNKNOWN)
