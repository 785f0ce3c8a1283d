"""`context-inspector [open] [PATH]`: the window (DESIGN "The window")."""

from __future__ import annotations

import argparse

from inspector.cli.parsing import PATH_HELP, describe

NAME = "open"
HELP = "open the window (the default: `context-inspector PATH`)"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `open`."""
    describe(
        parser,
        "Open the window, on PATH if one is given. Nothing is ever written to PATH or beside it.",
        (
            ("~/project", "the capture in ~/project/.devtools"),
            ("cherrystudio.sqlite", "a conversation database"),
        ),
    )
    parser.add_argument("path", metavar="PATH", nargs="?", help=PATH_HELP)


def run(options: argparse.Namespace) -> int:
    """Check the path, then hand over to the window."""
    from pathlib import Path

    from inspector.sources.detect import detect

    path = Path(options.path) if options.path else None
    if path is not None:
        detect(path)
    from inspector.gui.app import run_window

    return run_window(path)
