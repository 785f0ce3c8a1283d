"""Writing to the terminal: results to stdout, one-line errors to stderr, tables by rich."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console


PIPED_WIDTH: Final = 180


def write_line(text: str = "") -> None:
    """One line of a command's result."""
    sys.stdout.write(text + "\n")


def write_json(value: object) -> None:
    """A command's result for scripts: JSON in lines, texts readable as they are."""
    import json

    write_line(json.dumps(value, ensure_ascii=False, indent=2))


def write_error(text: str) -> None:
    """One line on stderr; line breaks inside become spaces."""
    sys.stderr.write(" ".join(text.split()) + "\n")


def console() -> Console:
    """A rich console on stdout; plain text when it is no terminal."""
    from rich.console import Console

    piped = not sys.stdout.isatty()
    # Without a terminal to fit into, rows stay on one line so that grep and diff can work on them.
    return Console(file=sys.stdout, highlight=False, soft_wrap=piped, width=PIPED_WIDTH if piped else None)


def make_lossless() -> None:
    """Let texts with lone surrogates, or a narrow terminal encoding, be printed instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
