"""Which tools have a codec and which are exempt from trimming, declared as data (PIPELINE §4).

The application's own tools are `REFERENCE_RULES` of the settings. A user's `tools.toml` adds to them or replaces
them, by name; it may use the codecs `entities` (the field `content`) and `text` (the field `text`):

    [codec.NAME]                 a way to take outputs apart
    type = "entities"            a list of objects, each with a text in one field; or "text": one object
    field = "body"               that field

    [[tool]]
    name = "my_search"           as the model calls it
    codec = "NAME"               optional
    truncatable = true           false: never trimmed as one text for storage
    in_flight = true             false: never trimmed in a prompt
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from inspector.model.problems import Problem, register_templates
from inspector.model.tool_rule import REFERENCE_RULES, CodecKind
from inspector.model.tool_rule import ToolRule as RuleSetting
from inspector.model.user_files import read_user_text
from inspector.pipeline.codecs import Codec, EntitiesCodec, TextFieldCodec
from inspector.pipeline.in_flight_trim import ToolPolicy
from inspector.user_files import config_path

register_templates(
    {
        "bad-tools-file": (
            "{path}: not a list of tools: {found}. Expected TOML with tables such as [[tool]] with "
            'name = "my_search" and codec = "entities", and [codec.NAME] with type and field.'
        )
    }
)

CODEC_TYPES: Final[Mapping[str, Callable[[str], Codec]]] = {
    "entities": EntitiesCodec,
    "text": TextFieldCodec,
}
"""Kinds of codecs a file may declare, each with one field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRule:
    """How outputs of one tool are trimmed.

    Attributes:
        name: as the model calls it.
        codec: takes outputs apart; None = they are looked at as one text.
        truncatable: storage may replace the output as one text; only asked when there is no codec.
        in_flight: prompts may hold it trimmed.
    """

    name: str
    codec: Codec | None = None
    truncatable: bool = True
    in_flight: bool = True

    def policy(self) -> ToolPolicy:
        """The rule as a policy of the in-flight trim."""
        return ToolPolicy(name=self.name, preserve=not self.in_flight, codec=self.codec)


@dataclass(frozen=True, slots=True)
class ToolRegistry:
    """Rules by tool name, codecs by name."""

    rules: Mapping[str, ToolRule]
    codecs: Mapping[str, Codec] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Iterable[ToolRule]) -> ToolRegistry:
        """A registry of the given rules; the last of one name wins."""
        return cls({rule.name: rule for rule in rules})

    def rule(self, tool_name: str) -> ToolRule:
        """The rule of a tool; an unknown one has no codec and no exemption."""
        return self.rules.get(tool_name) or ToolRule(name=tool_name)

    def policies(self) -> tuple[ToolPolicy, ...]:
        """`per_tool` of the in-flight trim."""
        return tuple(rule.policy() for rule in self.rules.values())


def parse_registry(text: str, path: str, base: ToolRegistry | None = None) -> ToolRegistry:
    """Read a registry from TOML, on top of another; raises `Problem("bad-tools-file")` saying what is wrong."""
    try:
        tables = tomllib.loads(text)
        _refuse_unknown(tables, {"codec", "tool"}, "the file")
        codecs = dict(base.codecs if base else {})
        codecs |= {name: _codec(name, table) for name, table in _codec_tables(tables).items()}
        rules = [_rule(table, codecs) for table in _tool_tables(tables)]
    except ValueError as error:  # what tomllib raises is one too
        raise Problem("bad-tools-file", {"path": path, "found": str(error)}) from error
    return ToolRegistry({**(base.rules if base else {}), **{rule.name: rule for rule in rules}}, codecs)


def codec_of(rule: RuleSetting) -> Codec | None:
    """What takes a tool's outputs apart, as a setting names it."""
    if rule.codec is CodecKind.ENTITIES:
        return EntitiesCodec(rule.key)
    return TextFieldCodec(rule.key) if rule.codec is CodecKind.TEXT_FIELD else None


@lru_cache(maxsize=1)
def built_in_registry() -> ToolRegistry:
    """The application's own tools, and the codecs that a user's file may name."""
    rules = (
        ToolRule(name=rule.tool, codec=codec_of(rule), truncatable=rule.storage, in_flight=rule.in_flight)
        for rule in REFERENCE_RULES
    )
    codecs: dict[str, Codec] = {"entities": EntitiesCodec("content"), "text": TextFieldCodec("text")}
    return ToolRegistry({rule.name: rule for rule in rules}, codecs)


def user_tools_path() -> Path:
    """Where a user's own tools are looked for."""
    return config_path("tools.toml")


def load_registry(override: Path | None = None) -> ToolRegistry:
    """The built-in tools with the user's on top; raises `Problem`."""
    path = override or user_tools_path()
    if override is None and not path.exists():
        return built_in_registry()
    status = path.stat() if path.exists() else None
    return _registry_of(path, None if status is None else (status.st_mtime_ns, status.st_size))


@lru_cache(maxsize=4)
def _registry_of(path: Path, version: tuple[int, int] | None) -> ToolRegistry:
    """A file parsed once as long as it stays the same: detectors ask for every output."""
    return parse_registry(read_user_text(path, "bad-tools-file"), str(path), built_in_registry())


def _codec_tables(tables: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    declared = tables.get("codec", {})
    if not isinstance(declared, dict) or not all(isinstance(table, dict) for table in declared.values()):
        raise ValueError("codec is not a table; expected [codec.NAME]")
    return declared


def _tool_tables(tables: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    declared = tables.get("tool", [])
    if not isinstance(declared, list) or not all(isinstance(table, dict) for table in declared):
        raise ValueError("tool is not a list of tables; expected [[tool]]")
    return declared


def _codec(name: str, table: Mapping[str, Any]) -> Codec:
    _refuse_unknown(table, {"type", "field"}, f"codec {name}")
    make = CODEC_TYPES.get(str(table.get("type")))
    if make is None:
        raise ValueError(f"codec {name} needs a type, one of {', '.join(CODEC_TYPES)}")
    return make(_string(table, "field", f"codec {name}"))


def _rule(table: Mapping[str, Any], codecs: Mapping[str, Codec]) -> ToolRule:
    _refuse_unknown(table, {"name", "codec", "truncatable", "in_flight"}, "a tool")
    name = _string(table, "name", "a tool")
    codec = table.get("codec")
    if codec is not None and (not isinstance(codec, str) or codec not in codecs):
        raise ValueError(f"tool {name} has codec {codec!r}; declared are {', '.join(sorted(codecs))}")
    return ToolRule(
        name=name,
        codec=None if codec is None else codecs[codec],
        truncatable=_flag(table, "truncatable", name),
        in_flight=_flag(table, "in_flight", name),
    )


def _refuse_unknown(table: Mapping[str, Any], known: set[str], where: str) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        raise ValueError(f"{where} has {', '.join(unknown)}; known are {', '.join(sorted(known))}")


def _string(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise ValueError(f"{where} needs {key} as a text")
    return value


def _flag(table: Mapping[str, Any], key: str, tool: str) -> bool:
    value = table.get(key, True)
    if not isinstance(value, bool):
        raise ValueError(f"tool {tool}: {key} must be true or false")
    return value
