"""How the outputs of one tool are trimmed, as a setting (PIPELINE §4–§6).

Written `entities:content`, `text-field:text`, `opaque` or `exempt`, with `@in-flight` or `@storage` behind it
where the rule holds in one lane only and the other leaves the output alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class CodecKind(StrEnum):
    """What a tool's output is taken apart by."""

    ENTITIES = "entities"
    TEXT_FIELD = "text-field"
    OPAQUE = "opaque"
    EXEMPT = "exempt"


class TrimLane(StrEnum):
    """Which trim a rule holds for."""

    BOTH = "both"
    IN_FLIGHT = "in-flight"
    STORAGE = "storage"


KEYED: Final = frozenset({CodecKind.ENTITIES, CodecKind.TEXT_FIELD})
"""Kinds that name the field their text lies in."""

RULE_FORM: Final = "entities:FIELD, text-field:FIELD, opaque or exempt, with @in-flight or @storage behind it"


@dataclass(frozen=True, slots=True)
class ToolRule:
    """One tool's rule.

    Attributes:
        tool: the tool's name.
        codec: how its output is taken apart.
        key: field of the text, for the kinds that have one.
        lane: where the rule holds.
    """

    tool: str
    codec: CodecKind
    key: str = ""
    lane: TrimLane = TrimLane.BOTH

    @property
    def in_flight(self) -> bool:
        """Whether outputs are trimmed on their way to the model."""
        return self.codec is not CodecKind.EXEMPT and self.lane is not TrimLane.STORAGE

    @property
    def storage(self) -> bool:
        """Whether outputs are trimmed for storage."""
        return self.codec is not CodecKind.EXEMPT and self.lane is not TrimLane.IN_FLIGHT

    @property
    def text(self) -> str:
        """The written form, without the tool's name."""
        key = f":{self.key}" if self.key else ""
        lane = "" if self.lane is TrimLane.BOTH else f"@{self.lane}"
        return f"{self.codec}{key}{lane}"


def parse_tool_rule(tool: str, text: str) -> ToolRule | None:
    """Read the written form; None when it is none."""
    body, _, lane = text.strip().partition("@")
    kind, _, key = body.partition(":")
    if kind not in set(CodecKind) or (lane and lane not in {TrimLane.IN_FLIGHT, TrimLane.STORAGE}):
        return None
    codec = CodecKind(kind)
    if bool(key) != (codec in KEYED) or not tool:
        return None
    return ToolRule(tool, codec, key, TrimLane(lane) if lane else TrimLane.BOTH)


def rules_of(texts: Mapping[str, str]) -> tuple[ToolRule, ...]:
    """Rules of well-formed texts, by tool name; raises `ValueError` naming the first that is not."""
    rules = []
    for tool in sorted(texts):
        rule = parse_tool_rule(tool, texts[tool])
        if rule is None:
            raise ValueError(f"{tool}: {texts[tool]!r} is not a tool rule")
        rules.append(rule)
    return tuple(rules)


REFERENCE_RULES: Final = rules_of(
    {
        "web_search": "entities:content",
        "web_fetch": "entities:content",
        "kb_search": "entities:content",
        "read_file": "text-field:text",
        # Trimmed in flight it would be read again, and loop.
        "fs_read": "text-field:text@storage",
    }
)
"""The application's registry (§4)."""

BEFORE_CODECS_RULES: Final = rules_of(
    {
        "web_search": "exempt",
        "web_fetch": "exempt",
        "kb_search": "exempt",
        "read_file": "opaque@in-flight",
        "fs_read": "exempt",
    }
)
"""Builds before the codecs: lookups were left alone, what the read tools returned was stored in full."""
