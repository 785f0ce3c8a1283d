"""Provider cache rules as dated data with a source and a user override (PROVIDER_CACHE)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from inspector.analysis.prefix.names import model_name
from inspector.model.problems import Problem, register_templates
from inspector.model.user_files import read_user_text
from inspector.user_files import config_path
from inspector.wire.patterns import PatternError, SlowPatternError, compiled

register_templates(
    {
        "bad-cache-rules": (
            "{path}: not usable as cache rules: {found}. Expected [[rule]] and [[effect]] tables; see the README."
        ),
        "slow-cache-rule": "Cache rule {pattern}: its pattern tries too many ways. Write it without nested repeats.",
    }
)


class RuleKind(StrEnum):
    """How a provider decides what it reads from its cache."""

    BREAKPOINTS = "breakpoints"
    STEPS = "steps"
    EXACT = "exact"
    UNITS = "units"
    UNSTATED = "unstated"


class Loses(StrEnum):
    """What a changed setting costs: a level with all behind it, nothing, or that only measuring tells."""

    TOOLS = "tools"
    SYSTEM = "system"
    MESSAGES = "messages"
    NOTHING = "nothing"
    MAYBE = "maybe"


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRule:
    """One dated rule.

    Attributes:
        id: stable name.
        provider, model: regular expressions, searched in any case; the model by its own name (`names.model_name`).
        kind: see `RuleKind`.
        minimum: tokens a prefix needs to be cached at all.
        other_minimums: minimums that other sources give for the same models.
        tail: tokens behind the last mark that a provider always accounts as new.
        step: tokens to which a hit is rounded down; 1 = exact.
        lookback: blocks searched back from a mark.
        ttl_s, long_ttl_s: seconds an entry surely lives, refreshed on use; the long one where it was asked for.
        ttl_max_s: seconds after which it is surely gone; 0 = nobody says, None = `ttl_s`.
        max_marks: cache marks allowed in one request; 0 = no limit.
        promised: whether a matching prefix is promised to be read.
        write_factor, long_write_factor, read_factor: price relative to input.
        as_of, source: where the fact comes from.
    """

    id: str
    kind: RuleKind
    as_of: str
    source: str
    provider: str = ""
    model: str = ""
    minimum: int = 0
    step: int = 1
    other_minimums: tuple[int, ...] = ()
    tail: int = 0
    lookback: int = 20
    ttl_s: int = 300
    ttl_max_s: int | None = None
    long_ttl_s: int = 3600
    max_marks: int = 0
    promised: bool = True
    write_factor: float = 1.0
    long_write_factor: float = 1.0
    read_factor: float = 1.0

    @property
    def predicts(self) -> bool:
        """Whether it says enough to predict what is read."""
        return self.kind is not RuleKind.UNSTATED

    @property
    def automatic(self) -> bool:
        """Whether prefixes are cached without being marked."""
        return self.kind in (RuleKind.STEPS, RuleKind.UNITS, RuleKind.EXACT)

    @property
    def gone_after_s(self) -> int | None:
        """Seconds after which an entry is surely gone; None = nobody says."""
        return self.ttl_s if self.ttl_max_s is None else self.ttl_max_s or None

    def matches(self, provider: str, model: str) -> bool:
        """Whether the rule is meant for this provider and model."""
        named = _found(self.model, model_name(model)) or _found(self.model, model)
        return named and _found(self.provider, provider)


NO_RULE: Final = CacheRule(id="none", kind=RuleKind.UNSTATED, as_of="", source="no rule is known")
"""Stands where no rule matches: nothing is predicted, nothing can expire and nothing is lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a change of a setting loses.

    Attributes:
        rule, change: regular expressions over rule ids (searched) and settings (matched whole).
        loses: see `Loses`.
        as_of, source: where the fact comes from.
    """

    rule: str
    change: str
    loses: Loses
    as_of: str
    source: str


@dataclass(frozen=True, slots=True)
class CacheRules:
    """Rules and effects, the user's first; the first match of each wins."""

    rules: tuple[CacheRule, ...]
    effects: tuple[Effect, ...] = ()

    def rule_for(self, provider: str, model: str) -> CacheRule:
        """The first rule that matches; `NO_RULE` when none does."""
        return next((rule for rule in self.rules if rule.matches(provider, model)), NO_RULE)

    def effect_of(self, rule: CacheRule, change: str) -> Loses:
        """What a changed setting loses under a rule."""
        for effect in self.effects:
            if _found(effect.rule, rule.id) and _found(_whole(effect.change), change):
                return effect.loses
        return Loses.MAYBE

    def followed_by(self, others: CacheRules) -> CacheRules:
        """These first, then others."""
        return CacheRules((*self.rules, *others.rules), (*self.effects, *others.effects))


def _found(pattern: str, name: str) -> bool:
    try:
        return compiled(pattern, ignore_case=True).matches(name)
    except SlowPatternError as error:
        raise Problem("slow-cache-rule", {"pattern": pattern}) from error


def _whole(pattern: str) -> str:
    return rf"\A(?:{pattern})\Z"


def user_rules_path() -> Path:
    """Where a user's own rules are looked for."""
    return config_path("cache_rules.toml")


def parse_rules(text: str, path: str) -> CacheRules:
    """Read rules from TOML; raises `Problem("bad-cache-rules")` naming what is wrong."""
    try:
        tables = tomllib.loads(text)
        unknown = set(tables) - {"rule", "effect"}
        if unknown:
            raise ValueError(f"unknown tables {sorted(unknown)}")
        rules = tuple(_rule(table) for table in tables.get("rule", []))
        effects = tuple(_effect(table) for table in tables.get("effect", []))
    except (tomllib.TOMLDecodeError, TypeError, ValueError, KeyError, AttributeError, PatternError) as error:
        raise Problem("bad-cache-rules", {"path": path, "found": str(error)}) from error
    return CacheRules(rules, effects)


def _rule(table: Mapping[str, Any]) -> CacheRule:
    _known(table, {field.name for field in fields(CacheRule)})
    rule = CacheRule(
        **{
            **table,
            "kind": RuleKind(table["kind"]),
            "other_minimums": tuple(table.get("other_minimums", ())),
        }
    )
    if rule.step < 1:
        raise ValueError(f"step {rule.step} of rule {rule.id}: expected 1 or more")
    compiled(rule.provider, ignore_case=True)
    compiled(rule.model, ignore_case=True)
    return rule


def _effect(table: Mapping[str, Any]) -> Effect:
    _known(table, {field.name for field in fields(Effect)})
    effect = Effect(**{**table, "loses": Loses(table["loses"])})
    compiled(effect.rule, ignore_case=True)
    compiled(_whole(effect.change), ignore_case=True)
    return effect


def _known(table: Mapping[str, Any], names: set[str]) -> None:
    unknown = set(table) - names
    if unknown:
        raise ValueError(f"unknown keys {sorted(unknown)}")


@lru_cache(maxsize=1)
def built_in_rules() -> CacheRules:
    """The rules shipped with the program."""
    source = files("inspector.analysis.prefix").joinpath("cache_rules.toml")
    return parse_rules(source.read_text(encoding="utf-8"), "cache_rules.toml")


def load_rules(override: Path | None = None) -> CacheRules:
    """The user's rules first, then the built-in ones; the first match wins."""
    path = override or user_rules_path()
    if not path.exists():
        return built_in_rules()
    return parse_rules(read_user_text(path, "bad-cache-rules"), str(path)).followed_by(built_in_rules())
