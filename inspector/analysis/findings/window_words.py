"""How providers say that a prompt is too long for the model, as dated data: one row per provider and wording."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

AS_OF: Final = "2026-11"

WORDS: Final[tuple[tuple[str, str], ...]] = (
    ("Anthropic", r"prompt is too long"),
    ("Anthropic", r"input length and `?max_tokens`? exceed"),
    ("Anthropic, Copilot", r"model_(?:context_window|max_prompt_tokens)_exceeded"),
    ("OpenAI, DeepSeek, vLLM, OpenRouter, Mistral", r"maximum context length"),
    ("OpenAI", r"context[ _]length[ _]exceeded"),
    ("OpenAI, Azure", r"exceeds? the context (?:window|length|limit)"),
    ("OpenAI", r"string too long\. Expected a string with maximum length"),
    ("Gemini", r"input token count.{0,40}exceeds the maximum"),
    ("Gemini", r"exceeds the maximum number of tokens"),
    ("Bedrock", r"input is too long"),
    ("Bedrock, Cohere", r"too many (?:input )?tokens(?! per)"),
    ("Qwen", r"range of input length should be"),
    ("Qwen", r"input length.{0,40}(?:exceeds|should be less)"),
    ("Kimi", r"exceeded model token limit"),
    ("GLM", r"prompt exceeds max length"),
    ("GLM, Hunyuan, ERNIE", r"(?:prompt|输入|上下文|请求) ?(?:内容|长度|文本)?(?:过长|超长|超出|超过)"),
    ("xAI", r"maximum prompt length"),
    ("Groq", r"reduce the length of the (?:messages|prompt)"),
    ("LM Studio", r"tokens to keep from the initial prompt"),
    (
        "LM Studio, llama.cpp",
        r"(?:exceeds?|greater than|overflows?) the (?:available )?context (?:size|length|window)",
    ),
    ("llama.cpp", r"exceed_context_size|context the overflows"),
    ("Ollama", r"(?:input|prompt) (?:length|size) exceeds"),
    ("vLLM, SGLang", r"longer than the (?:maximum )?(?:model'?s? )?(?:maximum )?(?:model |context )?length"),
    ("Copilot", r"prompt token count of \d+ exceeds"),
    ("MiniMax", r"context window exceeds limit"),
    (
        "Doubao",
        r"tokens? .{0,40}exceed(?:s|ed)? (?:the )?max(?:imum)? (?:message|context|input|prompt) ?(?:tokens|length)",
    ),
    ("Hugging Face, Together", r"`?inputs`?.{0,40}(?:must have less than|must be <=)"),
    (
        "any",
        r"(?:prompt|input|request|message)s? (?:is|are) too (?:long|large) for (?:the|this) (?:model|context)",
    ),
    ("any", r"(?:context|token) (?:window|limit) (?:is )?(?:full|exceeded)"),
)
"""(who says so, regular expression, any case)."""

REFUSED: Final = re.compile("|".join(f"(?:{words})" for _, words in WORDS), re.IGNORECASE)
_RATE: Final = re.compile(r"tokens? per (?:min|day|hour)|\bTPM\b|rate.?limit", re.IGNORECASE)
"""A limit of tokens a minute is none of the window."""
_FIGURE: Final = re.compile(r"(?<![\w.])\d{1,3}(?:[,_ ]\d{3})+(?!\d)|(?<![\w.])\d{3,8}(?![\w])")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A prompt refused for its length.

    Attributes:
        tokens: of the prompt, as the provider counted; None = it does not say.
        window: what the model takes; None likewise.
    """

    tokens: int | None
    window: int | None


def too_long(error: str) -> Refusal | None:
    """What an error says of a prompt's length; None when it is about something else."""
    if not REFUSED.search(error) or _RATE.search(error):
        return None
    figures = sorted({int(re.sub(r"\D", "", figure)) for figure in _FIGURE.findall(error)})
    figures = [figure for figure in figures if figure >= 512]
    if len(figures) == 2:
        return Refusal(tokens=figures[1], window=figures[0])
    return Refusal(None, figures[0] if len(figures) == 1 else None)
