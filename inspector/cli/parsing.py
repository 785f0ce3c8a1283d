"""Argument parsing that teaches: one-line errors that name the way out, and help that ends with examples."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from inspector.model.problems import Problem, register_templates

PROGRAM: Final = "context-inspector"

register_templates(
    {
        "usage-error": "{message}. See `{command} --help`.",
        "unknown-command": "No command and no file is called {word}{suggestion}. See `{program} --help`.",
    }
)

PATH_HELP: Final = (
    "generations.json, a .devtools folder or the project holding it; "
    "cherrystudio.sqlite, its Data folder or the user-data folder"
)


class _Help(argparse.RawDescriptionHelpFormatter):
    """Examples as they are written, and the longest command beside its explanation.

    argparse measures commands without the indent they are printed with, and breaks the line behind the longest.
    """

    _INDENT: Final = 2

    def add_argument(self, action: argparse.Action) -> None:
        """Note an argument; the column of explanations begins behind the longest."""
        before = self._action_max_length
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction) and self._action_max_length > before:
            self._action_max_length += self._INDENT


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` whose errors are `Problem`s, so that every error is one line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and exiting."""
        raise Problem("usage-error", {"message": message.rstrip("."), "command": self.prog})


def describe(
    parser: argparse.ArgumentParser, description: str, examples: Sequence[tuple[str, str]] = ()
) -> None:
    """Set what `--help` teaches: a description and examples as (arguments, what it does)."""
    parser.formatter_class = _Help
    parser.description = textwrap.fill(textwrap.dedent(description).strip(), 100)
    if examples:
        lines = [f"  {parser.prog} {arguments}".rstrip() + f"\n      {what}" for arguments, what in examples]
        parser.epilog = "examples:\n" + "\n".join(lines)


def whole_number(least: int) -> Callable[[str], int]:
    """The `type` of an argument that is a whole number from `least` on."""

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(f"{text}: expected a whole number from {least} on")
        return value

    return parse


def some_text(text: str) -> str:
    """The `type` of an argument that may not be empty."""
    if not text:
        raise argparse.ArgumentTypeError("expected a text, found nothing")
    return text


def add_source_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add PATH and `--blobs`, shared by every command that opens a source."""
    parser.add_argument("path", metavar="PATH", nargs=None if required else "?", type=Path, help=PATH_HELP)
    parser.add_argument(
        "--blobs",
        metavar="DIR",
        type=Path,
        help="folder with the blobs, when it lies elsewhere than the source says",
    )
