"""Rules that a sweep must pass, as declared data: a fact survives, a figure stays within bounds, nothing fails.

[[rule]]
fact = "price"                 # name of a probe: in the last request it stands, or can be read back

[[rule]]
name = "reuse"                 # shown in tables; made from the rule when it is left out
figure = "prefix_reuse"
at_least = 0.6                 # and / or at_most
settings = { truncate_threshold = "20000" }   # only these combinations
session = "*checkout*"         # only these sessions: title, id or path, with * and ?

[[rule]]
no_error = true
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from inspector.model.figures import group
from inspector.model.problems import Problem, register_templates
from inspector.model.setting_spec import value_text
from inspector.model.settings import setting
from inspector.model.user_files import read_user_text
from inspector.replay.result import ProbeState
from inspector.replay.sweep_work import SweepCell

register_templates(
    {
        "bad-rules": (
            "{path}: not usable as rules: {found}. Expected [[rule]] tables, each with fact = NAME, "
            "figure = NAME and at_least or at_most, or no_error = true."
        )
    }
)

_SUMS: Final = (
    "prompt_tokens_before",
    "prompt_tokens_after",
    "prompt_chars_before",
    "prompt_chars_after",
    "summarizer_input_tokens",
    "stored_bytes_before",
    "stored_bytes_after",
    "folds",
    "trimmed_outputs",
    "reusable_prefix_chars",
)
FIGURES: Final = (*_SUMS, "prefix_reuse", "facts_kept", "requests")
"""What a rule can bound: sums of a replay, the share of repeated prompt characters (0–1), facts in reach at the end."""
_KEYS: Final = ("name", "fact", "figure", "at_least", "at_most", "no_error", "settings", "session")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule; exactly one of `fact`, `figure` and `no_error` is given.

    Attributes:
        name: as tables head it.
        fact: name of a probe that must be in reach in the last request.
        figure: one of `FIGURES`. at_least, at_most: its bounds, both included; None = none.
        no_error: the replay must have worked.
        settings: setting → value as written: only these combinations; empty = all.
        session: pattern of title, id or path; "" = all.
    """

    name: str
    fact: str = ""
    figure: str = ""
    at_least: float | None = None
    at_most: float | None = None
    no_error: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    session: str = ""

    def applies_to(self, cell: SweepCell) -> bool:
        """Whether the rule is about a cell."""
        names = (cell.title, cell.conversation, cell.source)
        if self.session and not any(fnmatchcase(name, self.session) for name in names):
            return False
        return all(_set_in(cell, name) == value for name, value in self.settings.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A rule held against a cell.

    Attributes:
        rule: which.
        passed: whether it holds.
        found: what was found, in words.
    """

    rule: Rule
    passed: bool
    found: str

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {"rule": self.rule.name, "passed": self.passed, "found": self.found}


def load_rules(path: Path, facts: Sequence[str]) -> list[Rule]:
    """Read rules; raises `Problem("bad-rules")`. `facts`: names of the probes of the sweep."""
    text = read_user_text(path, "bad-rules")
    try:
        tables = tomllib.loads(text).get("rule", [])
    except tomllib.TOMLDecodeError as error:
        raise Problem("bad-rules", {"path": str(path), "found": str(error)}) from error
    if not isinstance(tables, list) or not tables:
        raise Problem("bad-rules", {"path": str(path), "found": "it holds no rule"})
    rules = []
    for number, table in enumerate(tables, start=1):
        try:
            rules.append(_rule(table, facts))
        except (ValueError, Problem) as error:
            found = f"rule {number}: {str(error).rstrip('.')}"
            raise Problem("bad-rules", {"path": str(path), "found": found}) from error
    return rules


def judge(cell: SweepCell, rules: Sequence[Rule]) -> list[Judgement | None]:
    """Every rule held against a cell; None where it is about others."""
    return [_judged(cell, rule) if rule.applies_to(cell) else None for rule in rules]


def _judged(cell: SweepCell, rule: Rule) -> Judgement:
    if cell.problem:
        return Judgement(rule=rule, passed=False, found=cell.problem)
    if rule.no_error:
        return Judgement(rule=rule, passed=True, found="replayed")
    if rule.fact:
        last = cell.probes.get(rule.fact, {}).get("last")
        passed = last is not None and ProbeState(last).in_reach
        return Judgement(rule=rule, passed=passed, found="no requests" if last is None else str(last))
    value = _figure(cell, rule.figure)
    if value is None:
        return Judgement(rule=rule, passed=False, found="unknown")
    low, high = rule.at_least, rule.at_most
    passed = (low is None or value >= low) and (high is None or value <= high)
    return Judgement(rule=rule, passed=passed, found=_written(value))


def _figure(cell: SweepCell, name: str) -> float | None:
    if name == "requests":
        return cell.requests
    if name == "prefix_reuse":
        chars = cell.totals.get("prompt_chars_after")
        return cell.totals["reusable_prefix_chars"] / chars if chars else None
    if name == "facts_kept":
        lasts = [states.get("last") for states in cell.probes.values()]
        return sum(last is not None and ProbeState(last).in_reach for last in lasts) if lasts else None
    value: float | None = cell.totals.get(name)
    return value


def _set_in(cell: SweepCell, name: str) -> str:
    """A setting of a cell as it is written; what could not be replayed has its combination alone."""
    if name in cell.settings:
        return value_text(cell.settings[name])
    return value_text(setting(name).parse(cell.assignments[name])) if name in cell.assignments else ""


def _rule(table: Any, facts: Sequence[str]) -> Rule:
    if not isinstance(table, dict):
        raise ValueError(f"expected a table, found {table!r}")
    for key in table:
        if key not in _KEYS:
            raise ValueError(f"there is no key {key}{_near(key, _KEYS)}")
    kinds = [key for key in ("fact", "figure", "no_error") if table.get(key)]
    if len(kinds) != 1:
        raise ValueError(
            "expected one of fact, figure and no_error, found " + (" and ".join(kinds) or "none")
        )
    fact, figure, session = (_text(table, key) for key in ("fact", "figure", "session"))
    if fact and fact not in facts:
        raise ValueError(f"no --probe is called {fact}{_near(fact, facts)}")
    if figure and figure not in FIGURES:
        raise ValueError(f"there is no figure {figure}{_near(figure, FIGURES)}")
    low, high = _bound(table, "at_least"), _bound(table, "at_most")
    if figure and low is None and high is None:
        raise ValueError(f"figure {figure} has neither at_least nor at_most")
    if not figure and (low is not None or high is not None):
        raise ValueError("at_least and at_most belong to a figure")
    rule = Rule(
        name=_text(table, "name"),
        fact=fact,
        figure=figure,
        at_least=low,
        at_most=high,
        no_error=bool(table.get("no_error")),
        settings=_settings(table.get("settings", {})),
        session=session,
    )
    return rule if rule.name else replace(rule, name=_named(rule))


def _named(rule: Rule) -> str:
    if rule.no_error:
        return "no error"
    if rule.fact:
        return f"{rule.fact} survives"
    bounds = [] if rule.at_least is None else [f"≥ {_written(rule.at_least)}"]
    bounds += [] if rule.at_most is None else [f"≤ {_written(rule.at_most)}"]
    return f"{rule.figure} {' and '.join(bounds)}"


def _settings(found: Any) -> dict[str, str]:
    if not isinstance(found, dict):
        raise ValueError(f"settings: expected {{ name = value }}, found {found!r}")
    return {name: value_text(setting(name).parse(_as_written(value))) for name, value in found.items()}


def _as_written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{key}: expected a text, found {value!r}")
    return value


def _bound(table: Mapping[str, Any], key: str) -> float | None:
    value = table.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ValueError(f"{key}: expected a number, found {value!r}")
    return value


def _near(word: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known) or 'none'}"


def _written(value: float) -> str:
    return group(int(value)) if value == int(value) else f"{value:.4g}"
