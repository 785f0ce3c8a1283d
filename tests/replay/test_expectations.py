"""Rules of a sweep: read with clear errors, held against cells, each boundary included."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.model.problems import Problem
from inspector.replay.expectations import Rule, judge, load_rules
from inspector.replay.sweep import SweepCell


def cell(**changes: object) -> SweepCell:
    totals = {"folds": 2, "reusable_prefix_chars": 600, "prompt_chars_after": 1000, "prompt_tokens_after": 90}
    values: dict[str, object] = {
        "order": 0,
        "source": "a/b.json",
        "conversation": "c1",
        "title": "Checkout",
        "assignments": {"in_loop": "on"},
        "settings": {"in_loop": True, "truncate_threshold": 5000},
        "totals": totals,
        "requests": 3,
        "probes": {"price": {"verbatim": 3, "last": "readable"}, "gone": {"lost": 1, "last": "lost"}},
    }
    return SweepCell(**{**values, **changes})  # type: ignore[arg-type]


def read(tmp_path: Path, text: str) -> list[Rule]:
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    return load_rules(file, ["price", "gone"])


@pytest.mark.parametrize(
    ("text", "passed", "found"),
    [
        ('fact = "price"', True, "readable"),
        ('fact = "gone"', False, "lost"),
        ('figure = "folds"\nat_most = 2', True, "2"),
        ('figure = "folds"\nat_most = 1', False, "2"),
        ('figure = "folds"\nat_least = 2', True, "2"),
        ('figure = "folds"\nat_least = 3', False, "2"),
        ('figure = "prefix_reuse"\nat_least = 0.6', True, "0.6"),
        ('figure = "prefix_reuse"\nat_least = 0.61', False, "0.6"),
        ('figure = "facts_kept"\nat_least = 1\nat_most = 1', True, "1"),
        ('figure = "requests"\nat_least = 4', False, "3"),
        ("no_error = true", True, "replayed"),
    ],
)
def test_a_rule_holds_or_says_what_was_found(tmp_path: Path, text: str, passed: bool, found: str) -> None:
    (judgement,) = judge(cell(), read(tmp_path, f"[[rule]]\n{text}"))
    assert judgement is not None
    assert (judgement.passed, judgement.found) == (passed, found)


def test_what_could_not_be_replayed_fails_every_rule(tmp_path: Path) -> None:
    rules = read(tmp_path, '[[rule]]\nno_error = true\n[[rule]]\nfact = "price"')
    judged = judge(cell(problem="broken", probes={}, totals={}), rules)
    assert [(one.passed, one.found) for one in judged if one] == [(False, "broken")] * 2


@pytest.mark.parametrize(
    ("where", "meant"),
    [
        ("settings = { in_loop = true }", True),
        ('settings = { in_loop = "off" }', False),
        ("settings = { truncate_threshold = 5000 }", True),
        ("settings = { truncate_threshold = 5001 }", False),
        ('session = "Check*"', True),
        ('session = "c1"', True),
        ('session = "*.json"', True),
        ('session = "check*"', False),
    ],
)
def test_rules_can_be_about_some_combinations_or_sessions(tmp_path: Path, where: str, meant: bool) -> None:
    (judgement,) = judge(cell(), read(tmp_path, f"[[rule]]\nno_error = true\n{where}"))
    assert (judgement is not None) == meant


def test_an_unknown_figure_fails_rather_than_counts_as_nothing(tmp_path: Path) -> None:
    (judgement,) = judge(cell(totals={}), read(tmp_path, '[[rule]]\nfigure = "folds"\nat_most = 9'))
    assert judgement is not None
    assert (judgement.passed, judgement.found) == (False, "unknown")


def test_names_are_made_from_rules_unless_given(tmp_path: Path) -> None:
    text = '[[rule]]\nfigure = "folds"\nat_least = 1\nat_most = 2\n[[rule]]\nfact = "price"\n[[rule]]\nno_error = true'
    names = [rule.name for rule in read(tmp_path, text + '\n[[rule]]\nname = "mine"\nfact = "gone"')]
    assert names == ["folds ≥ 1 and ≤ 2", "price survives", "no error", "mine"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it holds no rule"),
        ("rule = 3", "it holds no rule"),
        ("rule = [3]", "rule 1: expected a table"),
        ("[[rule]", "not usable as rules"),
        ("[[rule]]\nfct = 'price'", "there is no key fct; did you mean fact?"),
        ("[[rule]]\nname = 'x'", "expected one of fact, figure and no_error, found none"),
        ("[[rule]]\nfact = 'price'\nno_error = true", "found fact and no_error"),
        ("[[rule]]\nfact = 'prise'", "no --probe is called prise; did you mean price?"),
        ("[[rule]]\nfigure = 'fold'\nat_most = 1", "there is no figure fold; did you mean folds?"),
        ("[[rule]]\nfigure = 'folds'", "neither at_least nor at_most"),
        ("[[rule]]\nfact = 'price'\nat_most = 1", "at_least and at_most belong to a figure"),
        ("[[rule]]\nfigure = 'folds'\nat_most = true", "at_most: expected a number, found True"),
        ("[[rule]]\nno_error = true\nsettings = { in_lop = true }", "in_loop"),
        ("[[rule]]\nno_error = true\nsession = 3", "session: expected a text"),
    ],
)
def test_errors_name_file_rule_and_way_out(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(Problem) as problem:
        read(tmp_path, text)
    assert said in str(problem.value)
    assert "rules.toml" in str(problem.value)
