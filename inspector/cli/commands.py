"""The commands in the order `--help` lists them, as data: one module of this package each.

A command module exposes `NAME`, `HELP` (one line), `configure(parser)` and `run(options) -> int`. It is imported
to build `--help`, so anything heavy (Qt, SQLAlchemy, rich) is imported inside `run`.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Final, Protocol, cast

COMMAND_MODULES: Final = (
    "open",
    "demo",
    "info",
    "show",
    "shot",
    "cache",
    "replay",
    "compare",
    "sweep",
    "report",
    "trim",
    "backfill",
    "lint",
    "gc",
    "verify",
    "reference",
)
"""Module names below `inspector.cli`."""


class Command(Protocol):
    """What a command module offers."""

    NAME: str
    HELP: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments, description and examples."""
        ...

    def run(self, options: argparse.Namespace) -> int:
        """Do it; 0 = done, 1 = done with a negative answer. Raises `Problem` for bad input."""
        ...


def load_commands() -> tuple[Command, ...]:
    """Import every command module, in order."""
    return tuple(cast(Command, import_module(f"inspector.cli.{name}")) for name in COMMAND_MODULES)
