"""Provider cache rules as dated data with a source and a user override (PROVIDER_CACHE)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from inspector.model.problems import Problem, register_templates
from inspector.model.user_files import read_user_text
from inspector.user_files import config_path

register_templates(
    {
        "bad-cache-rules": "{path}: not usable as cache rules: {found}. Expected [[rule]] tables; see the README."
    }
)


class RuleKind(StrEnum):
    """How a provider decides what it reads from its cache."""

    BREAKPOINTS = "breakpoints"
    STEPS = "steps"
    EXACT = "exact"
    UNITS = "units"
    LONGEST = "longest"


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRule:
    """One dated rule.

    Attributes:
        id: stable name.
        provider, model: regular expressions, searched in any case.
        kind: see `RuleKind`.
        minimum: tokens a prefix needs to be cached at all.
        other_minimums: minimums that other sources give for the same models.
        tail: tokens behind the last mark that a provider always accounts as new.
        step: tokens to which a hit is rounded down; 1 = exact.
        lookback: blocks searched back from a mark.
        ttl_s, long_ttl_s: lifetime in seconds, refreshed on use.
        write_factor, long_write_factor, read_factor: price relative to input.
        as_of, source: where the fact comes from.
    """

    id: str
    provider: str
    model: str
    kind: RuleKind
    minimum: int
    as_of: str
    source: str
    step: int = 1
    other_minimums: tuple[int, ...] = ()
    tail: int = 0
    lookback: int = 20
    ttl_s: int = 300
    long_ttl_s: int = 3600
    write_factor: float = 1.0
    long_write_factor: float = 1.0
    read_factor: float = 1.0

    def matches(self, provider: str, model: str) -> bool:
        """Whether the rule is meant for this provider and model."""
        return bool(re.search(self.provider, provider, re.I) and re.search(self.model, model, re.I))


def user_rules_path() -> Path:
    """Where a user's own rules are looked for."""
    return config_path("cache_rules.toml")


def parse_rules(text: str, path: str) -> tuple[CacheRule, ...]:
    """Read rules from TOML; raises `Problem("bad-cache-rules")` naming what is wrong."""
    known = {field.name for field in fields(CacheRule)}
    try:
        tables = tomllib.loads(text).get("rule", [])
        rules = []
        for table in tables:
            unknown = set(table) - known
            if unknown:
                raise ValueError(f"unknown keys {sorted(unknown)}")
            others = tuple(table.get("other_minimums", ()))
            rules.append(CacheRule(**{**table, "kind": RuleKind(table["kind"]), "other_minimums": others}))
            re.compile(table["provider"])
            re.compile(table["model"])
    except (tomllib.TOMLDecodeError, TypeError, ValueError, KeyError, re.error) as error:
        raise Problem("bad-cache-rules", {"path": path, "found": str(error)}) from error
    return tuple(rules)


@lru_cache(maxsize=1)
def built_in_rules() -> tuple[CacheRule, ...]:
    """The rules shipped with the program."""
    source = files("inspector.analysis.prefix").joinpath("cache_rules.toml")
    return parse_rules(source.read_text(encoding="utf-8"), "cache_rules.toml")


def load_rules(override: Path | None = None) -> tuple[CacheRule, ...]:
    """The user's rules first, then the built-in ones; the first match wins."""
    path = override or user_rules_path()
    if not path.exists():
        return built_in_rules()
    return (*parse_rules(read_user_text(path, "bad-cache-rules"), str(path)), *built_in_rules())


def rule_for(rules: tuple[CacheRule, ...], provider: str, model: str) -> CacheRule:
    """The first rule that matches; the built-in list ends with one that always does."""
    return next(rule for rule in rules if rule.matches(provider, model))
