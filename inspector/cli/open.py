"""`context-inspector [open] [PATH]`: the window."""

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
            ("mine.ctxi", "a workspace saved by the window: source, settings A and B, facts, layout"),
        ),
    )
    parser.add_argument("path", metavar="PATH", nargs="?", help=f"{PATH_HELP}; or a workspace (.ctxi)")


def run(options: argparse.Namespace) -> int:
    """Check the path, then hand over to the window."""
    from pathlib import Path

    from inspector.model.workspace import is_workspace, load_workspace
    from inspector.sources.detect import detect

    path = Path(options.path) if options.path else None
    if path is not None:
        detect(load_workspace(path).source if is_workspace(path) else path)
    from inspector.gui.app import run_window

    return run_window(path)
