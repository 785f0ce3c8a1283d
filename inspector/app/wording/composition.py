"""What fills a prompt, in words."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.analysis.composition import Ingredient
from inspector.app.i18n import translate
from inspector.app.wording import numbers, units


def ingredient(kind: Ingredient) -> str:
    """The name of a kind, for legends and boxes."""
    return {
        Ingredient.TOOLS: translate("Composition", "tool declarations"),
        Ingredient.SYSTEM: translate("Composition", "system prompt"),
        Ingredient.SUMMARY: translate("Composition", "summary"),
        Ingredient.USER: translate("Composition", "user"),
        Ingredient.ATTACHMENT: translate("Composition", "attachments"),
        Ingredient.ASSISTANT: translate("Composition", "assistant"),
        Ingredient.REASONING: translate("Composition", "reasoning"),
        Ingredient.TOOL_CALL: translate("Composition", "tool calls"),
        Ingredient.TOOL_RESULT: translate("Composition", "tool results"),
        Ingredient.OTHER: translate("Composition", "other"),
    }[kind]


def shares(weights: Iterable[tuple[Ingredient, int]]) -> str:
    """One kind a line with its share: `tool results 94.6 %`."""
    known = list(weights)
    whole = sum(weight for _, weight in known)
    if not whole:
        return ""
    return "\n".join(f"{ingredient(kind)} {numbers.percent(weight / whole)}" for kind, weight in known)


def size_and_share(chars: int, weight: int, whole: int) -> str:
    """`12 345 chars · 12 %`."""
    share = numbers.percent(weight / whole) if whole else ""
    return f"{units.chars(chars)} · {share}" if share else units.chars(chars)
