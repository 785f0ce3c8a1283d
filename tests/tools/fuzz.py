"""Damaged, odd and hostile inputs through every command: no trace, no hang, exit codes 0, 1 and 2 alone.

`python -m tests.tools.fuzz --rounds 3000` is the nightly size; the tests run a slice. A round is its seed: what
failed once is added to `SEEDS` and tried for ever.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import signal
import sqlite3
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from inspector.cli.main import run

DATA: Final = Path(__file__).parents[1] / "data"
SECONDS: Final = 20
"""How long a command may take on a small input before it counts as hanging."""

CAPTURES: Final = ("v6-cache-bust", "v6-schema-400", "v6-web-search-recall")
DATABASES: Final = ("research", "toolloop", "branches")

SEEDS: Final[dict[str, tuple[int, ...]]] = {
    "capture": (13, 27, 330, 333),
    "database": (18,),
    "settings": (),
}
"""Rounds that once failed, by kind."""

ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 10**30, -(10**30), 1e308, -1e308, 0.1, "", " ", "x" * 5000, "\x00", "\ud800",
    "\u202e\x1b[31m", "[object Object]", "<b>x</b>", "file:///dev/zero", "2026-13-45T99:99:99Z",
    "-29662-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z", "+275760-09-13T00:00:00.000Z", [], {}, [[]], [None], {"": None}, {"type": []}, {"role": {}},
    {"$schema": 5}, {"$ref": "#"}, {"$ref": "http://127.0.0.1:1/x"}, {"pattern": "^(a+)+$"}, "https://json-schema.org/nope",
    float("inf"), float("-inf"), float("nan"),
)  # fmt: skip

COMMANDS: Final[tuple[tuple[str, ...], ...]] = (
    ("info", "--json"), ("info",), ("show", "--full"), ("show", "--composition"), ("show", "--where", "a"),
    ("cache", "--json"), ("cache",), ("replay", "--json"), ("compare", "--b", "compaction=false", "--csv"),
    ("lint", "--json"), ("lint", "--sarif"), ("trim", "--json"), ("gc", "--json"), ("verify", "--json"),
    ("backfill", "--json"),
    ("sweep", "--grid", "compaction=true,false", "--jobs", "1", "--json"),
)  # fmt: skip


class HangError(Exception):
    """A command took longer than it may."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a round did that it may not."""

    kind: str
    seed: int
    command: tuple[str, ...]
    what: str


