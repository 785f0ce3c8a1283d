"""Writing to the terminal: results to stdout, one-line errors to stderr, tables by rich."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def write_line(text: str = "") -> None:
    """One line of a command's result."""
    sys.stdout.write(text + "\n")


def write_error(text: str) -> None:
    """One line on stderr; line breaks inside become spaces."""
    sys.stderr.write(" ".join(text.split()) + "\n")


def console() -> Console:
    """A rich console on stdout; plain text when it is no terminal."""
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, soft_wrap=not sys.stdout.isatty())


def make_lossless() -> None:
    """Let texts with lone surrogates, or a narrow terminal encoding, be printed instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
