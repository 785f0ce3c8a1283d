"""What the commands that need a conversation database share: opening one, and progress on the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from inspector.cli.output import write_error
from inspector.cli.parsing import PROGRAM
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from inspector.sources.base import Progress
    from inspector.sources.conversation_db import ConversationDbSource

register_templates(
    {
        "needs-database": (
            "{path}: {command} needs a conversation database; this is a DevTools capture. "
            "Choose cherrystudio.sqlite, its Data folder or the user-data folder."
        )
    }
)


@contextmanager
def open_database(options: argparse.Namespace, command: str) -> Iterator[ConversationDbSource]:
    """Open `options.path` (and `options.blobs`), say what is wrong with it on stderr, close it at the end."""
    from inspector.sources.conversation_db import ConversationDbSource
    from inspector.sources.open import open_source

    source = open_source(options.path, blobs=options.blobs)
    try:
        if not isinstance(source, ConversationDbSource):
            raise Problem("needs-database", {"path": str(options.path), "command": command})
        for notice in source.notices:
            write_error(f"{PROGRAM}: {notice}")
        yield source
    finally:
        source.close()


@contextmanager
def terminal_progress() -> Iterator[Progress]:
    """A progress line on stderr while the work lasts; nothing when stderr is no terminal."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    from inspector.sources.base import Progress

    bars = Bars(console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty())
    with bars:
        task = bars.add_task("", total=None)

        def report(done: int, total: int, what: str) -> None:
            bars.update(task, completed=done, total=total or None, description=what)

        yield Progress(report=report)