def mutated(value: Any, rng: random.Random, rate: float) -> Any:
    """A JSON value with some of its members replaced, dropped, doubled, renamed or wrapped."""
    if rng.random() < rate:
        return rng.choice(
            (
                lambda: rng.choice(ODD),
                lambda: [value, value],
                lambda: {"value": value},
                lambda: json.dumps(value) if not isinstance(value, str) else value[: len(value) // 2],
                lambda: deep(rng.choice((30, 300, 10_000))),
            )
        )()
    if isinstance(value, dict):
        items = [(name, mutated(member, rng, rate)) for name, member in value.items() if rng.random() > rate]
        if items and rng.random() < rate:
            items.append((rng.choice(("type", "role", "id", "", "\x00", items[0][0])), rng.choice(ODD)))
        return dict(items)
    if isinstance(value, list):
        items_ = [mutated(item, rng, rate) for item in value]
        if items_ and rng.random() < rate:
            rng.shuffle(items_)
        return items_
    return value


def deep(levels: int) -> Any:
    """A list nested so deep."""
    if levels > 300:
        return f"\x01DEEP{levels}\x01"
    value: Any = "end"
    for _ in range(levels):
        value = [value]
    return value


def to_json(value: Any) -> str:
    """JSON text in which the deep places are really deep."""
    text = json.dumps(value, ensure_ascii=False)
    for quote in ("\\" * n + '"' for n in (7, 3, 1, 0)):
        text = text.replace(f"{quote}\\u0001DEEP10000\\u0001{quote}", "[" * 10_000 + "]" * 10_000)
    return text


def _fields(step: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A step whose JSON-in-strings are mutated inside as well."""
    new = dict(step)
    for name, value in step.items():
        if isinstance(value, str) and value[:1] in "{[" and value:
            inner = mutated(json.loads(value), rng, rng.choice((0.0, 0.002, 0.01, 0.05)))
            new[name] = to_json(inner) if rng.random() > 0.03 else inner
    return mutated(new, rng, rng.choice((0.0, 0.01)))


def make_capture(folder: Path, rng: random.Random) -> Path:
    """A damaged capture."""
    with tarfile.open(DATA / "captures" / f"{rng.choice(CAPTURES)}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    (path,) = folder.rglob("generations.json")
    document = json.loads(path.read_text("utf-8"))
    document["steps"] = [_fields(step, rng) for step in document["steps"][: rng.randrange(1, 8)]]
    document = mutated(document, rng, rng.choice((0.0, 0.0, 0.002)))
    text = json.dumps(document, indent=rng.choice((2, 2, None, 1)), ensure_ascii=rng.random() < 0.5)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if rng.random() < 0.15:
        for _ in range(rng.randrange(1, 20)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.1:
        del data[rng.randrange(len(data)) :]
    path.write_bytes(data)
    return path


def make_database(folder: Path, rng: random.Random) -> Path:
    """A damaged database: odd values in its cells, mutated JSON in its texts, flipped bytes in its pages."""
    with tarfile.open(DATA / "fixtures" / f"{rng.choice(DATABASES)}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    (path,) = folder.rglob("cherrystudio.sqlite")
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA foreign_keys=off")
        base.execute("PRAGMA ignore_check_constraints=on")
        tables = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        for _ in range(rng.randrange(1, 12)):
            _change_cell(base, rng.choice(tables), rng)
        base.commit()
    if rng.random() < 0.25:
        data = bytearray(path.read_bytes())
        for _ in range(rng.randrange(1, 30)):
            data[rng.randrange(100 if rng.random() < 0.9 else 0, len(data))] = rng.randrange(256)
        path.write_bytes(data)
    files = sorted(path.parent.joinpath("Files").glob("*"))
    if files and rng.random() < 0.3:
        rng.choice(files).write_bytes(rng.choice((b"", b"\xff\xfe\x00", b"x" * 100_000)))
    return path


def _change_cell(base: sqlite3.Connection, table: str, rng: random.Random) -> None:
    columns = [row[1] for row in base.execute(f'PRAGMA table_info("{table}")')]
    rows = base.execute(f'SELECT rowid, * FROM "{table}"').fetchall()
    if not columns or not rows:
        return
    row, at = rng.choice(rows), rng.randrange(len(columns))
    value = row[at + 1]
    new: Any = rng.choice((*ODD, b"\xff\xfe", b"", 2**63 - 1, -(2**63)))
    if isinstance(value, str) and value[:1] in ("{", "[") and rng.random() < 0.8:
        new = to_json(mutated(json.loads(value), rng, rng.choice((0.005, 0.02, 0.1))))
    if isinstance(new, dict | list):
        new = json.dumps(new)
    if isinstance(new, int) and not -(2**63) <= new < 2**63:
        new = float(new)
    if isinstance(new, str):
        new = new.encode("utf-8", "surrogatepass")
        if rng.random() < 0.9:
            new = new.decode("utf-8", "replace")
    with contextlib.suppress(sqlite3.Error):
        base.execute(f'UPDATE "{table}" SET "{columns[at]}"=? WHERE rowid=?', (new, row[0]))


def make_settings(folder: Path, rng: random.Random) -> Path:
    """A settings file with odd values."""
    values = (
        "nan",
        "inf",
        "-1",
        "1e400",
        '""',
        "[]",
        "true",
        "99999999999999999999",
        '"^(a+)+$"',
        "2026-01-01",
    )
    names = (
        "truncate_threshold",
        "trigger_ratio",
        "compaction",
        "context_window",
        "tool_rules",
        "x",
        "in_loop",
    )
    lines = [f"{rng.choice(names)} = {rng.choice(values)}" for _ in range(rng.randrange(1, 4))]
    path = folder / "settings.toml"
    path.write_bytes("\n".join(lines).encode() + rng.choice((b"", b"", b"\xff", b"[")))
    return path


MAKERS: Final[dict[str, Callable[[Path, random.Random], Path]]] = {
    "capture": make_capture,
    "database": make_database,
    "settings": make_settings,
}


@contextlib.contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise `HangError` in the main thread when the block takes too long."""

    def stop(_signal: int, _frame: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def commands_for(
    kind: str, path: Path, good: Path, rng: random.Random, most: int
) -> Iterator[tuple[str, ...]]:
    """The command lines a round runs."""
    if kind == "settings":
        yield ("replay", str(good), "--settings", str(path), "--json")
        yield ("compare", str(good), "--b", str(path))
        return
    for words in rng.sample(COMMANDS, min(most, len(COMMANDS))):
        yield (words[0], str(path), *words[1:])
    for ending in rng.sample(("html", "md", "csv", "json"), 1):
        yield ("report", str(path), "-o", str(good.parent / f"report.{ending}"))


def run_round(kind: str, seed: int, most: int = 4) -> list[Failure]:
    """One damaged input through some commands; everything it did that it may not."""
    rng = random.Random(f"{kind}-{seed}")
    failures: list[Failure] = []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bad").mkdir()
        path = MAKERS[kind](Path(folder) / "bad", rng)
        good = Path(folder) / "good"
        if kind == "settings":
            with tarfile.open(DATA / "captures" / "v6-schema-400.tar.xz") as archive:
                archive.extractall(good, filter="data")
        before = path.read_bytes()
        for words in commands_for(kind, path, good, rng, most):
            what = _judge(words)
            if what:
                failures.append(Failure(kind, seed, words, what))
        if path.read_bytes() != before:
            failures.append(Failure(kind, seed, (), "the source was changed"))
    return failures


def _judge(words: tuple[str, ...]) -> str:
    """Run a command line; what is wrong with how it went, or ""."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), time_limit(SECONDS):
            code = run(words)
    except HangError:
        return f"took more than {SECONDS} s"
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - that is what is looked for
        return f"raised {type(error).__name__}: {error}"
    if code not in (0, 1, 2):
        return f"exit code {code}"
    if "fault of the program" in err.getvalue() or "Traceback" in err.getvalue():
        return err.getvalue().strip()[-600:]
    if code == 2 and not err.getvalue().strip():
        return "failed without a word"
    if code != 2 and ("--json" in words or "--sarif" in words):
        try:
            json.loads(out.getvalue(), parse_constant=_refuse)
        except ValueError as error:
            return f"no JSON: {error}"
    return ""


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def main() -> int:
    """Run rounds from the command line and print what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", choices=tuple(MAKERS), action="append")
    parser.add_argument("--commands", type=int, default=len(COMMANDS))
    options = parser.parse_args()
    kinds = options.kind or list(MAKERS)
    failed = 0
    for seed in range(options.first, options.first + options.rounds):
        for failure in run_round(kinds[seed % len(kinds)], seed, options.commands):
            failed += 1
            print(
                f"{failure.kind} {failure.seed} {' '.join(failure.command[:1] + failure.command[2:])}: {failure.what}"
            )
            sys.stdout.flush()
    print(f"{options.rounds} rounds, {failed} failures")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
