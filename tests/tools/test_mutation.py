"""The changes that a mutation run makes."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.tools.mutation import ROOT, mapped_tests, mutants

SOURCE = '''
LIMIT = 3

def f(a: int, b: int = 2) -> bool:
    """A text with 1 < 2 in it."""
    text = "é"
    return text == "" or a + 1 < min(b, 4)
'''


def test_every_change_parses_and_is_another_one() -> None:
    found = list(mutants(Path("m.py"), SOURCE))
    assert len({mutant.source for mutant in found}) == len(found)
    for mutant in found:
        assert ast.dump(ast.parse(mutant.source)) != ast.dump(ast.parse(SOURCE))
    assert {(mutant.before, mutant.after) for mutant in found} >= {
        ("a + 1 < min(b, 4)", "a + 1 <= min(b, 4)"),
        ("a + 1", "a - 1"),
        ("min(b, 4)", "max(b, 4)"),
        ("4", "5"),
        ('text == ""', "text != ''"),
    }


def test_declared_constants_and_defaults_stay() -> None:
    assert all(
        "LIMIT = 3" in mutant.source and "= 2" in mutant.source for mutant in mutants(Path("m"), SOURCE)
    )


def test_a_module_s_tests_are_those_that_import_it_and_those_beside_it() -> None:
    direct, beside = mapped_tests(Path("inspector/replay/captured_threshold.py"), ROOT)
    assert direct == ["tests/replay/test_captured_threshold.py"]
    assert beside == ["tests/replay"]
