"""Do the tests bite? Changes one small thing at a time in a copy of the program and runs the tests mapped to it.

`python -m tests.tools.mutation [--sample N] [--seed S] [FOLDER…]` prints what survived. A change is a
comparison moved by one, a condition turned round, `and` for `or`, plus for minus, `min` for `max`, a number one larger.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
FOLDERS: Final = ("inspector/pipeline", "inspector/replay", "inspector/store", "inspector/analysis/prefix")
SECONDS: Final = 600
_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
}  # fmt: skip
_NAMED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    Attributes:
        path: of the module, from the root.
        line: where.
        before, after: the expression as it stands and as it is changed.
        source: the module with the change.
    """

    path: Path
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before}  →  {self.after}"


def mutants(path: Path, source: str) -> Iterator[Mutant]:
    """Every change of a module."""
    tree = ast.parse(source)
    for node in _changeable(tree):
        for changed in _changes(node):
            segment = ast.get_source_segment(source, node)
            if segment is None:
                continue
            before, after = segment, ast.unparse(changed)
            start = _offset(source, node.lineno, node.col_offset)
            text = source[:start] + f"({after})" + source[start + len(segment) :]
            yield Mutant(path, node.lineno, " ".join(before.split()), after, text)


def _changeable(tree: ast.Module) -> Iterator[ast.expr]:
    """Expressions that do something: no annotations, no declared constants of a module or class."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                yield from _expressions(statement)


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.FunctionDef | ast.JoinedStr | ast.Assert):
        return
    for name, value in ast.iter_fields(node):
        if name == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.expr):
                yield child
            if isinstance(child, ast.AST):
                yield from _expressions(child)


def _changes(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARED:
        yield ast.Compare(node.left, [_COMPARED[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _COUNTED:
        yield ast.BinOp(node.left, _COUNTED[type(node.op)](), node.right)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NAMED:
        yield ast.Call(ast.Name(_NAMED[node.func.id]), node.args, node.keywords)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)


def _offset(source: str, line: int, column: int) -> int:
    """Place in the text; `ast` counts columns in UTF-8 bytes."""
    lines = source.splitlines(keepends=True)
    return sum(map(len, lines[: line - 1])) + len(lines[line - 1].encode()[:column].decode())


def mapped_tests(path: Path, root: Path) -> list[list[str]]:
    """Tests mapped to a module, quickest first: those that import it, then those beside it."""
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    imports = re.compile(rf"\b{re.escape(module)}\b")
    files = sorted((root / "tests").rglob("test_*.py"))
    direct = [str(f.relative_to(root)) for f in files if imports.search(f.read_text(encoding="utf-8"))]
    folder = root / "tests" / Path(*path.parts[1:-1])
    while not folder.is_dir():
        folder = folder.parent
    return [group for group in (direct, [str(folder.relative_to(root))]) if group]


def survives(mutant: Mutant, folder: Path, *, direct: bool) -> bool:
    """Whether every mapped test passes with the change; a run that hangs is killed."""
    path = folder / mutant.path
    sound = path.read_text(encoding="utf-8")
    path.write_text(mutant.source, encoding="utf-8")
    try:
        groups = mapped_tests(mutant.path, folder)
        return all(_pass(group, folder) for group in (groups[:1] if direct else groups))
    finally:
        path.write_text(sound, encoding="utf-8")


def _pass(group: Sequence[str], folder: Path) -> bool:
    environment = {**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen", "CI": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header", *group]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _copy(folder: Path) -> Path:
    shutil.copytree(ROOT / "inspector", folder / "inspector", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__", "data"))
    (folder / "tests" / "data").symlink_to(ROOT / "tests" / "data")
    for name in ("resources", "README.md", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def main(arguments: list[str] | None = None) -> int:
    """Run a sample of mutants."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutation", description=__doc__)
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="folders or modules to change")
    parser.add_argument("--sample", type=int, default=300, help="how many changes (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (default 2)")
    parser.add_argument("--direct", action="store_true", help="run only the tests that import a module")
    options = parser.parse_args(arguments)
    paths = [path for name in options.folders for path in _modules(ROOT / name)]
    every = [m for p in paths for m in mutants(p.relative_to(ROOT), p.read_text(encoding="utf-8"))]
    chosen = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    with TemporaryDirectory(prefix="mutation-") as base:
        copies = [_copy(Path(base) / str(number)) for number in range(options.processes)]
        pieces = [chosen[number :: options.processes] for number in range(options.processes)]
        with ThreadPoolExecutor(options.processes) as pool:
            found = pool.map(_survivors, pieces, copies, [options.direct] * len(pieces))
        survivors = [mutant for piece in found for mutant in piece]
    killed = len(chosen) - len(survivors)
    print(
        f"{killed} of {len(chosen)} killed ({killed / max(1, len(chosen)):.0%}) of {len(every)} possible changes"
    )
    return 1 if survivors else 0


def _survivors(chosen: Sequence[Mutant], folder: Path, direct: bool) -> list[Mutant]:
    found = []
    for mutant in chosen:
        if survives(mutant, folder, direct=direct):
            print(f"survived: {mutant}", flush=True)
            found.append(mutant)
    return found


def _modules(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


if __name__ == "__main__":
    sys.exit(main())
