"""Opening what a command is given, and progress on the terminal while it is read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from inspector.cli.output import write_error
from inspector.cli.parsing import PROGRAM
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from inspector.sources.base import Progress, Source
    from inspector.sources.conversation_db import ConversationDbSource

register_templates(
    {
        "needs-database": (
            "{path}: {command} needs a conversation database; this is a file of another format ({found}). "
            "Choose cherrystudio.sqlite, its Data folder or the user-data folder."
        )
    }
)


@contextmanager
def opened(
    options: argparse.Namespace, progress: Progress | None = None, *, library: bool = False
) -> Iterator[Source]:
    """Open `options.path` (and `options.blobs`), say what is wrong with it on stderr, close it at the end.

    `library`: a folder of sessions will do; else it is a `Problem("library-pick")`.
    """
    from inspector.sources.base import Trait
    from inspector.sources.open import open_source

    source = open_source(options.path, blobs=options.blobs, progress=progress)
    try:
        if Trait.SESSIONS in source.traits and not library:
            raise Problem("library-pick", {"path": str(options.path)})
        told = list(source.notices)
        for notice in told:
            write_error(f"{PROGRAM}: {notice}")
        yield source
        for notice in source.notices:
            if notice not in told:  # seen only while its payloads were read
                write_error(f"{PROGRAM}: {notice}")
    finally:
        source.close()


@contextmanager
def open_database(options: argparse.Namespace, command: str) -> Iterator[ConversationDbSource]:
    """The same for a command that a capture is nothing for; raises `Problem("needs-database")`."""
    from inspector.sources.detect import detect
    from inspector.sources.formats import CONVERSATION_DB

    found = detect(options.path).format
    if found is not CONVERSATION_DB:
        raise Problem("needs-database", {"path": str(options.path), "command": command, "found": found.label})
    with opened(options) as source:
        yield cast("ConversationDbSource", source)


@contextmanager
def terminal_progress(task: str = "", columns: Sequence[ProgressColumn] = ()) -> Iterator[Progress]:
    """A progress line on stderr while the work lasts; nothing when stderr is no terminal."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    from inspector.sources.base import Progress

    bars = Bars(*columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty())
    with bars:
        shown = bars.add_task(task, total=None)

        def report(done: int, total: int, what: str) -> None:
            bars.update(shown, completed=done, total=total or None, description=what)

        yield Progress(report=report)
